"""Computer players of Space Kniffel.

All but the gentle one reckon the turn through; they differ in what they think its end is worth.

| level | plays for |
|---|---|
| perfect | one seat: the highest expected score; two: the highest chance to win (both exact); more: see `Winner` |
| sharp | points, less what the box that they go to is worth on an empty sheet |
| fair | points in this turn, one roll ahead; every other time it does not reckon and plays like a child |
| gentle | keeps what it has most of and takes the best box; now and then anything |
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any

import numpy as np

from fabletop.engine.game import Game
from fabletop.engine.view import View
from fabletop.games.kniffel import solve
from fabletop.games.kniffel.dice import FULL, NUMBER, THROWS
from fabletop.games.kniffel.rules import ALL_BOXES, BOXES, REROLL, ROLLS, SCORE
from fabletop.games.kniffel.solve import BEST, KINDS, PAIR, HouseRules, Table, all_dice, boxes_of, ends, kind_of
from fabletop.players.analysis import Progress
from fabletop.players.registry import Maker, Player
from fabletop.players.simple import RandomPlayer, Sometimes
from fabletop.players.solutions import rules_key, silent, solution, solution_soon

CARELESS = 0.15  # how often the gentle player does anything
UNRECKONED = 0.5  # how often the fair player plays by rule of thumb
GOOD = 4  # points that a child does not risk


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

    def __init__(self, worth: Table, sight: int = ROLLS) -> None:
        self.worth = worth
        self.kept = all_dice().turn(worth.max(axis=1), sight)

    def values(self, rules: Any, legal: tuple[int, ...]) -> list[float]:
        """Of each legal action; `rules` has the dice and the rolls that are left."""
        return [self._value(rules.dice, rules.rolls, action) for action in legal]

    def _value(self, dice: int, rolls: int, action: int) -> float:
        if action >= SCORE:
            return float(self.worth[dice - FULL, action - SCORE])
        return float(self.kept[min(rolls, len(self.kept)) - 1][all_dice().row[_without(dice, action - REROLL)]])


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
def _for_boxes(rules: HouseRules, free: int) -> Turn:
    return Turn(ends(rules, free, box_worths(rules)))


@lru_cache(4096)
def _for_now(rules: HouseRules, free: int) -> Turn:
    return Turn(ends(rules, free, np.zeros(KINDS)), sight=1)


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


# The players


class Reckoner(ABC):
    """Takes the action that is worth most."""

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.game.words[legal[0]]
        values = self.turn(view).values(view.position, legal)
        return view.game.words[legal[values.index(max(values))]]

    def values(self, view: View) -> dict[str, float]:
        """What each action is worth in the end: points to come, or the chance to win."""
        legal = view.legal()
        return dict(zip(view.actions(), self.turn(view).values(view.position, legal), strict=True))

    @abstractmethod
    def turn(self, view: View) -> Turn:
        """What the actions of this turn are worth to the player."""


class ScoreMaximiser(Reckoner):
    """The most points on average, whatever the others have."""

    def turn(self, view: View) -> Turn:
        return _for_score(house_rules(view.game), view.position.free[view.position.turn])


class Winner(Reckoner):
    """Alone: the most points.  Two seats: the best chance to win against one who plays as well, exact.

    With more seats the chance to beat them all is taken for the product of the chances to beat each one: no exact
    solution, but better than playing for points.  Until the table is there, it plays for points.
    """

    def turn(self, view: View) -> Turn:
        at, rules = view.position, house_rules(view.game)
        free = at.free[at.turn]
        if at.seats == 1 or not wins_are_ready(rules):
            return _for_score(rules, free)
        mine = at.score(at.turn)
        others = [(at.free[seat], mine - at.score(seat)) for seat in range(at.seats) if seat != at.turn]
        return _for_win(rules, free, tuple(sorted(others)))


class BoxKeeper(Reckoner):
    """Knows what each box is worth, but not how they go together."""

    def turn(self, view: View) -> Turn:
        return _for_boxes(house_rules(view.game), view.position.free[view.position.turn])


class Greedy(Reckoner):
    """The most points in this turn, as far as it can see: one roll ahead."""

    def turn(self, view: View) -> Turn:
        return _for_now(house_rules(view.game), view.position.free[view.position.turn])


class Child:
    """Takes a good box when it sees one, and else rolls again what it has not most of."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        at, throw, words = view.position, THROWS[view.position.dice], view.game.words
        best = max((a for a in view.legal() if a >= SCORE), key=lambda a: at.points(a - SCORE))
        if at.rolls == 0 or at.points(best - SCORE) >= GOOD:
            return words[best]
        most = max(map(throw.count, throw))
        liked = self.rng.choice([symbol for symbol in sorted(set(throw)) if throw.count(symbol) == most])
        rest = tuple(symbol for symbol in throw if symbol != liked)
        return words[REROLL + NUMBER[rest] if rest else best]


def gentle(rng: random.Random) -> Player:
    return Sometimes(rng, Child(rng), RandomPlayer(rng), CARELESS)


PLAYERS: dict[str, Maker] = {
    "gentle": gentle,
    "fair": lambda rng: Sometimes(rng, Greedy(), Child(rng), UNRECKONED),
    "sharp": lambda rng: BoxKeeper(),
    "perfect": lambda rng: Winner(),
}
