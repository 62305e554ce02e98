"""Self-play and matches of Mensch ärgere Dich nicht, compiled with the rules and the evaluation; see learn.py."""

from __future__ import annotations

from math import sqrt

from fabletop.compiler.arrays import Array, Weights
from fabletop.compiler.drivers import integers, reals
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng
from fabletop.games.mensch.evaluation import MOST_FEATURES, SIZE, features, judge, stage
from fabletop.games.mensch.rules import Rules
from fabletop.games.mensch.thinking import most_hopeful
from fabletop.games.mensch.thumb import simple

KERNELS = ("match", "train")
MOST_TURNS = 2000  # turns of a game that is learned from
SIMPLE, ANYHOW = -1, -2  # as the depth of a player: no evaluation, but the simple rules, or anything


def by_depth(state: Rules, trial: Rules, depth: int, moves: Moves, rng: Rng, weights: Weights) -> int:
    """What a player of a depth does; the first of equals."""
    moves.clear()
    state.legal(moves)
    if moves.n == 1:
        return int(moves.room[0])
    if depth == ANYHOW:
        return int(moves.pick(rng))
    if depth != SIMPLE:
        return most_hopeful(state, trial, moves, depth, weights)
    best, chosen = -1, 0
    for k in range(moves.n):
        liked = simple(state, moves.room[k])
        if liked > best:
            best, chosen = liked, k
    return int(moves.room[chosen])


def match(
    root: Rules, state: Rules, trial: Rules, moves: Moves, rng: Rng, depths: Array, weights: Array,
    seed: int, first: int, games: int, wins: Array,
) -> None:  # fmt: skip
    """Games between players of these depths and weights; game i shifts them by i seats, with the same dice for each."""
    seats = root.seats
    for i in range(first, first + games):
        rng.seed(seed, i // seats)
        state.become(root)
        over = False
        while not over:
            who = state.to_move()
            if who == CHANCE:
                state.apply(state.sample(moves, rng))
            else:
                player = (who + i) % seats
                state.apply(by_depth(state, trial, depths[player], moves, rng, weights[player]))
            for seat in range(seats):
                if state.places[seat] == 1:
                    wins[(seat + i) % seats] += 1
                    over = True


def train(
    root: Rules, state: Rules, trial: Rules, moves: Moves, rng: Rng,
    seed: int, first: int, games: int, rate: float, lam: float, noise: float, depth: int,
    weights: Array, squares: Array, rows_at: Array, rows_worth: Array, counts: Array, lates: Array, believed: Array,
) -> None:  # fmt: skip
    """Self-play games of this depth, now and then at random, each learned from when it is over."""
    seats = root.seats
    target, at, worth = reals(seats), integers(MOST_FEATURES), reals(MOST_FEATURES)
    for i in range(first, first + games):
        rng.seed(seed, i)
        state.become(root)
        turns = 0
        while state.to_move() != OVER:
            if state.to_move() == CHANCE:
                if turns < MOST_TURNS:
                    lates[turns] = stage(state)
                    judge(state, 0, weights, at, worth, believed[turns], 0)
                    for seat in range(seats):
                        counts[turns, seat] = features(state, seat, rows_at[turns, seat], rows_worth[turns, seat])
                    turns += 1
                state.apply(state.sample(moves, rng))
            else:
                looks = ANYHOW if rng.word() < noise * 4294967296.0 else depth
                state.apply(by_depth(state, trial, looks, moves, rng, weights))
        for seat in range(seats):
            target[seat] = 1.0 if state.places[seat] == 1 else 0.0
        for t in range(turns - 1, -1, -1):
            for seat in range(seats):
                error = target[seat] - believed[t, seat]
                for k in range(counts[t, seat]):
                    place, size = rows_at[t, seat, k], rows_worth[t, seat, k] * error
                    for part in range(2):
                        step = size * (lates[t] if part else 1.0 - lates[t])
                        squares[SIZE * part + place] += step * step
                        weights[SIZE * part + place] += rate * step / sqrt(squares[SIZE * part + place] + 1.0)
            for seat in range(seats):
                target[seat] = lam * target[seat] + (1.0 - lam) * believed[t, seat]
