"""Cinderella: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, bits, counter, record
from fabletop.games.cinderella.rules import (
    NAME_PAIR,
    PASS,
    PEEK_CELL,
    POINT_CELL,
    SHOW_CELL,
    TILE,
    USE_SPECIAL,
    Rules,
)


@record
class Events(BaseEvents):
    tiles_drawn: int = counter()  # looked at for the first time
    shown: int = counter()
    peeks: int = counter()  # secret looks
    pointers: int = counter()  # hints given
    pairs: int = counter()
    hours: int = counter()  # by which the hand has moved
    specials: int = counter()  # special tiles used
    last_chances: int = counter()  # pairs named after the last hour

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if TILE <= action < SHOW_CELL:
            self.tiles_drawn += 1
        elif SHOW_CELL <= action < PEEK_CELL:
            self.shown += 1
        elif PEEK_CELL <= action < POINT_CELL:
            self.peeks += 1
        elif POINT_CELL <= action < PASS:
            self.pointers += 1
        elif action == USE_SPECIAL:
            self.specials += 1
        elif action >= NAME_PAIR:
            self.last_chances += 1
        self.pairs += bits(after.found) - bits(before.found)
        self.hours += before.hours_left - after.hours_left
