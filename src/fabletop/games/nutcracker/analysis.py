"""Nutcracker solved.  Level 1 has no decisions: its positions form a chain.  On level 2 both seats play their best.

A turn of a seat begins whenever it would be the seat's turn, also if she misses it; the King's roll, a Fairy's roll
and the first look into the tower belong to the turn in which they happen.
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
from fabletop.games.nutcracker.board import START
from fabletop.games.nutcracker.rules import END
from fabletop.games.nutcracker.solve import solve
from fabletop.players.analysis import Analysis, Progress
from fabletop.players.exact import column, digests, graph_of, tabled
from fabletop.players.solutions import Arrays, rules_key, silent, solution, solution_soon, stored
from fabletop.words import N_

PERCENTS = (5, 25, 50, 75, 95, 99)
BOTH = (MORE, LESS)
CHAIN = (N_("the absorbing chain of all positions"), N_("nobody decides anything on level 1"))
SOLVED = (
    N_("value iteration over all positions, both seats play their best"),
    N_("every card is drawn from all eight"),
)
PILES = N_("value iteration over all positions and all orders of the cards, layer by layer, both seats play their best")
SHARED = N_("a shared win counts in `win` for both, in `value` half")
NAMES: dict[str, str] = {}  # all of its details have the house's names


def turns_begun(graph: Graph, seat: int) -> Array:
    """For each edge, how many turns of the seat begin with it."""
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.offsets))
    then, every = graph.targets, np.arange(len(graph.targets))
    turn, rests, king = column(graph, "turn"), column(graph, "rests"), column(graph, "king")
    claras, united = column(graph, "claras"), column(graph, "united")
    mover = turn[sources]
    other = 1 - mover
    # was the other to miss a turn before it passed?  The King may have met her in this very ply.
    met = (king[then] != king[sources]) & (king[then] == claras[then][every, other]) & (king[then] != START)
    rested = (rests[sources, other] == 1) | (met & (united[then][every, other] == 0))
    on = column(graph, "phase")[then] != END
    # Her missed turn is used up; then it is the mover's turn again, who may have to miss it as well.
    missed = on & rested & (rests[then, other] == 0)
    found: Array = missed.astype(np.int64) + (on & (seat == other) & (turn[then] == other))
    return found


def without_order(game: Game) -> Game:
    """The same game, but every card is drawn from all eight: on level 2 a fraction of the positions."""
    if game.options["level"] == 1:
        return game
    return Game(game.id, game.seats, {**game.options, "shuffle_each_draw": True}, game.version)


def solved(game: Game, progress: Progress = silent) -> Arrays:
    """For every position the share of seat 0 in the win (`values`), and the plies that are left on level 1."""
    game = without_order(game)
    return solution(_name(game), rules_key(game), lambda report: _solve(game, report), progress)


def solved_soon(game: Game) -> Arrays | None:
    game = without_order(game)
    return solution_soon(_name(game), rules_key(game), lambda report: _solve(game, report))


def with_order(game: Game, progress: Progress = silent) -> Arrays:
    """Level 2 with its pile: the best action for every position and every pile, and what that is worth (see solve)."""
    return solution("nutcracker-pile", rules_key(game), lambda report: _with_order(game, report), progress)


def with_order_if_known(game: Game) -> Arrays | None:
    """The same if it has been computed before: it takes minutes, and no player makes anybody wait for it."""
    return stored("nutcracker-pile", rules_key(game))


def _with_order(game: Game, progress: Progress) -> Arrays:
    core = solved(game, lambda share, doing: progress(0.1 * share, doing))
    progress(0.1, "exploring all positions")
    graph = graph_of(without_order(game))
    values = core["values"][np.searchsorted(core["keys"], digests(graph.states))].astype(np.float64)
    return solve(graph, values, turns_begun(graph, 0), progress)


def _name(game: Game) -> str:
    return f"nutcracker-{game.options['level']}"


def _solve(game: Game, progress: Progress) -> Arrays:
    progress(0.0, "exploring all positions")
    graph = graph_of(game)
    progress(0.2, "solving")
    if game.options["level"] == 1:
        wins = {f"win{seat}": _wins(graph, solvers.odds(graph), seat) for seat in range(2)}
        plies = solvers.expected(graph, solvers.odds(graph), gains=np.ones(len(graph.targets))).values
        return tabled(graph, (wins["win0"] + 1 - wins["win1"]) / 2, plies=plies, **wins)
    return tabled(graph, _best(graph, progress).values)


def _best(graph: Graph, progress: Progress) -> solvers.Solved:
    return solvers.best_play(graph, _share(graph), BOTH, report=lambda share: progress(0.2 + 0.8 * share, "solving"))


def _share(graph: Graph) -> Array:
    """Of seat 0 in the win, at the end; a shared one counts half."""
    won = column(graph, "won")
    return np.where(graph.movers == OVER, (1 + won[:, 0] - won[:, 1]) / 2, 0.0)


def _wins(graph: Graph, weights: Array, seat: int) -> Array:
    """The chance to be among the winners."""
    pay = np.where(graph.movers == OVER, column(graph, "won")[:, seat], 0)
    found: Array = solvers.expected(graph, weights, pay, bounds=(0, 1), tolerance=1e-7).values
    return found


def _mean(graph: Graph, weights: Array, gains: Array) -> float:
    return float(solvers.expected(graph, weights, gains=gains, tolerance=1e-6).values[0])


def _plies(graph: Graph, weights: Array) -> dict[str, Any]:
    odds = solvers.lengths(graph, weights, rest=1e-4)
    reached = np.cumsum(odds)
    percentiles = {str(p): int(np.searchsorted(reached, p / 100)) for p in PERCENTS}
    return {"mean": _mean(graph, weights, np.ones(len(graph.targets))), "percentiles": percentiles}


def analyse_pile(game: Game, progress: Progress) -> Analysis:
    """Level 2 with the order of its cards, exactly; this takes long, once.  `fabletop analyse … --pile` asks for it."""
    if without_order(game) == game:
        return _analysed(game, progress)
    value, turns, first, error, positions = (float(x) for x in with_order(game, progress)["numbers"])
    method = _method(game, PILES)
    details = {"positions_at_most": int(positions), "error": error}
    win = [first, 1 + first - 2 * value]
    return Analysis(exact=True, method=method, win=win, turns=1 + turns, value=value, details=details)


def _method(game: Game, *clauses: str) -> str:
    return "; ".join([*clauses, SHARED] if game.options["last_reply"] else clauses)


def analyse(game: Game, progress: Progress) -> Analysis | None:
    """Exact, but on level 2 with the order of the cards only if `analyse_pile` has solved it before."""
    if without_order(game) == game:
        return _analysed(game, progress)
    if with_order_if_known(game) is not None:
        return analyse_pile(game, progress)
    solved(game, progress)  # the players that are simulated instead need it
    return None


def _analysed(game: Game, progress: Progress) -> Analysis:
    progress(0.0, "exploring all positions")
    graph = graph_of(game)
    policy = None
    details: dict[str, Any] = {"positions": len(graph), "error": 0.0}
    if game.options["level"] == 2:
        best = _best(graph, progress)
        solution(_name(game), rules_key(game), lambda report: tabled(graph, best.values))  # for the players
        policy = solvers.best_edges(graph, best.values, BOTH)
        details["error"] = best.error
        mine = np.repeat(graph.movers == 0, np.diff(graph.offsets))
        careless, (weights,) = solvers.followed(graph, solvers.odds(graph, np.where(mine, 1.0, policy)))
        details["win_of_seat_0_if_random"] = float(_wins(careless, weights, 0)[0])
    progress(0.9, "lengths")
    played, (weights,) = solvers.followed(graph, solvers.odds(graph, policy))
    win = [float(_wins(played, weights, seat)[0]) for seat in range(2)]
    turns = [float(seat == 0) + _mean(played, weights, turns_begun(played, seat)) for seat in range(2)]
    details |= {"turns": turns, "plies": _plies(played, weights)}
    method = _method(game, *(CHAIN if game.options["level"] == 1 else SOLVED))
    value = (1 + win[0] - win[1]) / 2
    return Analysis(exact=True, method=method, win=win, turns=turns[0], value=value, details=details)
