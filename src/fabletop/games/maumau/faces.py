"""The cards of Mau-Mau(s) as pictures: four colours, each with a sign of its own, and what is on the cards."""

from __future__ import annotations

from fabletop.drawing.cards import blank
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import BLACK, DUSK, GLOW, INK, MOON, NIGHT, SNOW, STAR
from fabletop.drawing.shapes import moon, sparkle, star_points
from fabletop.drawing.svg import at, circle, define, path, polygon, rect, stroke, use
from fabletop.games.maumau.rules import CARDS, COLOURS, PLUS, REST, WISH

FILLS = {"red": "#D8503C", "yellow": "#F2BE3A", "green": "#5DA96B", "blue": "#4A8FD0"}


def defs() -> str:
    """All cards, `mau0` to `mau28`, and the signs of the colours, `mau-red` …, each 20 across around 0 0."""
    signs = (define(f"mau-{colour}", sign) for colour, sign in zip(COLOURS, colour_signs(), strict=True))
    base = define("mau-paper", blank(SNOW))
    return base + "".join(signs) + "".join(define(f"mau{card}", _face(card)) for card in range(len(CARDS)))


def card_alone(card: int) -> str:
    """A card with all that it is made of: where there are no `defs`."""
    colours = () if card == WISH else (card // 7,)
    marks = (define(f"mau-{COLOURS[colour]}", colour_signs()[colour]) for colour in colours)
    return f"<defs>{define('mau-paper', blank(SNOW))}{''.join(marks)}</defs>{_face(card)}"


def colour_signs() -> tuple[str, str, str, str]:
    berry = (
        path("M0 9.5C-7 6-9.5 0-7.6-4.4C-6-7.6 6-7.6 7.6-4.4C9.5 0 7 6 0 9.5Z", "#A82A22")
        + path("M0-9.5L1.6-6.8L6.4-7.4L3.6-3.6L0-5L-3.6-3.6L-6.4-7.4L-1.6-6.8Z", "#3F7A3C")
        + "".join(circle(x, y, 1, "#FFD9B8") for x, y in ((-3.6, 0), (0.2, -1), (4, 0.2), (-2, 4), (2.2, 4.2)))
    )
    cheese = (
        path("M-9.5 1L5-7.4Q9-6.4 9.5 1Z", "#FFDF85")
        + path("M-9.5 1H9.5V7.4Q9.5 8.4 8.5 8.4H-8.5Q-9.5 8.4-9.5 7.4Z", "#B97A12")
        + circle(-4.2, 4.8, 1.9, "#FFDF85") + circle(3.6, 5, 2.3, "#FFDF85") + circle(4, -2.6, 1.6, "#B97A12")
    )  # fmt: skip
    leaf = path("M-8.4 8.4C-10.4-3-3-10 9-9.4C10 2.6 3.4 10-6 6.6Z", "#1F6B45") + stroke(
        "M-8.8 9L3.4-3.6M-3 3.2L-3.6-2M-0.4 0.4L4.4 1", "#BDE3B4", 1.3
    )
    drop = path("M0-10C5-3.6 8 0 8 3.6A8 7 0 0 1-8 3.6C-8 0-5-3.6 0-10Z", "#14539B") + path(
        "M-4.6 3.4Q-4.6 0.4-2.4-2.4Q-4.4 3 0.4 7Q-4.4 7-4.6 3.4Z", "#A9D3F5"
    )
    return berry, cheese, leaf, drop


def _face(card: int) -> str:
    """Around 0 0, 70 by 100.  The corner alone says which card it is: in a fan no more is seen."""
    if card == WISH:
        return _wish()
    colour, rank = COLOURS[card // 7], card % 7
    field = rect(-31, -46, 62, 92, 6, FILLS[colour])
    corner = rect(-31, -46, 25, 47, 6, SNOW, 0.92)
    middle = rect(-4, -24, 33, 48, 15, SNOW, 0.92) if rank < REST else ""
    sign = f"mau-{colour}"
    if rank == REST:
        index, body = at(-18.5, -33, _moon_sign(7)), _rest()
    elif rank == PLUS:
        index, body = letters("+1", -18.5, -33, 14, BLACK), _plus()
    else:
        index, body = (
            letters(str(rank + 1), -18.5, -33, 17, BLACK),
            letters(str(rank + 1), 12.5, 0, 32, BLACK, weight=1.9),
        )
    low = at(17, 34, use(sign), scale=0.95) if rank < REST else ""
    return use("mau-paper") + field + corner + middle + body + index + at(-18.5, -11.5, use(sign), scale=0.95) + low


def _moon_sign(r: float) -> str:
    return path("M0-10A10 10 0 1 0 9.4 3.4A8.2 8.2 0 1 1 0-10Z", DUSK, transform=f"scale({r / 10:.2g})")


def _rest() -> str:
    """Rest: a mouse asleep under the moon."""
    mouse = (
        path("M-8 12C-8 2 5 0 12 5C18 8 19 13 16 13H-6Q-8 13-8 12Z", "#B9B2C6")
        + circle(-4, 5.4, 4, "#B9B2C6") + circle(-4, 5.4, 2.2, "#E8A9B4")
        + stroke("M-5.5 10.6Q-4 12-2.4 10.8", INK, 1.1)
        + stroke("M16 12Q22 12 20 5", "#E8A9B4", 1.6)
    )  # fmt: skip
    night = circle(5, 1, 20.5, NIGHT) + moon(11, -8, 6) + circle(-3, -10, 1.2, STAR) + circle(18, 4, 1, STAR)
    return at(2, 17, night, mouse, scale=1.12)


def _plus() -> str:
    """Plus one: a card on its way to the next."""
    back = rect(-14, -20, 28, 40, 5, SNOW) + rect(-11, -17, 22, 34, 3.5, DUSK) + sparkle(0, 0, 8, STAR)
    sign = circle(17, -13, 9.5, SNOW) + letters("+", 17, -13, 15, BLACK, weight=2.2)
    return at(3, 17, at(0, 0, back, turn=12), sign)


def _wish() -> str:
    """Wish: a shooting star with a tail of all four colours."""
    field = rect(-31, -46, 62, 92, 6, NIGHT)
    tail = "".join(
        stroke(f"M{-24 + 5 * i} {36 - 3 * i}Q{-4 + 4 * i} {26 - 4 * i} {6 + i} {2 + i}", FILLS[colour], 5.4)
        for i, colour in enumerate(COLOURS)
    )
    d = polygon(star_points(5, 0.5))
    star = at(8, -6, path(d, GLOW), scale=2.1) + at(8, -6, path(d, MOON), scale=1.3)
    corner = rect(-31, -46, 25, 25, 6, SNOW, 0.92) + at(
        -18.5, -33.4, path(polygon(star_points(5, 0.48)), "#B97A12"), scale=0.9
    )
    dots = "".join(circle(x, y, 1.3, STAR) for x, y in ((20, -36), (-22, -10), (24, 22), (2, -36), (14, 38)))
    return use("mau-paper") + field + dots + tail + star + corner
