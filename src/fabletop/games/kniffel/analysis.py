"""What best play of Space Kniffel is worth: exact for every number of seats and all house rules."""

from __future__ import annotations

import numpy as np

from fabletop.engine.game import Game
from fabletop.games.kniffel.players import box_worths, house_rules, scores, wins
from fabletop.games.kniffel.rules import ALL_BOXES, BOXES, SHEET
from fabletop.games.kniffel.solve import BEST, PAIR, kind_of, spread
from fabletop.games.kniffel.words import BOXES as BOX_NAMES
from fabletop.players.analysis import Analysis, Progress
from fabletop.words import N_

PERCENTILES = (5, 25, 50, 75, 95)
START = kind_of(ALL_BOXES)
METHOD = N_("dynamic programming over all sheets, dice and rolls")
FOR_TWO = (N_("win: both play to win, solved over both sheets and the lead"), N_("a shared victory is half a one"))
FOR_MORE = (N_("win: all play for points, so seats are alike"), N_("a shared victory is shared"))
NAMES = {
    "empty_box_is_worth": N_("what an empty box is worth"),
    "thinking_of_the_other_boxes_is_worth": N_("what thinking of the other boxes is worth"),
    **BOX_NAMES,
}


def analyse(game: Game, progress: Progress) -> Analysis:
    """The value is the best expected score, which does not depend on the seats; for two, `win` is of those who
    play to win, for more of those who play for points; a shared victory counts for each its share."""
    rules = house_rules(game)
    worth = scores(rules)
    odds = spread(rules, worth)[START]
    points = np.arange(BEST + 1)
    mean = float(odds @ points)
    by_box = spread(rules, box_worths(rules))[START]
    details = {
        "score": {
            "mean": mean,
            "deviation": float(np.sqrt(odds @ (points - mean) ** 2)),
            "percentiles": {str(p): int(np.searchsorted(np.cumsum(odds), p / 100)) for p in PERCENTILES},
        },
        "empty_box_is_worth": {
            SHEET[box]: float(worth[START] - worth[kind_of(ALL_BOXES & ~(1 << box))]) for box in range(BOXES)
        },
        "thinking_of_the_other_boxes_is_worth": mean - float(by_box @ points),
    }
    win = [1 / game.seats] * game.seats
    clauses = [METHOD]
    if game.seats == 2:
        first = float(wins(rules, progress)[PAIR[START, START], BEST])
        win = [first, 1 - first]
        clauses += FOR_TWO
    elif game.seats > 2:
        clauses += FOR_MORE
    method = "; ".join(clauses)
    return Analysis(exact=True, method=method, win=win, turns=float(BOXES), value=float(worth[START]), details=details)
