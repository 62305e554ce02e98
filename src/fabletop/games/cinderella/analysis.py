"""What Cinderella is worth to one seat, which remembers everything: exact for all options."""

from __future__ import annotations

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Graph
from fabletop.engine.game import Game
from fabletop.games.cinderella.board import SPECIAL_NAMES, SPECIALS
from fabletop.games.cinderella.rules import BASIC, DEAL, MIRROR, MOST_HOURS, NO_SPECIAL, ROLL
from fabletop.games.cinderella.solve import Knowledge, Worth, knowledge, solution
from fabletop.players import solutions
from fabletop.players.analysis import Analysis, Progress
from fabletop.players.exact import column
from fabletop.words import N_

METHOD = N_("dynamic programming over what is known of the pairs and the blanks, with the best play of one memory")
NAMES = {
    "hours": N_("chance to win by hours"),
    "turns": N_("turns by hours"),
    "special": N_("chance to win by special tile"),
    "mirror": N_("The mirror"),
    "wand": N_("The wand"),
    "cauldron": N_("The cauldron"),
    "hourglass": N_("The hourglass"),
}
SOLVER = 1  # raised when the solver changes what it answers


def analyse(game: Game, progress: Progress) -> Analysis | None:
    """One seat only: in a team nobody sees all, and what a pointer says is a matter of convention."""
    if game.seats > 1:
        return None
    rules = game.new().rules
    dealt = {NO_SPECIAL: 1} if rules.variant == BASIC else dict(enumerate(SPECIALS, start=MIRROR))
    worths = _worths(game, progress, list(dealt), knowledge(rules, {}), bool(rules.last_chance))
    mean = sum(worths[special] * weight for special, weight in dealt.items()) / sum(dealt.values())
    chance, turns = (float(number) for number in mean[:, rules.hours])
    details: dict[str, object] = {
        "hours": {hours: float(mean[0, hours]) for hours in range(4, MOST_HOURS + 1)},
        "turns": {hours: float(mean[1, hours]) for hours in range(4, MOST_HOURS + 1)},
    }
    if rules.variant != BASIC:
        names = {special: SPECIAL_NAMES[special - MIRROR] for special in dealt}
        details["special"] = {names[special]: float(worths[special][0, rules.hours]) for special in dealt}
    return Analysis(exact=True, method=METHOD, win=[chance], turns=turns, value=chance, details=details)


def turns_begun(graph: Graph, seat: int) -> Array:
    """For each ply, whether a turn of the seat begins with it: the figurine has been passed on."""
    sources, then = np.repeat(np.arange(len(graph)), np.diff(graph.offsets)), graph.targets
    phase, turn = column(graph, "phase"), column(graph, "turn")
    found: Array = (phase[then] == ROLL) & (phase[sources] != DEAL) & (turn[then] == seat)
    return found


def _worths(game: Game, progress: Progress, dealt: list[int], now: Knowledge, last_chance: bool) -> dict[int, Worth]:
    """The worth of the game by the special tile dealt, for all hours; kept on disk."""

    def compute(tell: Progress) -> solutions.Arrays:
        solved, found = solution(last_chance), {}
        for i, special in enumerate(dealt):
            tell(i / len(dealt), f"special tile {i + 1} of {len(dealt)}")
            found[str(special)] = solved.worth(now, special)
        return found

    key = (SOLVER, *solutions.rules_key(game))
    arrays = solutions.solution("cinderella", key, compute, progress)
    return {special: arrays[str(special)] for special in dealt}
