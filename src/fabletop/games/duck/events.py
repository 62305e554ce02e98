"""The Duck Game: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.duck.board import AGAIN, EVENT, GOTO, LAST, MISS, RAIN, VALUE
from fabletop.games.duck.rules import GO, HOP, ROLL, Rules


@record
class Events(BaseEvents):
    hops: int = counter()
    jumps: int = counter()  # sent to another square without being asked
    catch_ups: int = counter()
    extra_rolls: int = counter()
    pauses: int = counter()  # squares that make a figure miss turns
    rainy_turns: int = counter()  # spent waiting in the rain
    bumps: int = counter()
    visits: list[int] = counter(LAST + 1)

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        here = before.at[before.turn]
        if action < HOP:
            face = action - ROLL + 1
            if EVENT[here] == RAIN and face != VALUE[here]:
                self.rainy_turns += 1
            else:
                self.watch_arrival(before, here + face, face, after)
        elif action == HOP:
            self.hops += 1
            self.watch_arrival(before, here + before.die, before.die, after)
        elif action == GO and before.catch_up() != here:
            self.catch_ups += 1
            self.watch_arrival(before, before.catch_up(), before.die, after)

    def watch_arrival(self, before: Rules, aim: int, die: int, after: Rules) -> None:
        there = after.at[before.turn]
        self.visits[there] += 1
        if EVENT[min(aim, LAST)] == GOTO:
            self.jumps += 1
        if EVENT[there] == MISS:
            self.pauses += 1
        elif EVENT[there] == AGAIN and VALUE[there] >> die & 1:
            self.extra_rolls += 1
        for seat in range(before.seats):
            if seat != before.turn and before.at[seat] != after.at[seat]:
                self.bumps += 1
