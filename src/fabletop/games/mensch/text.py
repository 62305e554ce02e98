"""Mensch ärgere Dich nicht in a terminal: the cross, and beside it how far everybody is."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint, filled, widest
from fabletop.engine.view import View
from fabletop.games.mensch.board import board
from fabletop.games.mensch.rules import HOME, Rules

GOAL = "abcd"


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, cross = Paint(colour, view.colours), _cross(view, Paint(colour, view.colours))
    beside = [*(_status(view, seat, paint) for seat in range(view.game.seats)), "", _die(view)]
    lines = [f"{row}   {beside[i] if i < len(beside) else ''}".rstrip() for i, row in enumerate(cross)]
    return "\n".join(lines)


def _cross(view: View[Rules], paint: Paint) -> list[str]:
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


def _status(view: View[Rules], seat: int, paint: Paint) -> str:
    now, _ = view.position, view.translate
    mine = now.figures[seat][: now.pieces]
    goal = "".join(letter if now.track + i in mine else "·" for i, letter in enumerate(GOAL[: now.pieces]))
    turn = "▶" if now.turn == seat and not now.over else " "
    who = filled(view.called(seat), widest(map(view.called, range(view.game.seats))))
    told = [_("at home {number}").format(number=mine.count(HOME)), _("goal {squares}").format(squares=goal)]
    told += [_("place {number}").format(number=now.places[seat])] if now.places[seat] else []
    return "  ".join([f"{turn} {paint.seat(seat)} {who}", *told])


def _die(view: View[Rules]) -> str:
    now, _ = view.position, view.translate
    if now.over:
        return _("the game is over")
    return _("die: {number}").format(number=now.die) if now.die else _("die: to be rolled")
