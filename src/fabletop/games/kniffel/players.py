"""The computer player `perfect` of Space Kniffel, and what the others have learned, who are in mind.py.

perfect plays for the highest expected score where it is alone, with two for the highest chance to win (both exact);
with more see `Winner`.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from fabletop.compiler.kernels import NO_BOOK
from fabletop.engine.game import Game
from fabletop.engine.rulebook import Book
from fabletop.engine.view import View
from fabletop.games.kniffel import solve
from fabletop.games.kniffel.dice import FULL, THROWS
from fabletop.games.kniffel.mind import SHEETS
from fabletop.games.kniffel.rules import ALL_BOXES, BOXES, REROLL, ROLLS, SCORE, Rules
from fabletop.games.kniffel.solve import BEST, KINDS, PAIR, HouseRules, Table, all_dice, boxes_of, ends, kind_of
from fabletop.players.analysis import Progress
from fabletop.players.registry import Maker
from fabletop.players.solutions import rules_key, silent, solution, solution_soon

# What is known of a game


@cache
def house_rules(game: Game) -> HouseRules:
    return HouseRules.of(game.new().rules)


@cache
def _key(rules: HouseRules) -> tuple[object, ...]:
    options = {name: bool(value) for name, value in asdict(rules).items()}
    return rules_key(Game("kniffel", 1, options))


def scores(rules: HouseRules, progress: Progress = silent) -> Table:
    """The best expected points to come for each kind of sheet."""
    arrays = solution("kniffel-scores", _key(rules), lambda p: {"worth": solve.best_scores(rules)}, progress)
    return np.asarray(arrays["worth"])


def wins(rules: HouseRules, progress: Progress = silent) -> Any:
    """The chances to win of two (see `solve.win_chances`)."""
    made = solution("kniffel-wins", _key(rules), lambda p: {"chance": solve.win_chances(rules, p)}, progress)
    return made["chance"]


def wins_are_ready(rules: HouseRules) -> bool:
    """If not, they will be soon."""
    made = solution_soon("kniffel-wins", _key(rules), lambda p: {"chance": solve.win_chances(rules, p)})
    return made is not None


@cache
def box_worths(rules: HouseRules) -> Table:
    """For each kind of sheet the sum of what its free boxes are worth one by one, on an empty sheet."""
    worth = scores(rules)
    alone = [worth[kind_of(ALL_BOXES)] - worth[kind_of(ALL_BOXES & ~(1 << box))] for box in range(BOXES)]
    return np.array([sum(alone[box] for box in boxes_of(solve.sheet_of(kind))) for kind in range(KINDS)])


# Reckoning a turn


class Turn:
    """What everything that can be done in a turn is worth, given the worth of each throw in each box."""

    def __init__(self, worth: Table) -> None:
        self.worth = worth
        self.kept = all_dice().turn(worth.max(axis=1))

    def values(self, rules: Rules, legal: tuple[int, ...]) -> list[float]:
        """Of each legal action; `rules` has the dice and the rolls that are left."""
        return [self._value(rules.dice, rules.rolls, action) for action in legal]

    def worth_of(self, dice: int, rolls: int) -> float:
        """What a turn is worth with these dice on the table, and so many rolls left."""
        kept = self.kept[rolls - 1] if rolls else None
        if dice < FULL:
            assert kept is not None
            return float(kept[all_dice().row[THROWS[dice]]])
        now = float(self.worth[dice - FULL].max())
        if kept is None:
            return now
        return max(now, max(float(kept[all_dice().row[part]]) for part in _parts(dice)))

    def _value(self, dice: int, rolls: int, action: int) -> float:
        if action >= SCORE:
            return float(self.worth[dice - FULL, action - SCORE])
        return float(self.kept[rolls - 1][all_dice().row[_without(dice, action - REROLL)]])


@cache
def _parts(dice: int) -> tuple[tuple[int, ...], ...]:
    """What can be kept of all dice while others are rolled again."""
    throw = THROWS[dice]
    return tuple({part for n in range(len(throw)) for part in combinations(throw, n)})


@cache
def _without(dice: int, part: int) -> tuple[int, ...]:
    """The dice that are kept when a part of them is rolled again."""
    left = list(THROWS[dice])
    for symbol in THROWS[part]:
        left.remove(symbol)
    return tuple(left)


@lru_cache(4096)
def _for_score(rules: HouseRules, free: int) -> Turn:
    return Turn(ends(rules, free, scores(rules)))


@lru_cache(4096)
def _for_win(rules: HouseRules, free: int, others: tuple[tuple[int, int], ...]) -> Turn:
    """`others`: the sheet of each other seat, and the lead over it."""
    chance = wins(rules)
    worth = np.where(rules.allowed(free), 1.0, solve.NOTHING)
    for box in boxes_of(free):
        for sheet, lead in others:
            pair = PAIR[kind_of(sheet), kind_of(free & ~(1 << box))]
            theirs = np.clip(BEST - lead - rules.points[:, box], 0, 2 * BEST)
            worth[:, box] *= 1 - chance[pair, theirs]
    return Turn(worth)


# The player


class Winner:
    """Alone: the most points.  Two seats: the best chance to win against one who plays as well, exact.

    With more seats the chance to beat them all is taken for the product of the chances to beat each one: no exact
    solution, but better than playing for points.  Until the table is there, it plays for points.
    """

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.game.actions[legal[0]]
        values = self.turn(view).values(view.position, legal)
        return view.game.actions[legal[values.index(max(values))]]

    def values(self, view: View) -> dict[str, float]:
        """What each action is worth in the end: points to come, or the chance to win."""
        legal = view.legal()
        return dict(zip(view.actions(), self.turn(view).values(view.position, legal), strict=True))

    def turn(self, view: View) -> Turn:
        at, rules = view.position, house_rules(view.game)
        free = at.free[at.turn]
        if at.seats == 1 or not wins_are_ready(rules):
            return _for_score(rules, free)
        mine = at.score(at.turn)
        others = [(at.free[seat], mine - at.score(seat)) for seat in range(at.seats) if seat != at.turn]
        return _for_win(rules, free, tuple(sorted(others)))


def chances(game: Game, position: Any) -> tuple[float, ...] | None:
    """The exact chances to win of two who both play to win; None: not known, or not yet."""
    rules = house_rules(game)
    if game.seats != 2 or not wins_are_ready(rules):
        return None
    mover, other = position.turn, 1 - position.turn
    lead = position.score(mover) - position.score(other)
    turn = _for_win(rules, position.free[mover], ((position.free[other], lead),))
    value = turn.worth_of(position.dice, position.rolls)
    return (value, 1 - value) if mover == 0 else (1 - value, value)


# What fair and sharp have learned


@lru_cache(16)
def _pages(rules: HouseRules) -> Book:
    """What the free boxes of each sheet are worth one by one, and what dice that are kept promise on each sheet."""
    boxes = box_worths(rules)
    left = np.array([boxes[kind_of(free)] for free in range(SHEETS)])
    dice = all_dice()
    rows = np.array([dice.row[throw] for throw in THROWS])
    now = [np.empty((len(THROWS) - FULL, SHEETS)) for _ in range(2)]
    for free in range(SHEETS):
        now[0][:, free] = ends(rules, free, np.zeros(KINDS)).max(axis=1)
        now[1][:, free] = ends(rules, free, boxes).max(axis=1)
    one_roll = dice.turn(now[0], 1)[0][rows].T
    two_rolls = np.stack([kept[rows].T for kept in dice.turn(now[1], ROLLS - 1)], axis=1)
    return Book(NO_BOOK.keys, np.concatenate([left, one_roll.ravel(), two_rolls.ravel()]))


def book(game: Game, *, wait: bool) -> Book:
    """So quickly computed that nobody waits."""
    return _pages(house_rules(game))


PLAYERS: dict[str, Maker] = {"perfect": lambda rng: Winner()}
