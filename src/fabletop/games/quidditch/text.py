"""Quidditch Dice in a terminal: the score, the rows and what each is worth, the dice still to be booked."""

from __future__ import annotations

from typing import Any

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.quidditch.board import CAPACITY, NAMES, ROWS
from fabletop.games.quidditch.rules import CAUGHT, DEFENSE, FIRST, KINDS, OFFENSE, OUTSIDE, WAITING

LETTERS = tuple(name[0].upper() for name in NAMES)
PAINTS = ("#F2C230", "#C2703D", "#E5484D", "#8C8C9A", "#8C8C9A")  # gold, leather, red; black, lightened
SIDE = ("Offense", "Defense")


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    lines = [_seat(view, seat, paint) for seat in range(2)]
    if now.max_rounds and not now.over:
        lines.append(f"    rounds left, this one counted: {now.rounds_left}")
    if CAUGHT in now.snitches and not now.over:
        lines.append("    the last attack")
    if now.over:
        return "\n".join([*lines, "", "the match is over"])
    lines += ["", *(_row(now, row, paint) for row in range(1, ROWS + 1)), ""]
    lines += [_to_book(now, side, paint) for side in (OFFENSE, DEFENSE)]
    outside = [_die(kind, paint) for kind in range(KINDS) for _ in range(now.pitch[kind][OUTSIDE])]
    if outside:
        lines.append(f"  fouled   {' '.join(outside)}")
    legend = ", ".join(f"{_die(kind, paint)} {NAMES[kind]}" for kind in range(KINDS))
    return "\n".join([*lines, "", paint.dim("  dice: ") + legend])


def _seat(view: View, seat: int, paint: Paint) -> str:
    now = view.position
    turn = "▶" if view.turn == seat else " "
    role = "       " if now.over else "attacks" if seat == now.attacker else "defends"
    snitch = "Snitch caught" if now.snitches[seat] == CAUGHT else f"Snitch {now.snitches[seat]} of {CAUGHT}"
    points = f"{now.points[seat]:4} points"
    return f"{turn} {paint.seat(seat)} seat {seat}  {role}  {points}  {snitch}{_won(view, seat)}"


def _won(view: View, seat: int) -> str:
    if view.result is None or seat not in view.result.winners:
        return ""
    return "  wins" if len(view.result.winners) == 1 else "  shares the win"


def _row(now: Any, row: int, paint: Paint) -> str:
    dice = [_die(kind, paint) for kind in range(KINDS) for _ in range(now.pitch[kind][row])]
    cells = dice + [paint.dim("·")] * (CAPACITY - len(dice))
    return f"  row {row}    {' '.join(cells)}    {_worth(now, row)}".rstrip()


def _worth(now: Any, row: int) -> str:
    """What the row would score now."""
    if now.is_blocked(row):
        return "blocked"
    if now.snitch_points(row):
        return f"Snitch +{now.snitch_points(row)}"
    return f"{now.goal_points(row)} points" if now.goal_points(row) else ""


def _to_book(now: Any, side: int, paint: Paint) -> str:
    kinds = range(FIRST[side], FIRST[side + 1])
    shown = [
        f"{_die(kind, paint)}{number}"
        for kind in kinds
        for number in range(1, ROWS + 1)
        for _ in range(now.dice[kind][number])
    ]
    waiting = [f"{_die(kind, paint)}?" for kind in kinds for _ in range(now.dice[kind][WAITING])]
    seat = now.attacker if side == OFFENSE else 1 - now.attacker
    return f"{paint.seat(seat)} {SIDE[side]}  {' '.join(shown + waiting) or 'no dice left'}"


def _die(kind: int, paint: Paint) -> str:
    return paint(LETTERS[kind], PAINTS[kind], bold=True)
