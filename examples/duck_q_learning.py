"""Tabular Q-learning finds out where to hop in the Duck Game, by playing against itself.

    python examples/duck_q_learning.py            about a minute; compares with the exact solution

What a seat needs to know is where it stands and what it rolled: 64 squares times 6 faces.  Many games at once
(fabletop.batch) teach one table.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import fabletop

SQUARES, FACES = 64, 7
GO, STAY = 0, 1  # columns of the table: hop or swim on, or stay


def learn(steps: int = 3000, games: int = 2048, seed: int = 1, explore: float = 0.2) -> Any:
    """The table: the reward (-1 to 1) that each decision promises, [square, face, go or stay]."""
    env = fabletop.batch("duck", games, seats=2, autoreset="same_step")
    env.reset(seed=seed)
    columns = {number.name: k for k, number in enumerate(env.numbers)}
    at, die = [columns["at[0]"], columns["at[1]"]], columns["die"]
    stay = env.number("stay")
    dice = np.random.default_rng(seed)
    table = np.zeros((SQUARES, FACES, 2))
    visits = np.ones_like(table)
    rows = np.arange(games)
    last = np.full((games, 2, 3), -1)  # what each seat decided last: square, face, choice

    def update(which: Any, seat: Any, target: Any) -> None:
        """Move what these seats decided last towards what came of it."""
        square, face, choice = last[which, seat].T
        known = square >= 0
        square, face, choice, target = square[known], face[known], choice[known], target[known]
        np.add.at(visits, (square, face, choice), 1)
        rate = np.maximum(0.002, visits[square, face, choice] ** -0.7)
        np.add.at(table, (square, face, choice), rate * (target - table[square, face, choice]))

    for _ in range(steps):
        seat = env.seat.astype(int)
        square = env.observation[rows, np.take(at, seat)].astype(int)
        face = env.observation[:, die].astype(int)
        update(rows, seat, table[square, face].max(axis=1))  # one's own next decision tells what the last was worth
        choice = table[square, face].argmax(axis=1)
        whim = dice.random(games) < explore
        choice[whim] = dice.integers(2, size=int(whim.sum()))
        last[rows, seat] = np.stack([square, face, choice], axis=1)
        go = np.where(env.mask[:, env.number("hop")] == 1, env.number("hop"), env.number("go"))
        env.step(np.where(choice == STAY, stay, go))
        ended = np.flatnonzero(env.done)
        for who in (0, 1):
            update(ended, np.full(len(ended), who), env.reward[ended, who])
        last[ended] = -1
    return table


def compared(table: Any) -> list[tuple[int, int, float, bool]]:
    """For each duck and face: square, face, the turns that hopping saves by the exact solution, and whether the table
    agrees."""
    found = []
    perfect: Any = fabletop.bot("duck", "perfect")
    alone = fabletop.game("duck", seats=1)  # who is alone needs so many turns, whatever others do
    for square in range(1, SQUARES - 1):
        for face in range(1, FACES):
            state = alone.new()
            state.rules.at, state.rules.die = [square, 0, 0, 0], face
            if not state.rules.on_duck(square) or not table[square, face].any():
                continue
            worth = perfect.values(state.view(0))
            better = worth["hop"] - worth["stay"]
            right = (table[square, face, GO] > table[square, face, STAY]) == (better > 0)
            found.append((square, face, better, right))
    return found


def score(table: Any, games: int = 4000, seed: int = 9) -> float:
    """The mean reward of the learned table in the first seat against random play."""
    env = fabletop.batch("duck", games, seats=2, opponents="random", autoreset="disabled")
    env.reset(seed=seed)
    columns = {number.name: k for k, number in enumerate(env.numbers)}
    total = np.zeros(games)
    while not env.done.all():
        square, face = (env.observation[:, columns[name]].astype(int) for name in ("at[0]", "die"))
        go = env.mask[:, : env.number("stay")].argmax(axis=1)
        choice = np.where(table[square, face].argmax(axis=1) == STAY, env.number("stay"), go)
        env.step(choice)
        total += env.reward[:, 0]
    return float(total.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3000)
    table = learn(parser.parse_args().steps)
    found = compared(table)
    clear = [row for row in found if abs(row[2]) > 0.75]
    print(f"{sum(row[3] for row in clear)} of {len(clear)} clear decisions are the best ones;")
    print(f"{sum(row[3] for row in found)} of {len(found)} in all")
    print(f"mean reward against random play: {score(table):.3f}")


if __name__ == "__main__":
    main()
