"""What best play of Quidditch Dice is worth: of one round for any exchange rate, and of the whole match."""

from __future__ import annotations

from typing import Any

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Graph
from fabletop.engine.game import Game
from fabletop.games.quidditch.players import match_worth
from fabletop.games.quidditch.rounds import ALIKE, fast, the_round
from fabletop.games.quidditch.rules import OFFENSE, Rules
from fabletop.games.quidditch.solve import Match, place_of
from fabletop.players.analysis import Analysis, Progress
from fabletop.words import N_

PERCENTILES = (5, 25, 50, 75, 95)
ROUND = N_("backward induction over all positions of a round, both sides at their best")
MATCH = (N_("policy iteration over the scores of a match, each round by backward induction"), N_("both play to win"))
LIMITED = (
    N_("backward induction over the rounds and scores of a match"),
    N_("both play to win, a tie is half a victory"),
)
NAMES = {
    "rounds": N_("rounds"),
    "turns_of_seat_1": N_("turns of seat 2"),
    "goal_points": N_("goal points"),
    "snitch_points": N_("Snitch points"),
    "odds_of_snitch_points": N_("chances of 0, 1, 2 and 3 Snitch points"),
    "turns_of_the_defender": N_("turns of the defense"),
}


def analyse(game: Game, progress: Progress) -> Analysis | None:
    """The chance of seat 0 to win when both play at their best; without Numba that would take hours."""
    if not ALIKE or fast() is None:
        return None
    solved = match_worth(game, progress)
    rounds = int(game.options["max_rounds"])
    value = float(solved["worth"][rounds, 0, 0, 0, place_of(0)])
    details: dict[str, Any] = {"error": float(solved["error"][0])}
    turns = None
    if not rounds:
        match = Match(the_round(), int(game.options["equal_innings"]))
        lengths, (turns, theirs) = match.lengths(solved["odds"], solved["turns"])
        longer = np.cumsum(lengths)
        details["rounds"] = {
            "mean": float(lengths @ np.arange(len(lengths))),
            "percentiles": {str(p): int(np.searchsorted(longer, p / 100)) for p in PERCENTILES},
        }
        details["turns_of_seat_1"] = theirs
    method = "; ".join(LIMITED if rounds else MATCH)
    return Analysis(exact=True, method=method, win=[value, 1 - value], turns=turns, value=value, details=details)


def analyse_round(game: Game, snitch: float, progress: Progress) -> Analysis:
    """The attacker's goal points, and so much for each Snitch point, in one round that both play at their best."""
    if not ALIKE:
        raise ValueError("the faces of the dice differ from row to row: no exact solution is known")
    found = the_round(progress)
    ends = np.array(found.outcomes, float)
    values = found.values(ends[:, 0] + snitch * ends[:, 1])
    met = found.met(values)
    odds = met[: len(ends)]
    return Analysis(
        exact=True,
        method=ROUND,
        win=None,
        turns=float(met[found.turns[0]].sum()),
        value=float(values[-1]),
        details={
            "goal_points": float(odds @ ends[:, 0]),
            "snitch_points": float(odds @ ends[:, 1]),
            "odds_of_snitch_points": [float(odds[ends[:, 1] == n].sum()) for n in range(4)],
            "turns_of_the_defender": float(met[found.turns[1]].sum()),
            "positions": len(found),
        },
    )


def turns_begun(graph: Graph, seat: int) -> Array:
    """For each edge, how many turns of the seat begin with it: when a turn ends, the next side's begins."""
    counts = np.zeros(len(graph.targets))
    for node in np.flatnonzero(np.asarray(graph.movers) >= 0):
        for edge in range(graph.offsets[node], graph.offsets[node + 1]):
            then = graph.states[graph.targets[edge]]
            if not then["begun"] if isinstance(then, np.void) else not then.begun:
                counts[edge] = _next_seat(then) == seat
    return counts


def _next_seat(then: Rules) -> int:
    """Whose turn begins; -1: nobody's, it is over."""
    read = then.__getitem__ if isinstance(then, np.void) else lambda name: getattr(then, name)
    if read("over"):
        return -1
    return int(read("attacker") if read("side") == OFFENSE else 1 - read("attacker"))
