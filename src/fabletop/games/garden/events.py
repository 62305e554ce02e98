"""The Enchanted Garden: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.garden.board import SQUARES
from fabletop.games.garden.rules import DONE, DRAW, FLY, PLACE, SETTING, SLIP, STOP, TURN, WALK, Rules


@record
class Events(BaseEvents):
    walks: int = counter()
    gaps: int = counter()  # slipped through a hedge
    flights: int = counter()
    hedges_turned: int = counter()
    pawns_carried: int = counter()  # along with a hedge
    goals_found: int = counter()
    magic_cards: int = counter()
    visits: list[int] = counter(SQUARES)  # wherever a pawn comes to stand

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if action < PLACE:
            return
        if action == DONE:
            return
        if action >= DRAW:
            self.magic_cards += 1
        elif action >= STOP or before.phase == SETTING:
            pass
        elif action >= TURN:
            self.hedges_turned += 1
        elif action >= FLY:
            self.flights += 1
        elif action >= SLIP:
            self.gaps += 1
        elif action >= WALK:
            self.walks += 1
        for seat in range(before.seats):
            self.goals_found += after.found[seat] - before.found[seat]
            if after.pawns[seat] != before.pawns[seat]:
                self.visits[after.pawns[seat]] += 1
                if TURN <= action < STOP:
                    self.pawns_carried += 1
