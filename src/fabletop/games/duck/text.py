"""The Duck Game in a terminal: the spiral with its ducks and events, and below it where everybody stands."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint, filled, widest
from fabletop.engine.view import View
from fabletop.games.duck.board import AGAIN, BOARD, CATCH_UP, EVENT, FACES, GOTO, LAST, MISS, RAIN, VALUE
from fabletop.games.duck.rules import OFF, Rules

WIDE = 7  # letters in a square; a word in it has at most six
DUCKS, EVENTS = "#B58900", "#0072B2"


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, _ = Paint(colour, view.colours), view.translate
    legend = _("swim: to the next figure   +3/6: roll again after these   rain 6: until a 6")
    return "\n".join([*_spiral(view, paint), paint.dim(legend), "", *_seats(view, paint), _state(view)])


# The board


def _spiral(view: View[Rules], paint: Paint) -> list[str]:
    """Squares with a wall between any two of which one does not follow the other."""
    square_at = {place: square for square, place in enumerate(BOARD.places)}
    columns, rows = (max(place[axis] for place in BOARD.places) + 1 for axis in (0, 1))
    lines = []
    for y in range(rows):
        lines.append(_wall(square_at, columns, y))
        for part in (_figures, _event):
            line = ""
            for x in range(columns):
                square = square_at[x, y]
                line += " " if _joined(square_at, (x - 1, y), (x, y)) else "│"
                line += part(view, square, paint)
            lines.append(line + "│")
    return [*lines, _wall(square_at, columns, rows)]


def _joined(square_at: dict[tuple[int, int], int], a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(square_at.get(a, -9) - square_at.get(b, -99)) == 1


def _wall(square_at: dict[tuple[int, int], int], columns: int, y: int) -> str:
    parts = [(" " if _joined(square_at, (x, y - 1), (x, y)) else "─") * WIDE for x in range(columns)]
    return "┼" + "┼".join(parts) + "┼"


def _figures(view: View[Rules], square: int, paint: Paint) -> str:
    """The number of a square and who stands there."""
    here = [seat for seat in range(view.game.seats) if view.position.at[seat] == square]
    return f"{square:2} " + "".join(paint.seat(seat) for seat in here) + " " * (WIDE - 3 - len(here))


def _event(view: View[Rules], square: int, paint: Paint) -> str:
    word = _word(view, square)
    return " " + filled(paint(word, DUCKS if view.position.on_duck(square) else EVENTS), WIDE - 1)


def _word(view: View[Rules], square: int) -> str:
    """What a square does, in at most six letters."""
    event, value, _ = EVENT[square], VALUE[square], view.translate
    if view.position.on_duck(square):
        return _.pgettext("on a square", "duck")
    if event == GOTO:
        return f"{'→' if value > square else '←'} {value}"
    if event == MISS:
        return _.pgettext("on a square", "miss {number}").format(number=value)
    if event == AGAIN:
        return "+" + "/".join(str(face) for face in range(FACES + 1) if value >> face & 1)
    if event == RAIN:
        return _.pgettext("on a square", "rain {number}").format(number=value)
    if event == CATCH_UP and view.position.field3 != OFF:
        return _.pgettext("on a square", "swim")
    return _.pgettext("on a square", "pond") if square == LAST else ""


# Below the board


def _seats(view: View[Rules], paint: Paint) -> list[str]:
    now, _ = view.position, view.translate
    names = [view.called(seat) for seat in range(view.game.seats)]
    lines = []
    for seat, who in enumerate(names):
        turn = "▶" if now.turn == seat and view.turn is not None else " "
        square, missing = now.at[seat], now.missing[seat]
        told = [_("on square {square}").format(square=square) if square else _("in front of the board")]
        if EVENT[square] == RAIN:
            told.append(_("waits for a {number}").format(number=VALUE[square]))
        if missing:
            text = _.ngettext("misses {number} turn", "misses {number} turns", missing)
            told.append(text.format(number=missing))
        lines.append(f"{turn} {paint.seat(seat)} {filled(who, widest(names))}  {', '.join(told)}")
    return lines


def _state(view: View[Rules]) -> str:
    """What comes next, and what it would lead to."""
    now, _ = view.position, view.translate
    here = now.at[now.turn]
    if view.turn is None:
        return _("{who} has won").format(who=view.called(now.turn))
    if now.die == 0:
        return _("die: to be rolled")
    hops = now.on_duck(here)
    there = min(here + now.die if hops else now.catch_up(), LAST)
    text = _("die: {number}; hop leads from {here} to {there}")
    if not hops:
        text = _("die: {number}; go leads from {here} to {there}")
    word = _word(view, there)
    return text.format(number=now.die, here=here, there=there) + (f" ({word})" if word else "")
