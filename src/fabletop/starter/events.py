"""What is counted in The Lantern Path."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record

from .rules import AGAIN, LONGEST, ROLL, STOP, WIND, Rules


@record
class Events(BaseEvents):
    gusts: int = counter()
    steps_lost: int = counter()
    stops: int = counter()
    visits: list[int] = counter(LONGEST + 1)

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if action == ROLL + WIND - 1:
            self.gusts += 1
            if not before.mild_wind:
                self.steps_lost += before.steps
        if action == STOP:
            self.stops += 1
        if action != AGAIN and before.at[before.turn] != after.at[before.turn]:
            self.visits[after.at[before.turn]] += 1
