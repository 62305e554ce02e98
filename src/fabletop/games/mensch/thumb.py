"""Simple rules for a move in Mensch ärgere Dich nicht: hit, enter the goal, flee, else the figure in the lead."""

from __future__ import annotations

from fabletop.engine.rulebook import NOBODY
from fabletop.games.mensch.rules import AGAIN, ENTER, FACES, MOVE, Rules


def hit(state: Rules, target: int) -> int:
    victim: int = state.hit(target)
    return victim


def simple(state: Rules, action: int) -> int:
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


def hunters(state: Rules, square: int) -> int:
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
