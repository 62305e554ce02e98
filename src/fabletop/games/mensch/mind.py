"""Computer players of Mensch ärgere Dich nicht: by simple rules, which gentle often forgets, or by a look ahead."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, Moves, Rng, field, record
from fabletop.games.mensch.rules import Rules
from fabletop.games.mensch.thinking import DEPTH, most_hopeful
from fabletop.games.mensch.thumb import simple

LEVELS = ("gentle", "fair", "sharp")
READS = ("sharp",)
GENTLE, FAIR, SHARP = 1, 2, 3
PLAYOUT = FAIR  # who goes on playing in a review where nothing is reckoned


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        if self.level == SHARP:
            return most_hopeful(view, trial, moves, DEPTH, book.worths)
        if rng.below(100) < self.carelessness():
            return moves.pick(rng)
        return self.best_of(view, trial, moves, rng, book)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        """Hits if it can, else enters the goal, else flees, else moves the figure in the lead."""
        return simple(view, action)
