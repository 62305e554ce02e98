"""The Enchanted Garden in a terminal: hedges, axles and pawns, and beside them what everybody looks for."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from fabletop.drawing.ansi import Paint
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.games.garden.board import AROUND, BOARD, EDGES, FAIRIES, GOALS, NEIGHBOURS, SPOTS, SQUARES
from fabletop.games.garden.rules import (
    DRAWING,
    ENDED,
    FAIRY,
    GAP,
    LAYING,
    NONE,
    OFF,
    PLACING,
    SENDING,
    TURNING_UP,
    UNLAID,
)

CELL = 4  # columns of a square between its walls
SOUGHT = "○□△◇"  # where each seat's goal is; the pawns are filled
HEDGE, GREEN = "▒", "#46A758"
CARDS = tuple(name.replace("-", " ") for name in BOARD.goals) + tuple(f"gate {gate}" for gate in BOARD.gates)
LETTERS = {square: gate for gate, square in BOARD.gates.items()}
LEGEND = f"●■▲◆ pawns  {SOUGHT} their goals  * fairy  A–D gates  · goal to come  1–{len(AROUND)} axles"


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    beside = [""]
    for seat in range(view.game.seats):
        beside += _status(now, seat, paint)
    beside += ["", f"magic pile: {now.pile[GAP]} gap, {now.pile[FAIRY]} fairy", _happening(now)]
    width = 2 + (CELL + 1) * BOARD.columns + 1
    lines = [f"{row or ' ' * width}  {note or ''}" for row, note in zip_longest(_garden(now, paint), beside)]
    return "\n".join(line.rstrip() for line in [*lines, paint.dim(LEGEND)])


def _garden(now: Any, paint: Paint) -> list[str]:
    """The board; a line of squares and a line of the edges below them in turn."""
    columns = BOARD.columns
    wall = "─" * ((CELL + 1) * columns - 1)
    lines = [
        "  " + "".join(f"  {name[0]}".ljust(CELL + 1) for name in BOARD.names[:columns]) + " ",
        f"  ┌{wall}┐",
    ]
    for first in range(0, SQUARES, columns):
        row, below = "│", "│"
        for square in range(first, first + columns):
            last = square == first + columns - 1
            row += _cell(now, square, paint)
            row += "│" if last else _painted(HEDGE if _closed(now, square, square + 1) else " ", paint)
            side = HEDGE if _closed(now, square, square + columns) else " "
            corner = "│" if last else _corner(square, columns)
            below += _painted(side * (CELL + 1 - len(corner)), paint) + corner
        lines += [f"{BOARD.names[first][1:]} {row}", f"  {below}"]
    return [*lines[:-1], f"  └{wall}┘"]


def _corner(square: int, columns: int) -> str:
    """What is at the south-east corner of a square: the number of an axle, or a stone."""
    around = (square, square + 1, square + columns + 1, square + columns)
    return str(AROUND.index(around) + 1) if around in AROUND else "+"


def _closed(now: Any, square: int, other: int) -> bool:
    if other not in NEIGHBOURS[square]:
        return False
    edge = EDGES[square][NEIGHBOURS[square].index(other)]
    return edge >= 0 and now.facing[edge // 4] != UNLAID and bool(now.is_closed(edge))


def _painted(hedge: str, paint: Paint) -> str:
    return paint(hedge, GREEN) if HEDGE in hedge else hedge


def _cell(now: Any, square: int, paint: Paint) -> str:
    """Who is here, whose goal is here, what is here; if it is too much, the pawns stay."""
    here = [paint.dim(LETTERS[square])] if square in LETTERS else []
    here += [paint.dim("*")] if square in FAIRIES else []
    here += [paint.dim("·")] if any(now.unseen >> i & 1 and SPOTS[i] == square for i in range(GOALS)) else []
    for seat in range(now.seats):
        if now.card[seat] != NONE and SPOTS[now.card[seat]] == square and now.found[seat] <= now.goals:
            here.append(paint.seat(seat, SOUGHT[seat]))
    here += [paint.seat(seat) for seat in range(now.seats) if now.pawns[seat] == square]
    here = here[-CELL:]
    left = (CELL - len(here)) // 2
    return " " * left + "".join(here) + " " * (CELL - len(here) - left)


def _status(now: Any, seat: int, paint: Paint) -> list[str]:
    who, at, card = now.to_move(), now.pawns[seat], now.card[seat]
    turn = "▶" if seat == (now.turn if who == CHANCE and now.phase != LAYING else who) else " "
    place = "" if at == OFF else f" at {BOARD.names[at]}"
    seeks = "has no card yet" if now.found[seat] == 0 else "waits for a card"
    if now.found[seat] > now.goals:
        seeks = "is home"
    elif card != NONE:
        seeks = f"seeks {paint.seat(seat, SOUGHT[seat])} {CARDS[card]} at {BOARD.names[SPOTS[card]]}"
    gaps, fairies = now.magic[seat]
    found = f"{min(now.found[seat], now.goals)} of {now.goals} found"
    return [
        f"{turn} {paint.seat(seat)} seat {seat}{place}, {found}",
        f"    {seeks}",
        f"    magic: {gaps} gap, {fairies} fairy" if gaps or fairies else "    no magic",
    ]


def _happening(now: Any) -> str:
    if now.phase == SENDING:
        return f"seat {now.to_move()} chooses a gate for seat {now.turn}"
    words = {
        LAYING: f"hedge {now.facing.index(UNLAID) + 1} is laid" if UNLAID in now.facing else "",
        PLACING: f"seat {now.turn} chooses a gate",
        TURNING_UP: f"seat {now.turn} turns up a goal",
        DRAWING: f"seat {now.turn} draws a magic card",
        ENDED: "the game is over",
    }
    turned = "has turned a hedge" if now.turned else "may turn a hedge"
    return words.get(now.phase, f"seat {now.turn} {turned}")
