"""A board small enough to be solved exactly, as a yardstick: `python -m fabletop.games.mensch.yardstick`.

Two seats with two figures each on the track of 32.  A position is judged before a roll, from the seat about to
roll; which figure is which does not matter.  Value iteration over all of them gives the perfect player, and any
other player can be weighed exactly: what it loses against perfect play is its regret, over a whole game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array, Weights
from fabletop.compiler.packing import packed
from fabletop.engine.rulebook import OFTEN, Moves
from fabletop.games.mensch import small_board, training
from fabletop.games.mensch.learn import YARDSTICK, Workshop, start
from fabletop.games.mensch.rules import FACES
from fabletop.games.mensch.small_board import WAYS, WON
from fabletop.games.mensch.spec import SPEC
from fabletop.games.mensch.thinking import DEPTH
from fabletop.games.mensch.training import SIMPLE
from fabletop.games.mensch.weights import learned, name

ALIKE = 1e-12  # values this near are equally good


def settled(sweep: Callable[[], float], most: int = 5000) -> int:
    """Sweep until nothing changes any more; the number of sweeps."""
    for n in range(1, most):
        if sweep() < ALIKE:
            return n
    raise ArithmeticError("the values do not settle")


class Yardstick:
    """The small board, solved.  `targets` has, for each position, face and way, where it leads; 0: no such way."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop, self.bound = workshop, store.extended("mensch", training, small_board)
        root, width = start(YARDSTICK, workshop.version), YARDSTICK[1] + YARDSTICK[2] + 1
        most = (width * (width + 1) // 2) ** 2 * 11 // 10
        states = np.zeros(most, packed(root).dtype)
        states[0] = packed(root)[0]
        targets, actions = np.zeros((most, FACES, WAYS), np.int32), np.zeros((most, FACES, WAYS), np.int8)
        desk = (packed(root)[0], packed(root)[0], packed(Moves())[0])
        self.width, self.index = width, np.zeros(3 * width**4, np.int32)  # number + 1 of a position, by its place
        n = self.bound.number_all(states, self.index, *desk, width, targets, actions)
        self.states, self.targets, self.actions = states[:n], targets[:n], actions[:n]
        self.values = np.full(n, 0.5)
        self.sweeps = settled(lambda: self.bound.improve(self.targets, self.values))

    def worths(self) -> Array:
        """The chance of the seat on turn after each way to use each roll; -1 where there is no such way."""
        spots = np.clip(np.abs(self.targets) - 1, 0, len(self.values) - 1)
        theirs = np.where(self.targets > 0, self.values[spots], 1 - self.values[spots])
        return np.where(self.targets == WON, 1.0, np.where(self.targets == 0, -1.0, theirs))

    def perfect(self) -> Array:
        """Shares of the ways for a player who takes the best."""
        found: Array = np.eye(WAYS)[self.worths().argmax(axis=2)]
        return found

    def at_random(self) -> Array:
        ways = (self.targets != 0).astype(float)
        found: Array = ways / ways.sum(axis=2, keepdims=True)
        return found

    def player(self, depth: int, weights: Weights) -> Array:
        """Shares of the ways for the simple player, or for one that looks ahead."""
        shares = np.zeros(self.targets.shape)
        board = (self.states, self.targets, self.actions)
        _, *room = self.workshop.tools(YARDSTICK)
        self.bound.ways_taken(*board, depth, *room, np.asarray(weights), shares)
        return shares

    def regret(self, shares: Array) -> float:
        """What a player loses against the perfect one over a game, each beginning as often: 0 for the perfect."""
        mine, theirs = np.full(len(self.values), 0.5), np.full(len(self.values), 0.5)
        best = self.perfect()
        settled(lambda: self.bound.weigh(self.targets, shares, best, mine, theirs))
        return float(0.5 - (mine[0] + theirs[0]) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m fabletop.games.mensch.yardstick", description=__doc__)
    parser.add_argument("--rules-version", type=int, default=SPEC.version, help="of the rules that are played")
    board = Yardstick(Workshop(parser.parse_args().rules_version))
    weights = learned()[name(*YARDSTICK)]
    print(f"{name(*YARDSTICK)}: {len(board.values):,} positions before a roll, {board.sweeps} sweeps")
    print(f"the seat that begins wins {board.values[0]:.4%} under best play")
    fair, chance = board.player(SIMPLE, weights), board.at_random()
    levels = {
        "random": chance,
        "gentle": (1 - OFTEN / 100) * fair + OFTEN / 100 * chance,
        "fair": fair,
        "evaluation alone": board.player(0, weights),
        "sharp": board.player(DEPTH, weights),
        "perfect": board.perfect(),
    }
    for level, shares in levels.items():
        print(f"{level:>16}: loses {board.regret(shares):8.4%} of a game against perfect play")


if __name__ == "__main__":
    main()
