"""The frame of every picture: the document, the still part and its cache, pieces, actions, whose turn it is.

A game's draw.py has two functions of the same shape: `moving(view, *, last=None, before=None)`, what changes
from ply to ply, and `draw(view, *, last=None, before=None)`, the whole picture.  See docs/drawing.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from fabletop.drawing.lettering import fitted
from fabletop.drawing.palette import EMBER, GLOW, INK, INK2, PAPER, PAPER2, SEATS, SHADOW, SNOW
from fabletop.drawing.shapes import crown, lantern, seat_mark
from fabletop.drawing.svg import Point, at, circle, define, esc, n, rect, stroke, use
from fabletop.engine import registry
from fabletop.engine.game import Game

if TYPE_CHECKING:
    from fabletop.engine.view import Translate, View

CORNER = 22  # of the page


def picture(view: View, *, width: float, height: float, still: str, moving: str) -> str:
    """The whole document.  `still` comes from a function under `@cached_still`, `moving` from `moving_group`."""
    w, h = n(width), n(height)
    title, desc = f"{view.translate(view.game.spec.title)}: {whose_turn(view)}", described(view)
    id = f"{crc32(desc.encode()):x}"  # several pictures may lie on one page
    shared = _plate_defs(view.game.seats) if "#badge" in moving else ""
    role = "group" if "data-action" in moving or "data-part" in moving else "img"  # nothing in an image can be pressed
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" role="{role}"'
        f' aria-labelledby="t{id} d{id}" class="fabletop {view.game.id}">'
        f'<title id="t{id}">{esc(title)}</title><desc id="d{id}">{esc(desc)}</desc>'
        f'{shared}<g class="still" aria-hidden="true">{still}</g>{moving}</svg>'
    )


def moving_group(*parts: str) -> str:
    """What a table sends after every ply."""
    return f'<g id="moving" class="moving">{"".join(parts)}</g>'


def page(width: float, height: float, fill: str = PAPER) -> str:
    """The paper that everything lies on: the first thing in a still part.  It makes its own ground, light or dark."""
    return rect(0, 0, width, height, CORNER, fill)


Still: TypeAlias = "Callable[[Game, int | None, Translate], str]"


def cached_still(per_seat: bool = False) -> Callable[[Still], Callable[[View], str]]:
    """Turn `function(game, seat, translate) -> SVG` into `function(view)`, drawn once for each game and language.

    Only with `per_seat` does the function learn which seat looks (for boards that turn); else it gets None.
    """

    def decorate(function: Still) -> Callable[[View], str]:
        drawn = lru_cache(256)(function)

        def cached(view: View) -> str:
            return drawn(view.game, view.seat if per_seat else None, view.translate)

        cached.draw = function  # type: ignore[attr-defined]  # without the cache, to measure it
        cached.__doc__ = function.__doc__
        return cached

    return decorate


# Pieces and actions


def choices(view: View) -> dict[str, int]:
    """What may be marked: the actions (text: number) of the seat that looks, when it is its turn; else nothing.

    Chance's outcomes are never marked.
    """
    if view.seat is None or view.turn != view.seat:
        return {}
    words = view.game.words
    return {words[number]: number for number in view.legal()}


def piece(id: str, x: float, y: float, *parts: str, act: str | None = None, part: str | None = None) -> str:
    """Something that moves: its id stays the same through the whole game, and tells nobody a secret.

    With `act`, an action's text, it can be pressed; with `part` it can be chosen as a part of an action.
    """
    mark = _mark("action", act) if act is not None else _mark("part", part) if part is not None else ""
    return f'<g id="{id}" class="piece" transform="translate({n(x)} {n(y)})"{mark}>{"".join(parts)}</g>'


def action(act: str, *parts: str, x: float = 0, y: float = 0) -> str:
    """A place, a button or anything else that can be pressed, but is not a piece."""
    return f"<g{_place(x, y)}{_mark('action', act)}>{''.join(parts)}</g>"


def finish(word: str, *parts: str, x: float = 0, y: float = 0) -> str:
    """What plays the chosen parts, with this word at the end; it shows as soon as that is a legal action."""
    return f'<g{_place(x, y)}{_mark("finish", word)} display="none">{"".join(parts)}</g>'


def ways(*finishes: str) -> str:
    """Finishes that stand, when they show, where the chosen part stands."""
    return f'<g class="ways">{"".join(finishes)}</g>'


def _place(x: float, y: float) -> str:
    return f' transform="translate({n(x)} {n(y)})"' if x or y else ""


def _mark(kind: str, text: str) -> str:
    """What can be pressed; a page that listens makes a button of it and gives it its name."""
    return f' data-{kind}="{esc(text)}"'


def chance(*parts: str) -> str:
    """Where chance is about to act (a die, a pile): a table may offer to roll here."""
    return f'<g class="chance">{"".join(parts)}</g>'


# Warm light on what can be pressed


def warm_ring(x: float, y: float, r: float) -> str:
    """Around a round place: translucent gold and a crisp ring, seen without seeing colours."""
    return (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r * 1.28)}" fill="{GLOW}" fill-opacity=".35"/>'
        f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{SNOW}" fill-opacity=".75"'
        f' stroke="{EMBER}" stroke-width="{n(r * 0.17)}"/>'
    )


def warm_box(x: float, y: float, w: float, h: float, rx: float = 8, edge: float = 3) -> str:
    """Around a card or a field; x, y is its corner."""
    g = edge * 1.6
    return (
        f'<rect x="{n(x - g)}" y="{n(y - g)}" width="{n(w + 2 * g)}" height="{n(h + 2 * g)}" rx="{n(rx + g)}"'
        f' fill="{GLOW}" fill-opacity=".45"/>'
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(rx)}" fill="{SNOW}" fill-opacity=".75"'
        f' stroke="{EMBER}" stroke-width="{n(edge)}"/>'
    )


@lru_cache(512)
def button(word: str, w: float, h: float) -> str:
    """The look of a button around 0 0, to be put into `action`."""
    return (
        rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 9, h / 2 + 4, GLOW, 0.45)
        + rect(-w / 2, -h / 2 + 3, w, h, h / 2, "#A85A0C")
        + rect(-w / 2, -h / 2, w, h, h / 2, "#FFD978")
        + fitted(word, 0, 0, h * 0.42, w - h * 0.7, INK)
    )


# The last move


def trail(points: Sequence[Point], size: float = 10, id: str = "last") -> str:
    """Where the last move went: a soft dotted line and a ring where it began.  Draw it below the pieces."""
    if not points:
        return ""
    d = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)
    x, y = points[0]
    round_ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<g id="{id}" class="last">'
        f'<path d="{d}" {round_ends} stroke="{SNOW}" stroke-opacity=".7" stroke-width="{n(size * 0.75)}"/>'
        f'<path d="{d}" {round_ends} stroke="{EMBER}" stroke-width="{n(size * 0.4)}" stroke-dasharray="0 {n(size)}"/>'
        f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size)}" fill="none" stroke="{EMBER}" stroke-width="{n(size * 0.28)}"/>'
        "</g>"
    )


def last_spot(x: float, y: float, r: float, id: str = "last") -> str:
    """Where the last move happened, when nothing travelled: a soft ring."""
    return (
        f'<g id="{id}" class="last"><circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{GLOW}" fill-opacity=".3"'
        f' stroke="{EMBER}" stroke-width="{n(r * 0.1)}" stroke-dasharray="0 {n(r * 0.25)}" stroke-linecap="round"/></g>'
    )


# Whose turn it is


def on_turn(view: View) -> int | None:
    """The seat whose turn it is, also while chance acts for it: from `position.turn`, where a game has that."""
    turn = view.turn
    if turn is None or turn >= 0:
        return turn
    seat = getattr(view.position, "turn", None)
    return seat if isinstance(seat, int) and 0 <= seat < view.game.seats else None


PLATE_HIGH = 40


def plate(view: View, seat: int, x: float, y: float, w: float = 96, note: str = "", lit: bool | None = None) -> str:
    """The plate of a seat, its corner at x, y and 40 high: shape, a short note (points, cards left), lantern.

    The lantern shines on whose turn it is (or if you say so with `lit`); the seat that looks has its own tint;
    whoever has won wears a crown.  It is the same in all games.
    """
    result = view.result if view.turn is None else None
    won = result is not None and seat in result.winners
    shines = seat == on_turn(view) if lit is None else lit
    body = _plate(seat, w, note, shines, seat == view.seat, won)
    return f'<g id="plate{seat}" class="plate" transform="translate({n(x)} {n(y)})">{body}</g>'


@lru_cache(1024)
def _plate(seat: int, w: float, note: str, lit: bool, you: bool, won: bool) -> str:
    mark, h = SEATS[seat], PLATE_HIGH
    light = ""
    if lit:
        light = rect(-7, -7, w + 14, h + 14, 25, GLOW, 0.3) + rect(-3.5, -3.5, w + 7, h + 7, 22, GLOW, 0.75)
    ground = mark.tint if you else SNOW if lit else PAPER2
    end = crown(w - 20, h / 2, 10) if won else use("lamp1" if lit else "lamp0", w - 19, h / 2 + 1)
    edge = stroke(f"M20 {h - 2.5}H{n(w - 20)}", mark.colour, 3) if you else ""
    return (
        light + rect(0, 2.5, w, h, 19, SHADOW, 0.22) + rect(0, 0, w, h, 19, ground) + edge
        + use(f"badge{seat}")
        + (fitted(note, 42, h / 2, 15, w - 42 - 36, INK if lit or you else INK2, "start") if note else "")
        + end
    )  # fmt: skip


@cache
def _plate_defs(seats: int) -> str:
    """What all plates are made of; `picture` puts it into the document."""
    badges = (
        define(
            f"badge{seat}",
            circle(20, 20, 16, mark.colour), circle(20, 20, 11.4, SNOW), seat_mark(seat, 20, 20, 7.4, mark.shade),
        )
        for seat, mark in enumerate(SEATS[:seats])
    )  # fmt: skip
    lamps = define("lamp0", lantern(0, 0, 7.5, False)) + define("lamp1", lantern(0, 0, 9.5, True))
    return f"<defs>{lamps}{''.join(badges)}</defs>"


def plates(view: View, places: Sequence[tuple[float, float]], w: float = 96, notes: Sequence[str] = ()) -> str:
    """The plates of all seats."""
    each = enumerate(places[: view.game.seats])
    return "".join(plate(view, seat, x, y, w, notes[seat] if notes else "") for seat, (x, y) in each)


def row_of_plates(view: View, x: float, y: float, w: float, notes: Sequence[str] = (), gap: float = 12) -> str:
    """The plates of all seats side by side within the width w."""
    seats = view.game.seats
    each = min(132, (w - gap * (seats - 1)) / seats)
    left = x + (w - each * seats - gap * (seats - 1)) / 2
    return plates(view, [(left + i * (each + gap), y) for i in range(seats)], each, notes)


# Words


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


MARKS = (  # the seats' colours and shapes
    N_("Seat 1 (vermilion circle)"), N_("Seat 2 (blue square)"), N_("Seat 3 (green triangle)"),
    N_("Seat 4 (gold diamond)"), N_("Seat 5 (plum heart)"), N_("Seat 6 (sky star)"),
)  # fmt: skip


def seat_name(view: View, seat: int) -> str:
    """Who sits there; where nobody has a name, `seat 2 (blue square)`: people count from 1."""
    return view.names[seat] if view.names else view.translate(MARKS[seat])


def described(view: View) -> str:
    """The position in a few sentences: `position` of the game's words.py; a game without words says its text."""
    if not registry.has_part(view.game.id, "words"):
        return view.text()
    names = [seat_name(view, seat) for seat in range(view.game.seats)]
    said: str = registry.part(view.game.id, "words").position(view, names, view.translate)
    return said[:1].upper() + said[1:]


def whose_turn(view: View) -> str:
    """The end of a title: whose turn it is, or who has won."""
    _, result = view.translate, view.result
    if result is not None:
        if not result.winners:
            return _("the game is over; nobody has won")
        if len(result.winners) == view.game.seats > 1:
            return _("the game is over; everybody has won")
        who = _(" and ").join(seat_name(view, seat) for seat in result.winners)
        return _("the game is over; won by {who}").format(who=who)
    seat = on_turn(view)
    if seat is None:
        return _("chance decides")
    text = _("{who} to move") if view.turn == seat else _("chance decides for {who}")
    return text.format(who=seat_name(view, seat))


__all__ = [
    "PLATE_HIGH",
    "Game",
    "action",
    "at",
    "button",
    "cached_still",
    "chance",
    "choices",
    "described",
    "finish",
    "last_spot",
    "moving_group",
    "on_turn",
    "page",
    "picture",
    "piece",
    "plate",
    "plates",
    "row_of_plates",
    "seat_name",
    "trail",
    "warm_box",
    "warm_ring",
    "ways",
    "whose_turn",
]
