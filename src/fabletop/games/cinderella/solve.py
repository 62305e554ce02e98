"""Optimal team play of Cinderella with a perfect memory that all share, which one seat alone has: exact.

With everything remembered only numbers matter.  Pairs that may be found in any order form a group; of each
group we count the pairs of which no tile is known, one tile, both tiles, and we count the blanks not known.
To look at an unknown tile never hurts, so that looking at a known one for nothing is left out of the best play
where something unknown is left; hence no position comes back, and plain recursion solves the game.

A worth is an array of two rows, the chance to win and the mean turns until the end, with one column for each
number of hours left: the clock needs no recursion.  Between equal chances fewer turns are better.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from fabletop.games.cinderella.board import BOARD, DIE, PAIR_COUNT, PAIR_OF, PARTNER
from fabletop.games.cinderella.rules import (
    ADVANCED,
    BASIC,
    CAULDRON,
    HOURGLASS,
    MIRROR,
    MOST_HOURS,
    NO_SPECIAL,
    UNDRAWN,
    WAND,
    Rules,
)

Worth: TypeAlias = Any  # np.ndarray of 2 rows and 1 + MOST_HOURS columns
Group: TypeAlias = tuple[int, int, int]  # pairs with no, one, two tiles known

ALIKE = 1e-12  # chances that differ by less are the same
NOTHING, SINGLE, FULL = range(3)  # the tile shown: cannot match now, partner unknown, partner known
UNKNOWN = "unknown"


class Knowledge(NamedTuple):
    """What is known of the tiles that still lie there."""

    groups: tuple[Group, ...]  # that are not complete, in the order in which they must be found
    blanks: int  # not known

    @property
    def unknown(self) -> int:
        return sum(2 * none + one for none, one, _ in self.groups) + self.blanks

    def changed(self, group: int, none: int = 0, one: int = 0, both: int = 0) -> Knowledge:
        """With so many more pairs of each kind in a group; a group without pairs goes away."""
        old = self.groups[group]
        new = (old[0] + none, old[1] + one, old[2] + both)
        middle = (new,) if any(new) else ()
        return Knowledge(self.groups[:group] + middle + self.groups[group + 1 :], self.blanks)


@cache
def reveals(now: Knowledge) -> tuple[tuple[float, Knowledge, int], ...]:
    """Looking at an unknown tile: the odds, what is known then, and how the tile stands to its partner."""
    total, found = now.unknown, []
    for i, (none, one, _) in enumerate(now.groups):
        if none:
            found.append((2 * none / total, now.changed(i, none=-1, one=1), SINGLE if i == 0 else NOTHING))
        if one:
            found.append((one / total, now.changed(i, one=-1, both=1), FULL if i == 0 else NOTHING))
    if now.blanks:
        found.append((now.blanks / total, now._replace(blanks=now.blanks - 1), NOTHING))
    return tuple(found)


def better(one: Worth, other: Worth) -> Worth:
    """The better of two, hour by hour."""
    gain = one[0] - other[0]
    first = (gain > ALIKE) | ((gain >= -ALIKE) & (one[1] <= other[1]))
    return np.where(first, one, other)


def best(options: dict[str, Worth]) -> Worth:
    worths = iter(options.values())
    found = next(worths)
    for worth in worths:
        found = better(found, worth)
    return found


class Solution:
    """The worth of every position, worked out when it is asked for."""

    def __init__(self, last_chance: bool) -> None:
        self.last_chance = last_chance
        self.worths: dict[tuple[Knowledge, int], Worth] = {}
        self.names: dict[Knowledge, float] = {}
        self.won = np.zeros((2, 1 + MOST_HOURS))
        self.won[0] = 1.0

    def worth(self, now: Knowledge, special: int) -> Worth:
        """Before the die is rolled, with an own special tile not yet used."""
        if not now.groups:
            return self.won
        found = self.worths.get((now, special))
        if found is None:
            search = best(self.searches(now, special))
            if now.unknown:
                wand, cauldron = self.look(now, special, WAND), self.look(now, special, CAULDRON)
                found = (DIE[0] * wand + DIE[1] * cauldron + DIE[2] * search) / sum(DIE)
                found[1] += 1
            else:  # nothing to look at: roll until it is an hourglass
                found = search.copy()
                found[1] += sum(DIE) / DIE[2]
            self.worths[now, special] = found
        return found

    # Wand and cauldron

    def look(self, now: Knowledge, special: int, face: int) -> Worth:
        """A look at an unknown tile, and perhaps one more."""
        return sum(p * self.looked(then, special, face) for p, then, _ in reveals(now))

    def looked(self, now: Knowledge, special: int, face: int) -> Worth:
        if special != face:
            return self.worth(now, special)
        return best(self.uses(now, special))

    def uses(self, now: Knowledge, special: int) -> dict[str, Worth]:
        """One more look with a wand or a cauldron?"""
        return {"use": self.extra(now), "done": self.worth(now, special)}

    def extra(self, now: Knowledge) -> Worth:
        more = reveals(now)
        if not more:
            return self.worth(now, NO_SPECIAL)
        return sum(p * self.worth(then, NO_SPECIAL) for p, then, _ in more)

    # A search

    def searches(self, now: Knowledge, special: int) -> dict[str, Worth]:
        """By the tile that is shown first."""
        _, one, both = now.groups[0]
        options = {}
        if both:
            options["full"] = self.show(now, FULL, special)
        if one:
            options["single"] = self.show(now, SINGLE, special)
        if now.unknown:
            options[UNKNOWN] = sum(p * self.show(then, shown, special) for p, then, shown in reveals(now))
        return options

    def show(self, now: Knowledge, shown: int, special: int) -> Worth:
        return best(self.seconds(now, shown, special))

    def seconds(self, now: Knowledge, shown: int, special: int) -> dict[str, Worth]:
        """By the tile that is looked at second, or third with the mirror."""
        options = {}
        if shown == FULL:
            options["partner"] = self.compared(now.changed(0, both=-1), NOTHING, special, found=True)
        if now.unknown:
            options[UNKNOWN] = self.guess(now, shown, special)
        return options or {"known": self.compared(now, shown, special, found=False)}

    def guess(self, now: Knowledge, shown: int, special: int) -> Worth:
        """An unknown tile second; one of them is the partner of a single one."""
        total, worth = now.unknown, np.zeros((2, 1 + MOST_HOURS))
        for p, then, kind in reveals(now):
            if shown == SINGLE and kind == FULL:
                p -= 1 / total
            if p > ALIKE:
                worth = worth + p * self.compared(then, shown, special, found=False)
        if shown == SINGLE:
            worth = worth + self.compared(now.changed(0, one=-1), NOTHING, special, found=True) / total
        return worth

    def compared(self, now: Knowledge, shown: int, special: int, *, found: bool) -> Worth:
        """After a secret look."""
        if not now.groups:
            return self.won
        if special != MIRROR:
            return self.end(now, special)
        return best(self.mirrors(now, shown, found=found))

    def mirrors(self, now: Knowledge, shown: int, *, found: bool) -> dict[str, Worth]:
        """One more secret look?  When a pair is found already, the third tile is only seen."""
        more = reveals(now)
        if not found:
            use = self.show(now, shown, NO_SPECIAL)
        elif more:
            use = sum(p * self.end(then, NO_SPECIAL) for p, then, _ in more)
        else:
            use = self.end(now, NO_SPECIAL)
        return {"use": use, "done": self.end(now, MIRROR)}

    def end(self, now: Knowledge, special: int) -> Worth:
        if special != HOURGLASS:
            return self.next_hour(now, special)
        return best(self.stays(now))

    def stays(self, now: Knowledge) -> dict[str, Worth]:
        """Does the hand stay where it is?"""
        return {"use": self.worth(now, NO_SPECIAL), "done": self.next_hour(now, HOURGLASS)}

    def next_hour(self, now: Knowledge, special: int) -> Worth:
        moved = np.zeros((2, 1 + MOST_HOURS))
        moved[:, 2:] = self.worth(now, special)[:, 1:-1]
        if self.last_chance:
            moved[0, 1] = self.name(now)
        return moved

    # The last chance

    def name(self, now: Knowledge) -> float:
        """The chance to name all pairs that are missing."""
        if not now.groups:
            return 1.0
        if now not in self.names:
            self.names[now] = max(self.namings(now).values())
        return self.names[now]

    def namings(self, now: Knowledge) -> dict[str, float]:
        """By what is known of the two tiles named."""
        none, one, both = now.groups[0]
        options, total = {}, now.unknown
        if both:
            options["full"] = self.name(now.changed(0, both=-1))
        if one:
            options["single"] = self.name(now.changed(0, one=-1)) / total
        if none:
            options[UNKNOWN] = self.name(now.changed(0, none=-1)) * 2 * none / (total * (total - 1))
        return options


@cache
def solution(last_chance: bool) -> Solution:
    return Solution(last_chance)


def in_order(rules: Rules) -> bool:
    """Do only pairs of the first section that is not complete count?"""
    return bool(rules.variant == ADVANCED and not rules.bank_early_pairs)


def knowledge(rules: Rules, known: dict[int, int], found: int | None = None) -> Knowledge:
    """What somebody knows who knows these cells and their tiles, after these pairs are found."""
    found = rules.found if found is None else found
    seen = [0] * PAIR_COUNT
    blanks = rules.blanks if rules.variant != BASIC else 0
    for tile in known.values():
        if PARTNER[tile] < 0:
            blanks -= 1
        else:
            seen[PAIR_OF[tile]] += 1
    sections = BOARD.section_of if in_order(rules) else (0,) * PAIR_COUNT
    counts: dict[int, list[int]] = {}
    for pair in range(PAIR_COUNT):
        if not found >> pair & 1:
            counts.setdefault(sections[pair], [0, 0, 0])[seen[pair]] += 1
    groups = tuple((none, one, both) for _, (none, one, both) in sorted(counts.items()))
    return Knowledge(groups, blanks)


def remembered(rules: Rules) -> dict[int, int]:
    """The cells whose tiles a view knows."""
    return {cell: tile for cell, tile in enumerate(rules.tiles) if tile < UNDRAWN and rules.layout >> cell & 1}
