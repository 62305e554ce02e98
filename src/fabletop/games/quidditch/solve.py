"""The whole match of Quidditch Dice: the chance to win before each round, for every score.

Before a round a match is the Snitch points of both, the attacker's lead and, with `equal_innings`, which seat
attacks.  For the one who attacks, an end of the round is worth 1 less what the match is then worth to the other,
who attacks next; so a round with these ends (see rounds.py) gives the worth of the match before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.engine.game import copied
from fabletop.games.quidditch.rounds import Round
from fabletop.games.quidditch.rules import CAUGHT
from fabletop.players.analysis import Progress

STEP = 10  # all goal points are multiples of it, but for the catcher's bonus
MOST = 400  # the highest lead that is looked at
LEADS = 2 * MOST // STEP + 1
TOLERANCE = 1e-9
REST = 1e-9  # of matches whose length is not looked at
MOST_ROUNDS = 1000
PATIENCE = 50  # rounds of improvement; some 5 are needed


@dataclass(frozen=True)
class Match:
    """Which situations there are between two rounds, and what the ends of a round make of them.

    Tables of worth are by the attacker's seat (0 where the seats are alike), its Snitch points, the other's and the
    place of the attacker's lead.
    """

    round: Round
    equal_innings: int
    known: dict[Any, list[tuple[int, int, int]]] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, ...]:
        return (1 + self.equal_innings, CAUGHT, CAUGHT + 1, LEADS)

    @cached_property
    def groups(self) -> list[list[tuple[int, int, int]]]:
        """Attacker, its Snitch points, the other's: those that can follow each other without a Snitch point are
        together; what a group leads to comes before it."""
        found = [[(1, mine, CAUGHT)] for mine in range(CAUGHT) if self.equal_innings]
        sums = sorted(((a, b) for a in range(CAUGHT) for b in range(CAUGHT)), key=sum, reverse=True)
        for a, b in sums:
            if self.equal_innings:
                found.append([(0, a, b), (1, b, a)])
            elif a >= b:
                found.append(sorted({(0, a, b), (0, b, a)}))
        return found

    def leads(self, theirs: int) -> Array:
        """The leads that a table has places for; who has caught the Snitch has an odd five more."""
        return np.arange(LEADS) * STEP - MOST + (5 if theirs == CAUGHT else 0)

    def steps(self, who: int, mine: int, theirs: int, last: bool = False) -> list[tuple[int, int, int]]:
        """For each end of a round: the points that it gives, the attacker's Snitch points then, is it over?"""
        key = (who, mine, theirs, last)
        if key not in self.known:
            self.known[key] = self._steps(*key)
        return self.known[key]

    def _steps(self, who: int, mine: int, theirs: int, last: bool) -> list[tuple[int, int, int]]:
        found = []
        for before, action in self.round.lasts:
            rules = copied(before)
            rules.attacker, rules.equal_innings, rules.rounds_left = who, self.equal_innings, int(last)
            rules.snitches[who], rules.snitches[1 - who] = mine, theirs
            rules.apply(action)
            found.append((rules.points[who], rules.snitches[who], rules.over))
        return found

    def pay(self, steps: list[tuple[int, int, int]], who: int, theirs: int, lead: Array, worth: Array) -> Array:
        """What the ends of a round are worth to the attacker, one column for each lead; `worth` is by who attacks
        in the next round."""
        rows = []
        for points, snitches, over in steps:
            ahead = lead + points
            if over:
                rows.append((ahead > 0) + 0.5 * (ahead == 0))
            else:
                rows.append(1 - worth[(1 - who) * self.equal_innings, theirs, snitches][place_of(-ahead)])
        return np.array(rows, float)

    def solved(self, progress: Progress) -> tuple[Array, float]:
        """The worth of every situation, and by how much it fails to be what best play of the next round makes of it.

        Policy iteration: best play of the round for the worth as known so far gives the odds of its ends; with these
        odds the worth of all situations of a group is one set of linear equations; and again, until nothing changes.
        """
        worth, error = np.full(self.shape, 0.5), 0.0
        for done, group in enumerate(self.groups):
            for who, mine, theirs in group:  # a first guess: what it is with one Snitch point more
                if theirs < CAUGHT and mine + theirs < 2 * CAUGHT - 2:
                    more = (mine + 1, theirs) if mine + 1 < CAUGHT else (mine, theirs + 1)
                    worth[who, mine, theirs] = worth[who, *more]
            for _ in range(PATIENCE):
                off = self._improve(group, worth)
                if off <= TOLERANCE:
                    break
            error = max(error, off)
            progress((done + 1) / len(self.groups), "scores of the match")
        return worth, error

    def limited(self, rounds: int, progress: Progress) -> Array:
        """The worth of every situation with 0, 1, 2, … rounds to go (with none it is not looked at)."""
        worths = [np.full(self.shape, 0.5)]
        for left in range(1, rounds + 1):
            worths.append(worths[-1].copy())
            for who, mine, theirs in (situation for group in self.groups for situation in group):
                steps, leads = self.steps(who, mine, theirs, left == 1), self.leads(theirs)
                pay = self.pay(steps, who, theirs, leads, worths[-2])
                worths[-1][who, mine, theirs] = self.round.worth(pay)
            progress(left / rounds, "rounds to go")
        return np.array(worths)

    def course(self, worth: Array) -> tuple[Array, Array]:
        """For every situation, under best play: the odds of the ends of its round; the attacker's and the
        defender's turns in it."""
        odds = np.zeros((*self.shape, len(self.round.lasts)))
        turns = np.zeros((*self.shape, 2))
        for who, mine, theirs in (situation for group in self.groups for situation in group):
            pay = self.pay(self.steps(who, mine, theirs), who, theirs, self.leads(theirs), worth)
            for i in range(LEADS):
                met = self.round.met(self.round.values(pay[:, [i]])[:, 0])
                odds[who, mine, theirs, i] = met[: len(self.round.lasts)]
                turns[who, mine, theirs, i] = [met[places].sum() for places in self.round.turns]
        return odds, turns

    def lengths(self, odds: Array, turns: Array) -> tuple[Array, list[float]]:
        """How likely a match takes 0, 1, 2, … rounds, and the mean turns of both seats, under best play."""
        now, found, had = np.zeros(self.shape), [0.0], [0.0, 0.0]
        now[0, 0, 0, place_of(0)] = 1.0
        while now.sum() > REST and len(found) < MOST_ROUNDS:
            attacker = (len(found) - 1) % 2
            had[attacker] += float((now * turns[..., 0]).sum())
            had[1 - attacker] += float((now * turns[..., 1]).sum())
            then, ended = np.zeros(self.shape), 0.0
            for who, mine, theirs in (situation for group in self.groups for situation in group):
                leads = self.leads(theirs)
                for end, (points, snitches, over) in enumerate(self.steps(who, mine, theirs)):
                    share = now[who, mine, theirs] * odds[who, mine, theirs, :, end]
                    if over:
                        ended += float(share.sum())
                    else:
                        there = then[(1 - who) * self.equal_innings, theirs, snitches]
                        np.add.at(there, place_of(-leads - points), share)
            now = then
            found.append(ended)
        return np.array(found), had

    def _improve(self, group: list[tuple[int, int, int]], worth: Array) -> float:
        size, off = len(group) * LEADS, 0.0
        flows, fixed = np.eye(size), np.zeros(size)
        for g, (who, mine, theirs) in enumerate(group):
            leads, steps = self.leads(theirs), self.steps(who, mine, theirs)
            pay = self.pay(steps, who, theirs, leads, worth)
            for i, lead in enumerate(leads):
                values = self.round.values(pay[:, [i]])[:, 0]
                off = max(off, abs(values[-1] - worth[who, mine, theirs, i]))
                row = g * LEADS + i
                for odds, gain, (points, snitches, over) in zip(self.round.odds(values), pay[:, i], steps, strict=True):
                    then = ((1 - who) * self.equal_innings, theirs, snitches)
                    if over or then not in group:
                        fixed[row] += odds * gain
                    else:
                        fixed[row] += odds
                        flows[row, group.index(then) * LEADS + place_of(-lead - points)] += odds
        found = np.linalg.solve(flows, fixed).reshape(len(group), LEADS)
        for g, situation in enumerate(group):
            worth[situation] = found[g]
        return off


@overload
def place_of(lead: int) -> int: ...
@overload
def place_of(lead: Array) -> Array: ...
def place_of(lead: Array | int) -> Array | int:
    """Where a lead has its place; those beyond the highest count as the highest."""
    return np.clip((lead + MOST) // STEP, 0, LEADS - 1)
