"""Mensch ärgere Dich nicht in a terminal: the cross, and beside it how far everybody is."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.mensch.board import board
from fabletop.games.mensch.rules import HOME

GOAL = "abcd"


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    cross = _cross(view, paint)
    beside = [_status(view, seat, paint) for seat in range(view.game.seats)]
    beside += ["", f"die: {now.die}" if now.die else "die: to be rolled" if not now.over else "the game is over"]
    lines = [f"{row}   {beside[i] if i < len(beside) else ''}".rstrip() for i, row in enumerate(cross)]
    return "\n".join(lines)


def _cross(view: View, paint: Paint) -> list[str]:
    now, plan = view.position, board(view.position.track)
    cells = {(x, y): paint.dim("· ") for x, y in plan.track}
    for seat in range(view.game.seats):
        corner = now.corner(seat)
        cells[plan.place(corner, 0, 0)] = paint.seat(seat, "A ")
        for i in range(now.pieces):
            cells[plan.place(corner, i, now.track + i)] = paint.seat(seat, GOAL[i] + " ")
            cells[plan.home[corner][i]] = paint.seat(seat, "○ ")
    for seat in range(view.game.seats):
        for figure in range(now.pieces):
            at = plan.place(now.corner(seat), figure, now.figures[seat][figure])
            cells[at] = paint.seat(seat) + paint.seat(seat, str(figure + 1))
    return ["".join(cells.get((x, y), "  ") + " " for x in range(plan.grid)) for y in range(plan.grid)]


def _status(view: View, seat: int, paint: Paint) -> str:
    now = view.position
    mine = now.figures[seat][: now.pieces]
    goal = "".join(letter if now.track + i in mine else "·" for i, letter in enumerate(GOAL[: now.pieces]))
    turn = "▶" if now.turn == seat and not now.over else " "
    place = f"  place {now.places[seat]}" if now.places[seat] else ""
    return f"{turn} {paint.seat(seat)} seat {seat}  at home {mine.count(HOME)}  goal {goal}{place}"
