"""Computer players of Quidditch Dice.

| level | how it plays |
|---|---|
| perfect | best play of the match (see solve.py): every round for the chance to win that its ends give |
| sharp | best play of each round, with a Snitch point worth RATE goal points whatever the score |
| fair | mostly like sharp, now and then like a child |
| gentle | books what scores at once, blocks what would score most; now and then anything |

A solution that is not there yet is computed in the background; meanwhile the next weaker way of playing serves.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.engine.game import Game, copied, outcome
from fabletop.engine.view import View
from fabletop.games.quidditch.board import ROWS
from fabletop.games.quidditch.rounds import Round, own_key, round_soon, the_round
from fabletop.games.quidditch.rules import DONE, OFFENSE
from fabletop.games.quidditch.solve import Match, place_of
from fabletop.players.analysis import Progress
from fabletop.players.registry import Maker, Player
from fabletop.players.simple import RandomPlayer, Sometimes
from fabletop.players.solutions import Arrays, rules_key, silent, solution, solution_soon

RATE = 16.0  # goal points for a Snitch point; see docs/analysis/quidditch.md
CARELESS = 0.15  # how often the gentle player does anything
CHILDISH = 0.4  # how often the fair player plays like a child
EAGER = 5  # points for which a child goes on booking
SNITCH_RATE = 15  # what a Snitch point is to a child


# Solutions of the match


@lru_cache(256)
def _key(game: Game) -> tuple[object, ...]:
    return (*rules_key(game), own_key())


def _solve(game: Game, progress: Progress) -> Arrays:
    """The worth of every situation (see `Match`) by rounds left, only 0 where there is no limit; and the course."""
    match = Match(the_round(), int(game.options["equal_innings"]))
    rounds = int(game.options["max_rounds"])
    if rounds:
        return {"worth": match.limited(rounds, progress), "error": np.zeros(1)}
    worth, error = match.solved(progress)
    odds, turns = match.course(worth)
    return {"worth": worth[None], "error": np.array([error]), "odds": odds, "turns": turns}


def match_worth(game: Game, progress: Progress = silent) -> Arrays:
    return solution("quidditch-match", _key(game), lambda p: _solve(game, p), progress)


@lru_cache(64)
def _ready(game: Game) -> Any:
    return match_worth(game)["worth"]


def match_soon(game: Game) -> Any:
    """The worths, or None: they are being computed in the background (not without Numba: it would take hours)."""
    if store.numba_version() is None or solution_soon("quidditch-match", _key(game), lambda p: _solve(game, p)) is None:
        return None
    return _ready(game)


# The players


class Child:
    """Books what makes the score better at once."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        values = self.values(view)
        most = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value == most])

    def values(self, view: View) -> dict[str, float]:
        """The points that an action gives or takes at once."""
        return {view.game.words[action]: self._gain(view.position, action) for action in view.legal()}

    def _gain(self, at: Any, action: int) -> float:
        if action == DONE:
            return EAGER
        us, then = at.attacker, copied(at)
        then.apply(action)
        if _is_after(at, then):
            gain = then.points[us] - at.points[us] + SNITCH_RATE * (then.snitches[us] - at.snitches[us])
        else:
            gain = shown(then)
        return float(gain - shown(at) if at.side == OFFENSE else shown(at) - gain)


def shown(at: Any) -> float:
    """What the pitch would score now."""
    rows = range(1, ROWS + 1)
    return float(sum(at.goal_points(row) + SNITCH_RATE * at.snitch_points(row) for row in rows))


def _is_after(at: Any, then: Any) -> bool:
    """Is this another round, or the end?"""
    return bool(then.over or then.attacker != at.attacker)


class RoundPlayer:
    """Best play of each round for a fixed exchange rate of Snitch points; like a child until that is known."""

    def __init__(self, rng: random.Random, rate: float = RATE) -> None:
        self.rate = rate
        self.child = Child(rng)

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.game.words[legal[0]]
        values = self.values(view)
        return max(values, key=values.__getitem__) if values else self.child.choose(view)

    def values(self, view: View) -> dict[str, float]:
        """What each action is worth to the seat to act; nothing while the solution is not there."""
        found = round_soon()
        if found is None:
            return {}
        at = view.position
        worth = self.reckoned(view, found)
        values = {}
        for action in view.legal():
            then = copied(at)
            then.apply(action)
            if _is_after(at, then):
                value = self.pay(view, then)
            else:
                value = float(worth[found.node(then)])
            values[view.game.words[action]] = value if at.side == OFFENSE else self.against(view, value)
        return values

    def against(self, view: View, value: float) -> float:
        """What is worth so much to the attacker is worth to the defender."""
        return -value

    def reckoned(self, view: View, found: Round) -> Any:
        return _for_rate(self.rate)

    def pay(self, view: View, then: Any) -> float:
        """What the match after this round is worth to the attacker of the round."""
        at, us = view.position, view.position.attacker
        return float(then.points[us] - at.points[us] + self.rate * (then.snitches[us] - at.snitches[us]))


@lru_cache(8)
def _for_rate(rate: float) -> Any:
    found = the_round()
    return found.values(np.array([goals + rate * snitches for goals, snitches in found.outcomes]))


class MatchPlayer(RoundPlayer):
    """Best play of the match; of the round until that is known."""

    def values(self, view: View) -> dict[str, float]:
        match_soon(view.game)  # so that it is begun even while the round is not known
        return super().values(view)

    def reckoned(self, view: View, found: Round) -> Any:
        if match_soon(view.game) is None:
            return super().reckoned(view, found)
        at = view.position
        return _for_match(view.game, at.attacker, *at.points, *at.snitches, at.rounds_left)

    def pay(self, view: View, then: Any) -> float:
        if match_soon(view.game) is None:
            return super().pay(view, then)
        return worth_after(view.game, then, view.position.attacker)

    def against(self, view: View, value: float) -> float:
        return -value if match_soon(view.game) is None else 1 - value


def worth_after(game: Game, then: Any, seat: int) -> float:
    """The chance of a seat to win when a round has just ended."""
    if then.over:
        result = outcome(game, then)
        return (seat in result.winners) / len(result.winners)
    us, them = then.attacker, 1 - then.attacker
    place = int(place_of(then.points[us] - then.points[them]))
    table = _ready(game)[then.rounds_left]
    worth = float(table[us * then.equal_innings, then.snitches[us], then.snitches[them], place])
    return worth if us == seat else 1 - worth


@lru_cache(64)
def _for_match(
    game: Game, attacker: int, mine: int, theirs: int, my_snitches: int, their_snitches: int, rounds_left: int
) -> Any:
    """What each position of a round is worth to its attacker, given the match; points are seat 0's, then seat 1's."""
    pay = []
    for before, action in the_round().lasts:
        then = copied(before)
        then.equal_innings = int(game.options["equal_innings"])
        then.attacker, then.rounds_left = attacker, rounds_left
        then.points, then.snitches = [mine, theirs], [my_snitches, their_snitches]
        then.apply(action)
        pay.append(worth_after(game, then, attacker))
    return the_round().values(np.array(pay))


def gentle(rng: random.Random) -> Player:
    return Sometimes(rng, Child(rng), RandomPlayer(rng), CARELESS)


PLAYERS: dict[str, Maker] = {
    "gentle": gentle,
    "fair": lambda rng: Sometimes(rng, RoundPlayer(rng), Child(rng), CHILDISH),
    "sharp": RoundPlayer,
    "perfect": MatchPlayer,
}
