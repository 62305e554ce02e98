"""A board small enough to be solved exactly, as a yardstick: `python -m fabletop.games.mensch.yardstick`.

Two seats with two figures each on the track of 32.  A position is judged before a roll, from the seat about to
roll; which figure is which does not matter.  Value iteration over all of them gives the perfect player, and any
other player can be weighed exactly: what it loses against perfect play is its regret, over a whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fabletop.compiler.packing import packed
from fabletop.engine.rulebook import CHANCE, OVER, Moves
from fabletop.games.mensch.evaluation import FACES, learned, name
from fabletop.games.mensch.learn import SIMPLE, YARDSTICK, Workshop, start
from fabletop.games.mensch.players import CARELESS
from fabletop.games.mensch.rules import ROLL
from fabletop.games.mensch.thinking import DEPTH, apply, become, fast, legal, to_move

WAYS = 3  # to use a roll: at most two figures to move, or one and a fresh roll
WON = 1 << 30  # instead of the number of a position
ALIKE = 1e-12  # values this near are equally good


def place(state: Any, width: int) -> int:
    """Where the index has a position: the figures of both seats in ascending order, and the rolls left."""
    found = state.tries - 1
    for step in range(2):
        seat = state.turn if step == 0 else 1 - state.turn
        one, two = state.figures[seat][0] + 1, state.figures[seat][1] + 1
        found = (found * width + min(one, two)) * width + max(one, two)
    return int(found)


def spread(states: Any, index: Any, rolled: Any, after: Any, moves: Any, width: int, targets: Any, actions: Any) -> int:
    """Number all positions from states[0] on; targets are n + 1 if the same seat rolls there, -(n + 1) if the other."""
    index[place(states[0], width)] = 1
    known, done = 1, 0
    while done < known:
        for face in range(FACES):
            become(rolled, states[done])
            apply(rolled, ROLL + face)
            moves.n = 1
            if to_move(rolled) != CHANCE:
                legal(rolled, moves)
            for k in range(moves.n):
                become(after, rolled)
                if to_move(rolled) != CHANCE:
                    apply(after, moves.room[k])
                    actions[done, face, k] = moves.room[k]
                if to_move(after) == OVER:
                    targets[done, face, k] = WON
                    continue
                spot = place(after, width)
                if index[spot] == 0:
                    become(states[known], after)
                    known += 1
                    index[spot] = known
                targets[done, face, k] = index[spot] if after.turn == states[done].turn else -index[spot]
        done += 1
    return known


def worth_of(target: int, mine: Any, theirs: Any) -> float:
    """The chance of a seat that has led to a target: `mine` where it rolls, `theirs` where the other does."""
    if target == WON:
        return 1.0
    return float(mine[target - 1] if target > 0 else theirs[-target - 1])


def improve(targets: Any, values: Any) -> float:
    """One sweep of value iteration over the chance of the seat about to roll; the largest change."""
    change = 0.0
    for i in range(len(values)):
        total = 0.0
        for face in range(FACES):
            best = 0.0
            for k in range(WAYS):
                target = targets[i, face, k]
                if target:
                    value = 1.0 if target == WON else values[target - 1] if target > 0 else 1.0 - values[-target - 1]
                    best = max(best, value)
            total += best
        change = max(change, abs(total / FACES - values[i]))
        values[i] = total / FACES
    return change


def weigh(targets: Any, shares: Any, others: Any, mine: Any, theirs: Any) -> float:
    """One sweep over the chance of a player who chooses by shares, against one who chooses by others."""
    change = 0.0
    for i in range(len(mine)):
        here = there = 0.0
        for face in range(FACES):
            for k in range(WAYS):
                target = targets[i, face, k]
                if target:
                    here += shares[i, face, k] * worth_of(target, mine, theirs)
                    loss = 0.0 if target == WON else theirs[target - 1] if target > 0 else mine[-target - 1]
                    there += others[i, face, k] * loss
        change = max(change, abs(here / FACES - mine[i]), abs(there / FACES - theirs[i]))
        mine[i], theirs[i] = here / FACES, there / FACES
    return change


def decide(
    states: Any, targets: Any, actions: Any, depth: int, rolled: Any, choose: Any, shares: Any,
    states_: Any, moves: Any, rng: Any, weights: Any, at: Any, worth: Any, chances: Any,
) -> None:  # fmt: skip
    """What the player of a depth does in every position: all of its share to one way."""
    for i in range(len(targets)):
        for face in range(FACES):
            chosen = 0
            if targets[i, face, 1]:
                become(rolled, states[i])
                apply(rolled, ROLL + face)
                action = choose(rolled, depth, 0, states_, moves, rng, weights, at, worth, chances)
                while actions[i, face, chosen] != action:
                    chosen += 1
            shares[i, face, chosen] = 1.0


def settled(sweep: Callable[[], float], most: int = 5000) -> int:
    """Sweep until nothing changes any more; the number of sweeps."""
    for n in range(1, most):
        if sweep() < ALIKE:
            return n
    raise ArithmeticError("the values do not settle")


class Yardstick:
    """The small board, solved.  `targets` has, for each position, face and way, where it leads; 0: no such way."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.names = dict(workshop.names)
        for function in (place, spread, worth_of, improve, weigh, decide):
            fast(function, self.names)
        root, width = start(YARDSTICK), YARDSTICK[1] + YARDSTICK[2] + 1
        most = (width * (width + 1) // 2) ** 2 * 11 // 10
        states = np.zeros(most, packed(root).dtype)
        states[0] = packed(root)[0]
        targets, actions = np.zeros((most, FACES, WAYS), np.int32), np.zeros((most, FACES, WAYS), np.int8)
        desk = (packed(root)[0], packed(root)[0], packed(Moves())[0])
        self.width, self.index = width, np.zeros(3 * width**4, np.int32)  # number + 1 of a position, by its place
        n = self.names["spread"](states, self.index, *desk, width, targets, actions)
        self.states, self.targets, self.actions = states[:n], targets[:n], actions[:n]
        self.values = np.full(n, 0.5)
        self.sweeps = settled(lambda: self.names["improve"](self.targets, self.values))

    def worths(self) -> Any:
        """The chance of the seat on turn after each way to use each roll; -1 where there is no such way."""
        spots = np.clip(np.abs(self.targets) - 1, 0, len(self.values) - 1)
        theirs = np.where(self.targets > 0, self.values[spots], 1 - self.values[spots])
        return np.where(self.targets == WON, 1.0, np.where(self.targets == 0, -1.0, theirs))

    def perfect(self) -> Any:
        """Shares of the ways for a player who takes the best."""
        return np.eye(WAYS)[self.worths().argmax(axis=2)]

    def at_random(self) -> Any:
        ways = (self.targets != 0).astype(float)
        return ways / ways.sum(axis=2, keepdims=True)

    def player(self, depth: int, weights: Any) -> Any:
        """Shares of the ways for the simple player, or for one that looks ahead."""
        shares = np.zeros(self.targets.shape)
        room = packed(start(YARDSTICK))[0]
        tools = (*self.workshop.tools, np.asarray(weights), *self.workshop.desk)
        board = (self.states, self.targets, self.actions)
        self.names["decide"](*board, depth, room, self.names["choose"], shares, *tools)
        return shares

    def regret(self, shares: Any) -> float:
        """What a player loses against the perfect one over a game, each beginning as often: 0 for the perfect."""
        mine, theirs = np.full(len(self.values), 0.5), np.full(len(self.values), 0.5)
        best = self.perfect()
        settled(lambda: self.names["weigh"](self.targets, shares, best, mine, theirs))
        return float(0.5 - (mine[0] + theirs[0]) / 2)


def main() -> None:
    board = Yardstick(Workshop())
    weights = learned()[name(*YARDSTICK)]
    print(f"{name(*YARDSTICK)}: {len(board.values):,} positions before a roll, {board.sweeps} sweeps")
    print(f"the seat that begins wins {board.values[0]:.4%} under best play")
    fair, chance = board.player(SIMPLE, weights), board.at_random()
    levels = {
        "random": chance,
        "gentle": (1 - CARELESS) * fair + CARELESS * chance,
        "fair": fair,
        "evaluation alone": board.player(0, weights),
        "sharp": board.player(DEPTH, weights),
        "perfect": board.perfect(),
    }
    for level, shares in levels.items():
        print(f"{level:>16}: loses {board.regret(shares):8.4%} of a game against perfect play")


if __name__ == "__main__":
    main()
