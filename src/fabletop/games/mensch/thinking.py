"""Choosing a move in Mensch ärgere Dich nicht: the simple rules, and a look ahead over the dice.

One text for both speeds: the players run it as it is; `fast` compiles it together with the compiled rules.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from fabletop.engine.rulebook import CHANCE, NOBODY
from fabletop.games.mensch.evaluation import FACES, judge
from fabletop.games.mensch.rules import AGAIN, ENTER, MOVE, ROLL

# What a record does; compiled it is a function of this name


def listed(state: Any, moves: Any) -> None:
    state.legal(moves)


def apply(state: Any, action: int) -> None:
    state.apply(action)


def become(state: Any, other: Any) -> None:
    state.become(other)


def to_move(state: Any) -> int:
    seat: int = state.to_move()
    return seat


def hit(state: Any, target: int) -> int:
    victim: int = state.hit(target)
    return victim


def legal(state: Any, moves: Any) -> None:
    moves.n = moves.total = 0
    listed(state, moves)


# The simple rules: hit, enter the goal, flee, else the figure in the lead


def simple(state: Any, action: int) -> int:
    """How much the simple player likes an action: the more the better."""
    if action == AGAIN:
        return 0
    if action == ENTER:
        return 50
    square: int = state.figures[state.turn][action - MOVE]
    if hit(state, square + state.die) != NOBODY:
        return 400 + square
    if square < state.track <= square + state.die:
        return 300 + square
    if square < state.track and hunters(state, square):
        return 200 + square
    return 100 + square if square < state.track else 60 + square - state.track


def hunters(state: Any, square: int) -> int:
    """How many foreign figures one roll could bring to a square of the seat on turn."""
    found = 0
    for other in range(state.seats):
        if other != state.turn:
            quarters = state.turn - other if state.seats > 2 else 2
            there = (square + state.track // 4 * quarters) % state.track
            for i in range(state.pieces):
                foe = state.figures[other][i]
                if foe >= 0 and 0 < there - foe <= FACES:
                    found += 1
    return found


# The look ahead


def foresee(depth: int, taken: int, states: Any, moves: Any, weights: Any, at: Any, worth: Any, chances: Any) -> None:
    """The chances of the seats in states[depth], which is before a roll: depth more rolls are looked at.

    Whoever is to move after a roll takes what is best for itself.  chances[depth] is the answer; the rows below
    are room to think in.
    """
    state, answer = states[depth], chances[depth]
    if judge(state, taken, weights, at, worth, answer) or depth == 0:
        return
    seats = state.seats
    for seat in range(seats):
        answer[seat] = 0.0
    rolled, below, best = states[depth + AFTER], states[depth - 1], chances[depth + AFTER]
    for face in range(FACES):
        become(rolled, state)
        apply(rolled, ROLL + face)
        mover = to_move(rolled)
        if mover == CHANCE:  # nobody can use it
            become(below, rolled)
            foresee(depth - 1, taken, states, moves, weights, at, worth, chances)
            for seat in range(seats):
                answer[seat] += chances[depth - 1][seat] / FACES
            continue
        options = moves[depth]
        legal(rolled, options)
        best[mover] = -1.0
        for k in range(options.n):
            become(below, rolled)
            apply(below, options.room[k])
            foresee(depth - 1, taken, states, moves, weights, at, worth, chances)
            if chances[depth - 1][mover] > best[mover]:
                for seat in range(seats):
                    best[seat] = chances[depth - 1][seat]
        for seat in range(seats):
            answer[seat] += best[seat] / FACES


DEPTH = 2  # rolls that sharp looks ahead, after its own move
AFTER = 4  # rows for positions after a roll begin here: nobody looks further than three rolls ahead
ROWS = 2 * AFTER


def fast(function: Any, names: dict[str, Any]) -> Any:
    """A function of this kind compiled by Numba, calling what `names` has in place of what it names."""
    from numba import njit

    scope = {**function.__globals__, **names}
    made = njit(FunctionType(function.__code__, scope, function.__name__), error_model="numpy", nogil=True)
    scope[function.__name__] = names[function.__name__] = made
    return made
