"""Exact solutions of Space Kniffel: the best expected score from every sheet, and the best chance to win for two.

Points are asked of the rules, and so is what may be filled.  Two facts make the sums small, and tests check
them: symbols are interchangeable, so of the free symbol boxes only the number matters (224 kinds of sheets, not
2,048), and with it which of the throws are alike; and a box is forbidden, if at all, because of one other box.

Everything is plain NumPy: rows are throws, columns whatever is solved at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fabletop.compiler.arrays import Array
from fabletop.engine.rulebook import bits
from fabletop.games.kniffel.dice import DICE, FULL, NUMBER, SIDES, SIZES, THROWS, Throw
from fabletop.games.kniffel.rules import BOXES, ROLLS, Rules
from fabletop.players.analysis import Progress

Table: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

SHAPES = BOXES - SIDES  # boxes that are not symbols
KINDS = (SIDES + 1) << SHAPES  # of sheets
BEST = 54  # no sheet has more points: R8
LEADS = 2 * BEST + 1  # from -54 to 54
NOTHING = -1e9  # the worth of what is not allowed
SINGLE = tuple((symbol,) for symbol in range(SIDES))


def kind_of(free: int) -> int:
    """The kind of a sheet: how many symbol boxes are free, and which of the others."""
    return bits(free & (1 << SIDES) - 1) << SHAPES | free >> SIDES


def sheet_of(kind: int) -> int:
    """One sheet of a kind: the free symbol boxes are the first ones."""
    return (1 << (kind >> SHAPES)) - 1 | (kind & (1 << SHAPES) - 1) << SIDES


def boxes_of(free: int) -> list[int]:
    return [box for box in range(BOXES) if free >> box & 1]


FREE = np.array([bits(sheet_of(kind)) for kind in range(KINDS)])  # boxes that a kind of sheet has free
ORDER = [int(kind) for kind in np.argsort(FREE, kind="stable")]  # what a sheet becomes comes before it
_MEET = np.isin(FREE[:, None] - FREE, (0, 1))  # the one to roll has as many free boxes as the other, or one more
PAIR = np.where(_MEET, np.cumsum(_MEET).reshape(_MEET.shape) - 1, -1)  # two sheets as one number
PAIRS = int(_MEET.sum())


@dataclass(frozen=True)
class HouseRules:
    """What a throw is worth in each box, and which box forbids which, as the rules say."""

    strict_zero: int = 0
    must_max: int = 0
    four_is_two_pairs: int = 0
    joker: int = 0

    @classmethod
    def of(cls, rules: Rules | Any) -> HouseRules:
        return cls(rules.strict_zero, rules.must_max, rules.four_is_two_pairs, rules.joker)

    def rules(self) -> Rules:
        """Rules with these options, about to begin."""
        rules = Rules()
        rules.seats = 1
        for option in fields(self):
            setattr(rules, option.name, getattr(self, option.name))
        rules.start()
        return rules

    @cached_property
    def points(self) -> Numbers:
        """For each throw of all dice its points in each box."""
        rules, rows = self.rules(), []
        for rules.dice in range(FULL, len(THROWS)):
            rows.append([rules.points(box) for box in range(BOXES)])
        return np.array(rows)

    @cached_property
    def forbids(self) -> NDArray[np.bool_]:
        """For each throw: may box b not be filled while box c is free too?"""
        rules = self.rules()
        table = np.zeros((len(THROWS) - FULL, BOXES, BOXES), bool)
        for b, c in combinations(range(BOXES), 2):
            rules.free[0] = 1 << b | 1 << c
            for rules.dice in range(FULL, len(THROWS)):
                allowed = rules.allowed()
                table[rules.dice - FULL, b, c] = not allowed >> b & 1
                table[rules.dice - FULL, c, b] = not allowed >> c & 1
        return table

    def allowed(self, free: int) -> NDArray[np.bool_]:
        """For each throw the boxes that may be filled."""
        is_free = np.array([free >> box & 1 for box in range(BOXES)], bool)
        out: NDArray[np.bool_] = is_free & ~(self.forbids & is_free).any(axis=2)
        return out


class Dice:
    """Throws and what can be kept of them, those counted as one that differ only by symbols of the same group.

    The first rows are the throws of all dice; then come those of fewer, down to none.
    """

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        def alike(throw: Throw) -> Throw:
            """The throw that stands for all that are like this one."""
            made: list[int] = []
            for group in groups:
                counts = sorted((throw.count(symbol) for symbol in group), reverse=True)
                made += [symbol for symbol, n in zip(group, counts, strict=True) for _ in range(n)]
            return tuple(sorted(made))

        by_size = [[t for t in THROWS if len(t) == size and alike(t) == t] for size in reversed(SIZES)]
        throws = [throw for same in by_size for throw in same]
        number = {throw: i for i, throw in enumerate(throws)}
        self.full = np.array([NUMBER[throw] - FULL for throw in by_size[0]])  # which throws stand for all
        self.row = {t: number[alike(t)] for t in THROWS}
        self.steps: list[tuple[slice, Numbers]] = []  # rows of one size, and where one more die leads them
        start = len(by_size[0])
        for same in by_size[1:]:
            leads = [[number[alike((*throw, symbol))] for symbol in range(SIDES)] for throw in same]
            self.steps.append((slice(start, start + len(same)), np.array(leads)))
            start += len(same)
        self.size = start
        keeps = [
            sorted({self.row[part] for n in range(DICE) for part in combinations(throw, n)}) for throw in by_size[0]
        ]
        self.keeps = np.array([row for rows in keeps for row in rows])
        self.first = np.cumsum([0, *map(len, keeps[:-1])])

    def rolled(self, then: Array) -> Array:
        """For each throw, also of few dice, what rolling the others gives on average."""
        out = np.empty((self.size, *then.shape[1:]), then.dtype)
        out[: len(then)] = then
        for rows, leads in self.steps:
            total = out[leads[:, 0]]
            for symbol in range(1, SIDES):
                total += out[leads[:, symbol]]
            total /= SIDES
            out[rows] = total
        return out

    def best(self, now: Array, kept: Array) -> Array:
        """For each throw of all dice the best: to stop, or to keep some dice (see `rolled`) and roll the others."""
        return np.maximum(now, np.maximum.reduceat(kept[self.keeps], self.first, axis=0))

    def turn(self, now: Array, rolls: int = ROLLS) -> list[Array]:
        """`rolled` with no roll to follow, with one, with two; the last row of the last is the whole turn."""
        out, then = [], now
        for _ in range(rolls):
            kept = self.rolled(then)
            out.append(kept)
            then = self.best(now, kept)
        return out

    def policy(self, now: Table) -> list[Numbers]:
        """With one roll left and with two: the row to keep, or -1 to stop, for each throw of all dice."""
        choices, ends, then = [], [*self.first[1:], len(self.keeps)], now
        for _ in range(ROLLS - 1):
            kept = self.rolled(then)
            then = self.best(now, kept)
            rows = [self.keeps[a:b] for a, b in zip(self.first, ends, strict=True)]
            best = [int(row[np.argmax(kept[row])]) for row in rows]
            choices.append(np.where(then > now, best, -1))
        return choices

    def followed(self, now: Array, choices: list[Numbers]) -> Array:
        """What a turn gives on average by a policy, for any value of its ends."""
        kept = self.rolled(now)
        for choice in choices:
            stops = (choice < 0).reshape(-1, *[1] * (now.ndim - 1))
            kept = self.rolled(np.where(stops, now, kept[choice]))
        found: Array = kept[-1]
        return found

    def along(self, now: Array, other: Array) -> Array:
        """What a turn gives on average, counted by `other`, when it is played for the best of `now`."""
        columns, then, counted = np.arange(now.shape[1]), now, other
        for rolls in range(ROLLS):
            kept, kept_other = self.rolled(then), self.rolled(counted)
            if rolls < ROLLS - 1:
                then, counted = now.copy(), other.copy()
                for i, rows in enumerate(np.split(self.keeps, self.first[1:])):
                    row = rows[kept[rows].argmax(axis=0)]
                    better = kept[row, columns] > now[i]
                    then[i] = np.where(better, kept[row, columns], now[i])
                    counted[i] = np.where(better, kept_other[row, columns], other[i])
        found: Array = kept_other[-1]
        return found


@cache
def all_dice() -> Dice:
    """Every throw by itself, in the order of dice.py: for play."""
    return Dice(SINGLE)


@cache
def dice_for(symbols: int) -> Dice:
    """The throws that differ for a sheet with so many free symbol boxes (those of the first symbols)."""
    return Dice((range(symbols), range(symbols, SIDES)))


def ends(rules: HouseRules, free: int, worth: Table) -> Table:
    """For each throw and box: points and the worth of the sheet that is left (`worth` by kind)."""
    after = np.array([worth[kind_of(free & ~(1 << box))] for box in range(BOXES)])
    return np.where(rules.allowed(free), rules.points + after, NOTHING)


def best_scores(rules: HouseRules) -> Table:
    """The expected points to come, with best play, for each kind of sheet: exact but for rounding."""
    worth = np.zeros(KINDS)
    for kind in ORDER[1:]:
        dice = dice_for(kind >> SHAPES)
        worth[kind] = dice.turn(ends(rules, sheet_of(kind), worth)[dice.full].max(axis=1))[-1][-1]
    return worth


def spread(rules: HouseRules, guess: Table) -> Table:
    """For each kind of sheet the odds of 0 to 54 points to come, if each turn is played for the best of its
    points and a guess of the worth of the sheet that is left (the exact worth: the best play)."""
    odds = np.zeros((KINDS, BEST + 1))
    odds[kind_of(0), 0] = 1
    for kind in ORDER[1:]:
        free, dice = sheet_of(kind), dice_for(kind >> SHAPES)
        worth = ends(rules, free, guess)[dice.full]
        box = worth.argmax(axis=1)
        now = np.zeros((len(box), BEST + 1))
        for row, (b, points) in enumerate(zip(box, rules.points[dice.full, box], strict=True)):
            now[row, points:] = odds[kind_of(free & ~(1 << b)), : BEST + 1 - points]
        odds[kind] = dice.followed(now, dice.policy(worth.max(axis=1)))
    return odds


def win_chances(rules: HouseRules, progress: Progress) -> NDArray[np.float32]:
    """For two who both play to win: by PAIR of sheets and by lead (from -54) of the one to roll, its chance to
    win; a shared victory is half a one.  Exact but for rounding."""
    chance = np.zeros((PAIRS, LEADS), np.float32)
    lead = np.arange(LEADS) - BEST
    chance[PAIR[0, 0]] = (lead > 0) + 0.5 * (lead == 0)
    of_size = [[kind for kind in range(KINDS) if FREE[kind] == n] for n in range(BOXES + 1)]
    for n in range(1, BOXES + 1):
        for theirs in (of_size[n - 1], of_size[n]):  # the second seat's turn, then the first's before it
            for kind in of_size[n]:
                chance[PAIR[kind, theirs]] = _turns_to_win(rules, kind, theirs, chance)
        progress(n / BOXES, "chances to win")
    return chance


def _turns_to_win(rules: HouseRules, kind: int, theirs: list[int], chance: NDArray[np.float32]) -> Array:
    now = _after_boxes(rules, kind, theirs, 1 - chance).max(axis=1)
    found: Array = dice_for(kind >> SHAPES).turn(now)[-1][-1].reshape(len(theirs), LEADS)
    return found


def _after_boxes(rules: HouseRules, kind: int, theirs: list[int], mine: NDArray[np.float32]) -> Array:
    """For each throw, box and column (their sheet, lead): what `mine`, by their sheet, mine and their lead, says
    after the box is filled; below 0 where it may not be."""
    free, dice = sheet_of(kind), dice_for(kind >> SHAPES)
    points, allowed = rules.points[dice.full], rules.allowed(free)[dice.full]
    now = np.full((len(points), BOXES, len(theirs) * LEADS), -1, np.float32)
    for box in boxes_of(free):
        left = mine[PAIR[theirs, kind_of(free & ~(1 << box))]]
        for n in np.unique(points[:, box]):
            then = np.clip(LEADS - 1 - n - np.arange(LEADS), 0, LEADS - 1)  # the place of their lead
            now[allowed[:, box] & (points[:, box] == n), box] = left[:, then].ravel()
    return now


def duel(rules: HouseRules, chance: NDArray[np.float32], guess: Table) -> tuple[float, float]:
    """The chance of one who plays to win (by `win_chances`) against one who plays each turn for points and a
    guess of what the sheet that is left is worth: in the first seat, and in the second."""
    winner = np.zeros((PAIRS, LEADS), np.float32)  # the chance of the one who plays to win, when it is to roll
    points = np.zeros((PAIRS, LEADS), np.float32)  # the same when the other is to roll, by that one's lead
    winner[PAIR[0, 0]] = chance[PAIR[0, 0]]
    points[PAIR[0, 0]] = 1 - chance[PAIR[0, 0]]
    of_size = [[kind for kind in range(KINDS) if FREE[kind] == n] for n in range(BOXES + 1)]
    for n in range(1, BOXES + 1):
        for theirs in (of_size[n - 1], of_size[n]):
            for kind in of_size[n]:
                dice = dice_for(kind >> SHAPES)
                for_win = _after_boxes(rules, kind, theirs, 1 - chance)
                box = for_win.argmax(axis=1)[:, None]
                counted = np.take_along_axis(_after_boxes(rules, kind, theirs, points), box, 1)[:, 0]
                winner[PAIR[kind, theirs]] = dice.along(for_win.max(axis=1), counted).reshape(-1, LEADS)
                worth = ends(rules, sheet_of(kind), guess)[dice.full]
                box = worth.argmax(axis=1)[:, None, None]
                counted = np.take_along_axis(_after_boxes(rules, kind, theirs, winner), box, 1)[:, 0]
                points[PAIR[kind, theirs]] = dice.followed(counted, dice.policy(worth.max(axis=1))).reshape(-1, LEADS)
    start = PAIR[-1, -1], BEST
    return float(winner[start]), float(points[start])
