"""Positions of a round of Quidditch Dice that are worth the same are taken for one, and that one has a number."""

from __future__ import annotations

import random

from fabletop.games.quidditch.board import ROWS
from fabletop.games.quidditch.rules import BLUDGER, KEEPER, KINDS, OUTSIDE, Rules

CUT = (1 << 62) - 1
CELLS = KINDS * (ROWS + 1)  # of the dice, and as many of the pitch
_mixed = random.Random("quidditch")
SPREAD = tuple(_mixed.getrandbits(62) | 1 for _ in range(2 * CELLS + 2))  # one for each number that counts


def row_code(state: Rules, row: int) -> int:
    """Everything in a row as one number."""
    code = 0
    for kind in range(KINDS):
        code = (code * 8 + state.pitch[kind][row]) * 8 + state.dice[kind][row]
    return code


def tidy(state: Rules) -> None:
    """The position that stands for all that are worth the same: fouled dice are forgotten, a row with a black die
    is as many black dice as there are dice in it, and the rows are sorted."""
    for kind in range(KINDS):
        state.pitch[kind][OUTSIDE] = 0
    for row in range(1, ROWS + 1):
        if state.pitch[KEEPER][row] + state.pitch[BLUDGER][row]:
            n = 0
            for kind in range(KINDS):
                n += state.pitch[kind][row]
                state.pitch[kind][row] = 0
            state.pitch[BLUDGER][row] = n
    for last in range(2, ROWS + 1):
        row = last
        while row > 1 and row_code(state, row) > row_code(state, row - 1):
            for kind in range(KINDS):
                booked, shown = state.pitch[kind][row], state.dice[kind][row]
                state.pitch[kind][row] = state.pitch[kind][row - 1]
                state.dice[kind][row] = state.dice[kind][row - 1]
                state.pitch[kind][row - 1] = booked
                state.dice[kind][row - 1] = shown
            row -= 1


def code_of(state: Rules) -> int:
    """A number that tells a tidy position from all others: the sum of each cell times a number of its own."""
    total = 0
    for kind in range(KINDS):
        for row in range(ROWS + 1):
            place = kind * (ROWS + 1) + row
            total += state.dice[kind][row] * SPREAD[place] + state.pitch[kind][row] * SPREAD[CELLS + place]
    total += state.side * SPREAD[2 * CELLS] + state.begun * SPREAD[2 * CELLS + 1]
    return int(total & CUT)
