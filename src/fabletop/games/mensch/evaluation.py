"""How good a position of Mensch ärgere Dich nicht is for each seat: a few features and learned weights.

A position is judged before a roll.  Each seat gets a score, a weighted sum of its features, and the chance of a
seat to be the next one through is the softmax of the scores.  Weights move from those of an opening to those of an
ending with the progress of the leader.  The functions read the fields of a record alone, so that the same text
serves the players as it is and `learn` compiled.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, TypeAlias

Weights: TypeAlias = Sequence[float]

FACES = 6
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
TRIES = ORDER + 4  # rolls that the seat about to roll has
SIZE = TRIES + 4
ROOM = 160  # no seat has more features that are not zero

FILE = Path(__file__).with_name("evaluation.json")


def features(state: Any, seat: int, at: Any, worth: Any) -> int:
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
        at[n], worth[n] = TRIES + state.tries, 1.0
        n += 1
    return n


def dangers(state: Any, seat: int, square: int, at: Any, worth: Any, n: int) -> int:
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


def stage(state: Any) -> float:
    """How far the leader has come, from 0 to 1."""
    most = 0
    for seat in range(state.seats):
        total = 0
        for i in range(state.pieces):
            total += state.figures[seat][i] + 1
        most = max(most, total)
    whole = state.pieces * (state.track + 1) + state.pieces * (state.pieces - 1) // 2
    return float(most / whole)


def judge(state: Any, taken: int, weights: Any, at: Any, worth: Any, chances: Any) -> bool:
    """The chance of each seat to be the next one through, when so many were through before; True: it is decided."""
    seats = state.seats
    for seat in range(seats):
        if state.places[seat] > taken:  # somebody has got there, or nobody else is left
            for other in range(seats):
                chances[other] = 1.0 if state.places[other] == taken + 1 else 0.0
            return True
    late = stage(state)
    total = 0.0
    for seat in range(seats):
        chances[seat] = 0.0
        if state.places[seat] == 0:
            score = 0.0
            for k in range(features(state, seat, at, worth)):
                score += ((1.0 - late) * weights[at[k]] + late * weights[SIZE + at[k]]) * worth[k]
            chances[seat] = exp(min(50.0, max(-50.0, score)))
            total += chances[seat]
    for seat in range(seats):
        chances[seat] /= total
    return False


# The learned weights


def name(seats: int, track: int, pieces: int) -> str:
    return f"{seats} seats, track {track}, {pieces} figures"


def checksum(tables: dict[str, list[float]]) -> str:
    return hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()


@cache
def learned() -> dict[str, list[float]]:
    """All weights by name; a damaged file is an error."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    tables: dict[str, list[float]] = data["weights"]
    if data["sha256"] != checksum(tables):
        raise ValueError(f"{FILE.name} does not have its checksum: write it anew with {data['command']}")
    return tables


def weights_for(position: Any) -> Weights:
    """The weights for the seats, the track and the figures of a position."""
    return learned()[name(position.seats, position.track, position.pieces)]
