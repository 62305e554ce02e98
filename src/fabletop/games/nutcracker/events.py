"""Nutcracker: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.nutcracker.board import AHEAD, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import FAIRY, GO_UP, KING_UP, LEFT, OWN, ROLL, ROLLED, STAY, Rules


@record
class Events(BaseEvents):
    leaps: int = counter()  # over the other Clara
    lockets: int = counter()
    fairies: int = counter()
    king_moves: int = counter()
    king_meetings: int = counter()  # a Clara alone with him, where it costs a turn
    tower_turns: int = counter()
    nutcrackers: int = counter()  # who found their Clara
    visits: list[int] = counter(KING_START + 1)  # by the Claras, alone or as a pair

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        seat = before.turn
        if action < FAIRY:
            self.watch_roll(before, action - ROLLED + 1, after)
        elif action == FAIRY:
            self.fairies += 1
        elif GO_UP <= action < KING_UP:
            self.watch_walk(before, before.die if action == GO_UP else -before.die, after)
        elif KING_UP <= action < LEFT:
            self.watch_king(after)
        elif LEFT <= action < OWN:
            self.tower_turns += 1
        self.nutcrackers += after.united[seat] - before.united[seat]

    def watch_roll(self, before: Rules, face: int, after: Rules) -> None:
        if before.level == 1:
            if before.phase == ROLL:
                nearest = AHEAD[face - 1][before.claras[before.turn]]
                self.watch_landing(before, nearest, after)
            else:
                self.watch_king(after)
        elif before.phase == ROLL and before.united[before.turn] == 0:
            self.watch_walk(before, face, after)

    def watch_walk(self, before: Rules, steps: int, after: Rules) -> None:
        if before.clara_walk(steps) != STAY:
            self.watch_landing(before, before.along(before.claras[before.turn] + steps), after)

    def watch_landing(self, before: Rules, aim: int, after: Rules) -> None:
        seat = before.turn
        there = after.claras[seat]
        self.visits[there] += 1
        if there != aim and there != KING_START:
            self.leaps += 1
        self.watch_meeting(seat, after)
        if LOCKET[there] and after.won[seat] == 0:
            self.lockets += 1
            if before.level == 2 and after.phase == ROLL:
                self.fairies += 1  # everybody knew which card was in front

    def watch_king(self, after: Rules) -> None:
        self.king_moves += 1
        self.watch_meeting(0, after)
        self.watch_meeting(1, after)

    def watch_meeting(self, seat: int, after: Rules) -> None:
        if after.claras[seat] == after.king and after.king != START and after.united[seat] == 0:
            self.king_meetings += 1
