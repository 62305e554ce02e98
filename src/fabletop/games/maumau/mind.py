"""Computer players of Mau-Mau(s) by rules of thumb: gentle often does not think of them."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, field, record
from fabletop.games.maumau.rules import Rules

LEVELS = ("gentle", "fair")
GENTLE, FAIR = 1, 2


@record
class Mind(BaseMind):
    level: int = field(0, FAIR)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        """Special cards when the next seat is short, wishes when nothing else fits; else the longest colour."""
        liked: int = view.liking(action)
        return liked
