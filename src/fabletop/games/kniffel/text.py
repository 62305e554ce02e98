"""Space Kniffel in a terminal: the sheet with a column for each seat, and the dice below it."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.kniffel.dice import DICE, FACES, FULL, SIDES, SIZE, SYMBOLS
from fabletop.games.kniffel.rules import BOXES, SHEET

PAINTS = ("#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#E69F00", "#0072B2")  # of the symbols
WORTH = (*["1 each"] * SIDES, "2", "3", "4", "5", "10")


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    seats = range(view.game.seats)
    heads = "".join(
        f"{'▶' if seat == now.turn and view.turn is not None else '':>4}" + _head(seat, paint) for seat in seats
    )
    lines = [f"{'':26}{heads}{'now' if now.dice >= FULL else '':>8}".rstrip()]
    lines += [_row(view, box, paint) for box in range(BOXES)]
    lines.append(f"{'total':26}" + "".join(f"{now.score(seat):6}" for seat in seats))
    return "\n".join([*lines, "", *_table(view, paint)])


def _head(seat: int, paint: Paint) -> str:
    return paint.seat(seat) + paint.seat(seat, str(seat))


def _row(view: View, box: int, paint: Paint) -> str:
    """A box of the sheet: its name, its worth, what everybody has there and what the dice would bring."""
    now = view.position
    name = paint(SHEET[box], PAINTS[box]) if box < SIDES else SHEET[box]
    line = name + " " * (16 - len(SHEET[box])) + paint.dim(f"{WORTH[box]:10}")
    for seat in range(view.game.seats):
        line += f"{'·' if now.free[seat] >> box & 1 else now.sheets[seat][box]:>6}"
    if now.dice >= FULL and now.free[now.turn] >> box & 1:
        line += f"{now.points(box):>8}" if now.allowed() >> box & 1 else f"{'not now':>9}"
    return line


def _table(view: View, paint: Paint) -> list[str]:
    """The dice on the table, those in the hand, and the rolls left."""
    now = view.position
    if view.result:
        winners = [f"seat {seat}" for seat in view.result.winners]
        return [f"the game is over: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"]
    lying = [f"[{paint(SYMBOLS[die], PAINTS[die])}]" for die in FACES[now.dice][: SIZE[now.dice]]]
    hand = ["[ ]"] * (DICE - SIZE[now.dice])
    left = f"{now.rolls} roll{'s' * (now.rolls != 1)} left"
    return [f"{paint.seat(now.turn)} seat {now.turn}   {' '.join([*lying, *hand])}   {left}"]
