"""The small board of the yardstick, compiled with the rules: its positions, value iteration, what a player does."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.compiler.arrays import Array, Weights
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng
from fabletop.games.mensch.rules import FACES, ROLL, Rules
from fabletop.games.mensch.training import by_depth

KERNELS = ("number_all", "improve", "weigh", "ways_taken")
WAYS = 3  # to use a roll: at most two figures to move, or one and a fresh roll
WON = 1 << 30  # instead of the number of a position


def spot_of(state: Rules, width: int) -> int:
    """Where the index has a position: the figures of both seats in ascending order, and the rolls left."""
    found = state.tries - 1
    for step in range(2):
        seat = state.turn if step == 0 else 1 - state.turn
        one, two = state.figures[seat][0] + 1, state.figures[seat][1] + 1
        found = (found * width + min(one, two)) * width + max(one, two)
    return int(found)


def number_all(
    states: Sequence[Rules],
    index: Array,
    rolled: Rules,
    after: Rules,
    moves: Moves,
    width: int,
    targets: Array,
    actions: Array,
) -> int:
    """Number all positions from states[0] on; targets are n + 1 if the same seat rolls there, -(n + 1) if the other."""
    index[spot_of(states[0], width)] = 1
    known, done = 1, 0
    while done < known:
        for face in range(FACES):
            rolled.become(states[done])
            rolled.apply(ROLL + face)
            moves.n = 1
            if rolled.to_move() != CHANCE:
                moves.clear()
                rolled.legal(moves)
            for k in range(moves.n):
                after.become(rolled)
                if rolled.to_move() != CHANCE:
                    after.apply(moves.room[k])
                    actions[done, face, k] = moves.room[k]
                if after.to_move() == OVER:
                    targets[done, face, k] = WON
                    continue
                spot = spot_of(after, width)
                if index[spot] == 0:
                    states[known].become(after)
                    known += 1
                    index[spot] = known
                targets[done, face, k] = index[spot] if after.turn == states[done].turn else -index[spot]
        done += 1
    return known


def worth_of(target: int, mine: Array, theirs: Array) -> float:
    """The chance of a seat that has led to a target: `mine` where it rolls, `theirs` where the other does."""
    if target == WON:
        return 1.0
    return float(mine[target - 1] if target > 0 else theirs[-target - 1])


def improve(targets: Array, values: Array) -> float:
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


def weigh(targets: Array, shares: Array, others: Array, mine: Array, theirs: Array) -> float:
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


def ways_taken(
    states: Sequence[Rules], targets: Array, actions: Array, depth: int, rolled: Rules, trial: Rules, moves: Moves,
    rng: Rng, weights: Weights, shares: Array,
) -> None:  # fmt: skip
    """What the player of a depth does in every position: all of its share to one way."""
    for i in range(len(targets)):
        for face in range(FACES):
            chosen = 0
            if targets[i, face, 1]:
                rolled.become(states[i])
                rolled.apply(ROLL + face)
                action = by_depth(rolled, trial, depth, moves, rng, weights)
                while actions[i, face, chosen] != action:
                    chosen += 1
            shares[i, face, chosen] = 1.0
