"""One set of dice for all games: soft paper cubes with pips, or with a game's own signs."""

from __future__ import annotations

from functools import cache, lru_cache

from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import INK, PAPER3, SHADOW, SNOW, mixed
from fabletop.drawing.svg import at, circle, define, rect, use

_LEFT, _MID, _RIGHT = -24, 0, 24
PIPS = {
    0: (),
    1: ((_MID, _MID),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    3: ((_LEFT, _LEFT), (_MID, _MID), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    5: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_MID, _MID), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    6: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _MID), (_RIGHT, _MID), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
}


@lru_cache(256)
def cube(fill: str = SNOW, edge: str | None = None) -> str:
    """An empty die around 0 0, 100 wide: its shadow, its edge and its face."""
    deep = edge or (PAPER3 if fill == SNOW else mixed(fill, SHADOW, 0.35))
    return (
        rect(-50, -42, 104, 100, 24, SHADOW, 0.14) + rect(-50, -44, 100, 98, 24, SHADOW, 0.2)
        + rect(-50, -48, 100, 98, 24, deep) + rect(-50, -50, 100, 94, 24, fill)
    )  # fmt: skip


@lru_cache(256)
def pips(face: int, colour: str = INK) -> str:
    """The pips of 1 to 6 around 0 0, for a die 100 wide."""
    return "".join(circle(x, y - 3, 9.5, colour) for x, y in PIPS[face])


@lru_cache(1024)
def die(
    face: int | None, x: float, y: float, size: float,
    fill: str = SNOW, ink: str = INK, turn: float = 0, sign: str | None = None,
) -> str:  # fmt: skip
    """A die around x, y.  `face` None is a die still to be rolled; `sign` is a drawing of your own for the face.

    Your own sign is SVG around 0 0 within 35 units of the middle.
    """
    front = sign if sign is not None else letters("?", 0, -3, 46, ink, weight=1.8) if face is None else pips(face, ink)
    return at(x, y, cube(fill), front, turn=turn, scale=size / 100)


@cache
def die_defs() -> str:
    """The body and the faces of the usual die, 100 wide, for `rolled`; `scene.picture` puts them into the document."""
    faces = (define(f"die-{face}", pips(face)) for face in range(1, 7))
    blank = define("die-blank", letters("?", 0, -3, 46, INK, weight=1.8))
    return f"<defs>{define('die-body', cube())}{''.join(faces)}{blank}</defs>"


def lying(face: int | None) -> str:
    """A die 100 wide that can be thrown (`stage.tumble`): the inside of a piece with a `size`.  None: never rolled."""
    return use("die-body") + use(f"die-{face}" if face else "die-blank")
