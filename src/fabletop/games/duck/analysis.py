"""The Duck Game solved: for one seat the fewest turns, for two the chance to win, from every position.

A turn of a seat begins whenever it would be the seat's turn to roll: also if the turn is missed, and also if the
figure waits in the rain.  A second roll on square 26, and hops, belong to the turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fabletop.compiler import solvers
from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Graph
from fabletop.compiler.solvers import LESS, MORE
from fabletop.engine.game import Game
from fabletop.engine.rulebook import OVER
from fabletop.games.duck.board import AGAIN, EVENT, MISS, VALUE
from fabletop.games.duck.rules import GO, HOP
from fabletop.players.analysis import Analysis, Progress
from fabletop.players.exact import column, graph_of, tabled
from fabletop.players.solutions import Arrays, rules_key, silent, solution, solution_soon
from fabletop.words import N_

PERCENTS = (5, 25, 50, 75, 95, 99)
FEWEST = N_("the fewest expected turns by value iteration over all positions")
ALONE = N_("alone everybody arrives")
CHANCE_TO_WIN = N_("the chance to win by value iteration over all positions")
BOTH_AT_BEST = N_("both seats play their best")
NAMES = {
    "hop_saves_turns": N_("turns that a hop saves (square and roll)"),
    "{} with {}": N_("{} with {}"),
    "turns_if": N_("turns of seat 1 if it hops"),
    "win_of_seat_0_if": N_("seat 1 wins if it hops"),
    "random": N_("at random"),
    "always": N_("always"),
    "never": N_("never"),
}
EVENTS, VALUES = np.array(EVENT), np.array(VALUE)


def turns_begun(graph: Graph, seat: int) -> Array:
    """For each edge, how many turns of the seat begin with it; for any number of seats."""
    sources, then = np.repeat(np.arange(len(graph)), np.diff(graph.offsets)), graph.targets
    at, missing = column(graph, "at"), column(graph, "missing")
    turn, die = column(graph, "turn"), column(graph, "die")
    mover = turn[sources]
    here = at[then, mover]
    moved = here != at[sources, mover]
    rolled = np.where(graph.actions < HOP, graph.actions + 1, die[sources])
    again = moved & (EVENTS[here] == AGAIN) & (VALUES[here] >> rolled & 1 == 1)
    passed = (graph.movers[then] != OVER) & (die[then] == 0) & ~again
    to_miss = np.where(moved & (EVENTS[here] == MISS), VALUES[here], 0)  # for whoever has just arrived there
    before = np.where(mover == seat, to_miss, missing[sources, seat])
    return np.where(passed, before - missing[then, seat] + (turn[then] == seat), 0)


def solved(game: Game, progress: Progress = silent) -> Arrays:
    """For one seat the turns that begin later; for two the chance of seat 0 to win."""
    return solution(f"duck-{game.seats}", rules_key(game), lambda report: _solve(game, report), progress)


def solved_soon(game: Game) -> Arrays | None:
    return solution_soon(f"duck-{game.seats}", rules_key(game), lambda report: _solve(game, report))


def _solve(game: Game, progress: Progress) -> Arrays:
    progress(0.0, "exploring all positions")
    graph = graph_of(game)
    progress(0.5, "solving")
    return tabled(graph, _values(game, graph).values)


def _values(game: Game, graph: Graph) -> solvers.Solved:
    if game.seats == 1:
        return solvers.best_play(graph, 0.0, (LESS,), gains=turns_begun(graph, 0), bounds=None)
    return solvers.best_play(graph, _won(graph), (MORE, LESS))


def _won(graph: Graph) -> Array:
    return np.where((graph.movers == OVER) & (column(graph, "turn") == 0), 1.0, 0.0)


def analyse(game: Game, progress: Progress) -> Analysis | None:
    """Exact for one and two seats."""
    if game.seats > 2:
        return None
    progress(0.0, "exploring all positions")
    graph = graph_of(game)
    progress(0.5, "solving")
    found = _values(game, graph)
    solved(game, progress)  # for the players
    goals, gains = ((LESS,), turns_begun(graph, 0)) if game.seats == 1 else ((MORE, LESS), None)
    policy = solvers.best_edges(graph, found.values, goals, gains)
    weights = solvers.odds(graph, policy)
    mean = [1.0 * (s == 0) + _mean(graph, weights, turns_begun(graph, s)) for s in range(game.seats)]
    lengths = solvers.lengths(graph, weights)
    reached = np.cumsum(lengths)
    details: dict[str, Any] = {
        "positions": len(graph),
        "error": found.error,
        "turns": mean,
        "plies": {
            "mean": float(lengths @ np.arange(len(lengths))),
            "percentiles": {str(p): int(np.searchsorted(reached, p / 100)) for p in PERCENTS},
        },
    }
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.offsets))
    if game.seats == 1:
        details["hop_saves_turns"] = _hops(graph, found.values, gains)
        details["turns_if"] = {
            name: 1 + _mean(graph, solvers.odds(graph, way), turns_begun(graph, 0))
            for name, way in {"random": None, "always": _hopping(graph), "never": 1 - _hopping(graph)}.items()
        }
        win, value = [1.0], 1.0
        method = "; ".join((FEWEST, ALONE))
    else:
        value = float(found.values[0])
        win = [value, 1 - value]
        mine = graph.movers[sources] == 0
        ways = {"random": np.ones(len(sources)), "always": _hopping(graph), "never": 1 - _hopping(graph)}
        details["win_of_seat_0_if"] = {
            name: float(
                solvers.expected(
                    graph, solvers.odds(graph, np.where(mine, way, policy)), _won(graph), bounds=(0, 1)
                ).values[0]
            )
            for name, way in ways.items()
        }
        method = "; ".join((CHANCE_TO_WIN, BOTH_AT_BEST))
    return Analysis(exact=True, method=method, win=win, turns=mean[0], value=value, details=details)


def _mean(graph: Graph, weights: Array, gains: Array | None) -> float:
    return float(solvers.expected(graph, weights, gains=gains).values[0])


def _hopping(graph: Graph) -> Array:
    found: Array = ((graph.actions == HOP) | (graph.actions == GO)).astype(float)
    return found


def _hops(graph: Graph, values: Array, gains: Array | None) -> dict[str, float]:
    """For each duck and each roll that leads to it: how many turns a hop saves (less than 0: stay)."""
    worth = solvers.worths(graph, values, gains)
    at, die = column(graph, "at"), column(graph, "die")
    found = {}
    asked = (graph.movers == 0) & (np.diff(graph.offsets) == 2)  # not where a hop is compulsory
    for node in np.flatnonzero(asked):
        hop, stay = (worth[graph.offsets[node] + i] for i in range(2))
        found[f"{at[node, 0]} with {die[node]}"] = round(float(stay - hop), 4)
    return dict(sorted(found.items(), key=lambda item: [int(n) for n in item[0].split(" with ")]))
