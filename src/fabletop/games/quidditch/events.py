"""Quidditch Dice: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.quidditch.rules import BOOK, CAUGHT, DEFENSE, DONE, FOUL, Rules


@record
class Events(BaseEvents):
    rounds: int = counter()
    bookings: int = counter()
    fouls: int = counter()  # by either side
    fouls_defending: int = counter()
    scoreless_rounds: int = counter()
    catches: int = counter()  # of the Snitch

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        us = before.attacker
        if BOOK <= action < DONE:
            self.bookings += 1
        elif action >= FOUL:
            self.fouls += 1
            if before.side == DEFENSE:
                self.fouls_defending += 1
        if after.attacker != us or after.over:
            self.rounds += 1
            if after.points[us] == before.points[us]:
                self.scoreless_rounds += 1
            if after.snitches[us] == CAUGHT:
                self.catches += 1
