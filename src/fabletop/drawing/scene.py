"""The frame of every picture: the document, the still part and its cache, pieces, actions, whose turn it is.

A game's draw.py has two functions of the same shape: `moving(view, *, last=None, before=None)`, what changes
from ply to ply, and `draw(view, *, last=None, before=None)`, the whole picture.  See docs/drawing.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from fabletop.drawing.animals import animal
from fabletop.drawing.dice import die_defs
from fabletop.drawing.lettering import fitted, shortened, width
from fabletop.drawing.own import own
from fabletop.drawing.palette import EMBER, GLOW, INK, INK2, PAPER, PAPER2, SEATS, SHADOW, SNOW
from fabletop.drawing.shapes import crown, lantern, seat_mark
from fabletop.drawing.svg import Point, at, circle, define, esc, n, rect, stroke, transform, use
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.translate import N_

if TYPE_CHECKING:
    from fabletop.engine.view import View

CORNER = 22  # of the page


def picture(view: View, *, width: float, height: float, still: str, moving: str, story: str = "") -> str:
    """The whole document.  `still` comes from a function under `@cached_still`, `moving` from `moving_group`.

    `story` is what those who cannot see it hear before what lies on the table.
    """
    w, h = n(width), n(height)
    title, lies = caption(view)
    desc = f"{story} {lies}".strip()
    id = f"{crc32(desc.encode()):x}"  # several pictures may lie on one page
    shared = _plate_defs(tuple(view.colours), tuple(view.animals)) if "#badge" in still or "#badge" in moving else ""
    if "#die-" in still or "#die-" in moving:
        shared += die_defs()
    role = "group" if "data-action" in moving or "data-part" in moving else "img"  # nothing in an image can be pressed
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" role="{role}"'
        f' aria-labelledby="t{id} d{id}" class="fabletop {view.game.id}">'
        f'<title id="t{id}">{esc(title)}</title><desc id="d{id}">{esc(desc)}</desc>'
        f'{shared}<g class="still" aria-hidden="true">{still}</g>{moving}</svg>'
    )


def caption(view: View) -> tuple[str, str]:
    """The title and the description of a picture."""
    return view.translate.labelled(view.translate(view.game.spec.title), whose_turn(view)), described(view)


def moving_group(*parts: str) -> str:
    """What a table sends after every ply."""
    return f'<g id="moving" class="moving">{"".join(parts)}</g>'


def page(width: float, height: float, fill: str = PAPER) -> str:
    """The paper that everything lies on: the first thing in a still part.  It makes its own ground, light or dark."""
    return rect(0, 0, width, height, CORNER, fill)


Still: TypeAlias = "Callable[..., str]"


def cached_still(
    per_seat: bool = False, per_colour: bool = False, turns: bool = False
) -> Callable[[Still], Callable[[View], str]]:
    """Turn `function(game, seat, translate) -> SVG` into `function(view)`, drawn once for each game and language.

    Only with `per_seat` does the function learn which seat looks, and with `turns` which seat the board faces; else
    it gets None.  With `per_colour` it gets the colours of the seats, too, as its last argument.
    """

    if callable(per_seat):
        raise TypeError("write @cached_still(), with brackets")

    def decorate(function: Still) -> Callable[[View], str]:
        drawn = lru_cache(256)(function)

        def cached(view: View) -> str:
            colours = (tuple(view.colours),) if per_colour else ()
            seat = view.seat if per_seat else view.facing if turns else None
            return drawn(view.game, seat, view.translate, *colours)

        cached.draw = function  # type: ignore[attr-defined]  # without the cache, to measure it
        cached.__doc__ = function.__doc__
        return cached

    return decorate


# Pieces and actions


def choices(view: View) -> dict[str, int]:
    """What may be marked: the actions (text: number) of the seat that looks, when it is its turn; else nothing.

    Chance's outcomes are never marked.
    """
    if view.quiet or view.seat is None or view.turn != view.seat:
        return {}
    words = view.game.actions
    return {words[number]: number for number in view.legal()}


def piece(
    id: str, x: float, y: float, *parts: str,
    act: str | None = None, part: str | None = None, turn: float = 0, size: float = 1,
) -> str:  # fmt: skip
    """Something that moves: its id stays the same through the whole game, and tells nobody a secret.

    Its place is four numbers in the board's own coordinates (never inside another moved group): a page moves it
    from the old ones to the new.  With `act`, an action's text, it can be pressed; with `part` it can be chosen as
    a part of an action.
    """
    mark = _mark("action", act) if act is not None else _mark("part", part) if part is not None else ""
    return f'<g id="{id}" class="piece" transform="{transform(x, y, turn, size)}"{mark}>{"".join(parts)}</g>'


def counter(id: str, *parts: str, x: float = 0, y: float = 0) -> str:
    """What stays in its place and says how matters stand: it changes when whatever changes it has arrived."""
    return f'<g id="{id}" class="plate"{_place(x, y)}>{"".join(parts)}</g>'


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


def ask_about(what: str, x: float, y: float, w: float, h: float | None = None) -> str:
    """An unseen mark around a place with x, y in its middle: somebody who asks what lies there is told about `what`.

    Pieces and plates need none: they are asked about by their ids.
    """
    h = w if h is None else h
    box = f'x="{n(x - w / 2)}" y="{n(y - h / 2)}" width="{n(w)}" height="{n(h)}"'
    return f'<rect data-what="{esc(what)}" {box} fill="none"/>'


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
def button(word: str, w: float, h: float, sign: str = "") -> str:
    """The look of a button around 0 0, to be put into `action`; a sign, 100 wide, stands before the word."""
    beside = h * 0.7 if sign else 0
    words = _on_button(word, beside / 2, h, w - beside - h * (0.36 if sign else 0.7))
    left = f"translate({n(beside / 2 + h * 0.12 - w / 2)} 0) scale({beside / 100:.4g})"
    face = (
        rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 9, h / 2 + 4, GLOW, 0.45)
        + rect(-w / 2, -h / 2 + 3, w, h, h / 2, "#A85A0C")
        + rect(-w / 2, -h / 2, w, h, h / 2, "#FFD978")
        + (f'<g class="said">{words}</g><g class="beside" transform="{left}">{sign}</g>' if sign else words)
    )
    return f'<g class="pill">{face}</g>'


def _on_button(word: str, x: float, h: float, room: float) -> str:
    """In one line, or in two where that makes the letters larger."""
    size, low = min(h * 0.42, h * 0.42 * room / width(word, h * 0.42)), h * 0.31
    halves = [(word[:i], word[i + 1 :]) for i, sign in enumerate(word) if sign == " "]
    upper, lower = min(halves, key=lambda both: max(width(half, low) for half in both), default=("", word))
    if not upper or min(low, low * room / max(width(upper, low), width(lower, low))) <= size:
        return fitted(word, x, 0, h * 0.42, room, INK)
    low = min(low, low * room / max(width(upper, low), width(lower, low)))
    return fitted(upper, x, -h * 0.2, low, room, INK) + fitted(lower, x, h * 0.2, low, room, INK)


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
    """The seat whose turn it is, also while chance acts for it."""
    return view.acting


PLATE_HIGH = 40


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
def _plate_defs(colours: tuple[int, ...], animals: tuple[str, ...]) -> str:
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


# Words


MARKS = (  # the colours and shapes that a seat may have
    N_("vermilion circle"), N_("blue square"), N_("green triangle"),
    N_("gold diamond"), N_("plum heart"), N_("sky star"),
)  # fmt: skip


def seat_name(view: View, seat: int) -> str:
    """Who sits there; where nobody has a name, `seat 2 (blue square)`: people count from 1."""
    if view.names:
        return view.names[seat]
    text = view.translate(N_("Seat {number} ({mark})"))
    return text.format(number=seat + 1, mark=view.translate(MARKS[view.colours[seat]]))


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
        who = _.listed(seat_name(view, seat) for seat in result.winners)
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
    "ask_about",
    "at",
    "button",
    "cached_still",
    "chance",
    "choices",
    "counter",
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
