"""How good a position of Mensch ärgere Dich nicht is for each seat: a few features and learned weights.

A position is judged before a roll.  Each seat gets a score, a weighted sum of its features, and the chance of a
seat to be the next one through is the softmax of the scores.  Weights move from those of an opening to those of an
ending with the progress of the leader; weights.py has them.
"""

from __future__ import annotations

from math import exp

from fabletop.compiler.arrays import Floats, Ints, Weights
from fabletop.games.mensch.rules import FACES, Rules

NEAR = 12  # squares: what two rolls reach
MOST_TRACK, MOST_PIECES = 40, 4

HOMES = 0  # features: so many figures at home
SQUARES = HOMES + MOST_PIECES + 1  # a figure on this square of the track
GOALS = SQUARES + MOST_TRACK  # this set of goal squares is filled
WAITING = GOALS + (1 << MOST_PIECES)  # so many figures at home while an own figure holds A
BEHIND = WAITING + MOST_PIECES + 1  # a foreign figure so many squares behind; and that times what would be lost
ON_FOREIGN_A = BEHIND + 4 * NEAR  # a figure on the A square of somebody with figures at home
PAST_FOREIGN_A = ON_FOREIGN_A + 4  # a figure up to six squares after one
ORDER = PAST_FOREIGN_A + 4  # seats until the own roll
ROLLS_LEFT = ORDER + 4  # that the seat about to roll has
SIZE = ROLLS_LEFT + 4
MOST_FEATURES = 160  # of a seat that are not zero


def features(state: Rules, seat: int, at: Ints, worth: Floats) -> int:
    """The features of a seat that are not zero: their places and their worths; how many there are."""
    track, seats, turn = state.track, state.seats, state.turn
    n = homes = goal = on_a = 0
    for i in range(state.pieces):
        square = state.figures[seat][i]
        if square < 0:
            homes += 1
        elif square >= track:
            goal |= 1 << square - track
        else:
            if square == 0:
                on_a = 1
            at[n], worth[n] = SQUARES + square, 1.0
            n += 1
            n = dangers(state, seat, square, at, worth, n)
    at[n], worth[n] = HOMES + homes, 1.0
    at[n + 1], worth[n + 1] = GOALS + goal, 1.0
    order = seat - turn
    at[n + 2], worth[n + 2] = ORDER + (order if order >= 0 else order + seats), 1.0
    n += 3
    if on_a:
        at[n], worth[n] = WAITING + homes, 1.0
        n += 1
    if seat == turn:
        at[n], worth[n] = ROLLS_LEFT + state.tries, 1.0
        n += 1
    return n


def dangers(state: Rules, seat: int, square: int, at: Ints, worth: Floats, n: int) -> int:
    """Who could throw out the figure on this square, how soon, and what would be lost."""
    track, seats = state.track, state.seats
    lost = (square + 1) / track
    for other in range(seats):
        if other == seat or state.places[other]:
            continue
        quarters = seat - other if seats > 2 else 2
        there = (square + track // 4 * quarters) % track  # what the other calls the square
        rolls = 2 if other == state.turn else 0
        homes = 0
        for i in range(state.pieces):
            foe = state.figures[other][i]
            if foe < 0:
                homes += 1
            elif 0 < there - foe <= NEAR:
                place = BEHIND + rolls * NEAR + there - foe - 1
                at[n], worth[n] = place, 1.0
                at[n + 1], worth[n + 1] = place + NEAR, lost
                n += 2
        if homes and there <= FACES:
            place = (PAST_FOREIGN_A if there else ON_FOREIGN_A) + rolls
            at[n], worth[n] = place, 1.0
            at[n + 1], worth[n + 1] = place + 1, lost
            n += 2
    return n


def stage(state: Rules) -> float:
    """How far the leader has come, from 0 to 1."""
    most = 0
    for seat in range(state.seats):
        total = 0
        for i in range(state.pieces):
            total += state.figures[seat][i] + 1
        most = max(most, total)
    whole = state.pieces * (state.track + 1) + state.pieces * (state.pieces - 1) // 2
    return float(most / whole)


def is_decided(state: Rules, taken: int) -> bool:
    """Is one more through than before, or nobody else left?"""
    decided = False
    for seat in range(state.seats):
        decided = decided or state.places[seat] > taken
    return decided


def judge(state: Rules, taken: int, weights: Weights, at: Ints, worth: Floats, chances: Floats, first: int) -> None:
    """The chance of each seat to be the next one through, when so many were through before: from chances[first] on."""
    seats = state.seats
    if is_decided(state, taken):
        for seat in range(seats):
            chances[first + seat] = 1.0 if state.places[seat] == taken + 1 else 0.0
        return
    late = stage(state)
    total = 0.0
    for seat in range(seats):
        chances[first + seat] = 0.0
        if state.places[seat] == 0:
            score = 0.0
            for k in range(features(state, seat, at, worth)):
                score += ((1.0 - late) * weights[at[k]] + late * weights[SIZE + at[k]]) * worth[k]
            chances[first + seat] = exp(min(50.0, max(-50.0, score)))
            total += chances[first + seat]
    for seat in range(seats):
        chances[first + seat] /= total
