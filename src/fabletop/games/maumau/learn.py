"""Learn the evaluation by self-play: `python -m fabletop.games.maumau.learn` writes evaluation.json.

Each game is played by the evaluation itself, now and then at random, every other one under any house rules; after it
the weights move towards what the positions led to (TD(lambda) on the cross entropy of winning, with Adagrad's steps).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array
from fabletop.compiler.packing import dtype_of, packed
from fabletop.engine.game import Game
from fabletop.engine.rulebook import Moves, Rng
from fabletop.games.maumau import training
from fabletop.games.maumau.evaluation import MOST_FEATURES, SIZE
from fabletop.games.maumau.mind import SHARP, Mind
from fabletop.games.maumau.spec import SPEC
from fabletop.games.maumau.training import MOST_TURNS
from fabletop.games.maumau.weights import FILE, name
from fabletop.players.learned import written

COMMAND = "python -m fabletop.games.maumau.learn"
PARTS = 20  # noise and steps get smaller from one to the next


def learn(seats: int, games: int, seed: int, rate: float = 1.0, lam: float = 0.7) -> Array:
    """The weights after so many games: the mean of the last half of the way."""
    bound = store.extended("maumau", training)
    root = Game("maumau", seats).new().rules
    minds = np.zeros(seats, dtype_of(Mind))
    minds["level"] = SHARP
    tools: tuple[Any, ...] = (*(packed(root)[0] for _ in range(3)), packed(Moves())[0], packed(Rng())[0], minds)
    weights, squares, mean = np.zeros(SIZE), np.zeros(SIZE), np.zeros(SIZE)
    lines = (
        np.zeros((MOST_TURNS, MOST_FEATURES), np.int64),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(MOST_TURNS),
        np.zeros(seats),
    )
    for part in range(PARTS):
        first, left = games * part // PARTS, 1 - part / PARTS
        count = games * (part + 1) // PARTS - first
        bound.train(*tools, seed, first, count, rate * left + 0.02, lam, 0.1 * left, weights, squares, *lines)
        if part >= PARTS // 2:
            mean += weights / (PARTS - PARTS // 2)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--games", type=int, default=2_000_000, help="self-play games for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tables, (low, high) = {}, SPEC.seats
    for seats in range(low, high + 1):
        spent = time.process_time()
        tables[name(seats)] = [round(float(w), 4) for w in learn(seats, given.games, given.seed)]
        print(f"{name(seats)}: {time.process_time() - spent:.0f} s", flush=True)
    written(FILE, f"{COMMAND} --games {given.games} --seed {given.seed}", tables)


if __name__ == "__main__":
    main()
