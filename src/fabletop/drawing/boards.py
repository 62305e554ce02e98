"""Boards of squares: where they lie, their numbers, and how several figures stand on one."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.lettering import letters, width
from fabletop.drawing.palette import INK2
from fabletop.drawing.svg import Point, define, use

_SPREAD: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-0.5, 0), (0.5, 0)),
    3: ((-0.5, -0.4), (0.5, -0.4), (0, 0.4)),
    4: ((-0.5, -0.4), (0.5, -0.4), (-0.5, 0.4), (0.5, 0.4)),
    5: ((-0.9, -0.4), (0, -0.4), (0.9, -0.4), (-0.5, 0.4), (0.5, 0.4)),
    6: ((-0.9, -0.4), (0, -0.4), (0.9, -0.4), (-0.9, 0.4), (0, 0.4), (0.9, 0.4)),
}


def serpentine(count: int, columns: int, left: float, bottom: float, wide: float, high: float) -> list[Point]:
    """The middles of so many squares in rows from the bottom upwards: to the right, back to the left, and so on."""
    points = []
    for square in range(count):
        row, column = divmod(square, columns)
        column = column if row % 2 == 0 else columns - 1 - column
        points.append((left + (column + 0.5) * wide, bottom - (row + 0.5) * high))
    return points


def row(count: int, middle: float, step: float) -> list[float]:
    """Where so many things stand side by side around a middle."""
    return [middle + step * (i - (count - 1) / 2) for i in range(count)]


def crowd(count: int, apart: float) -> tuple[Point, ...]:
    """How up to six figures stand around a place without hiding one another; the hindmost first."""
    return tuple((x * apart, y * apart) for x, y in _SPREAD[count])


def number_defs(prefix: str, size: float, colour: str = INK2) -> str:
    """The digits for `numbers`, for the `<defs>` of the still part: a hundred squares then weigh little."""
    return "".join(define(f"{prefix}{digit}", letters(digit, 0, 0, size, colour)) for digit in "0123456789")


def numbers(prefix: str, size: float, points: Sequence[Point], first: int = 1) -> str:
    """A number at each of the points, counted from the first."""
    parts = []
    for value, (x, y) in enumerate(points, start=first):
        digits = str(value)
        wide = [width(digit, size) + size * 0.12 for digit in digits]
        left = x - sum(wide) / 2
        for digit, step in zip(digits, wide, strict=True):
            parts.append(use(f"{prefix}{digit}", left + step / 2, y))
            left += step
    return "".join(parts)
