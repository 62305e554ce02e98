"""What a match of Quidditch Dice is worth when every round ends by the same odds, whatever the score.

So it is between two who both play as `sharp`, for whom a Snitch point has one price.  Unlike the solved match (see
solve.py) it is there at once: for reviews.
"""

from __future__ import annotations

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.games.quidditch.solve import LEADS, Match, place_of


def outlook(match: Match, odds: Array, rounds: int) -> Array:
    """The worth of every situation by rounds left, as `Match.limited` has it; only 0 where there is no limit."""
    return limited(match, odds, rounds) if rounds else unlimited(match, odds)[None]


def limited(match: Match, odds: Array, rounds: int) -> Array:
    worths = [np.full(match.shape, 0.5)]
    for left in range(1, rounds + 1):
        worths.append(worths[-1].copy())
        for who, mine, theirs in (situation for group in match.groups for situation in group):
            steps, leads = match.steps(who, mine, theirs, left == 1), match.leads(theirs)
            worths[-1][who, mine, theirs] = odds @ match.pay(steps, who, theirs, leads, worths[-2])
    return np.array(worths)


def unlimited(match: Match, odds: Array) -> Array:
    """Situations that follow each other without a Snitch point are one set of linear equations."""
    worth = np.full(match.shape, 0.5)
    for group in match.groups:
        size = len(group) * LEADS
        flows, fixed = np.eye(size), np.zeros(size)
        for g, (who, mine, theirs) in enumerate(group):
            leads, steps = match.leads(theirs), match.steps(who, mine, theirs)
            pay = match.pay(steps, who, theirs, leads, worth)
            rows = g * LEADS + np.arange(LEADS)
            for share, gain, (points, snitches, over) in zip(odds, pay, steps, strict=True):
                then = ((1 - who) * match.equal_innings, theirs, snitches)
                if over or then not in group:
                    fixed[rows] += share * gain
                else:  # 1 less what it is worth to the other
                    fixed[rows] += share
                    np.add.at(flows, (rows, group.index(then) * LEADS + place_of(-leads - points)), share)
        found = np.linalg.solve(flows, fixed).reshape(len(group), LEADS)
        for g, situation in enumerate(group):
            worth[situation] = found[g]
    return worth
