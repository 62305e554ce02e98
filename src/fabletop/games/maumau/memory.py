"""What a player of Mau-Mau(s) remembers: who could not serve which colour, and how many cards it has got since.

A seat that drew had nothing that fitted.  It is sure of those who drew last, on what lies there now; who drew before
somebody else laid a card is not asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabletop.games.maumau.rules import ANY, PLUS, WISH, Rules

if TYPE_CHECKING:
    from fabletop.games.maumau.mind import Mind

LONG_AGO = 7  # cards since, or more


def remember(mind: Mind, view: Rules) -> None:
    """Compare with what the own last turn began with."""
    me, seats = view.turn, view.seats
    sure = mind.watched == 1 and view.colour != ANY and not view.free_draw and view.plus == 0
    sure = sure and (view.top == WISH or view.top % 7 != PLUS)  # who had to draw may have had something
    for step in range(1, seats):
        other = (me + seats - step) % seats
        more = view.held[other] - mind.before[other] if mind.watched else 0
        for colour in range(4):
            if more > 0 and mind.lacks[other][colour]:
                mind.lacks[other][colour] = min(LONG_AGO, mind.lacks[other][colour] + more)
        sure = sure and more == 1
        if sure:
            mind.lacks[other][view.colour] = 1
        mind.before[other] = view.held[other]
    mind.watched = 1
