"""The Duck Game in a terminal: the spiral with its ducks and events, and below it where everybody stands."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.duck.board import AGAIN, BOARD, CATCH_UP, EVENT, FACES, GOTO, LAST, MISS, RAIN, VALUE
from fabletop.games.duck.rules import OFF

WIDE = 7  # letters in a square
DUCKS, EVENTS = "#B58900", "#0072B2"
LEGEND = "swim: to the next figure   +3/6: roll again after these   rain 6: until a 6"


def text(view: View, *, colour: bool = False) -> str:
    paint = Paint(colour)
    return "\n".join([*_spiral(view, paint), paint.dim(LEGEND), "", *_seats(view, paint), _state(view)])


# The board


def _spiral(view: View, paint: Paint) -> list[str]:
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


def _figures(view: View, square: int, paint: Paint) -> str:
    """The number of a square and who stands there."""
    here = [seat for seat in range(view.game.seats) if view.position.at[seat] == square]
    return f"{square:2} " + "".join(paint.seat(seat) for seat in here) + " " * (WIDE - 3 - len(here))


def _event(view: View, square: int, paint: Paint) -> str:
    word = _word(view, square)
    return " " + paint(word, DUCKS if word == "duck" else EVENTS) + " " * (WIDE - 1 - len(word))


def _word(view: View, square: int) -> str:
    """What a square does, in at most six letters."""
    event, value = EVENT[square], VALUE[square]
    if view.position.on_duck(square):
        return "duck"
    if event == GOTO:
        return f"{'→' if value > square else '←'} {value}"
    if event == MISS:
        return f"miss {value}"
    if event == AGAIN:
        return "+" + "/".join(str(face) for face in range(FACES + 1) if value >> face & 1)
    if event == RAIN:
        return f"rain {value}"
    if event == CATCH_UP and view.position.field3 != OFF:
        return "swim"
    return "pond" if square == LAST else ""


# Below the board


def _seats(view: View, paint: Paint) -> list[str]:
    now = view.position
    lines = []
    for seat in range(view.game.seats):
        turn = "▶" if now.turn == seat and view.turn is not None else " "
        place = f"on square {now.at[seat]}" if now.at[seat] else "in front of the board"
        extra = ""
        if EVENT[now.at[seat]] == RAIN:
            extra = f", waits for a {VALUE[now.at[seat]]}"
        if now.missing[seat]:
            extra += f", misses {now.missing[seat]} turn{'s' * (now.missing[seat] > 1)}"
        lines.append(f"{turn} {paint.seat(seat)} seat {seat}  {place}{extra}")
    return lines


def _state(view: View) -> str:
    """What comes next, and what it would lead to."""
    now = view.position
    here = now.at[now.turn]
    if view.turn is None:
        return f"seat {now.turn} has won"
    if now.die == 0:
        return "die: to be rolled"
    action, target = ("hop", here + now.die) if now.on_duck(here) else ("go", now.catch_up())
    word = _word(view, min(target, LAST))
    return f"die: {now.die}; {action} leads from {here} to {min(target, LAST)}{f' ({word})' if word else ''}"
