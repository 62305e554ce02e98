"""Mensch ärgere Dich nicht: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import NOBODY, BaseEvents, counter, record
from fabletop.games.mensch.rules import AGAIN, ENTER, MOVE, PIECES, ROLL, SIX, Rules

LONGEST = 40  # squares of the longer track; after them the goals, corner by corner


@record
class Events(BaseEvents):
    sixes: int = counter()
    lost_rolls: int = counter()  # which moved nobody
    entries: int = counter()
    captures: int = counter()
    goals: int = counter()  # figures that came into the goal
    visits: list[int] = counter(LONGEST + 4 * PIECES)

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if before.die == 0:
            if action == ROLL + SIX - 1:
                self.sixes += 1
            if after.die == 0:
                self.lost_rolls += 1
        elif action != AGAIN:
            self.watch_step(before, action)

    def watch_step(self, before: Rules, action: int) -> None:
        target = before.target(action)
        corner = before.corner(before.turn)
        if action == ENTER:
            self.entries += 1
        if before.hit(target) != NOBODY:
            self.captures += 1
        if target < before.track:
            square = target + corner * before.track // 4
            self.visits[square if square < before.track else square - before.track] += 1
            return
        self.visits[LONGEST + PIECES * corner + target - before.track] += 1
        if before.figures[before.turn][action - MOVE] < before.track:
            self.goals += 1
