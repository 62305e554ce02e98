"""What is special in the pictures of the Enchanted Garden: hedges that turn, the goals."""

from __future__ import annotations

import re

import fabletop
from fabletop.games.garden import draw
from fabletop.games.garden.board import BOARD, FAIRIES
from fabletop.games.garden.goals import PICTURES
from fabletop.games.garden.rules import PLAYING
from fabletop.testing import position, random_game


def test_a_hedge_is_chosen_first_and_its_way_after_it() -> None:
    seen = set()
    for state, _ in random_game(fabletop.game("garden", hedges="L"), 1, 250):
        for seat in range(4):
            view = state.view(seat)
            drawn, may = draw.moving(view), view.turn == seat and "turn 1 1" in view.actions()
            assert re.findall('data-part="turn ([^"]+)"', drawn) == [str(i) for i in range(1, 26)] * may
            assert re.findall('data-finish="([^"]+)"', drawn) == ["1", "2", "3"] * may
            seen.add(may)
    assert seen == {True, False}


def test_the_fullest_garden_is_small_enough() -> None:
    """Every hedge turned so that one can walk nearly everywhere, with all cards in hand."""
    game = fabletop.game("garden", seats=4, hedges="L")
    largest = 0
    for facing in range(256):
        turned = [facing >> 2 * (i % 4) & 3 for i in range(25)]
        state = position(
            game, phase=PLAYING, facing=turned, pawns=[FAIRIES[0], 30, 31, 32], card=[0, 1, 2, 3],
            magic=[[8, 8]] * 4, unseen=(1 << 24) - 16, found=[5] * 4,
        )  # fmt: skip
        largest = max(largest, len(draw.moving(state.view(0)).encode()))
    assert 6_000 < largest <= 12_000


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
