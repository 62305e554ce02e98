"""Space Kniffel in a terminal: the sheet with a column for each seat, and the dice below it."""

from __future__ import annotations

from fabletop.drawing.ansi import COLUMNS, Paint, filled, in_rows, page, widest
from fabletop.engine.view import View
from fabletop.games.kniffel.dice import DICE, FACES, FULL, SIDES, SIZE, SYMBOLS
from fabletop.games.kniffel.rules import SHEET, Rules
from fabletop.games.kniffel.words import BOXES, face

PAINTS = ("#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#E69F00", "#0072B2")  # of the symbols
WORTH = ("2", "3", "4", "5", "10")


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    seats = range(view.game.seats)
    heads = "".join(
        f"{'▶' if seat == now.turn and view.turn is not None else '':>4}" + _head(seat, paint) for seat in seats
    )
    names = [_(BOXES[box]) for box in SHEET]
    each = _("1 each")
    worth = [*[each] * SIDES, *WORTH]
    left, middle = widest([*names, _("total")]) + 2, len(each) + 4
    rows = [filled(name, left) + filled(paint.dim(value), middle) for name, value in zip(names, worth, strict=True)]
    for box in range(SIDES):
        rows[box] = paint(names[box], PAINTS[box]) + rows[box][len(names[box]) :]
    total = filled(_("total"), left + middle) + "".join(f"{now.score(seat):6}" for seat in seats)
    bring = _("now") if now.dice >= FULL else ""
    lines = [f"{'':{left + middle}}{heads}{bring:>8}".rstrip()]
    lines += [rows[box] + _row(view, box) for box in range(len(SHEET))]
    return page([*lines, total, "", *_table(view, paint)])


def _head(seat: int, paint: Paint) -> str:
    return paint.seat(seat) + paint.seat(seat, str(seat + 1))


def _row(view: View[Rules], box: int) -> str:
    """A box of the sheet: what everybody has there, and what the dice would bring."""
    now, _ = view.position, view.translate
    line = ""
    for seat in range(view.game.seats):
        line += f"{'·' if now.free[seat] >> box & 1 else now.sheets[seat][box]:>6}"
    if now.dice >= FULL and now.free[now.turn] >> box & 1:
        line += f"{now.points(box):>8}" if now.allowed() >> box & 1 else "  " + _("not now")
    return line


def _table(view: View[Rules], paint: Paint) -> list[str]:
    """The dice on the table, those in the hand, and the rolls left."""
    now, _ = view.position, view.translate
    if view.result:
        winners = [view.called(seat) for seat in view.result.winners]
        text = _.ngettext("the game is over: {who} wins", "the game is over: {who} win", len(winners))
        return [text.format(who=_.listed(winners))]
    lying = [f"[{paint(face(SYMBOLS[die], _), PAINTS[die])}]" for die in FACES[now.dice][: SIZE[now.dice]]]
    hand = ["[ ]"] * (DICE - SIZE[now.dice])
    left = _.ngettext("{number} roll left", "{number} rolls left", now.rolls).format(number=now.rolls)
    whose = [f"{paint.seat(seat)}{seat + 1} {view.called(seat)}" for seat in range(view.game.seats)]
    known = [*in_rows(whose, COLUMNS), ""] if view.names else []  # the heads of the columns have only room for signs
    dice = " ".join([*lying, *hand])
    return [*known, f"{paint.seat(now.turn)} {view.called(now.turn)}   {dice}   {left}"]
