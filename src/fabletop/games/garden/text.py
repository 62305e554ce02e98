"""The Enchanted Garden in a terminal: hedges, axles and pawns, and beside them what everybody looks for."""

from __future__ import annotations

from itertools import zip_longest

from fabletop.drawing.ansi import COLUMNS, Paint, folded
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
    SETTING,
    TURNING_UP,
    UNLAID,
    Rules,
)
from fabletop.games.garden.words import CARDS, sought

CELL = 4  # columns of a square between its walls
WIDTH = 2 + (CELL + 1) * BOARD.columns + 1  # of the garden
BESIDE = COLUMNS - WIDTH - 2  # columns for what stands beside it
SOUGHT = "○□△◇♡☆"  # where a seat's goal is, by its colour; the pawns are filled
HEDGE, GREEN = "▒", "#46A758"
LETTERS = {square: gate for gate, square in BOARD.gates.items()}


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    beside = [""]
    for seat in range(view.game.seats):
        beside += _status(view, seat, paint)
    pile = _("magic pile: gaps {gaps}, fairies {fairies}").format(gaps=now.pile[GAP], fairies=now.pile[FAIRY])
    beside += ["", *folded(pile, BESIDE), *folded(_happening(view), BESIDE)]
    lines = [f"{row or ' ' * WIDTH}  {note or ''}" for row, note in zip_longest(_garden(now, paint), beside)]
    legend = _("* fairy  A–D gates  · goal to come  1–{number} axles").format(number=len(AROUND))
    return "\n".join(line.rstrip() for line in [*lines, paint.dim(legend)])


def _garden(now: Rules, paint: Paint) -> list[str]:
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


def _closed(now: Rules, square: int, other: int) -> bool:
    if other not in NEIGHBOURS[square]:
        return False
    edge = EDGES[square][NEIGHBOURS[square].index(other)]
    return edge >= 0 and now.facing[edge // 4] != UNLAID and bool(now.is_closed(edge))


def _painted(hedge: str, paint: Paint) -> str:
    return paint(hedge, GREEN) if HEDGE in hedge else hedge


def _cell(now: Rules, square: int, paint: Paint) -> str:
    """Who is here, whose goal is here, what is here; if it is too much, the pawns stay."""
    here = [paint.dim(LETTERS[square])] if square in LETTERS else []
    here += [paint.dim("*")] if square in FAIRIES else []
    here += [paint.dim("·")] if any(now.unseen >> i & 1 and SPOTS[i] == square for i in range(GOALS)) else []
    for seat in range(now.seats):
        if now.card[seat] != NONE and SPOTS[now.card[seat]] == square and now.found[seat] <= now.goals:
            here.append(paint.seat(seat, SOUGHT[paint.colours[seat]]))
    here += [paint.seat(seat) for seat in range(now.seats) if now.pawns[seat] == square]
    here = here[-CELL:]
    left = (CELL - len(here)) // 2
    return " " * left + "".join(here) + " " * (CELL - len(here) - left)


def _status(view: View[Rules], seat: int, paint: Paint) -> list[str]:
    now, _ = view.position, view.translate
    who, at, card = now.to_move(), now.pawns[seat], now.card[seat]
    turn = "▶" if seat == (now.turn if who == CHANCE and now.phase != LAYING else who) else " "
    found = _("{number} of {most} found").format(number=min(now.found[seat], now.goals), most=now.goals)
    place = [] if at == OFF else [BOARD.names[at]]
    seeks = _("has no card yet") if now.found[seat] == 0 else _("waits for a card")
    if now.found[seat] > now.goals:
        seeks = _("is home")
    elif card != NONE:
        text = _("seeks {sign} {goal} at {place}") if card < GOALS else _("seeks {sign} gate {goal} at {place}")
        sign = paint.seat(seat, SOUGHT[paint.colours[seat]])
        seeks = text.format(sign=sign, goal=sought(CARDS[card], _), place=BOARD.names[SPOTS[card]])
    gaps, fairies = now.magic[seat]
    magic = _("magic: gaps {gaps}, fairies {fairies}").format(gaps=gaps, fairies=fairies)
    return [
        *folded(", ".join([f"{turn} {paint.seat(seat)} {view.called(seat)}", *place, found]), BESIDE),
        *folded(seeks, BESIDE, "    "),
        *folded(magic if gaps or fairies else _("no magic"), BESIDE, "    "),
    ]


def _happening(view: View[Rules]) -> str:
    now, _ = view.position, view.translate
    text = {
        SENDING: _("{other} chooses a gate for {who}"),
        LAYING: _("hedge {number} is laid") if UNLAID in now.facing else "",
        SETTING: _("{who} sets the hedges"),
        PLACING: _("{who} chooses a gate"),
        TURNING_UP: _("{who} turns up a goal"),
        DRAWING: _("{who} draws a magic card"),
        ENDED: _("the game is over"),
    }.get(now.phase, _("{who} has turned a hedge") if now.turned else _("{who} may turn a hedge"))
    number = now.facing.index(UNLAID) + 1 if UNLAID in now.facing else 0
    other = view.called(now.to_move()) if now.phase == SENDING else ""
    return text.format(who=view.called(now.turn), other=other, number=number)
