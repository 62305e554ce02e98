"""Self-play of Mau-Mau(s), compiled with the rules and the evaluation; see learn.py."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from fabletop.compiler.arrays import Array
from fabletop.compiler.drivers import integers
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng
from fabletop.games.maumau.evaluation import MOST_FEATURES, hope, noticed
from fabletop.games.maumau.mind import Mind
from fabletop.games.maumau.rules import Rules

KERNELS = ("train",)
MOST_TURNS = 400  # decisions of a game that are learned from


def train(
    root: Rules, state: Rules, trial: Rules, moves: Moves, rng: Rng, minds: Sequence[Mind],
    seed: int, first: int, games: int, rate: float, lam: float, noise: float,
    weights: Array, squares: Array, rows: Array, counts: Array, whose: Array, believed: Array, target: Array,
) -> None:  # fmt: skip
    """Self-play games by the evaluation, now and then at random, each learned from when it is over."""
    at = integers(MOST_FEATURES)
    for i in range(first, first + games):
        rng.seed(seed, i)
        state.become(root)
        if rng.below(2):  # every other game has any house rules
            state.play_drawn, state.free_draw = rng.below(2), rng.below(2)
            state.stack_plus, state.start_effects = rng.below(2), rng.below(2)
        for seat in range(root.seats):
            minds[seat].forget()
        turns = 0
        while state.to_move() != OVER:
            who = state.to_move()
            if who == CHANCE:
                state.apply(state.sample(moves, rng))
                continue
            minds[who].notice(state)
            moves.clear()
            state.legal(moves)
            chosen, best = moves.room[0], -1.0
            if rng.word() < noise * 4294967296.0:
                chosen = moves.pick(rng)
            elif moves.n > 1:
                for k in range(moves.n):
                    trial.become(state)
                    trial.apply(moves.room[k])
                    found = hope(minds[who], trial, who, weights, at)
                    if found > best:
                        chosen, best = moves.room[k], found
            state.apply(chosen)
            if turns < MOST_TURNS and state.to_move() != OVER:
                believed[turns] = hope(minds[who], state, who, weights, at)
                counts[turns] = noticed(minds[who], state, who, rows[turns])
                whose[turns] = who
                turns += 1
        for seat in range(root.seats):
            target[seat] = 1.0 if state.rank(seat) == 1 else 0.0
        for t in range(turns - 1, -1, -1):
            seat = whose[t]
            error = target[seat] - believed[t]
            for k in range(counts[t]):
                place = rows[t, k]
                squares[place] += error * error
                weights[place] += rate * error / sqrt(squares[place] + 1.0)
            target[seat] = lam * target[seat] + (1.0 - lam) * believed[t]
