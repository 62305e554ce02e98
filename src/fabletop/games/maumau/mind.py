"""Computer players of Mau-Mau(s): by rules of thumb, which gentle often forgets, or by trying what may come."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, Moves, Rng, field, record
from fabletop.games.maumau.evaluation import SIZE
from fabletop.games.maumau.memory import LONG_AGO, remember
from fabletop.games.maumau.rules import ALL, Rules
from fabletop.games.maumau.thinking import tried

LEVELS = ("gentle", "fair", "sharp")
READS = DEEP = ("sharp",)
PLAYOUT = 2  # a review plays on thousands of times: this level is quick enough
GENTLE, FAIR, SHARP = 1, 2, 3


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)
    watched: int = field(0, 1)  # sharp: has there been a turn before
    before: list[int] = field(0, ALL, 5)  # cards in each hand then
    lacks: list[list[int]] = field(0, LONG_AGO, 5, 4)  # by seat and colour: cards since it could not serve; 0: it could

    def forget(self) -> None:
        self.watched = 0
        for seat in range(5):
            for colour in range(4):
                self.lacks[seat][colour] = 0

    def notice(self, view: Rules) -> None:
        if self.level == SHARP:
            remember(self, view)

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        if self.level == SHARP:
            return tried(self, view, trial, moves, rng, book.worths, int(book.worths[SIZE]))
        if rng.below(100) < self.carelessness():
            return moves.pick(rng)
        return self.best_of(view, trial, moves, rng, book)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        """Special cards when the next seat is short, wishes when nothing else fits; else the longest colour."""
        liked: int = view.liking(action)
        return liked
