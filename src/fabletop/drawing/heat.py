"""A board with warm spots on it: how often each square is visited.

A game that counts visits (events.py) says in its draw.py where those squares lie: `squares(game)` is a `Square` for
each number of the row `visits` that its board has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from fabletop.drawing.lettering import fitted, letters
from fabletop.drawing.palette import INK, PAPER, SNOW, contrast, mixed
from fabletop.drawing.svg import el, esc, gradient, n, rect

if TYPE_CHECKING:
    from fabletop.engine.view import View

COLD_TO_HOT = ("#FFF6D8", "#FFC94D", "#DE6B12", "#7A1F4B")  # ever darker: readable without seeing colours
LEGEND = 64  # units high, below the board


class Square(NamedTuple):
    """A square of a board in units of its picture: what it is called, its middle, how large a spot it may hold."""

    name: str
    x: float
    y: float
    r: float


class Picture(str):
    """An SVG document; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return "<Picture>"


def heat_map(view: View, squares: Mapping[int, Square], values: Mapping[int, float], caption: str) -> Picture:
    """The board of a view with a spot on each square: the warmer, the higher its value, which is written on it."""
    board = view.svg()
    width, height = (float(part) for part in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)[0])
    low, high = min(values.values()), max(values.values())
    spots = "".join(_spot(squares[i], values[i], low, high) for i in squares)
    best = max(squares, key=lambda i: values[i])
    words = f"{caption}: from {_short(low)} to {_short(high)}; most on {squares[best].name}."
    inner = board[board.index('<g class="still"') : -len("</svg>")]
    shared = re.sub(r"^.*?</desc>", "", board[: board.index('<g class="still"')], flags=re.DOTALL)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height + LEGEND)}" role="img"'
        f' aria-label="{esc(view.game.spec.title)}: {esc(words)}" class="fabletop heat">'
        f'{rect(0, 0, width, height + LEGEND, 22, PAPER)}{shared}<g aria-hidden="true">{inner}'
        f"{spots}{_legend(width, height, low, high, caption)}</g></svg>"
    )


def warmth(share: float) -> str:
    """The colour of a value, 0 being the lowest and 1 the highest."""
    place = min(max(share, 0.0), 1.0) * (len(COLD_TO_HOT) - 1)
    step = min(int(place), len(COLD_TO_HOT) - 2)
    return mixed(COLD_TO_HOT[step], COLD_TO_HOT[step + 1], place - step)


def _spot(square: Square, value: float, low: float, high: float) -> str:
    colour = warmth((value - low) / (high - low) if high > low else 0.5)
    ink = INK if contrast(INK, colour) >= contrast(SNOW, colour) else SNOW
    return (
        el("circle", cx=square.x, cy=square.y, r=square.r, fill=colour, stroke=INK, stroke_width=1.2, opacity=0.94)
        + fitted(_short(value), square.x, square.y, square.r * 0.7, square.r * 1.6, ink)
    )  # fmt: skip


def _short(value: float) -> str:
    """Two digits that count, as far as they are needed."""
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"[1:] if value >= 0.005 else "0"


def _legend(width: float, top: float, low: float, high: float, caption: str) -> str:
    left, wide, y = 90.0, width - 180, top + 42
    return (
        f"<defs>{gradient('heat', *COLD_TO_HOT, across=True)}</defs>"
        + fitted(caption, width / 2, top + 16, 14, width - 40, INK)
        + el("rect", x=left, y=y - 9, width=wide, height=18, rx=9, fill="url(#heat)", stroke=INK, stroke_width=1.2)
        + letters(_short(low), left - 12, y, 14, INK, "end")
        + letters(_short((low + high) / 2), left + wide / 2, y, 12, INK)
        + letters(_short(high), left + wide + 12, y, 14, INK, "start")
    )
