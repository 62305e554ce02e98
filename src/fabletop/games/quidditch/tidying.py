"""Positions of a round of Quidditch Dice that are worth the same are taken for one, and that one has a number."""

from __future__ import annotations

import random

from fabletop.games.quidditch.board import ROWS
from fabletop.games.quidditch.rules import BLUDGER, KEEPER, KINDS, OUTSIDE, WAITING, Rules

CUT = (1 << 62) - 1
SHOWING = 0o0707070707  # of the code of a row: the dice that show it; the digits between are those booked in it
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


def tidy_code(state: Rules) -> int:
    """`code_of` what `tidy` would make of a position, which is left as it is."""
    rows = (
        tidy_row(state, 1), tidy_row(state, 2), tidy_row(state, 3),
        tidy_row(state, 4), tidy_row(state, 5), tidy_row(state, 6),
    )  # fmt: skip
    total = state.side * SPREAD[2 * CELLS] + state.begun * SPREAD[2 * CELLS + 1]
    for kind in range(KINDS):
        total += state.dice[kind][WAITING] * SPREAD[kind * (ROWS + 1)]
    for i in range(ROWS):
        code = rows[i]
        if code:
            place = KINDS * (ROWS + 1) + 1
            for j in range(ROWS):
                if rows[j] > code or (rows[j] == code and j < i):
                    place += 1
            while code:  # kind by kind, from the last to the first
                place -= ROWS + 1
                total += (code & 7) * SPREAD[place] + (code >> 3 & 7) * SPREAD[CELLS + place]
                code >>= 6
    return int(total & CUT)


def tidy_row(state: Rules, row: int) -> int:
    """`row_code` of a row that is as many black dice as there are dice in it if there is one."""
    code = row_code(state, row)
    if state.pitch[KEEPER][row] + state.pitch[BLUDGER][row]:
        booked = 0
        for kind in range(KINDS):
            booked += state.pitch[kind][row]
        code = (code & SHOWING) + (booked << 3)
    return code
