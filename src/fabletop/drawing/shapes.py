"""Seat shapes, paper-cut shadows and the scenery of the house.

Shadows are translucent copies set off a little, no filters: browsers and resvg draw them alike, and fast.
"""

from __future__ import annotations

import math
from itertools import pairwise

from fabletop.drawing.palette import GLOW, MOON, SEATS, SHADOW, SNOW, STAR
from fabletop.drawing.svg import at, circle, el, n, path, polar, polygon, rect, stroke, transform


def star_points(points: int, inner: float) -> list[tuple[float, float]]:
    return [polar(0, 0, 10 if i % 2 == 0 else 10 * inner, 180 * i / points) for i in range(2 * points)]


# Each is about as large as a circle of radius 10 around 0 0
SHAPES = {
    "circle": "M-9.5 0A9.5 9.5 0 1 1 9.5 0A9.5 9.5 0 1 1-9.5 0Z",
    "square": "M-6.4-8.4H6.4Q8.4-8.4 8.4-6.4V6.4Q8.4 8.4 6.4 8.4H-6.4Q-8.4 8.4-8.4 6.4V-6.4Q-8.4-8.4-6.4-8.4Z",
    "triangle": "M1.6-9.4L10.6 6.2Q11.6 8.4 9.2 8.4H-9.2Q-11.6 8.4-10.6 6.2L-1.6-9.4Q0-11.4 1.6-9.4Z",
    "diamond": "M1.5-10.6L9.6-1.4Q10.8 0 9.6 1.4L1.5 10.6Q0 12-1.5 10.6L-9.6 1.4Q-10.8 0-9.6-1.4L-1.5-10.6Q0-12 1.5-10.6Z",  # noqa: E501
    "heart": "M0 10C-4 6-10.5 2-10.5-3.6C-10.5-9.6-3-11 0-5.6C3-11 10.5-9.6 10.5-3.6C10.5 2 4 6 0 10Z",
    "star": polygon((1.12 * x, 1.12 * y + 0.6) for x, y in star_points(5, 0.5)),
}


def shape(name: str, x: float, y: float, r: float, fill: str, opacity: float | None = None) -> str:
    """One of the six shapes around a point."""
    return f'<path transform="translate({n(x)} {n(y)}) scale({r / 10:.3g})" d="{SHAPES[name]}" fill="{fill}"' + (
        f' fill-opacity="{n(opacity)}"/>' if opacity is not None else "/>"
    )


def seat_mark(colour: int, x: float, y: float, r: float, fill: str | None = None) -> str:
    """The shape that goes with one of the seats' colours (`view.colours[seat]`), in that colour or in another."""
    mark = SEATS[colour]
    return shape(mark.shape, x, y, r, fill or mark.colour)


# Paper


def paper(d: str, fill: str, lift: float = 3) -> str:
    """A cut-out lying on the page: the shape over two soft copies of itself, `lift` units below."""
    return (
        f'<path d="{d}" transform="translate(0 {n(lift)})" fill="{SHADOW}" fill-opacity=".12"/>'
        f'<path d="{d}" transform="translate(0 {n(lift / 2)})" fill="{SHADOW}" fill-opacity=".16"/>'
        f'<path d="{d}" fill="{fill}"/>'
    )


def sheet(x: float, y: float, w: float, h: float, rx: float, fill: str, lift: float = 3) -> str:
    """A rounded piece of paper with its shadow."""
    return (
        rect(x - lift / 3, y + lift / 2, w + lift / 1.5, h + lift / 2, rx + lift / 3, SHADOW, 0.1)
        + rect(x, y + lift / 2, w, h, rx, SHADOW, 0.18)
        + rect(x, y, w, h, rx, fill)
    )


def disc(x: float, y: float, r: float, fill: str, lift: float = 3) -> str:
    """A round piece of paper with its shadow."""
    return (
        circle(x, y + lift * 0.7, r + lift / 3, SHADOW, 0.1)
        + circle(x, y + lift / 2, r, SHADOW, 0.18)
        + circle(x, y, r, fill)
    )


def hollow(x: float, y: float, r: float, fill: str, lift: float = 2) -> str:
    """A round hole in the paper: darker above, where the light does not reach."""
    return circle(x, y, r, SHADOW, 0.28) + circle(x, y + lift / 2, r - lift / 2, fill)


# Light


def halo(x: float, y: float, r: float, colour: str = GLOW, strength: float = 1) -> str:
    """A warm light around a point: three translucent rings."""
    rings = ((1, 0.14), (0.8, 0.2), (0.6, 0.3))
    return "".join(circle(x, y, r * share, colour, strength * light) for share, light in rings)


def lantern(x: float, y: float, size: float, lit: bool) -> str:
    """A paper lantern; lit, it shines: the mark of whose turn it is."""
    body = path("M-6-6Q-10 0-6 7H6Q10 0 6-6Z", GLOW if lit else "#8C86A0")
    ribs = stroke("M-3-6Q-5 0-3 7M3-6Q5 0 3 7", "#E8871E" if lit else "#6F6983", 1)
    frame = path("M-5-9H5V-6H-5ZM-5 7H5V9.6H-5Z", "#6A412A" if lit else "#4C475C")
    flame = path("M0-3C3 0 3 4 0 4.4C-3 4-3 0 0-3Z", SNOW) if lit else ""
    light = halo(0, 0, 22) if lit else ""
    return at(x, y, light, body, ribs, frame, flame, scale=size / 10)


