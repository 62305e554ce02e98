"""What is special in Nutcracker's pictures."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from fabletop.drawing.palette import contrast
from fabletop.engine.game import Game, State
from fabletop.games.nutcracker import rules, scenery
from fabletop.games.nutcracker.board import BOARD, EVERY_SPACE, KEY, KING_START, START
from fabletop.games.nutcracker.figures import deep, paint, sign
from fabletop.testing.scripts import played, position


def level2(**fields: Any) -> State:
    return position(Game("nutcracker", options={"level": 2}), **fields)


def shown(before: State, action: str, seat: int | None = None) -> str:
    after = played(before.copy(), action)
    return after.view(seat).svg(last=before.tell(seat, action), before=before.view(seat))


def test_every_colour_has_a_sign_of_its_own_that_can_be_seen() -> None:
    assert len({sign(colour, "#000000") for colour in BOARD.die}) == len(BOARD.die)
    for colour in BOARD.die:
        assert contrast(deep(colour), paint(colour)) >= 3, colour


def test_the_spaces_lie_apart_on_the_board_and_the_palace_is_above_the_start() -> None:
    places = [scenery.spot(where) for where in EVERY_SPACE]
    assert all(20 < x < scenery.WIDTH - 20 for x, _ in places)
    assert min(dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 44
    assert all(55 < dist(a, b) < 75 for a, b in pairwise(places[: KEY + 1]))
    assert places[KEY][1] < places[START][1]


def test_the_king_passes_the_key_by() -> None:
    assert scenery.spot(KEY) not in scenery.way(KING_START, KEY - 4)
    assert scenery.way(KEY - 4, KING_START) == scenery.way(KING_START, KEY - 4)[::-1]


def test_the_way_of_a_clara_and_of_the_king_are_seen() -> None:
    assert 'id="last"' in shown(position(Game("nutcracker")), "roll 2")
    drawn = shown(position(Game("nutcracker"), claras=[3, 0], phase=rules.KING_ROLL), "roll 4")
    assert 'id="last-king"' in drawn


def test_the_last_throw_of_anybody_lies_there_until_the_next() -> None:
    waiting = position(Game("nutcracker"), claras=[3, 0], phase=rules.KING_ROLL).view(None)
    assert "#die-blank" in waiting.svg()
    assert "#nutcracker-die4" in waiting.svg(thrown="roll 4").rpartition('<g id="moving"')[2]


def test_nobody_sees_who_sits_in_an_unknown_tower() -> None:
    hidden = level2(claras=[KEY, KEY], phase=rules.PICK_SIDE).view(None).svg()
    assert 'id="nut-' not in hidden
    known = level2(claras=[KEY, KEY], phase=rules.PICK_SIDE, tower=2).view(None).svg()
    assert 'id="nut-0"' in known
    assert 'id="nut-1"' in known


@pytest.mark.parametrize(("pile", "card"), [(0b1, "fairy"), (0b0, "sceptre")])
def test_a_known_card_in_front_is_shown_when_it_applies(pile: int, card: str) -> None:
    drawn = shown(level2(claras=[1, 0], seen=8, pile=0b11100000 | pile), "roll 2")
    used = drawn.split('id="used"')[1].split("</g>")[0]
    assert f"#nutcracker-{card}" in used


def test_a_roll_that_stays_can_be_chosen_without_a_place() -> None:
    game = Game("nutcracker", options={"level": 2, "exact_key": True}, version=1)
    state = position(game, claras=[KEY - 1, 0], king=9, united=[1, 0], phase=rules.PICK_WAY, die=4)
    drawn = state.view(0).svg()
    assert drawn.count('data-action="up"') == 1
    assert drawn.count('data-action="down"') == 2


def test_who_misses_a_turn_sleeps_and_says_so() -> None:
    state = position(Game("nutcracker"), claras=[5, 9], king=9, rests=[0, 1])
    assert "will miss a turn" in state.view(None).svg()
