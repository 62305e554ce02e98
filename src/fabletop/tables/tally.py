"""How often each face has come at a table, how often it was to be expected, and how likely that is."""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from fabletop.engine.rulebook import CHANCE
from fabletop.tables.table import Table

ENOUGH = 5.0  # times that a face is to be expected, before anything can be said


class Tally(NamedTuple):
    counts: dict[str, int]
    expected: dict[str, float]

    @property
    def likely(self) -> float | None:
        """The share of fair tables that look at least as uneven (Pearson's chi-square); None: too few rolls."""
        if len(self.expected) < 2 or min(self.expected.values()) < ENOUGH:
            return None
        distance = sum((self.counts.get(f, 0) - wanted) ** 2 / wanted for f, wanted in self.expected.items())
        return beyond(distance, len(self.expected) - 1)


def tally(table: Table) -> Tally:
    """The faces of all throws that everybody has seen."""
    counts: Counter[str] = Counter()
    expected: dict[str, float] = {}
    state, spec, over = table.game.new(), table.game.spec, table.turn is None
    for number, entry in enumerate(list(table.plies)):  # a thread may count while somebody moves
        seen = over or state.tell(None, entry.act) == entry.act
        if entry.by == CHANCE and number >= table.given and spec.is_throw(entry.act) and seen:
            counts.update(entry.act.split()[1:])
            for act, odds in state.odds().items():
                for face in act.split()[1:]:
                    expected[face] = expected.get(face, 0.0) + float(odds)
        state.play(entry.act)
    faces = sorted(expected, key=lambda face: (len(face), face))
    return Tally({face: counts[face] for face in faces}, {face: expected[face] for face in faces})


def beyond(distance: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least this."""
    half = distance / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        for k in range(1, freedom // 2):
            term *= half / k
            total += term
        return total
    total, term = math.erfc(math.sqrt(half)), math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    for k in range(1, (freedom + 1) // 2):
        total += term
        term *= half / (k + 0.5)
    return total
