"""Our own letters, drawn with one round pen: pictures need no font, so they look alike in a browser and a PNG.

Capitals, digits and signs; small letters are small capitals.  Text for people who cannot see is in `<title>`,
`<desc>` and accessible names instead.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import degrees

from fabletop.drawing.palette import INK
from fabletop.drawing.svg import n, polar

# Each glyph is its width and its strokes; 0 is the top of a capital and 10 its foot.  Only M, L, C and Q, absolute.
GLYPHS: dict[str, tuple[float, str]] = {
    " ": (3.4, ""),
    "0": (6.4, "M3.2 0C5.4 0 6.4 2.2 6.4 5C6.4 7.8 5.4 10 3.2 10C1 10 0 7.8 0 5C0 2.2 1 0 3.2 0"),
    "1": (3.2, "M0.2 2.2L2.8 0L2.8 10"),
    "2": (6, "M0.2 2.6C0.4-0.8 5.8-0.9 5.8 2.8C5.8 5.2 2 7 0.1 10L6 10"),
    "3": (5.8, "M0.3 1.4C1.4-0.4 5.4-0.6 5.4 2.4C5.4 4.4 3.6 4.8 2.4 4.8"
              "C3.8 4.8 5.8 5.2 5.8 7.3C5.8 10.6 1.2 10.9 0 8.4"),
    "4": (6.4, "M4.7 10L4.7 0L0 7L6.4 7"),
    "5": (5.8, "M5.4 0L1 0L0.5 4.6C2.2 3.4 5.8 3.7 5.8 6.8C5.8 10.6 1.2 10.8 0 8.5"),
    "6": (6, "M5 0.2C2.4 1 0 4 0 6.8C0 8.8 1.2 10 3 10C4.8 10 6 8.7 6 6.9C6 5 4.8 4 3.2 4C1.6 4 0.4 5 0.1 6.4"),
    "7": (5.8, "M0 0L5.8 0C4 3 2.4 6 2 10"),
    "8": (6, "M3 0C4.6 0 5.5 1 5.5 2.3C5.5 3.7 4.4 4.7 3 4.7C1.6 4.7 0.5 3.7 0.5 2.3C0.5 1 1.4 0 3 0M3 4.7"
                "C4.9 4.7 6 5.9 6 7.3C6 8.9 4.8 10 3 10C1.2 10 0 8.9 0 7.3C0 5.9 1.1 4.7 3 4.7"),
    "9": (6, "M1 9.8C3.6 9 6 6 6 3.2C6 1.2 4.8 0 3 0C1.2 0 0 1.3 0 3.1C0 5 1.2 6 2.8 6C4.4 6 5.6 5 5.9 3.6"),
    "A": (7.2, "M0 10L3.6 0L7.2 10M1.3 6.6L5.9 6.6"),
    "B": (6, "M0 0L0 10L3.2 10C5 10 6 8.9 6 7.3C6 5.8 5 4.8 3.2 4.8L0 4.8M0 0L2.9 0"
            "C4.6 0 5.4 1 5.4 2.4C5.4 3.8 4.6 4.8 2.9 4.8"),
    "C": (6.6, "M6.4 1.8C5.6 0.6 4.6 0 3.6 0C1.4 0 0 2.2 0 5C0 7.8 1.4 10 3.6 10C4.8 10 5.8 9.4 6.6 8.2"),
    "D": (6.6, "M0 0L0 10L2.4 10C5.2 10 6.6 8 6.6 5C6.6 2 5.2 0 2.4 0L0 0"),
    "E": (5.2, "M5.2 0L0 0L0 10L5.2 10M0 4.8L4.4 4.8"),
    "F": (5, "M5 0L0 0L0 10M0 4.8L4.2 4.8"),
    "G": (6.8, "M6.3 1.8C5.6 0.6 4.6 0 3.6 0C1.4 0 0 2.2 0 5C0 7.8 1.4 10 3.6 10C5.6 10 6.8 8.6 6.8 5.6L4 5.6"),
    "H": (6.4, "M0 0L0 10M6.4 0L6.4 10M0 4.8L6.4 4.8"),
    "I": (0.4, "M0.2 0L0.2 10"),
    "J": (4.6, "M4.6 0L4.6 7C4.6 10.6 0.6 10.8 0 8"),
    "K": (6, "M0 0L0 10M5.8 0L0.2 5.6M2 4L6 10"),
    "L": (5, "M0 0L0 10L5 10"),
    "M": (7.8, "M0 10L0.6 0L3.9 6.6L7.2 0L7.8 10"),
    "N": (6.6, "M0 10L0 0L6.6 10L6.6 0"),
    "O": (7.6, "M3.8 0C6 0 7.6 2.1 7.6 5C7.6 7.9 6 10 3.8 10C1.6 10 0 7.9 0 5C0 2.1 1.6 0 3.8 0"),
    "P": (5.6, "M0 10L0 0L2.8 0C4.6 0 5.6 1.2 5.6 2.8C5.6 4.4 4.6 5.6 2.8 5.6L0 5.6"),
    "Q": (7.6, "M3.8 0C6 0 7.6 2.1 7.6 5C7.6 7.9 6 10 3.8 10C1.6 10 0 7.9 0 5C0 2.1 1.6 0 3.8 0M4.8 7.6L7.4 10.6"),
    "R": (6, "M0 10L0 0L2.8 0C4.6 0 5.6 1.2 5.6 2.7C5.6 4.2 4.6 5.4 2.8 5.4L0 5.4M3 5.4L6 10"),
    "S": (5.8, "M5.4 1.5C4.4-0.4 0.4-0.6 0.4 2.4C0.4 5.4 5.8 4.4 5.8 7.5C5.8 10.7 1 10.8 0 8.4"),
    "T": (6.2, "M0 0L6.2 0M3.1 0L3.1 10"),
    "U": (6.4, "M0 0L0 6.6C0 11.1 6.4 11.1 6.4 6.6L6.4 0"),
    "V": (6.8, "M0 0L3.4 10L6.8 0"),
    "W": (9.4, "M0 0L2.4 10L4.7 2.4L7 10L9.4 0"),
    "X": (6.4, "M0 0L6.4 10M6.4 0L0 10"),
    "Y": (6.4, "M0 0L3.2 4.8L6.4 0M3.2 4.8L3.2 10"),
    "Z": (6, "M0 0L6 0L0 10L6 10"),
    "+": (5, "M0 5.4L5 5.4M2.5 2.9L2.5 7.9"),
    "-": (4, "M0.2 5.4L3.8 5.4"),
    "–": (5, "M0 5.4L5 5.4"),
    "=": (5, "M0 4L5 4M0 7L5 7"),
    ".": (0.4, "M0.2 9.8L0.2 9.9"),
    ",": (1, "M0.8 9.6L0.2 11.6"),
    ":": (0.4, "M0.2 3.6L0.2 3.7M0.2 9L0.2 9.1"),
    "!": (0.4, "M0.2 0L0.2 6.6M0.2 9.8L0.2 9.9"),
    "?": (4.8, "M0 2C0.4-0.6 4.8-0.8 4.8 2.4C4.8 4.6 2.4 4.6 2.4 7M2.4 9.8L2.4 9.9"),
    "'": (0.6, "M0.4 0L0.2 2.4"),
    "’": (0.6, "M0.4 0L0.2 2.4"),
    "/": (4, "M4 0L0 10"),
    "×": (4.4, "M0 3.2L4.4 7.6M4.4 3.2L0 7.6"),
    "(": (2, "M2-0.4C-0.6 3-0.6 7 2 10.4"),
    ")": (2, "M0-0.4C2.6 3 2.6 7 0 10.4"),
    "&": (7, "M6.8 10L1.6 3.2C0.4 1.4 1.6 0 3 0C4.6 0 5.4 1.8 4 3.2L1.2 5.4"
            "C-0.8 7.4 0.6 10 2.8 10C4.8 10 6.4 8.4 6.8 6.2"),
    "→": (7, "M0 5L7 5M4.4 2.4L7 5L4.4 7.6"),
    "←": (7, "M7 5L0 5M2.6 2.4L0 5L2.6 7.6"),
}  # fmt: skip
DOTS = {"Ä": "A", "Ö": "O", "Ü": "U"}
SMALL = 0.76  # the height of a small capital
GAP = 2.5  # between two letters; the pen is about 1.7 wide

_TOKEN = re.compile(r"([MLCQ])|(-?\d+(?:\.\d+)?)")


def _glyph(sign: str) -> tuple[float, str]:
    """The width and strokes of a sign; what we cannot draw is a question mark."""
    if sign in GLYPHS:
        return GLYPHS[sign]
    if sign in DOTS:
        width, strokes = GLYPHS[DOTS[sign]]
        left, right = n(width / 2 - 1.6), n(width / 2 + 1.6)
        return width, f"{strokes}M{left}-2.6L{left}-2.5M{right}-2.6L{right}-2.5"
    if sign != sign.upper():
        return _glyph(sign.upper()[:1])
    return GLYPHS["?"]


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
        small = SMALL if sign != sign.upper() and sign.upper() != "SS" else 1
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

    The pen is `weight` tenths of the height wide: 1.7 is a book's bold, 1.3 is light.
    """
    wide, d = line(text)
    scale = size / 10
    left = {"start": weight / 2, "middle": -wide / 2, "end": -wide - weight / 2}[anchor]
    where = f"translate({n(x + left * scale)} {n(y + size / 2)}) scale({scale:.4g})"
    return (
        f'<path transform="{where}" d="{d}" fill="none" stroke="{colour}" stroke-width="{n(weight)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def fitted(text: str, x: float, y: float, size: float, room: float, colour: str = INK, anchor: str = "middle") -> str:
    """Letters of this size, or smaller if they would not fit into the room."""
    wide = width(text, size)
    return letters(text, x, y, size * min(1, room / wide) if wide else size, colour, anchor)


@lru_cache(512)
def on_arc(
    text: str, x: float, y: float, r: float, at: float, size: float,
    colour: str = INK, weight: float = 1.7, inside: bool = False,
) -> str:  # fmt: skip
    """Text on a circle around x, y: its middle at `at` degrees (0 is up, clockwise).

    `inside` turns the letters upside down for the lower half of a circle, so that they read from left to right.
    """
    scale, way = size / 10, -1 if inside else 1
    angle = at - way * degrees(line(text)[0] / 2 * scale / r)
    parts = []
    for sign in text:
        wide, strokes = line(sign)
        middle = angle + way * degrees(wide / 2 * scale / r)
        px, py = polar(x, y, r, middle)
        turn = middle + 180 * inside
        parts.append(
            f'<path transform="translate({n(px)} {n(py)}) rotate({n(turn)}) scale({scale:.4g}) '
            f'translate({n(-wide / 2)} 5)" d="{strokes}"/>' if strokes else ""
        )  # fmt: skip
        angle += way * degrees((wide + GAP) * scale / r)
    pen = f'fill="none" stroke="{colour}" stroke-width="{n(weight)}" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {pen}>{''.join(parts)}</g>"
