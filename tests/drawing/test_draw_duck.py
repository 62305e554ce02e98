"""What is special in the Duck Game's pictures."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from fabletop.drawing.palette import INK, contrast
from fabletop.engine.game import Game, State
from fabletop.games.duck import draw, scenery
from fabletop.games.duck.board import DUCK, EVENT, LAST
from fabletop.testing.scripts import played, position


def duck(seats: int = 2, **options: Any) -> Game:
    return Game("duck", seats=seats, options=options)


def shown(before: State, action: str, seat: int | None = None) -> str:
    after = played(before.copy(), action)
    return after.view(seat).svg(last=before.tell(seat, action), before=before.view(seat))


def ring(drawn: str, id: str = "last") -> tuple[float, float]:
    """Where the last move began."""
    mark = drawn.split(f'id="{id}"')[1].split("<circle ")[1]
    x, y = (mark.split(f'{key}="')[1].split('"')[0] for key in ("cx", "cy"))
    return float(x), float(y)


def test_the_squares_follow_one_another_and_none_lies_on_another() -> None:
    tiles = scenery.tiles()[1:]
    assert len(tiles) == LAST
    for a, b in pairwise(tiles):
        assert dist(a.middle, b.middle) < 105
    for i, a in enumerate(tiles):
        for b in tiles[:i]:
            beside = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
            assert beside, (a, b)


def test_every_event_has_a_picture_of_its_own_and_words_on_it_can_be_read() -> None:
    events = [square for square in range(LAST) if EVENT[square]]
    assert len({scenery.PICTURES[square] for square in events}) == len(events) == 10
    for square in events:
        assert contrast(INK, scenery.tint(square, EVENT[square])) >= 4.5


@pytest.mark.parametrize("ducks", ["classic", "french", "none"])
def test_there_are_as_many_ducks_as_the_set_has(ducks: str) -> None:
    drawn = duck(ducks=ducks).new().view(None).svg()
    family = 3  # on the pond
    row = DUCK[("classic", "french", "none").index(ducks)]
    assert drawn.count('href="#duck-duck"') == sum(row) + family


def test_square_3_is_plain_where_it_does_nothing() -> None:
    with_boat, without = (duck(field3=how).new().view(None).svg() for how in ("ahead", "off"))
    assert scenery.PICTURES[3] in with_boat
    assert scenery.PICTURES[3] not in without


def test_figures_that_share_a_square_stand_apart() -> None:
    for seats in (2, 3, 4):
        now = position(duck(seats), at=[12] * seats).rules
        places = [draw.place(now, seat)[:2] for seat in range(seats)]
        assert min(dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 20


def test_the_way_goes_over_every_square_and_where_it_was_sent() -> None:
    drawn = shown(position(duck(), at=[4, 0]), "roll 2")  # 4, 5, 6 and on to 12
    assert ring(drawn) == pytest.approx(scenery.tiles()[4].middle, abs=0.01)
    points = drawn.split('id="last"')[1].split('d="M')[1].split('"')[0].split("L")
    assert len(points) == 4


def test_who_is_sent_back_leaves_a_way_too() -> None:
    drawn = shown(position(duck(bump=True), at=[20, 22]), "roll 2")
    assert 'id="thrown-1"' in drawn


def test_rain_and_missed_turns_are_seen_and_told() -> None:
    drawn = position(duck(), at=[31, 52], missing=[0, 2]).view(None).svg()
    assert "It rains: Seat 1 (vermilion circle) waits for a 6." in drawn
    assert "will miss 2 turns" in drawn
    assert drawn.count(draw._sleep(2)) == 2  # the figure and its plate
