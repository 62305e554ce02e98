"""Our own letters, drawn with one round pen: pictures need no font, so they look alike in a browser and a PNG.

Latin and Greek capitals, digits and signs (`glyphs.py`); small letters are small capitals.  Text for people who
cannot see is in `<title>`, `<desc>` and accessible names instead.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import lru_cache

from fabletop.drawing.glyphs import GLYPHS, glyph
from fabletop.drawing.palette import INK
from fabletop.drawing.svg import el, esc, n

SMALL = 0.76  # the height of a small capital
GAP = 2.5  # between two letters; the pen is about 1.7 wide

LEAST = 8  # the size that can still be read: a text that has to be smaller is too long for its place


class Squeezed(ResourceWarning):
    """A text that does not fit its plate: nobody is told but tests, where it is an error."""


_TOKEN = re.compile(r"([MLCQ])|(-?\d+(?:\.\d+)?)")


def _glyph(sign: str) -> tuple[float, str]:
    """The width and strokes of a sign; what we cannot draw is a question mark."""
    return glyph(sign) or GLYPHS["?"]


def _moved(strokes: str, dx: float, dy: float, scale: float) -> str:
    words, across = [], True
    for letter, number in _TOKEN.findall(strokes):
        if letter:
            words.append(letter)
            continue
        if words and words[-1][-1].isdigit():
            words.append(" ")
        words.append(n(float(number) * scale + (dx if across else dy)))
        across = not across
    return "".join(words)


@lru_cache(4096)
def line(text: str) -> tuple[float, str]:
    """The width and the path data of a line of text, 10 units high with its foot at 0."""
    x, parts = 0.0, []
    for sign in text:
        width, strokes = _glyph(sign)
        small = SMALL if sign != sign.upper() else 1
        parts.append(_moved(strokes, x, -10 * small, small))
        x += width * small + GAP * (small + 1) / 2
    return max(x - GAP, 0), "".join(parts)


def width(text: str, size: float) -> float:
    """How wide `letters` draws a text."""
    return (line(text)[0] + 1.7) * size / 10


@lru_cache(4096)
def letters(
    text: str, x: float, y: float, size: float, colour: str = INK, anchor: str = "middle", weight: float = 1.7
) -> str:
    """A line of text with capitals `size` high around the height y; `anchor` is start, middle or end.

    The pen is `weight` tenths of the height wide: 1.7 is a book's bold, 1.3 is light.  Where a letter is missing, the
    whole line is in a font: a new language is read before its letters are drawn.
    """
    if not drawable(text):
        return in_font(text, x, y, size, colour, anchor, width(text, size))
    wide, d = line(text)
    scale = size / 10
    left = {"start": weight / 2, "middle": -wide / 2, "end": -wide - weight / 2}[anchor]
    where = f"translate({n(x + left * scale)} {n(y + size / 2)}) scale({scale:.4g})"
    return (
        f'<path transform="{where}" d="{d}" fill="none" stroke="{colour}" stroke-width="{n(weight)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def small_print(marks: Iterable[tuple[str, float, float]], size: float, colour: str = INK, weight: float = 1.7) -> str:
    """Many short texts in capitals around their places, in one stroke: numbers of spaces, letters at an edge."""
    parts, scale = [], size / 10
    for text, x, y in marks:
        glyphs = [_glyph(sign) for sign in text.upper()]
        left = x - scale * (sum(width + GAP for width, _ in glyphs) - GAP) / 2
        for width, strokes in glyphs:
            parts.append(_moved(strokes, round(left, 1), round(y - size / 2, 1), scale))
            left += scale * (width + GAP)
    return (
        f'<path d="{_relative("".join(parts))}" fill="none" stroke="{colour}" stroke-width="{n(weight * scale)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _relative(d: str) -> str:
    """The same strokes from point to point, in tenths: less than half as long."""
    out, at = [], (0, 0)
    for command, numbers in re.findall(r"([MLC])([^MLC]*)", d):
        tenths = [round(10 * float(number)) for number in re.findall(r"-?[\d.]+", numbers)]
        points = list(zip(tenths[::2], tenths[1::2], strict=True))
        steps = [n((value - at[i]) / 10) for point in points for i, value in enumerate(point)]
        out.append(command.lower() + re.sub(" -", "-", " ".join(re.sub(r"^(-?)0\.", r"\1.", step) for step in steps)))
        at = points[-1]
    return "".join(out)


def fitted(text: str, x: float, y: float, size: float, room: float, colour: str = INK, anchor: str = "middle") -> str:
    """Letters of this size, or smaller if they would not fit into the room."""
    wide = width(text, size)
    fits = size * min(1, room / wide) if wide else size
    if fits < min(LEAST, size):
        warnings.warn(f"{text!r} is squeezed to {fits:.1f}", Squeezed, stacklevel=2)
    return letters(text, x, y, fits, colour, anchor)


def drawable(text: str) -> bool:
    """Do we have all its letters?"""
    return all(glyph(sign) for sign in text)


def in_font(text: str, x: float, y: float, size: float, colour: str, anchor: str, room: float | None = None) -> str:
    """A line whose letters we cannot draw, in whatever font the reader has; `room` is as wide as it must be."""
    return el(
        "text", esc(text), x=x, y=y + size / 2, font_size=size * 1.4, fill=colour,
        text_anchor=None if anchor == "start" else anchor,
        textLength=room, lengthAdjust="spacingAndGlyphs" if room else None,
    )  # fmt: skip


@lru_cache(1 << 13)  # the names of all who play
def shortened(text: str, x: float, y: float, size: float, room: float, colour: str = INK) -> str:
    """A name from x on: smaller if it would not fit, and if that is not enough, cut with dots.

    Letters that we cannot draw are left to the reader's fonts.
    """
    if not drawable(text):
        long = len(text) * size * 0.9 > room
        return in_font(text, x, y, size, colour, "start", room if long else None)
    small = size * 0.72
    if width(text, small) > room:
        while text and width(text + "…", small) > room:
            text = text[:-1].rstrip()
        if len(text) < 3:
            return ""  # dots alone say nothing
        text += "…"
    return fitted(text, x, y, size, room, colour, "start")
