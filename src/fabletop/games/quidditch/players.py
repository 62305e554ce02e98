"""The computer player `perfect` of Quidditch Dice, and what others have learned, who are in mind.py.

perfect is the best play of the match (see solve.py): every round for the chance to win that its ends give.  A solution
that is not there yet is computed in the background; meanwhile the next weaker way of playing serves.
"""

from __future__ import annotations

import random
from functools import cache, lru_cache
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.engine.game import Game, copied, outcome
from fabletop.engine.rulebook import Book
from fabletop.engine.view import View
from fabletop.games.quidditch.mind import HOME, HOMES, RATE
from fabletop.games.quidditch.outlook import outlook
from fabletop.games.quidditch.rounds import own_key, round_soon, the_round
from fabletop.games.quidditch.rules import OFFENSE, Rules
from fabletop.games.quidditch.solve import Match, place_of
from fabletop.players.analysis import Progress
from fabletop.players.minds import MindPlayer
from fabletop.players.registry import Maker
from fabletop.players.solutions import Arrays, rules_key, silent, solution, solution_soon, stored

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


# The player, and what others have learned


def _is_after(at: Rules, then: Rules) -> bool:
    """Is this another round, or the end?"""
    return bool(then.over or then.attacker != at.attacker)


@cache
def round_worth() -> Any:
    """What each position of a round is worth to the attacker for the exchange rate of `sharp`."""
    found = the_round()
    return found.values(np.array([goals + RATE * snitches for goals, snitches in found.outcomes], float))


@cache
def _pages() -> Book:
    """Every code at its home, or at the first free place after it (see `mind.worth_at`)."""
    codes, worths = the_round().arrays["codes"], round_worth()[the_round().arrays["nodes"]]
    rows = np.arange(len(codes))
    places = np.maximum.accumulate((codes >> HOME) - rows) + rows  # codes are in order, and so are their places
    room = max(1 << HOMES, int(places[-1]) + 1) + 1  # the last one stays free
    pages = Book(np.full(room, -1), np.zeros(room))
    pages.keys[places], pages.worths[places] = codes, worths
    return pages


def book(game: Game, *, wait: bool) -> Book | None:
    """Best play of a round; None: it is being computed."""
    return _pages() if wait or round_soon() is not None else None


class MatchPlayer:
    """Best play of the match; like sharp until that is known."""

    def __init__(self, rng: random.Random) -> None:
        self.sharp = MindPlayer(rng, "quidditch", "sharp")

    def choose(self, view: View) -> str:
        values = self.values(view) if len(view.legal()) > 1 else {}
        return max(values, key=values.__getitem__) if values else self.sharp.choose(view)

    def values(self, view: View) -> dict[str, float]:
        """The chance to win of the seat to act with each action; nothing while the solution is not there."""
        ready, found = match_soon(view.game) is not None, round_soon()
        if not ready or found is None:
            return {}
        at, values = view.position, {}
        worth = _for_match(view.game, True, at.attacker, *at.points, *at.snitches, at.rounds_left)
        for action in view.legal():
            then = copied(at)
            then.apply(action)
            if _is_after(at, then):
                value = worth_after(view.game, _ready(view.game), then, at.attacker)
            else:
                value = float(worth[found.node(then)])
            values[view.game.actions[action]] = value if at.side == OFFENSE else 1 - value
        return values


def worth_after(game: Game, worths: Any, then: Rules, seat: int) -> float:
    """The chance of a seat to win when a round has just ended, by a table of what the match is worth."""
    if then.over:
        result = outcome(game, then)
        return (seat in result.winners) / len(result.winners)
    us, them = then.attacker, 1 - then.attacker
    place = int(place_of(then.points[us] - then.points[them]))
    table = worths[then.rounds_left]
    worth = float(table[us * then.equal_innings, then.snitches[us], then.snitches[them], place])
    return worth if us == seat else 1 - worth


@lru_cache(64)
def _for_match(
    game: Game, solved: bool, attacker: int, mine: int, theirs: int, my_snitches: int, their_snitches: int,
    rounds_left: int,
) -> Any:  # fmt: skip
    """What each position of a round is worth to its attacker, given the match (solved, or as sharp plays it); points
    are seat 0's, then seat 1's."""
    pay, worths = [], _ready(game) if solved else _as_sharp_plays(game)
    for before, action in the_round().lasts:
        then = copied(before)
        then.equal_innings = int(game.options["equal_innings"])
        then.attacker, then.rounds_left = attacker, rounds_left
        then.points, then.snitches = [mine, theirs], [my_snitches, their_snitches]
        then.apply(action)
        pay.append(worth_after(game, worths, then, attacker))
    return the_round().values(np.array(pay))


# What a position is worth, for reviews

ESTIMATED = "sharp"  # the level whose play `estimate` reckons with
ESTIMATED_WITHIN = 0.035  # one standard error: what it differs from the solved match


@lru_cache(64)
def _as_sharp_plays(game: Game) -> Any:
    """What the match is worth before each round if both play every round as sharp does: there at once."""
    match = Match(the_round(), int(game.options["equal_innings"]))
    return outlook(match, the_round().odds(round_worth()), int(game.options["max_rounds"]))


def _chances(game: Game, at: Any, *, solved: bool) -> tuple[float, ...]:
    worth = _for_match(game, solved, at.attacker, *at.points, *at.snitches, at.rounds_left)
    value = float(worth[the_round().node(copied(at))])
    return (value, 1 - value) if at.attacker == 0 else (1 - value, value)


def chances(game: Game, position: Any) -> tuple[float, ...] | None:
    """Everybody's exact chance to win if the match has been solved before: for a review alone that takes too long."""
    return None if stored("quidditch-match", _key(game)) is None else _chances(game, position, solved=True)


def estimate(game: Game, position: Any) -> tuple[float, ...] | None:
    """The chances if this round is played at its best, and the next ones as sharp plays them; None: not yet known."""
    return None if round_soon() is None else _chances(game, position, solved=False)


PLAYERS: dict[str, Maker] = {"perfect": MatchPlayer}
