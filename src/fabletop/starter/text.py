"""The Lantern Path in a terminal: one line for each seat."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View

from .rules import Rules


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour), view.position, view.translate
    lines = []
    for seat in range(view.game.seats):
        turn = "▶" if seat == now.turn and view.turn is not None else " "
        path = ["·"] * (now.length + 1)
        path[now.at[seat]] = "o"
        far = _("{number} of {most}").format(number=now.at[seat], most=now.length)
        lines.append(f"{turn} {paint.seat(seat)} {view.called(seat)}  {''.join(path)}  {far}")
    if view.turn is None:
        lines.append(_("{who} is home").format(who=view.called(now.turn)))
    else:
        die = _("die: {number}").format(number=now.die) if now.die else _("die: to be rolled")
        steps = _("steps in this turn: {number}").format(number=now.steps)
        lines.append(f"{die}   {steps}")
    return "\n".join(lines)
