"""Mau-Mau(s): what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.maumau.rules import DRAW, LAY, LAY_WISH, PASS, PLUS, REST, TAKEN, Rules


@record
class Events(BaseEvents):
    cards_played: int = counter()
    wishes: int = counter()
    rests: int = counter()
    pluses: int = counter()
    draws: int = counter()  # cards taken from the pile after the deal, also because of +1
    shuffles: int = counter()  # of the discards, as a new pile
    passes: int = counter()

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if TAKEN <= action < LAY:
            self.draws += 1
        elif LAY <= action < DRAW:
            self.cards_played += 1
            if action >= LAY_WISH:
                self.wishes += 1
            elif (action - LAY) % 7 == REST:
                self.rests += 1
            elif (action - LAY) % 7 == PLUS:
                self.pluses += 1
        elif action == PASS:
            self.passes += 1
        if after.left > before.left:
            self.shuffles += 1