def crown(x: float, y: float, size: float, fill: str = GLOW) -> str:
    """For whoever has won."""
    d = "M-10 7L-11.5-4L-5.5 0L0-8L5.5 0L11.5-4L10 7Z"
    balls = circle(-11.5, -5, 1.8, fill) + circle(0, -9, 2, fill) + circle(11.5, -5, 1.8, fill)
    return at(x, y, paper(d, fill, 1.6), balls, rect(-10, 7, 20, 3.4, 1.4, "#E8871E"), scale=size / 10)


# Scenery


def moon(x: float, y: float, r: float, *, crescent: bool = True, fill: str = MOON) -> str:
    glow = halo(x, y, r * 2, MOON, 0.6)
    if not crescent:
        return glow + circle(x, y, r, fill)
    d = "M0-10A10 10 0 1 0 9.4 3.4A8.2 8.2 0 1 1 0-10Z"
    return glow + at(x, y, path(d, fill), scale=r / 10)


def sparkle(x: float, y: float, r: float, fill: str = STAR) -> str:
    """A star of four points."""
    d = "M0-10Q1.6-1.6 10 0Q1.6 1.6 0 10Q-1.6 1.6-10 0Q-1.6-1.6 0-10Z"
    return path(d, fill, transform=transform(x, y, 0, r / 10))


def sky_stars(x: float, y: float, w: float, h: float, count: int, seed: int = 1, fill: str = STAR) -> str:
    """Stars strewn over a rectangle, always the same for the same seed: small ones, some of four points."""
    parts = []
    for i in range(count):
        a, b = (i + 1) * 0.754877666 + seed * 0.37, (i + 1) * 0.569840291 + seed * 0.61
        px, py = x + w * (a % 1), y + h * (b % 1)
        if i % 4 == 0:
            parts.append(sparkle(px, py, 4 + 3 * (b * 7 % 1), fill))
        else:
            parts.append(circle(px, py, 0.9 + 1.3 * (a * 5 % 1), fill, 0.9))
    return "".join(parts)


def hills(x: float, y: float, w: float, h: float, fill: str, bumps: int = 3, seed: int = 1, deep: float = 0) -> str:
    """A range of soft hills in the rectangle; the ground goes on `deep` below it."""
    top, count = [], 4 * bumps
    for i in range(count + 1):
        wave = 0.5 + 0.32 * math.sin(i * math.pi / 2 + seed) + 0.18 * math.sin(i * 1.3 + 2.1 * seed)
        top.append((x + w * i / count, round(y + h * (1 - wave))))  # whole numbers are short
    d = f"M{n(x)} {n(y + h + deep)}L{n(top[0][0])} {n(top[0][1])}"
    for (ax, ay), (bx, by) in pairwise(top):
        d += f"C{n((ax + bx) / 2)} {n(ay)} {n((ax + bx) / 2)} {n(by)} {n(bx)} {n(by)}"
    return path(f"{d}L{n(x + w)} {n(y + h + deep)}Z", fill)


def tree(x: float, y: float, size: float, fill: str, trunk: str = "#6A412A") -> str:
    """A fir of three paper layers; x, y is the foot."""
    d = "M0-30L8-17H4L11-6H-11L-4-17H-8Z"
    return at(x, y, rect(-1.8, -7, 3.6, 8, 1, trunk), paper(d, fill, 1.5), scale=size / 30)


def bush(x: float, y: float, size: float, fill: str) -> str:
    """A round bush; x, y is the foot."""
    d = "M-12 0C-17-1-16-9-10-9C-10-16 0-18 3-13C9-17 16-11 12-7C17-5 15 0 11 0Z"
    return at(x, y, paper(d, fill, 1.5), scale=size / 24)


def cloud(x: float, y: float, size: float, fill: str = SNOW, opacity: float = 0.85) -> str:
    d = "M-18 6C-25 6-25-4-17-4C-17-12-5-14-1-8C4-14 16-11 15-3C23-4 24 6 16 6Z"
    return at(x, y, path(d, fill, fill_opacity=opacity), scale=size / 40)


def flower(x: float, y: float, size: float, fill: str, heart: str = GLOW) -> str:
    petals = "".join(circle(*polar(0, 0, 5, 72 * i), 3.8, fill) for i in range(5))
    return at(x, y, petals, circle(0, 0, 3, heart), scale=size / 9)


def house(x: float, y: float, size: float, wall: str, roof: str, *, lit: bool = True) -> str:
    """A small house; x, y is the middle of its foot."""
    window = GLOW if lit else "#4C475C"
    return at(
        x, y,
        paper("M-10 0V-13H10V0Z", wall, 1.5),
        rect(5, -24, 4, 8, 0.6, roof),
        paper("M-13-12L0-25L13-12Q13-11 12-11H-12Q-13-11-13-12Z", roof, 1.5),
        rect(-7, -9, 5, 5, 0.8, window), rect(1.6, -9, 5.4, 9, 2, roof),
        scale=size / 25,
    )  # fmt: skip


def ribbon(x: float, y: float, w: float, h: float, fill: str, tail: str) -> str:
    """A banner with two tails around the middle x, y: for a heading."""
    half, t, low = w / 2, h * 0.55, h * 0.22
    tails = ""
    for s in (-1, 1):
        inner, outer, notch = s * (half - t), s * (half + t), s * (half + t * 0.5)
        up, down = low - h / 2, low + h / 2
        tails += path(polygon([(inner, up), (outer, up), (notch, low), (outer, down), (inner, down)]), tail)
    return at(x, y, tails, sheet(-half, -h / 2, w, h, h * 0.18, fill, 2))


def clip(id: str, *parts: str) -> str:
    """What may show: use with `group(…, clip_path="url(#id)")`.  Goes into `<defs>`."""
    return el("clipPath", "".join(parts), id=id)
