"""The faces of a table's dice: how often, how often to be expected, and how likely that is."""

from __future__ import annotations

import pytest

import fabletop
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.tables.tally import Tally, beyond, tally


@pytest.mark.parametrize(
    ("distance", "freedom", "expected"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (12.592, 6, 0.05),
        (0, 5, 1),
    ],
)
def test_how_likely_is_that_of_the_tables_of_chi_square(distance: float, freedom: int, expected: float) -> None:
    assert beyond(distance, freedom) == pytest.approx(expected, abs=2e-5)


def test_faces_are_counted_beside_what_was_to_be_expected() -> None:
    head = Head("duck", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "ab" * 32)
    table = Table("t", head)
    for face in (1, 2, 2):
        table.add(Entry(-1, f"roll {face}"))
    found = tally(table)
    assert found.counts == {"1": 1, "2": 2, "3": 0, "4": 0, "5": 0, "6": 0}
    assert found.expected == pytest.approx(dict.fromkeys("123456", 0.5))
    assert found.likely is None  # three rolls say nothing


def test_honest_faces_are_likely_and_loaded_ones_are_not() -> None:
    expected = dict.fromkeys("123456", 20.0)
    assert Tally({"1": 18, "2": 22, "3": 20, "4": 19, "5": 23, "6": 18}, expected).likely == pytest.approx(
        0.96, abs=0.02
    )
    loaded = Tally({"1": 10, "2": 12, "3": 10, "4": 13, "5": 15, "6": 60}, expected).likely
    assert loaded is not None
    assert loaded < 1e-9


def test_games_without_dice_have_no_faces() -> None:
    head = Head("maumau", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "ab" * 32)
    table = Table("t", head)
    for entry in table.opening():
        table.add(entry)
    assert tally(table) == Tally({}, {})
    assert isinstance(table.state, fabletop.State)
