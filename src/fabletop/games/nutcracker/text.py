"""Nutcracker in a terminal: the path from the palace down to Clara Start, and below it who is where."""

from __future__ import annotations

from typing import Any

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.nutcracker.board import BOARD, CARDS, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import (
    DRAW,
    END,
    KING_ROLL,
    PICK_KING_WAY,
    PICK_SIDE,
    PICK_WAY,
    REVEAL,
    STAY,
    UNKNOWN,
    UP,
)

PAINTS = {
    "pink": "#F06BA8",
    "purple": "#A06BD6",
    "blue": "#3E9BDC",
    "green": "#46A758",
    "yellow": "#F2C230",
    "orange": "#F08A3C",
}
PLAIN = "#B0B0B0"  # a colour that another board brings along
KING, LOCKET_SIGN = "♛", "*"
ROW, CELL = 6, 13  # spaces in a row, columns of a space
SIDES = ("left", "right")


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    lines = [
        _ends(now, paint),
        *_path(now, paint),
        f" {START} Clara Start  {_pieces(now, START, paint)}".rstrip(),
    ]
    lines += ["", *(_status(now, seat, paint) for seat in (0, 1)), _king(now, paint)]
    if now.level == 1:
        faces = "  ".join(f"{face} {_painted(name, paint)}" for face, name in enumerate(BOARD.die, start=1))
        lines.append(f"  the die: {faces}")
    else:
        lines += [*_pile(now), _tower(now, paint)]
    return "\n".join([*lines, "", _next(now, paint)])


def _ends(now: Any, paint: Paint) -> str:
    key, start = _pieces(now, KEY, paint), _pieces(now, KING_START, paint)
    return f"{KEY} Dungeon Key  {key or '·'}      King's Start  {start or '·'}      {LOCKET_SIGN} is a locket"


def _path(now: Any, paint: Paint) -> list[str]:
    """The spaces in rows, the highest on top, each row from left to right."""
    firsts = range(1, KEY, ROW)
    rows = [[_space(now, i, paint) for i in range(first, min(first + ROW, KEY))] for first in firsts]
    return ["".join(row).rstrip() for row in reversed(rows)]


def _space(now: Any, at: int, paint: Paint) -> str:
    def cell(paint: Paint) -> str:
        locket = paint.strong(LOCKET_SIGN) if LOCKET[at] else " "
        return f"{at:2} {_painted(BOARD.path[at - 1], paint)}{locket}{_pieces(now, at, paint)}"

    return cell(paint) + " " * (CELL - len(cell(Paint(False))))


def _pieces(now: Any, at: int, paint: Paint) -> str:
    """Who stands there: two Claras at most, and the King."""
    here = "".join(paint.seat(seat) for seat in (0, 1) if now.claras[seat] == at)
    return here + (paint.strong(KING) if now.king == at else "")


def _painted(name: str, paint: Paint) -> str:
    return paint(name, PAINTS.get(name, PLAIN))


def _place(at: int) -> str:
    return {START: "Clara Start", KEY: "the Key", KING_START: "the King's Start"}.get(at, f"space {at}")


def _status(now: Any, seat: int, paint: Paint) -> str:
    notes = [f"on {_place(now.claras[seat])}"]
    if now.level == 2:
        notes.append("with her Nutcracker" if now.united[seat] else "her Nutcracker is in the tower")
    if now.rests[seat]:
        notes.append("misses her next turn")
    if now.won[seat]:
        notes.append("has won")
    turn = "▶" if now.turn == seat and now.phase != END else " "
    return f"{turn} {paint.seat(seat)} seat {seat}  {', '.join(notes)}"


def _king(now: Any, paint: Paint) -> str:
    heading = (", travels up" if now.heading == UP else ", travels down") if now.level == 1 else ""
    return f"  {paint.strong(KING)} Mouse King  on {_place(now.king)}{heading}"


def _pile(now: Any) -> list[str]:
    fairies, sceptres = now.unseen_fairies(), now.unseen_sceptres()
    if now.shuffle_each_draw:
        return [f"  cards: fairies {fairies}, sceptres {sceptres}, shuffled for each draw"]
    known = [("sceptre", "fairy")[now.pile >> i & 1] for i in range(CARDS - now.seen, CARDS)]
    lines = [f"  cards, front first: {' '.join(['?'] * (CARDS - now.seen) + known)}"]
    return lines + [f"  not yet seen: fairies {fairies}, sceptres {sceptres}"] * (now.seen < CARDS)


def _tower(now: Any, paint: Paint) -> str:
    if all(now.united):
        return "  tower: empty"
    if now.tower == UNKNOWN:
        again = ", shuffled for each try" if now.reshuffle_tower else ""
        return f"  tower: nobody knows who sits left and who right{again}"
    held = [((now.tower - 1) ^ seat, seat) for seat in (0, 1) if not now.united[seat]]
    return "  tower: " + ", ".join(f"{SIDES[side]} {paint.seat(seat)}'s Nutcracker" for side, seat in sorted(held))


def _next(now: Any, paint: Paint) -> str:
    if now.phase == END:
        return "the game is over"
    who, die = paint.seat(now.turn), now.die
    if now.phase == PICK_WAY:
        up, down = (_there(now.clara_walk(steps)) for steps in (die, -die))
        said = f"{who} has rolled {die}: up {up} or down {down}?"
    elif now.phase == PICK_KING_WAY:
        up, down = (_there(now.king_walk(steps)) for steps in (die, -die))
        said = f"{who} has rolled {die} for the King: up {up} or down {down}?"
    elif now.phase == PICK_SIDE:
        said = f"{who} turns the tower: left or right?"
    else:
        deeds = {DRAW: "draws a card", KING_ROLL: "rolls for the King", REVEAL: "looks into the tower"}
        said = f"{who} {deeds.get(now.phase, 'rolls')}"
    return said + ", the answer to a win" * bool(now.won[0])


def _there(target: int) -> str:
    return "(no move)" if target == STAY else f"to {_place(target)}"
