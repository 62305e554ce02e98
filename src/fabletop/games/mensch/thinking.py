"""Choosing a move in Mensch ärgere Dich nicht: a look ahead over the dice, judged by the evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.compiler.arrays import Floats, Ints, Weights
from fabletop.compiler.drivers import integers, reals, twins
from fabletop.engine.rulebook import CHANCE, Moves
from fabletop.games.mensch.evaluation import MOST_FEATURES, is_decided, judge
from fabletop.games.mensch.rules import FACES, ROLL, Rules

DEPTH = 2  # rolls that sharp looks ahead, after its own move
WIDE = 5 * FACES  # positions after one roll and a move, at most
FIRST, SECOND, ROLLED = (
    1,
    1 + WIDE,
    1 + 2 * WIDE,
)  # nodes: those after the first roll, after the second, and a spare one
NODES = ROLLED + 1
SEATS = 4


def most_hopeful(view: Rules, trial: Rules, moves: Moves, depth: int, weights: Weights) -> int:
    """The move after which the seat to act hopes most, looking so many rolls ahead; the first of equals."""
    nodes, faces, hopes = twins(view, NODES if depth else 1), integers(NODES), reals(SEATS * NODES)
    at, worth, options, n = integers(MOST_FEATURES), reals(MOST_FEATURES), integers(WIDE), moves.n
    for k in range(n):
        options[k] = moves.room[k]
    chosen, best = 0, -1.0
    for k in range(n):
        nodes[0].become(view)
        nodes[0].apply(options[k])
        foresee(depth, through(view), nodes, moves, weights, at, worth, faces, hopes)
        if hopes[view.turn] > best:
            chosen, best = k, hopes[view.turn]
    return int(options[chosen])


def through(state: Rules) -> int:
    """How many seats have all their figures in the goal."""
    n = 0
    for seat in range(state.seats):
        if state.places[seat]:
            n += 1
    return n


def foresee(
    depth: int, taken: int, nodes: Sequence[Rules], moves: Moves, weights: Weights,
    at: Ints, worth: Floats, faces: Ints, hopes: Floats,
) -> None:  # fmt: skip
    """The chance of each seat to be the next one through in the first node, which is before a roll: the first hopes.

    So many more rolls are looked at, two at most.
    """
    if depth < DEPTH or is_decided(nodes[0], taken):
        glance(0, depth, taken, nodes, moves, weights, at, worth, faces, hopes)
        return
    n = spread(0, FIRST, nodes, moves, faces)
    for i in range(FIRST, FIRST + n):
        glance(i, depth - 1, taken, nodes, moves, weights, at, worth, faces, hopes)
    gather(0, FIRST, n, nodes, faces, hopes)


def glance(
    i: int, depth: int, taken: int, nodes: Sequence[Rules], moves: Moves, weights: Weights,
    at: Ints, worth: Floats, faces: Ints, hopes: Floats,
) -> None:  # fmt: skip
    """What is to be hoped for in a node, looking at one more roll or none."""
    if depth == 0 or is_decided(nodes[i], taken):
        judge(nodes[i], taken, weights, at, worth, hopes, SEATS * i)
        return
    n = spread(i, SECOND, nodes, moves, faces)
    for k in range(SECOND, SECOND + n):
        judge(nodes[k], taken, weights, at, worth, hopes, SEATS * k)
    gather(i, SECOND, n, nodes, faces, hopes)


def spread(i: int, first: int, nodes: Sequence[Rules], moves: Moves, faces: Ints) -> int:
    """From one node to all that a roll and a move can make of it, and by which face; how many."""
    n, rolled = 0, nodes[ROLLED]
    for face in range(FACES):
        rolled.become(nodes[i])
        rolled.apply(ROLL + face)
        if rolled.to_move() == CHANCE:  # nobody can use it
            nodes[first + n].become(rolled)
            faces[first + n] = face
            n += 1
            continue
        moves.clear()
        rolled.legal(moves)
        for k in range(moves.n):
            nodes[first + n].become(rolled)
            nodes[first + n].apply(moves.room[k])
            faces[first + n] = face
            n += 1
    return n


def gather(i: int, first: int, n: int, nodes: Sequence[Rules], faces: Ints, hopes: Floats) -> None:
    """Whoever rolls does with each face what is best for itself."""
    seats, mover = nodes[i].seats, nodes[i].turn
    for seat in range(seats):
        hopes[SEATS * i + seat] = 0.0
    k = first
    while k < first + n:
        best, face = k, faces[k]
        while k < first + n and faces[k] == face:
            if hopes[SEATS * k + mover] > hopes[SEATS * best + mover]:
                best = k
            k += 1
        for seat in range(seats):
            hopes[SEATS * i + seat] += hopes[SEATS * best + seat] / FACES
