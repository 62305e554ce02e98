"""What a player of Mau-Mau(s) remembers of its earlier views: who has drawn, and on what.

A seat that drew had nothing that fitted.  So of those cards its hand has at most as many as it has got since.
Only what is certain from two views in a row is kept; after a shuffle everything is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

import numpy as np

from fabletop.engine.game import copied
from fabletop.engine.rulebook import NOBODY
from fabletop.games.maumau.rules import COLOURED, COLUMN, PLUS, REST, TAKE, WISH, Rules, count, shared

SPECIAL = COLUMN << REST | COLUMN << PLUS


class Sight(NamedTuple):
    """What the own action has left for the others."""

    held: tuple[int, ...]
    seen: int  # discards and the top card
    left: int
    fits: int
    plus: int
    taker: int  # the seat that a +1 makes take a card, or NOBODY


@dataclass(slots=True)
class Limit:
    """Of these cards a hand has at most so many."""

    cards: int
    most: int


def sight(position: Rules, seat: int) -> Sight:
    taker = position.turn if position.phase == TAKE and position.turn != seat else NOBODY
    seen = position.discards + (1 << position.top)
    return Sight(tuple(position.held), seen, position.left, position.fits(), position.plus, taker)


class Memory:
    """Grows by `look` at each view of the own turn and `leave` after each own action."""

    def __init__(self) -> None:
        self.last: Sight | None = None
        self.limits: dict[int, list[Limit]] = {}

    def leave(self, position: Rules, seat: int, action: int) -> None:
        """The own action is going to be this."""
        after = copied(position)
        after.apply(action)
        self.last = sight(after, seat)

    def look(self, position: Rules, seat: int) -> None:
        """Compare with what was there after the own last action."""
        last, now = self.last, sight(position, seat)
        self.last = None  # whoever looks twice learns nothing new
        if last is None:
            return
        if now.left > last.left or shared(last.seen, now.seen) != last.seen or position.free_draw:
            self.limits.clear()
            return
        laid = now.seen - last.seen
        more = {
            other % position.seats: now.held[other % position.seats] - last.held[other % position.seats]
            for other in range(seat + 1, seat + position.seats)
        }
        if last.taker != NOBODY:
            self._got(last.taker, 1)
            more[last.taker] -= 1
        if position.seats == 2:
            self._one_other(position, last, now, laid, more)
        else:
            self._several_others(position, last, now, laid, more)

    def _one_other(self, position: Rules, last: Sight, now: Sight, laid: int, more: dict[int, int]) -> None:
        """The other seat has laid what is new, and if it drew, then last, on what lies there now."""
        for other, gain in more.items():
            drawn = gain + count(laid)
            self._laid(other, laid)
            self._got(other, drawn)
            if drawn == 1 and not (last.plus or now.plus or (position.play_drawn and laid)):
                self._had_none(other, now.fits)

    def _several_others(self, position: Rules, last: Sight, now: Sight, laid: int, more: dict[int, int]) -> None:
        """Certain are those who drew before anybody else could lay a card, and those after the last who could."""
        if laid & SPECIAL:  # the own turn may have been passed over: who did what is not certain
            for other, gain in more.items():
                self._got(other, max(0, gain + count(laid)))
            return
        for other, gain in more.items():
            self._got(other, max(0, gain))
            if gain < 0 and count(laid) == 1:
                self._laid(other, laid)
        if last.plus or now.plus:
            return
        order = list(more)
        drew = _before(order, more)
        for other in drew:
            self._had_none(other, last.fits)
        if len(drew) < len(order) and position.top % 7 != PLUS:
            for other in _before(order[::-1], more):
                self._had_none(other, now.fits)

    def _got(self, seat: int, cards: int) -> None:
        for limit in self.limits.get(seat, ()):
            limit.most += cards

    def _laid(self, seat: int, cards: int) -> None:
        for limit in self.limits.get(seat, ()):
            limit.most = max(0, limit.most - count(shared(cards, limit.cards)))

    def _had_none(self, seat: int, cards: int) -> None:
        """It drew: of these it has at most the card drawn."""
        self.limits.setdefault(seat, []).append(Limit(cards, 1))

    def says_something(self, position: Rules) -> bool:
        return any(limit.most < position.held[seat] for seat, limits in self.limits.items() for limit in limits)

    def odds(self, position: Rules, hands: Any) -> Any:
        """How likely each of many deals is, up to a factor; one row of hands for each."""
        odds = np.ones(len(hands))
        for seat, limits in self.limits.items():
            held = position.held[seat]
            for limit in limits:
                if limit.most < held:  # which of the cards are the new ones is as likely for all
                    ways = [comb(held - n, limit.most - n) if n <= limit.most else 0 for n in range(held + 1)]
                    odds *= np.array(ways, float)[_counts(hands[:, seat], limit.cards)]
        return odds


def _before(order: list[int], more: dict[int, int]) -> list[int]:
    """The seats that drew one card, up to the first that did not."""
    for n, other in enumerate(order):
        if more[other] != 1:
            return order[:n]
    return order


def _counts(hands: Any, cards: int) -> Any:
    """How many cards of a set that holds the wishes each hand has."""
    coloured = hands & cards & COLOURED
    found = hands >> WISH
    for card in range(WISH):
        found = found + (coloured >> card & 1)
    return found
