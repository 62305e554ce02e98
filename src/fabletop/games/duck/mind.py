"""Computer players of the Duck Game: gentle often does not think of hopping, fair always goes on.

sharp hops where that saves turns.  It knows how many turns are left from every square, as if nobody else were there.
"""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, field, record
from fabletop.games.duck.board import AGAIN, EVENT, FACES, LAST, MISS, VALUE
from fabletop.games.duck.rules import STAY, Rules

LEVELS = ("gentle", "fair", "sharp")
READS = ("sharp",)
GENTLE, FAIR, SHARP = 1, 2, 3


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        if self.level == SHARP:
            trial.become(view)
            trial.apply(action)
            return -turns_left(view, trial, book)
        return 0.0 if action == STAY else 1.0


def turns_left(view: Rules, then: Rules, book: Book) -> float:
    """How many turns of the seat on turn begin later, after a decision."""
    seat = view.turn
    square = then.at[seat]
    if square == LAST:
        return 0.0
    moved = square != view.at[seat]
    decides = then.turn == seat and then.die != 0
    again = moved and EVENT[square] == AGAIN and VALUE[square] >> view.die & 1 == 1
    missed = VALUE[square] if moved and EVENT[square] == MISS else 0
    left: float = book.worths[page(square, then.die if decides else 0)]
    return left if decides or again else left + 1 + missed


def page(square: int, die: int) -> int:
    """Where the book has the turns that are left from a square, with this die to be used once more (0: none)."""
    return square * (FACES + 1) + die
