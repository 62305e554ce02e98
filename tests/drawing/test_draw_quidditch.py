"""What is special in the pictures of Quidditch Dice: nine dice, wherever they are, and what a round has brought."""

from __future__ import annotations

import re

import fabletop
from fabletop.drawing.palette import contrast
from fabletop.games.quidditch import draw
from fabletop.games.quidditch.dice import FILLS, INKS
from fabletop.games.quidditch.rules import GOAL, QUAFFLE
from fabletop.games.quidditch.text import PAINTS
from fabletop.testing import random_game

PIECE = re.compile(r'id="([a-z]+(?:-\d)?)" class="piece')
DICE = ["bludger-1", "bludger-2", "goal-1", "goal-2", "goal-3", "goal-4", "keeper", "quaffle", "snitch"]


def test_there_are_always_the_same_nine_dice() -> None:
    for state, _ in random_game(fabletop.game("quidditch"), 2, 300):
        assert sorted(set(PIECE.findall(draw.moving(state.view(0)))) - {"light", "spot"}) == DICE


def test_what_a_round_has_brought_is_shown_when_it_is_over() -> None:
    before, played, shown = None, "", 0
    for state, action in random_game(fabletop.game("quidditch"), 3, 300):
        if before is not None and before.rules.attacker != state.rules.attacker:
            drawn = draw.moving(state.view(None), last=played, before=before.view(None))
            assert drawn.count('<g opacity=".4">') == 1
            assert drawn.count("quidditch-die") == 9 - sum(kind[0] for kind in before.rules.pitch) - played.startswith(
                "foul"
            )
            shown += 1
        before, played = state.copy(), action
    assert shown > 5


def test_qui_r1_goal_dice_are_blue_and_the_quaffle_is_red() -> None:
    def most(colour: str) -> str:
        parts = {"red": colour[1:3], "green": colour[3:5], "blue": colour[5:7]}
        return max(parts, key=lambda name: int(parts[name], 16))

    assert (most(FILLS[GOAL]), most(FILLS[QUAFFLE])) == ("blue", "red")
    assert (most(PAINTS[GOAL]), most(PAINTS[QUAFFLE])) == ("blue", "red")
    svg = fabletop.game("quidditch").new().view(None).svg()
    assert FILLS[GOAL] in svg
    assert FILLS[QUAFFLE] in svg
    assert all(contrast(FILLS[kind], INKS[kind]) >= 4.5 for kind in FILLS)
