"""Where something is in a picture: what the guide rings or looks at closely.

`die` is a piece by its id, `hop` a place by its action, `pile` one that may be asked about, `square 5` one of the
game's `squares`; numbers alone are x, y and a radius. `die @ 60` changes the radius, `pawn-0 @ 0 -18 34` also shifts
the middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import NamedTuple

from fabletop.drawing.svg import Point
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.guide.data import BadGuide

RADIUS = 34
_MOVED = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_PLACED = re.compile(r' x="(-?[\d.]+)" y="(-?[\d.]+)"')
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Spot(NamedTuple):
    x: float
    y: float
    r: float


class Window(NamedTuple):
    """A part of a picture: its corner, width and height."""

    x: float
    y: float
    w: float
    h: float


def spot(svg: str, game: Game, text: str) -> Spot:
    name, _, how = (part.strip() for part in text.partition("@"))
    found = _numbers(name, 3) or _square(game, name) or _marked(svg, name)
    if found is None:
        raise BadGuide(f"nothing in the picture is called {name!r}")
    x, y, r = found
    if how:
        change = [float(number) for number in how.split()]
        dx, dy, r = change if len(change) == 3 else (0, 0, change[0])
        x, y = x + dx, y + dy
    return Spot(x, y, r)


def _numbers(name: str, count: int) -> Spot | None:
    try:
        numbers = [float(word) for word in name.split()]
    except ValueError:
        return None
    return Spot(*numbers) if len(numbers) == count else None


def _square(game: Game, name: str) -> Spot | None:
    draw = registry.part(game.id, "draw") if registry.has_part(game.id, "draw") else None
    if draw is None or not hasattr(draw, "squares"):
        return None
    for square in draw.squares(game).values():
        if square.name == name:
            return Spot(square.x, square.y, square.r * 1.5)
    return None


def _marked(svg: str, name: str) -> Spot | None:
    """A piece by its id, what can be pressed by its action, or a place that one may ask about."""
    wanted = re.escape(escape(name, quote=True))
    for tag in re.findall(rf'<(?:g|use) [^>]*?(?:id|data-action|data-part)="{wanted}"[^>]*>', svg):
        moved = _MOVED.search(tag) or _PLACED.search(tag)
        if moved:
            return Spot(float(moved[1]), float(moved[2]), RADIUS)
    for tag in re.findall(rf'<rect data-what="{wanted}"[^>]*>', svg):
        x, y, w, h = (float(value) for value in re.findall(r' (?:x|y|width|height)="(-?[\d.]+)"', tag)[:4])
        return Spot(x + w / 2, y + h / 2, max(w, h) * 0.55)
    return None


def pressable(svg: str) -> Iterator[tuple[str, Point]]:
    """Whatever can be pressed: its action, or the part of one that it is, and where it stands."""
    for tag, act in re.findall(r'(<(?:g|use) [^>]*?data-(?:action|part)="([^"]*)"[^>]*>)', svg):
        if moved := _MOVED.search(tag) or _PLACED.search(tag):
            yield unescape(act), (float(moved[1]), float(moved[2]))


def size(svg: str) -> tuple[float, float]:
    found = _SIZE.search(svg)
    if found is None:
        raise BadGuide("the picture has no size")
    return float(found[1]), float(found[2])


def window(svg: str, game: Game, text: str) -> Window:
    """What of the picture is shown: all of it, four numbers, or a square around a spot."""
    wide, high = size(svg)
    if not text:
        return Window(0, 0, wide, high)
    words = text.split()
    if len(words) == 4 and all(re.fullmatch(r"-?[\d.]+", word) for word in words):
        return Window(*map(float, words))
    x, y, r = spot(svg, game, text)
    return Window(x - r, y - r, 2 * r, 2 * r)
