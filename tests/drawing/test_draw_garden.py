"""What is special in the pictures of the Enchanted Garden: 75 marks for turning, hedges that turn, the goals."""

from __future__ import annotations

import re

import fabletop
from fabletop.games.garden import draw
from fabletop.games.garden.board import BOARD
from fabletop.games.garden.goals import PICTURES
from fabletop.testing import position, random_game

MARK = re.compile(r'data-action="([^"]+)"')


def test_the_marks_for_turning_are_always_the_same_group_or_none() -> None:
    seen = set()
    for state, _ in random_game(fabletop.game("garden", hedges="L"), 1, 250):
        for seat in range(4):
            view = state.view(seat)
            apart = draw.turns(view)
            may = set(view.actions()) if view.turn == seat else set()
            assert set(MARK.findall(draw.moving(view) + apart)) == may
            assert set(MARK.findall(apart)) == {act for act in may if act.startswith("turn")}
            seen.add(apart)
    assert len(seen) == 2
    assert "" in seen


def test_a_hedge_is_turned_by_quarters_around_its_axle() -> None:
    state = position(fabletop.game("garden"), facing=[i % 4 for i in range(25)])
    drawn = draw.moving(state.view(None))
    turned = re.findall(
        r'<use id="hedge(\d+)" class="piece" href="#gd-[ITL]" transform="translate\(\d+ \d+\) rotate\((\d+)\)', drawn
    )
    assert turned == [(str(i + 1), str(90 * (i % 4))) for i in range(25)]


def test_every_goal_has_a_picture_of_its_own() -> None:
    assert set(BOARD.goals) == set(PICTURES)
    assert len({draw_() for draw_, _ in PICTURES.values()}) == len(PICTURES)


def test_pawns_on_one_square_stand_beside_each_other() -> None:
    game = fabletop.game("garden", seats=4)
    for together in range(2, 5):
        drawn = draw.moving(position(game, pawns=[9] * together).view(None))
        places = re.findall(r'<use id="pawn-\d" [^>]* transform="([^"]+)"', drawn)
        assert len(set(places)) == together
