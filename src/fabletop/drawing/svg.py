"""The few words of SVG that all pictures are made of, as strings: short, deterministic, fast."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def esc(text: str) -> str:
    """Text for a body or an attribute."""
    return text.translate(_ESCAPES)


@lru_cache(1 << 14)  # the same places come again and again
def n(value: float) -> str:
    """A number in at most two decimals and as few signs as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def el(name: str, body: str = "", /, **attributes: str | float | None) -> str:
    """An element: `el("circle", cx=3, cy=4, r=2, fill_opacity=0.5)`.  What is None is left out."""
    words = [f"<{name}"]
    for key, value in attributes.items():
        if value is not None:
            shown = esc(value) if isinstance(value, str) else n(value)
            words.append(f' {key.rstrip("_").replace("_", "-")}="{shown}"')
    words.append(f">{body}</{name}>" if body else "/>")
    return "".join(words)


def group(*parts: str, **attributes: str | float | None) -> str:
    return el("g", "".join(parts), **attributes)


def transform(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """To a place, turned by degrees and scaled: four numbers that a page can read and move."""
    how = f"translate({n(x)} {n(y)})"
    if turn:
        how += f" rotate({n(turn)})"
    if scale != 1:
        how += f" scale({scale:.4g})"
    return how


def at(x: float, y: float, *parts: str, turn: float = 0, scale: float = 1) -> str:
    """The parts moved to a place, turned by degrees and scaled: by the transform attribute, never by style."""
    return f'<g transform="{transform(x, y, turn, scale)}">{"".join(parts)}</g>'


def path(d: str, fill: str = "none", **attributes: str | float | None) -> str:
    return el("path", d=d, fill=fill, **attributes)


def stroke(d: str, colour: str, width: float, **attributes: str | float | None) -> str:
    """A line with round ends."""
    return el(
        "path", d=d, fill="none", stroke=colour, stroke_width=width,
        stroke_linecap="round", stroke_linejoin="round", **attributes,
    )  # fmt: skip


def circle(x: float, y: float, r: float, fill: str, opacity: float | None = None) -> str:
    return el("circle", cx=x, cy=y, r=r, fill=fill, fill_opacity=opacity)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, opacity: float | None = None) -> str:
    return el("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, fill_opacity=opacity)


def rect(x: float, y: float, w: float, h: float, rx: float, fill: str, opacity: float | None = None) -> str:
    return el("rect", x=x, y=y, width=w, height=h, rx=rx, fill=fill, fill_opacity=opacity)


def use(id: str, x: float = 0, y: float = 0) -> str:
    """One more of what stands in `define`."""
    place = f' x="{n(x)}" y="{n(y)}"' if x or y else ""
    return f'<use href="#{id}"{place}/>'


def define(id: str, *parts: str) -> str:
    """Something to be used again and again; goes into the still part, inside `<defs>`."""
    return f'<g id="{id}">{"".join(parts)}</g>'


def gradient(id: str, *stops: str, across: bool = False) -> str:
    """A soft change of tone, top to bottom (or left to right); fill with `url(#id)`.  Goes into `<defs>`."""
    last = len(stops) - 1
    body = "".join(f'<stop offset="{n(i / last)}" stop-color="{colour}"/>' for i, colour in enumerate(stops))
    way = "" if across else ' x2="0" y2="1"'
    return f'<linearGradient id="{id}"{way}>{body}</linearGradient>'


def polygon(points: Iterable[Point], *, close: bool = True) -> str:
    """The path data of a polygon."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if close else "")


def smooth(points: Iterable[Point], *, close: bool = False) -> str:
    """The path data of a soft line through the points (Catmull-Rom): winding paths, hills, hedges."""
    p = list(points)
    count = len(p)
    if count < 3:
        return polygon(p, close=False)
    words = [f"M{n(p[0][0])} {n(p[0][1])}"]
    for i in range(count if close else count - 1):
        a, b, c, d = (p[j % count] if close else p[min(max(j, 0), count - 1)] for j in (i - 1, i, i + 1, i + 2))
        words.append(
            f"C{n(b[0] + (c[0] - a[0]) / 6)} {n(b[1] + (c[1] - a[1]) / 6)} "
            f"{n(c[0] - (d[0] - b[0]) / 6)} {n(c[1] - (d[1] - b[1]) / 6)} {n(c[0])} {n(c[1])}"
        )
    return "".join(words) + ("Z" if close else "")


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """The point on a circle; 0 is up, and it goes clockwise."""
    turn = math.radians(degrees - 90)
    return x + r * math.cos(turn), y + r * math.sin(turn)
