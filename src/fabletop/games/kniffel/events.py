"""Space Kniffel: what is counted when many games are played."""

from __future__ import annotations

from fabletop.engine.rulebook import BaseEvents, counter, record
from fabletop.games.kniffel.dice import SIZE
from fabletop.games.kniffel.rules import (
    FIVE_DIFFERENT,
    KNIFFEL,
    REROLL,
    SCORE,
    TRIPLE,
    TRIPLE_PAIR,
    TWO_PAIRS,
    Rules,
)


@record
class Events(BaseEvents):
    rerolls: int = counter()
    dice_rerolled: int = counter()
    zeros: int = counter()  # boxes filled with nothing
    triples: int = counter()
    two_pairs: int = counter()
    triple_pairs: int = counter()
    all_different: int = counter()
    kniffels: int = counter()

    def watch(self, before: Rules, action: int, after: Rules) -> None:
        if action >= SCORE:
            self.watch_box(action - SCORE, before.points(action - SCORE))
        elif action > REROLL:
            self.rerolls += 1
            self.dice_rerolled += SIZE[action - REROLL]

    def watch_box(self, box: int, points: int) -> None:
        if points == 0:
            self.zeros += 1
        elif box == TRIPLE:
            self.triples += 1
        elif box == TWO_PAIRS:
            self.two_pairs += 1
        elif box == TRIPLE_PAIR:
            self.triple_pairs += 1
        elif box == FIVE_DIFFERENT:
            self.all_different += 1
        elif box == KNIFFEL:
            self.kniffels += 1
