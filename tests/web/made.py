"""Tables made for a test, without a house: who sits there, what has been played."""

from __future__ import annotations

from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.table import Table
from fabletop.words import Words

WORDS = Words("en")


ADA, BEN = Occupant(PERSON, "Ada", "a"), Occupant(PERSON, "Ben", "b")


def table(
    game: str = "maumau", *seats: Occupant, acts: tuple[str, ...] = (), lots: tuple[list[int], ...] = ()
) -> Table:
    made = Table("t", Head(game, {}, [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")], "00" * 32, lots=list(lots)))
    made.seats = list(seats or (ADA, BEN))
    for act in acts:
        assert made.turn is not None
        made.add(Entry(made.turn, act))
    return made


def won(game: str = "duck") -> Table:
    made = table(game)
    while made.turn is not None:
        entries = made.opening() or made.answer(made.turn, made.actions(made.turn)[0])
        for entry in entries:
            made.add(entry)
    return made
