"""The six signs on the dice of Space Kniffel, cut out of paper: each around 0 0, within 35 units of the middle."""

from __future__ import annotations

from functools import cache

from fabletop.drawing.palette import EMBER, GLOW, INK, MOON, NIGHT, SNOW, STAR, mixed
from fabletop.drawing.shapes import sparkle, star_points
from fabletop.drawing.svg import at, circle, define, ellipse, path, polar, polygon, smooth, stroke, use
from fabletop.games.kniffel.dice import SIDES

UFO, ROCKET, NEBULA, STARRY, SUN, PLANET = range(SIDES)
COLOURS = ("#009E73", "#D55E00", "#A0559B", "#3E9BDB", "#F0AC1B", "#0B62A6")


def sign(symbol: int) -> str:
    """One more of a sign that stands in `sign_defs`."""
    return use(f"kniffel-{symbol}")


def sign_defs() -> str:
    """The signs, for the `<defs>` of the still part."""
    return "".join(define(f"kniffel-{symbol}", drawn()) for symbol, drawn in enumerate(DRAWN))


def ufo() -> str:
    """A saucer with somebody in it."""
    green = COLOURS[UFO]
    beam = path("M-13 8L-25 33Q0 37 25 33L13 8Z", GLOW, fill_opacity=0.5)
    driver = (
        ellipse(0, -13, 10, 11, "#7FD18B") + ellipse(-4, -15, 2.6, 3.6, INK) + ellipse(4, -15, 2.6, 3.6, INK)
        + stroke("M-3-8Q0-6 3-8", INK, 1.6)
    )  # fmt: skip
    dome = path("M-18-2C-19-38 19-38 18-2Z", "#BFE6F5")
    shine = stroke("M-12-9Q-11-21-4-25", SNOW, 3)
    hull = ellipse(0, 6, 35, 12.5, mixed(green, NIGHT, 0.45)) + ellipse(0, 2.5, 35, 12, green)
    rim = path("M-20-3A20 5.5 0 0 0 20-3Z", mixed(green, SNOW, 0.4))
    lamps = "".join(circle(x, y, 3.2, STAR) for x, y in ((-25, 3), (-13, 8), (0, 9.6), (13, 8), (25, 3)))
    return beam + dome + driver + shine + hull + rim + lamps


def rocket() -> str:
    """On its way up to the right."""
    red, dark = COLOURS[ROCKET], mixed(COLOURS[ROCKET], NIGHT, 0.4)
    flame = path("M-8 17C-13 27-5 28 0 39C5 28 13 27 8 17Z", GLOW) + path("M-4 17Q-5 24 0 31Q5 24 4 17Z", SNOW)
    fins = path("M-9 0C-20 6-21 15-19 23L-8 16ZM9 0C20 6 21 15 19 23L8 16Z", "#0B62A6")
    hull = path("M0-37C15-25 15-2 10 18H-10C-15-2-15-25 0-37Z", red)
    shadow = path("M0-37C15-25 15-2 10 18H3C8-2 8-25 0-37Z", dark, fill_opacity=0.55)
    nose = path("M0-37C6-32 9.6-26 11.3-19Q0-15-11.3-19C-9.6-26-6-32 0-37Z", dark)
    window = circle(0, -6, 7.6, SNOW) + circle(0, -6, 5.2, "#56B4E9") + circle(-1.6, -7.8, 1.6, SNOW)
    return at(-3, 3, flame, fins, hull, shadow, nose, window, turn=38, scale=0.95)


def nebula() -> str:
    """Two arms that wind around a bright heart."""
    plum = COLOURS[NEBULA]
    arms = "".join(
        at(0, 0, path(_arm(34, 30), mixed(plum, SNOW, 0.3)), path(_arm(34, 17), plum), turn=turn) for turn in (0, 180)
    )
    haze = ellipse(0, 0, 33, 31, mixed(plum, SNOW, 0.72))
    heart = circle(0, 0, 9, mixed(plum, SNOW, 0.55)) + circle(0, 0, 5.6, MOON)
    dust = sparkle(21, -21, 6, EMBER) + sparkle(-22, 20, 5, EMBER) + circle(-19, -22, 2, plum) + circle(20, 23, 2, plum)
    return at(0, 0, haze, arms, heart, dust, turn=-18)


def _arm(reach: float, wide: float) -> str:
    """An arm of a spiral that is widest in its middle."""
    outer, inner = [], []
    for i in range(6):
        part = i / 5
        r = 6 + (reach - 8) * part
        swell = wide * part * (1.15 - part) + 0.5
        outer.append(polar(0, 0, r + swell / 2, 300 * part))
        inner.append(polar(0, 0, max(r - swell / 2, 1), 300 * part))
    return smooth([*outer, *reversed(inner)], close=True)


def star() -> str:
    blue = COLOURS[STARRY]
    points = star_points(5, 0.56)

    def cut(size: float) -> str:
        d = polygon((x * size, y * size + 2) for x, y in points)
        return f'<path d="{d}" fill="{{}}" stroke="{{}}" stroke-width="7" stroke-linejoin="round"/>'

    outer, inner = mixed(blue, NIGHT, 0.3), mixed(blue, SNOW, 0.2)
    return cut(3.2).format(outer, outer) + cut(2.7).format(inner, inner) + _face(0, 2, INK)


def sun() -> str:
    gold = COLOURS[SUN]
    rays = path(polygon((x * 3.6, y * 3.6) for x, y in star_points(12, 0.66)), EMBER)
    cheeks = circle(-10.5, 5, 3.4, EMBER, 0.7) + circle(10.5, 5, 3.4, EMBER, 0.7)
    return rays + circle(0, 0, 20.5, gold) + circle(-4, -5, 13, GLOW, 0.7) + cheeks + _face(0, 0, INK)


def _face(x: float, y: float, ink: str) -> str:
    """Two eyes and a smile."""
    return at(x, y, ellipse(-6, -3, 2.3, 3.1, ink), ellipse(6, -3, 2.3, 3.1, ink), stroke("M-6 5Q0 11 6 5", ink, 2.6))


def planet() -> str:
    """A globe in bands, with a ring around it."""
    blue = COLOURS[PLANET]
    light = mixed(blue, SNOW, 0.35)
    globe = circle(0, 0, 23, blue)
    bands = path("M-21-9.5Q0-16 21-9.5A23 23 0 0 0 16-16.5Q0-22-16-16.5A23 23 0 0 0-21-9.5Z", light) + path(
        "M-20.5 10.5Q0 3 20.5 10.5A23 23 0 0 1 17.5 15Q0 8-17.5 15A23 23 0 0 1-20.5 10.5Z", light
    )
    back = path("M-35 0A35 11 0 0 1 35 0H29A29 7 0 0 0-29 0Z", "#B4741A")
    front = path("M-35 0A35 11 0 0 0 35 0H29A29 7 0 0 1-29 0Z", GLOW)
    return at(0, 0, back, globe, bands, circle(-8, -8, 3, SNOW, 0.8), front, turn=-20, scale=1.12)


DRAWN = (ufo, rocket, nebula, star, sun, planet)


@cache
def miniature(symbol: int, x: float, y: float, size: float) -> str:
    """A sign so wide around x, y."""
    return at(x, y, sign(symbol), scale=size / 70)
