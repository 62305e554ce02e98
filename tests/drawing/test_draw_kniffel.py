"""What is special in Space Kniffel's pictures."""

from __future__ import annotations

import re

from fabletop.engine.game import Game
from fabletop.games.kniffel import draw
from fabletop.games.kniffel.dice import named
from fabletop.testing.scripts import played, position

KNIFFEL = Game("kniffel", seats=6)


def test_the_largest_choice_stays_small() -> None:
    """Five different dice, full sheets, two rolls left: 31 ways to roll again."""
    dice = named("ufo rocket nebula star sun")
    sheets = [[5, 10, 10, 10, 10, 10, 2, 3, 4, 5, 10]] * 6
    for free in ([1] * 6, [2047] * 6, [1, 0, 0, 0, 0, 0]):
        view = position(KNIFFEL, dice=dice, rolls=2, free=free, sheets=sheets).view(0)
        last = "roll rocket nebula star sun"
        assert len(draw.moving(view, last=last)) <= 12_000
        assert len(view.svg(last=last)) <= 60_000


def test_dice_that_may_be_rolled_again_can_be_chosen() -> None:
    state = played(Game("kniffel", seats=2), "roll ufo ufo star sun planet")
    drawn = draw.moving(state.view(0))
    assert re.findall('data-part="reroll ([^"]+)"', drawn) == ["ufo", "ufo", "star", "sun", "planet"]
    assert drawn.count("data-finish") == 1
    assert "data-part" not in draw.moving(state.view(1))
    state.rules.rolls = 0
    assert "data-part" not in draw.moving(state.view(0))


def test_what_a_box_would_bring_is_seen_by_all_but_pressed_by_one() -> None:
    state = played(Game("kniffel", seats=2), "roll star star star star star")
    for seat in (0, 1, None):
        drawn = state.view(seat).svg()
        assert '<use href="#kniffel-s10"' in drawn
        assert ('data-action="score kniffel"' in drawn) == (seat == 0)


def test_dice_in_the_hand_are_where_chance_acts() -> None:
    state = played(Game("kniffel", seats=1), "roll ufo ufo sun sun sun", "reroll ufo ufo")
    drawn = state.view(0).svg()
    assert drawn.split('class="chance"')[1].count("#kniffel-hand") == 2
    state.play("roll star planet")
    drawn = state.view(0).svg(last="roll star planet", before=None)
    assert drawn.count('<use href="#kniffel-fresh"/>') == 2


def test_the_box_just_filled_is_marked_in_its_own_column() -> None:
    before = played(Game("kniffel", seats=2), "roll ufo ufo sun sun sun")
    drawn = played(before.copy(), "score sun").view(1).svg(last="score sun", before=before.view(1))
    the = draw.plan(2)
    x, y = map(float, drawn.split('id="last" class="last" transform="translate(')[1].split(")")[0].split())
    assert (x, y) == (the.x(0), the.y(4))


def test_winners_stand_where_the_dice_have_been() -> None:
    sheets = [[1] * 11, [1] * 11, [0] * 11, [0] * 11, [0] * 11, [0] * 11]
    drawn = position(KNIFFEL, free=[0] * 6, sheets=sheets, rolls=0).view(None).svg()
    winners = drawn.split('id="winners"')[1]
    assert winners.count("#badge0") == winners.count("#badge1") == 1
    assert "#badge2" not in winners


def test_every_row_is_high_enough_for_a_finger() -> None:
    """On a phone, upright or lying, the board is 370 pixels wide and high: 66 of 600 units are 40 pixels."""
    for seats in range(1, 7):
        state = played(Game("kniffel", seats=seats), "roll ufo rocket star sun planet")
        rows = re.findall(r'transform="translate\(([\d.]+) ([\d.]+)\)" data-action="score', draw.moving(state.view(0)))
        assert len(rows) == 11
        assert len({float(y) for _, y in rows}) == 6
        assert '<rect x="0" y="-32" width="282" height="64"' in state.view(0).svg()
