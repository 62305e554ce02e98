"""Learn the evaluation by self-play: `python -m fabletop.games.mensch.learn` writes evaluation.json.

Each game is played by the evaluation itself, looking so many rolls ahead and now and then at random; after it the
weights move towards what the positions led to (TD(lambda) on the cross entropy of the winner, with Adagrad's steps).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array, Weights
from fabletop.compiler.packing import packed
from fabletop.engine.rulebook import Moves, Rng
from fabletop.games.mensch import training
from fabletop.games.mensch.evaluation import MOST_FEATURES, SIZE
from fabletop.games.mensch.rules import Rules
from fabletop.games.mensch.spec import SPEC
from fabletop.games.mensch.thinking import DEPTH
from fabletop.games.mensch.training import MOST_TURNS, SIMPLE
from fabletop.games.mensch.weights import FILE, learned, name
from fabletop.players.learned import written

COMMAND = "python -m fabletop.games.mensch.learn"
YARDSTICK = (2, 32, 2)  # the small board that is solved exactly
TABLES = (YARDSTICK, *((s, t, p) for s in (2, 3, 4) for t in (40, 32) for p in (3, 4)))


class Workshop:
    """What is compiled with the rules to learn, and the version of the rules that is played."""

    def __init__(self, version: int = SPEC.version) -> None:
        self.version, self.bound = version, store.extended("mensch", training)

    def tools(self, table: tuple[int, int, int]) -> tuple[Any, ...]:
        """A game about to begin, two records to play and to try on, moves, dice."""
        root = start(table, self.version)
        return (*(packed(root)[0] for _ in range(3)), packed(Moves())[0], packed(Rng())[0])

    def learn(self, table: tuple[int, int, int], games: int, seed: int, depth: int = 0) -> Array:
        """The weights after so many games; noise and steps get smaller on the way."""
        tools, (seats, _, _) = self.tools(table), table
        weights, squares = np.zeros(2 * SIZE), np.zeros(2 * SIZE)
        lines = (
            np.zeros((MOST_TURNS, seats, MOST_FEATURES), np.int64),
            np.zeros((MOST_TURNS, seats, MOST_FEATURES)),
            np.zeros((MOST_TURNS, seats), np.int64),
            np.zeros(MOST_TURNS),
            np.zeros((MOST_TURNS, 4)),
        )
        parts, mean = 20, np.zeros(2 * SIZE)
        for part in range(parts):
            first, share = games * part // parts, part / parts
            count = games * (part + 1) // parts - first
            rate, noise = 0.3 * (1 - share) + 0.02, 0.1 * (1 - share)
            self.bound.train(*tools, seed, first, count, rate, 0.9, noise, depth, weights, squares, *lines)
            if part >= parts // 2:
                mean += weights / (parts - parts // 2)
        return mean

    def match(
        self, table: tuple[int, int, int], depths: list[int], weights: Sequence[Weights], games: int, seed: int
    ) -> Array:
        """Wins of each of the players of these depths and weights."""
        wins = np.zeros(len(depths), np.int64)
        self.bound.match(*self.tools(table), np.array(depths), np.array(weights, np.float64), seed, 0, games, wins)
        return wins


def start(table: tuple[int, int, int], version: int = SPEC.version) -> Rules:
    """A game about to begin, with any number of figures; it ends with the first who is through."""
    rules = Rules()
    rules.lost_six = int(SPEC.defaults(SPEC.check_version(version))["lost_six"])
    rules.seats, rules.track, rules.pieces = table
    rules.stop_at_winner = 1
    rules.start()
    return rules


def begun(command: str) -> dict[str, list[float]]:
    """What the same command has written before it was stopped."""
    if FILE.exists() and json.loads(FILE.read_text(encoding="utf-8"))["command"] == command:
        return learned()
    return {}


def share(wins: int, games: int) -> str:
    """With its 95 % interval."""
    won = wins / games
    return f"{won:.1%} ± {1.96 * sqrt(won * (1 - won) / games):.1%}"


def matches(workshop: Workshop, games: int, seed: int) -> None:
    """One look ahead as `sharp` has it against simple players, on every board, with 95 % intervals."""
    for table in TABLES:
        depths = [DEPTH] + [SIMPLE] * (table[0] - 1)
        wins = workshop.match(table, depths, [learned()[name(*table)]] * table[0], games, seed)[0]
        print(f"{name(*table)}: {share(wins, games)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--games", type=int, default=30_000, help="self-play games for each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules-version", type=int, default=SPEC.version, help="of the rules that are played")
    parser.add_argument("--check", type=int, default=4000, help="games against simple players, to see what was learned")
    parser.add_argument("--match", type=int, default=0, help="no learning: games of sharp against simple players")
    given = parser.parse_args()
    if given.match:
        matches(Workshop(given.rules_version), given.match, given.seed)
        return
    command = f"{COMMAND} --games {given.games} --seed {given.seed} --rules-version {given.rules_version}"
    workshop, tables, before = Workshop(given.rules_version), begun(command), dict(learned())
    for table in TABLES:
        if name(*table) in tables:
            continue
        spent = time.process_time()
        weights = workshop.learn(table, given.games, given.seed)
        tables[name(*table)] = [round(float(w), 4) for w in weights]
        written(FILE, command, tables)
        spent = time.process_time() - spent
        seats, old = table[0], np.array(before.get(name(*table), weights))
        simple = workshop.match(table, [0] + [SIMPLE] * (seats - 1), [weights] * seats, given.check, given.seed)
        gain = workshop.match(table, [0] * seats, [weights] + [old] * (seats - 1), given.check, given.seed)
        print(
            f"{name(*table)}: {share(simple[0], given.check)} against simple players, "
            f"{share(gain[0], given.check)} against the weights before (alike: {1 / seats:.1%}), {spent:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
