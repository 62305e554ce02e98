"""Who sits at a board: plates with face, name, a note, and the lantern of whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fabletop.drawing.animals import animal
from fabletop.drawing.lettering import fitted, shortened, width
from fabletop.drawing.own import own
from fabletop.drawing.palette import GLOW, INK, INK2, PAPER2, SEATS, SHADOW, SNOW
from fabletop.drawing.pieces import piece
from fabletop.drawing.shapes import crown, lantern, seat_mark
from fabletop.drawing.svg import at, circle, define, n, rect, stroke, use

if TYPE_CHECKING:
    from fabletop.engine.view import View

PLATE_HIGH = 40


def on_turn(view: View) -> int | None:
    """The seat whose turn it is, also while chance acts for it."""
    return view.acting


def plate(
    view: View, seat: int, x: float, y: float, w: float = 96, note: str = "", lit: bool | None = None, more: str = "",
    room: float = 0,
) -> str:  # fmt: skip
    """The plate of a seat, its corner at x, y and 40 high: face, name, a short note (points, cards left), lantern.

    The lantern shines on whose turn it is (or if you say so with `lit`); the seat that looks has its own tint;
    whoever has won wears a crown.  It is the same in all games, but for what `more` puts on it, which leaves the name
    the given `room`.
    """
    result = view.result  # None while the game is on
    won = result is not None and seat in result.winners
    shines = seat == on_turn(view) if lit is None else lit
    name = view.names[seat] if view.names else ""
    mine, others = (_plate(seat, view.colours[seat], w, name, note, shines, you, won, room) for you in (True, False))
    body = own(view, seat, mine, others)
    light = piece("light", x, y, _light(w)) if shines else ""  # it travels from plate to plate
    return f'{light}<g id="plate{seat}" class="plate" transform="translate({n(x)} {n(y)})">{body}{more}</g>'


def plates(view: View, places: Sequence[tuple[float, float]], w: float = 96, notes: Sequence[str] = ()) -> str:
    """The plates of all seats."""
    each = enumerate(places[: view.game.seats])
    return "".join(plate(view, seat, x, y, w, notes[seat] if notes else "") for seat, (x, y) in each)


def row_of_plates(view: View, x: float, y: float, w: float, notes: Sequence[str] = (), gap: float = 12) -> str:
    """The plates of all seats side by side within the width w."""
    seats = view.game.seats
    each = min(170 if view.names else 132, (w - gap * (seats - 1)) / seats)
    left = x + (w - each * seats - gap * (seats - 1)) / 2
    return plates(view, [(left + i * (each + gap), y) for i in range(seats)], each, notes)


@lru_cache(64)
def _light(w: float) -> str:
    h = PLATE_HIGH
    return rect(-7, -7, w + 14, h + 14, 25, GLOW, 0.3) + rect(-3.5, -3.5, w + 7, h + 7, 22, GLOW, 0.75)


@lru_cache(1024)
def _plate(
    seat: int, colour: int, w: float, name: str, note: str, lit: bool, you: bool, won: bool, room: float
) -> str:  # fmt: skip
    """Made of parts that many plates share: there are as many names as there are people."""
    ink, h = INK if lit or you else INK2, PLATE_HIGH
    if not name:
        words = fitted(note, 42, h / 2, 15, w - 42 - 36, ink, "start") if note else ""
    elif not note:
        words = shortened(name, 42, h / 2, 11, w - 42 - 34, ink)
    else:
        words = shortened(name, 41, 12, 11, room or w - 41 - 11, ink) + _plate_note(note, w, ink)
    return f"{_plate_ground(seat, colour, w, lit, you)}{words}{_plate_end(w, bool(name and note), lit, won)}"


@lru_cache(256)
def _plate_ground(seat: int, colour: int, w: float, lit: bool, you: bool) -> str:
    mark, h = SEATS[colour], PLATE_HIGH
    ground = mark.tint if you else SNOW if lit else PAPER2
    edge = stroke(f"M20 {h - 2.5}H{n(w - 20)}", mark.colour, 3) if you else ""
    return rect(0, 2.5, w, h, 19, SHADOW, 0.22) + rect(0, 0, w, h, 19, ground) + edge + use(f"badge{seat}")


@lru_cache(512)
def _plate_note(note: str, w: float, ink: str) -> str:
    return fitted(note, 41, 28.5, 14.5, w - 41 - 34, ink, "start")


@lru_cache(64)
def _plate_end(w: float, small: bool, lit: bool, won: bool) -> str:
    """A crown for who has won, else the lantern; small beside a note."""
    lamp = "lamp1" if lit else "lamp0"
    if small:
        return at(w - 19, 27, crown(0, 0, 8) if won else use(lamp), scale=0.8)
    return crown(w - 20, PLATE_HIGH / 2, 10) if won else use(lamp, w - 19, PLATE_HIGH / 2 + 1)


@lru_cache(256)
def plate_defs(colours: tuple[int, ...], animals: tuple[str, ...]) -> str:
    """What all plates are made of; `picture` puts it into the document."""
    faces = animals or ("",) * len(colours)
    badges = (define(f"badge{seat}", at(20, 20, face(colour, faces[seat]))) for seat, colour in enumerate(colours))
    lamps = define("lamp0", lantern(0, 0, 7.5, False)) + define("lamp1", lantern(0, 0, 9.5, True))
    return f"<defs>{lamps}{''.join(badges)}</defs>"


@lru_cache(256)
def face(colour: int, name: str = "") -> str:
    """Who sits there, around 0 0 and 32 wide: the animal in a ring of the seat's colour, with the seat's shape.

    Without an animal the shape stands in the middle.
    """
    mark, drawn = SEATS[colour], animal(name)
    ring = circle(0, 0, 16, mark.colour)
    if not drawn:
        return ring + circle(0, 0, 11.4, SNOW) + seat_mark(colour, 0, 0, 7.4, mark.shade)
    sign = circle(10.5, 10.5, 7.2, SNOW) + seat_mark(colour, 10.5, 10.5, 5, mark.shade)
    return ring + circle(0, 0, 13.6, mark.tint) + at(0, 0, drawn, scale=0.62) + sign


@lru_cache(1024)
def name_tag(name: str, x: float, y: float, room: float, size: float = 9) -> str:
    """A name on a little label around x, y: where there is no plate."""
    wide = min(room, width(name, size) + 2 * size)
    return rect(x - wide / 2, y - size, wide, 2 * size, size, SNOW) + shortened(
        name, x - wide / 2 + size * 0.8, y, size, wide - size * 1.6
    )
