"""What lies on a board and moves, what can be pressed there and how that glows, and where the last move went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fabletop.drawing.lettering import fitted, width
from fabletop.drawing.palette import EMBER, GLOW, INK, SNOW
from fabletop.drawing.svg import Point, esc, n, rect, transform

if TYPE_CHECKING:
    from fabletop.engine.view import View


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
