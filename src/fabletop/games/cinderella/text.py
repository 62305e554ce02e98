"""Cinderella in a terminal: the layout with what lies open at this moment, the pairs, the clock, the seats.

A view remembers every tile that its seat has seen; the text does not: remembering is the game.
"""

from __future__ import annotations

from typing import Any

from fabletop.drawing.ansi import Paint
from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import View
from fabletop.games.cinderella.board import BOARD, FACES, SPECIAL_NAMES, TILES, grid
from fabletop.games.cinderella.rules import (
    ADVANCED,
    ALL_PAIRS,
    BASIC,
    DEAL,
    END,
    NAME,
    NO_SPECIAL,
    PEEK,
    POINT,
    ROLL,
    SHOW,
    UNDRAWN,
    WAND,
)

WIDE = 8  # letters in a cell
BACK = "▒" * WIDE
PAINTS = {"purple": "#A78BDA", "pink": "#E58CB0", "yellow": "#E6B93C"}
LOOK = "#56B4E9"
USES = {
    "mirror": "use the mirror for one more secret look?",
    "wand": "use the wand to show one more tile?",
    "cauldron": "use the cauldron for one more secret look?",
    "hourglass": "use the hourglass, so that the hand stays where it is?",
}


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    seats = [_seat(now, seat, paint) for seat in range(view.game.seats)]
    lines = [_clock(now), *_pairs(now, paint), "", *_layout(view, paint), "", *seats, "", _next(now, paint)]
    return "\n".join(line.rstrip() for line in lines)


def told(view: View, action: str) -> str:
    """An action as this view's seat hears of it: a tile that is turned up again is seen, not drawn."""
    word, _, number = action.partition(" ")
    if word not in ("show", "peek"):
        return action
    cell, now = int(number) - 1, view.position
    seen = now.lies_open(cell, NOBODY if view.seat is None else view.seat) and now.tiles[cell] != UNDRAWN
    return f"{action} ({TILES[now.tiles[cell]]})" if seen else action


def _clock(now: Any) -> str:
    hand = (12 - now.hours_left) or 12
    left = f"{now.hours_left} search{'es' * (now.hours_left != 1)} left"
    return f"clock   {'●' * (12 - now.hours_left)}{'○' * now.hours_left}  the hand is on {hand}, {left}"


def _pairs(now: Any, paint: Paint) -> list[str]:
    """The pairs by sections, found ones with a tick; an arrow at the section that alone counts now."""
    lines, sought = [], now.variant == ADVANCED and not now.bank_early_pairs
    for section, name in enumerate(BOARD.sections):
        own = [pair for pair in range(len(BOARD.pairs)) if BOARD.section_of[pair] == section]
        missing = any(not now.found >> pair & 1 for pair in own)
        words = [_pair(now, pair) for pair in own]
        arrow = "▶" if sought and missing else " "
        sought = sought and not missing
        lines.append(f"{paint(f'{name:6}', PAINTS.get(name, LOOK))} {arrow}{'   '.join(words)}")
    return lines


def _pair(now: Any, pair: int) -> str:
    names = "–".join(BOARD.pairs[pair])
    return f"{'✓' if now.found >> pair & 1 else '·'} {names:16}"


def _layout(view: View, paint: Paint) -> list[str]:
    now = view.position
    cells = 2 * len(BOARD.pairs) + (now.blanks if now.variant != BASIC else 0)
    rows, columns = grid(cells)
    lines = []
    for row in range(rows):
        numbers = range(row * columns, min(cells, (row + 1) * columns))
        tops = [_number(now, cell, paint) if now.layout >> cell & 1 else " " * (WIDE + 2) for cell in numbers]
        lines += ["  ".join(tops), "  ".join(f"[{_tile(view, cell, paint)}]" for cell in numbers)]
    return lines


def _number(now: Any, cell: int, paint: Paint) -> str:
    """The cell's number, and the signs of those who point at it."""
    signs = [paint.seat(seat) for seat in range(now.seats) if now.pointers[seat] == cell]
    return f" {cell + 1:<2} {''.join(signs)}" + " " * (WIDE - 2 - len(signs))


def _tile(view: View, cell: int, paint: Paint) -> str:
    now = view.position
    if not now.layout >> cell & 1:
        return " " * WIDE
    if not now.looked >> cell & 1:
        return paint.dim(BACK)
    seen = now.lies_open(cell, NOBODY if view.seat is None else view.seat)
    word = "secret" if not seen else "…" if now.tiles[cell] == UNDRAWN else TILES[now.tiles[cell]]
    return paint(f"{word:^{WIDE}}", LOOK, bold=True)


def _seat(now: Any, seat: int, paint: Paint) -> str:
    turn = "▶" if now.turn == seat and now.phase != END else " "
    own = now.special[seat]
    name = "" if own == NO_SPECIAL else SPECIAL_NAMES[own - 1]
    return f"{turn} {paint.seat(seat)} seat {seat}  {name}"


def _next(now: Any, paint: Paint) -> str:
    if now.phase == END:
        return "All pairs are found: you have won." if now.found == ALL_PAIRS else "Midnight: you have lost."
    if now.phase == DEAL:
        return "The special tiles are dealt."
    if now.phase == ROLL:
        return "The die is to be rolled."
    if now.phase == NAME:
        return "The last chance: name the missing pairs, one by one, without a mistake."
    return f"die: {FACES[now.face - WAND]}   {_decision(now, paint)}"


def _decision(now: Any, paint: Paint) -> str:
    if now.phase == SHOW:
        return "a tile is shown to all"
    if now.phase == PEEK:
        return "a tile is looked at in secret"
    if now.phase == POINT:
        return f"{paint.seat(now.pointing)} seat {now.pointing} may point at a tile"
    return USES[SPECIAL_NAMES[now.special[now.turn] - 1]]
