"""A small network of plain NumPy learns Space Kniffel alone, and is measured against the exact optimum.

    python examples/kniffel_q_learning.py --rounds 300        a few minutes; prints the curve

A decision is judged by what it leaves: the boxes that are still free, the dice that are kept or scored, the rolls left.
Each round plays a batch of whole games (fabletop.batch), mostly by what seems best, and learns what every decision
brought from then on, in it and in the few before.  Of the rules it is told only which box belongs to which symbol.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import fabletop

OPTIMUM = 33.9319  # `fabletop analyse kniffel --seats 1`
SYMBOLS = ("ufo", "rocket", "nebula", "star", "sun", "planet")
BOXES = (*SYMBOLS, "triple", "two-pairs", "triple-pair", "five-different", "kniffel")
HIDDEN = 96
KEPT, UPDATES = 4, 32  # rounds to learn from again, and steps of learning for each of them


class Network:
    """What a decision promises: features to one hidden layer to a number, trained by Adam."""

    def __init__(self, inputs: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.weights = [
            dice.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32), np.zeros(HIDDEN, np.float32),
            dice.normal(0, 0.05, HIDDEN).astype(np.float32), np.zeros((), np.float32),
        ]  # fmt: skip
        self.first, self.second = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self.updates = 0

    def __call__(self, x: Any) -> Any:
        a, b, c, d = self.weights
        return np.maximum(x @ a + b, 0) @ c + d

    def learn(self, x: Any, target: Any, rate: float) -> None:
        a, b, c, d = self.weights
        h = np.maximum(x @ a + b, 0)
        error = (target - (h @ c + d)) / len(x)
        back = error[:, None] * c
        back[h <= 0] = 0
        self.updates += 1
        grads = [x.T @ back, back.sum(axis=0), h.T @ error, error.sum()]
        for k, g in enumerate(grads):
            self.first[k] = 0.9 * self.first[k] + 0.1 * g
            self.second[k] = 0.999 * self.second[k] + 0.001 * np.square(g)
            step = self.first[k] / (1 - 0.9**self.updates)
            size = np.sqrt(self.second[k] / (1 - 0.999**self.updates)) + 1e-8
            self.weights[k] = (self.weights[k] + rate * step / size).astype(np.float32)


class Learner:
    def __init__(self, games: int = 512, seed: int = 1) -> None:
        self.env = fabletop.batch("kniffel", games, seats=1, rewards="score", autoreset="disabled")
        texts = [text.split() for text in self.env.actions]
        self.thrown = np.array([[t.count(s) if t[0] == "reroll" else 0 for s in SYMBOLS] for t in texts], np.float32)
        self.box = np.array([[t[0] == "score" and t[1] == box for box in BOXES] for t in texts], np.float32)
        names = [feature.name for feature in self.env.encoding.features]
        self.free = [names.index(f"{box} in free[0]") for box in range(len(BOXES))]
        self.dice = [names.index(f"dice: {symbol}") for symbol in range(len(SYMBOLS))]
        self.rolls = names.index("rolls")
        columns = [number.name for number in self.env.numbers]
        self.sheet = [columns.index(f"sheets[0][{box}]") for box in range(len(BOXES))]
        self.network = Network(11 + 11 + 6 + 6 + 6 + 3 + 6, seed)
        self.random = np.random.default_rng(seed)

    def features(self, game: Any, action: Any, seen: Any) -> Any:
        """What each of these decisions leaves."""
        box, shown = self.box[action], 5 * seen[game][:, self.dice] - self.thrown[action]
        scored = box.any(axis=1, keepdims=True)
        left = np.where(scored, 0, np.rint(3 * seen[game][:, [self.rolls]]))
        own = (shown * box[:, :6]).sum(axis=1, keepdims=True)
        tall = -np.sort(-shown, axis=1)
        kinds = np.concatenate([shown * ~scored, tall * scored, tall * ~scored], axis=1) / 5
        rolls = np.concatenate([left == 1, left == 2, own / 5], axis=1)
        free = seen[game][:, self.free] - box
        wanted = shown * free[:, : len(SYMBOLS)] * ~scored / 5
        return np.concatenate([free, box, kinds, rolls, wanted], axis=1).astype(np.float32)

    def play(self, seed: int, curious: float) -> tuple[Any, Any, Any]:
        """Whole games: the features of all decisions, what each brought from then on, and the scores."""
        env, seen = self.env, []
        env.reset(seed=seed)
        points = env.observation[:, self.sheet].sum(axis=1)
        while not env.done.all():
            game, action = np.nonzero(env.mask)
            x = self.features(game, action, env.encoded())
            worth = self.network(x)
            worth = np.where(
                self.random.random(len(worth)) < curious, worth + self.random.normal(0, 4, len(worth)), worth
            )
            best = np.full(env.n, -np.inf)
            np.maximum.at(best, game, worth)
            row = np.zeros(env.n, int)
            taken = np.flatnonzero(worth == best[game])
            row[game[taken]] = taken
            on = ~env.done
            env.step(np.where(on, action[row], 0))
            after = env.observation[:, self.sheet].sum(axis=1)
            seen.append((x[row], on, np.where(on, after - points, 0)))
            points = after
        to_come, rows = np.zeros(env.n, np.float32), []
        for x, on, gain in reversed(seen):
            to_come = to_come + gain
            rows.append((x[on], to_come[on]))
        features, returns = (np.concatenate(column) for column in zip(*rows, strict=True))
        return features, returns, points

    def train(self, rounds: int) -> Iterator[tuple[int, float]]:
        """After every twentieth round: its number and the mean score of greedy play."""
        played: list[tuple[Any, Any]] = []
        for number in range(rounds + 1):
            if number % 20 == 0:
                yield number, float(self.play(1_000_000 + number, 0.0)[2].mean())
            left = 1 - number / (rounds + 1)
            played = [*played[1 - KEPT :], self.play(number, 0.1 * left)[:2]]
            x, returns = (np.concatenate(column) for column in zip(*played, strict=True))
            for part in np.array_split(self.random.permutation(len(x)), UPDATES * len(played)):
                self.network.learn(x[part], returns[part], rate=0.003 * left)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=300)
    began = time.monotonic()
    print("rounds    games   points (512 games)   seconds")
    for number, points in Learner().train(parser.parse_args().rounds):
        print(f"{number:6} {512 * number:8} {points:20.2f} {time.monotonic() - began:9.0f}", flush=True)
    print(f"exact optimum: {OPTIMUM}")


if __name__ == "__main__":
    main()
