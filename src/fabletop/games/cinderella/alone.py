"""The perfect player for one seat: reads the value of every action off the solved game."""

from __future__ import annotations

from fabletop.engine.view import View
from fabletop.games.cinderella.board import PAIR_OF, PARTNER
from fabletop.games.cinderella.rules import (
    HOURGLASS,
    MIRROR,
    NAME,
    NAME_PAIR,
    NO_SPECIAL,
    NONE,
    PEEK,
    PEEK_CELL,
    SHOW,
    SHOW_CELL,
    TWOS,
    USE,
    USE_SPECIAL,
    Rules,
)
from fabletop.games.cinderella.solve import (
    FULL,
    NOTHING,
    SINGLE,
    UNKNOWN,
    Knowledge,
    Solution,
    Worth,
    knowledge,
    remembered,
    reveals,
    solution,
)


def worths(view: View) -> dict[int, tuple[float, float]]:
    """For each legal action of the only seat: the chance to win, and the mean turns to come."""
    at = Position(view.position)
    if view.position.phase == NAME:
        return {action: (at.naming(TWOS[action - NAME_PAIR]), 0.0) for action in view.legal()}
    found = {}
    for action in view.legal():
        worth = at.worth(action)
        found[action] = (float(worth[0, at.hours]), float(worth[1, at.hours]))
    return found


class Position:
    """A view of the only seat, and what its actions are worth."""

    def __init__(self, now: Rules) -> None:
        self.now, self.hours = now, now.hours_left
        self.known = remembered(now)
        self.facts: Knowledge = knowledge(now, self.known)
        self.solved: Solution = solution(bool(now.last_chance))
        self.special: int = now.special[0]

    def stands(self, cell: int) -> int:
        """How a known tile stands to its partner: NOTHING unless the pair would count now."""
        tile = self.known[cell]
        if PARTNER[tile] < 0 or not self.now.match(tile, PARTNER[tile]):
            return NOTHING
        return FULL if self.partner(cell) != NONE else SINGLE

    def partner(self, cell: int) -> int:
        """Where the partner of a known tile lies, if that is known."""
        pair = PAIR_OF[self.known[cell]]
        cells = [other for other, tile in self.known.items() if PAIR_OF[tile] == pair and other != cell]
        return cells[0] if pair >= 0 and cells else NONE

    def worth(self, action: int) -> Worth:
        now, solved, facts = self.now, self.solved, self.facts
        if now.phase == USE:
            return self.using()["use" if action == USE_SPECIAL else "done"]
        if now.phase == SHOW and now.face == HOURGLASS:
            return self.showing(action - SHOW_CELL)
        if now.phase == PEEK and now.face == HOURGLASS:
            return self.comparing(action - PEEK_CELL)
        cell = action - (SHOW_CELL if now.phase == SHOW else PEEK_CELL)
        again = now.looked != 0  # the extra look
        if cell in self.known:
            return solved.worth(facts, self.special) if again else solved.looked(facts, self.special, now.face)
        return solved.extra(facts) if again else solved.look(facts, self.special, now.face)

    def using(self) -> dict[str, Worth]:
        if self.now.face != HOURGLASS:
            return self.solved.uses(self.facts, self.special)
        if self.special != MIRROR:
            return self.solved.stays(self.facts)
        found = self.now.shown == NONE
        return self.solved.mirrors(self.facts, NOTHING if found else self.stands(self.now.shown), found=found)

    def showing(self, cell: int) -> Worth:
        if cell in self.known:
            return self.solved.show(self.facts, self.stands(cell), self.special)
        return self.solved.searches(self.facts, self.special)[UNKNOWN]

    def comparing(self, cell: int) -> Worth:
        now, solved, facts = self.now, self.solved, self.facts
        if now.shown == NONE:  # the mirror after a pair
            if cell in self.known:
                return solved.end(facts, NO_SPECIAL)
            return sum(p * solved.end(then, NO_SPECIAL) for p, then, _ in reveals(facts))
        shown = self.stands(now.shown)
        if cell not in self.known:
            return solved.guess(facts, shown, self.special)
        if shown == FULL and cell == self.partner(now.shown):
            return solved.seconds(facts, shown, self.special)["partner"]
        return solved.compared(facts, shown, self.special, found=False)

    def naming(self, cells: int) -> float:
        one, other = (cell for cell in range(cells.bit_length()) if cells >> cell & 1)
        if one not in self.known:
            one, other = other, one
        if one not in self.known:
            return self.solved.namings(self.facts).get(UNKNOWN, 0.0)
        kind = self.stands(one)
        if other not in self.known:
            return self.solved.namings(self.facts)["single"] if kind == SINGLE else 0.0
        return self.solved.namings(self.facts)["full"] if kind == FULL and self.partner(one) == other else 0.0
