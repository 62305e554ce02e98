"""The 24 goals of the Enchanted Garden, the fairy and the gap, each a little paper-cut within 21 units of 0 0."""

from __future__ import annotations

import re
from functools import cache

from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import DUSK2, EMBER, GLOW, INK, MOON, SNOW, STAR, WOOD, WOOD2
from fabletop.drawing.shapes import sparkle
from fabletop.drawing.svg import at, circle, ellipse, n, path, rect

GOLD, AMBER = "#E3A82B", "#A86A10"
LEAF, MOSS = "#5B9A55", "#2F5D3A"
SILVER, SLATE = "#B9BFD0", "#565B73"
RUBY, LILAC, SKY = "#C8452F", "#7A5BAE", "#5AA9CF"
SKIN, BLUSH = "#F4CDA5", "#E79A9A"

# The paper behind a picture
CREAM, MIST, ROSE, MINT = "#FFF6DC", "#DCD5F0", "#F9DDD4", "#D9EEDF"

ROUND = 'stroke-linecap="round" stroke-linejoin="round"'  # for whatever holds a picture: lines are written short


COLOUR = re.compile('#(..)(..)(..)(?=")')


def _line(d: str, colour: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{n(width)}"/>'


def ring() -> str:
    return (
        _line("M0-4A11 11 0 1 0 .1-4Z", AMBER, 5.6) + _line("M0-4.6A11 11 0 1 0 .1-4.6Z", GOLD, 4)
        + path("M-6-17H6L10-12L0-2L-10-12Z", "#3C86AF") + path("M-6-17H6L3-12H-3ZM-3-12L0-2L3-12Z", "#A9DCEF")
    )  # fmt: skip


def crown() -> str:
    return (
        path("M-15 13L-18-7L-9 1L0-14L9 1L18-7L15 13Z", GOLD) + rect(-15, 9, 30, 7, 2, AMBER)
        + circle(-18, -8, 2.6, GOLD) + circle(0, -15, 3, GOLD) + circle(18, -8, 2.6, GOLD)
        + circle(0, 4, 3.4, RUBY) + circle(-9, 5, 2.2, SKY) + circle(9, 5, 2.2, SKY)
    )  # fmt: skip


def goblet() -> str:
    return (
        path("M-12-15H12C12-1 7 4 2.4 5V12Q9 13 9 17H-9Q-9 13-2.4 12V5C-7 4-12-1-12-15Z", GOLD)
        + ellipse(0, -15, 12, 3.6, AMBER) + ellipse(0, -14.6, 9.6, 2.4, "#8E2F4F")
        + path("M-8-9Q-7-1-3 1Q-5-4-5-9Z", STAR) + circle(3, -5, 3, RUBY)
    )  # fmt: skip


def key() -> str:
    d = "M-3-3L14 14M9 9L13 5M13.4 13.4L17 10"
    return _line(d, AMBER, 6) + _line("M-9-16A7 7 0 1 0-8.9-16Z", AMBER, 6) + (
        _line(d, GOLD, 3.6) + _line("M-9-16A7 7 0 1 0-8.9-16Z", GOLD, 3.6)
    )  # fmt: skip


def black_cat() -> str:
    return (
        _line("M9 14Q20 12 17 2Q16-3 12-2", INK, 4.4)
        + path("M-9 18Q-11 3-4 0H4Q11 3 9 18Z", INK)
        + path("M-11-18L-5-13H5L11-18L11-6Q10 3 0 3Q-10 3-11-6Z", INK)
        + ellipse(-4.6, -6, 2.8, 3.4, "#F6D94B") + ellipse(4.6, -6, 2.8, 3.4, "#F6D94B")
        + ellipse(-4.6, -6, 1, 3, INK) + ellipse(4.6, -6, 1, 3, INK) + path("M-1.6-1.6H1.6L0 .4Z", BLUSH)
    )  # fmt: skip


def rat() -> str:
    return (
        _line("M11 10Q21 13 19 2Q18-4 14-3", BLUSH, 2.8)
        + path("M-18 10C-18 0-8-7 2-6C12-5 16 3 14 13H-10C-14 14-18 13-18 10Z", SLATE)
        + circle(-6, -7, 6, SLATE) + circle(-6, -7, 3.6, BLUSH) + circle(-11, 3, 1.9, SNOW) + circle(-11.3, 3, 1.2, INK)
        + circle(-18.4, 9, 2, BLUSH) + ellipse(-4, 14, 4, 2, BLUSH) + ellipse(8, 14, 4, 2, BLUSH)
    )  # fmt: skip


def owl() -> str:
    return (
        path("M-13-17Q-6-12 0-13Q6-12 13-17Q17 0 12 10Q7 18 0 18Q-7 18-12 10Q-17 0-13-17Z", WOOD)
        + path("M-14-4Q-19 8-9 15Q-7 4-14-4ZM14-4Q19 8 9 15Q7 4 14-4Z", WOOD2) + ellipse(0, 9, 7, 8, "#E6C79A")
        + circle(-5.8, -5, 5.8, STAR) + circle(5.8, -5, 5.8, STAR) + circle(-5, -5, 2.9, INK) + circle(5, -5, 2.9, INK)
        + path("M-2.4-1H2.4L0 4Z", EMBER) + _line("M-3 8L0 10L3 8M-3 12L0 14L3 12", WOOD, 1.4)
    )  # fmt: skip


def toad() -> str:
    return (
        ellipse(-13, 11, 6.6, 5, MOSS) + ellipse(13, 11, 6.6, 5, MOSS)
        + path("M-17 8C-18-4-9-9 0-9C9-9 18-4 17 8C15 16-15 16-17 8Z", LEAF)
        + circle(-8, -9, 6, LEAF) + circle(8, -9, 6, LEAF) + circle(-8, -10, 3.8, SNOW) + circle(8, -10, 3.8, SNOW)
        + circle(-7.4, -9.6, 2.1, INK) + circle(7.4, -9.6, 2.1, INK) + _line("M-10 3Q0 10 10 3", MOSS, 2.2)
        + circle(0, -4, 1.6, MOSS) + circle(-13, 0, 1.6, MOSS) + circle(13, 0, 1.6, MOSS) + ellipse(0, 14, 8, 2, MOSS)
    )  # fmt: skip


def magic_lamp() -> str:
    return (
        _line("M15-6Q19-12 14-15Q10-17 13-20", LILAC, 3) + _line("M-10 0Q-20-2-17 6Q-15 10-8 9", AMBER, 3.4)
        + path("M-12 1H8Q14 0 17-4Q18-1 14 4Q9 12 3 13H-5Q-12 11-12 1Z", GOLD)
        + path("M-9 1Q-8-6 0-6Q6-6 7 1Z", AMBER) + circle(-1, -8, 2.4, AMBER)
        + path("M-8 17Q-8 13 0 13Q6 13 6 17Z", AMBER) + path("M-9 3Q-8 9-3 10Q-6 7-6 3Z", STAR)
    )  # fmt: skip


def crystal_ball() -> str:
    return (
        path("M-13 18Q-13 10-7 9H7Q13 10 13 18Z", WOOD2) + rect(-10, 8, 20, 4, 2, GOLD)
        + circle(0, -4, 14.5, LILAC) + circle(-1, -5, 11.6, "#A78FD6") + sparkle(0, -4, 8.5, STAR)
        + path("M-9-10Q-6-15 0-15Q-5-13-7-9Z", SNOW) + circle(6, -11, 1.4, SNOW) + circle(-6, 2, 1.2, SNOW)
    )  # fmt: skip


def treasure_chest() -> str:
    return (
        path("M-16-1V-7Q-16-15-8-15H8Q16-15 16-7V-1Z", WOOD) + rect(-14, -5, 28, 6, 2, "#3A2412")
        + circle(-7, -3, 4, GOLD) + circle(0, -4, 4.4, GLOW) + circle(7, -3, 4, GOLD)
        + rect(-17, 0, 34, 16, 3, WOOD) + rect(-17, 0, 34, 4, 1.5, WOOD2) + rect(-12, -15, 4, 31, 1, AMBER)
        + rect(8, -15, 4, 31, 1, AMBER) + rect(-4, 2, 8, 9, 2, GOLD) + circle(0, 6, 1.8, INK)
    )  # fmt: skip


def harp() -> str:
    strings = "".join(f"M{x} {-9 + 2.6 * i:.3g}V{11 - 2.4 * i:.3g}" for i, x in enumerate((-6, -2, 2, 6)))
    return (
        _line(strings, SLATE, 1.4) + _line("M-11-15V13Q-11 16-8 15L13-4", AMBER, 5)
        + _line("M-11-15Q-4-17 0-11Q5-4 13-8", AMBER, 5.4) + _line("M-11-15Q-4-17 0-11Q5-4 13-8", GOLD, 3.4)
        + _line("M-11-15V13Q-11 16-8 15L13-4", GOLD, 3) + circle(-11, -16, 3.6, GOLD) + circle(13, -7, 3, GOLD)
        + rect(-16, 14, 14, 4, 2, AMBER)
    )  # fmt: skip


def root_spirit() -> str:
    return (
        _line("M-6 12Q-10 18-16 17M6 12Q10 18 16 17M-8 3Q-15 2-17-5M8 3Q15 2 17-5M-17-5L-19-9M17-5L20-8", WOOD2, 3.4)
        + path("M-9 14Q-13 2-8-6Q-4-13 0-13Q4-13 8-6Q13 2 9 14Q0 18-9 14Z", WOOD)
        + path("M0-12Q-11-13-11-20Q-2-20 0-12ZM0-12Q10-12 12-19Q3-21 0-12Z", LEAF)
        + circle(-4, -1, 3, STAR) + circle(4, -1, 3, STAR) + circle(-3.6, -.6, 1.5, INK) + circle(4.4, -.6, 1.5, INK)
        + _line("M-4 7Q0 11 4 7", WOOD2, 2)
    )  # fmt: skip


def unicorn() -> str:
    return (
        path("M7-20L2-9L7-7Z", GOLD)
        + path("M15 18C17 6 16-6 8-9L5-13L2-8C-5-4-11 3-16 8C-18 12-14 16-10 14L-3 11C-5 15-7 16-9 19Z", SNOW)
        + path("M7-9C17-8 21 6 17 18H11C14 8 11 0 5-4Z", DUSK2) + path("M8-9C14-3 15 6 13 18H9C12 8 10 0 5-4Z", BLUSH)
        + circle(-3, 1, 1.9, INK) + circle(-13.6, 10, 1.3, SLATE)
    )  # fmt: skip


def gnome() -> str:
    return (
        path("M-13 18Q-13 6 0 6Q13 6 13 18Z", SKY) + circle(0, 0, 8.6, SKIN)
        + path("M-9 0Q-12 16 0 18Q12 16 9 0Q4 5 0 3Q-4 5-9 0Z", SNOW)
        + path("M-12-3Q-8-14 3-21Q9-13 12-3Q0-8-12-3Z", RUBY)
        + circle(0, 1.6, 3, BLUSH) + circle(-3.8, -2, 1.4, INK) + circle(3.8, -2, 1.4, INK)
    )  # fmt: skip


def bat() -> str:
    wing = "M3-2Q8-13 20-10Q16-4 19 4Q14 1 11 6Q8 3 3 8Z"
    return (
        path(wing, DUSK2) + at(0, 0, f'<g transform="scale(-1 1)">{path(wing, DUSK2)}</g>')
        + path("M-6-13L-2-8H2L6-13L6-3Q8 8 0 13Q-8 8-6-3Z", "#3B3357")
        + circle(-2.6, -3, 1.9, STAR) + circle(2.6, -3, 1.9, STAR) + path("M-2.6 2H-.6L-1.6 5ZM2.6 2H.6L1.6 5Z", SNOW)
    )  # fmt: skip


def mirror() -> str:
    return (
        _line("M0 8V17", AMBER, 6) + _line("M0 8V17", GOLD, 3.4) + ellipse(0, -6, 12.4, 14, AMBER)
        + ellipse(0, -6, 11, 12.6, GOLD) + ellipse(0, -6, 8.4, 10, "#9FD3E6") + path("M-5-6Q-5-13 1-14L-3-4Z", SNOW)
        + circle(0, -19, 2.4, RUBY) + path("M2-1L6-9L6-6L3-1Z", SNOW)
    )  # fmt: skip


def spell_book() -> str:
    return (
        path("M-14-14Q-14-17-11-17H13V17H-11Q-14 17-14 14Z", "#4D3785") + path("M-11 10H14V16H-11Q-14 13-11 10Z", STAR)
        + path("M-14-14Q-14-17-11-17H13V10H-11Q-14 10-14 14Z", LILAC) + rect(-14, -17, 5, 28, 2, "#4D3785")
        + sparkle(3, -4, 9, GLOW) + circle(10, 6, 1.5, GLOW) + circle(-4, -13, 1.5, GLOW)
        + path("M5 11H9V20L7 18L5 20Z", RUBY)
    )  # fmt: skip


def hourglass() -> str:
    return (
        path("M-9-14H9Q9-4 1.6 0Q9 4 9 14H-9Q-9 4-1.6 0Q-9-4-9-14Z", "#CDE9F2")
        + path("M-6.4-7H6.4Q5-3 0 0Q-5-3-6.4-7ZM-8 13Q-6 6 0 5Q6 6 8 13Z", GOLD) + rect(-.7, -1, 1.4, 9, .7, GOLD)
        + rect(-13, -18, 26, 5, 2, WOOD) + rect(-13, 13, 26, 5, 2, WOOD)
        + rect(-12, -14, 2.4, 28, 1, WOOD2) + rect(9.6, -14, 2.4, 28, 1, WOOD2)
    )  # fmt: skip


def candlestick() -> str:
    return (
        circle(0, -13, 8, GLOW, 0.4) + rect(-4, -8, 8, 15, 1.6, SNOW) + path("M-4-4Q-2-2-2 2V-8H-4Z", "#E6D3AE")
        + path("M0-21C5-15 4-10 0-9.4C-4-10-5-15 0-21Z", EMBER)
        + path("M0-16C2.4-13 2-11 0-10.6C-2-11-2.4-13 0-16Z", MOON)
        + path("M-8 6H8Q8 10 2.6 10V13Q11 14 11 18H-11Q-11 14-2.6 13V10Q-8 10-8 6Z", GOLD)
        + _line("M9 15Q17 15 15 9Q13 6 11 9", AMBER, 2.6)
    )  # fmt: skip


def dragon() -> str:
    return (
        path("M-13 5Q-21 5-20 11Q-17 9-16 13Q-13 12-12 8Z", EMBER)
        + path("M6-12L13-20L12-9ZM12-7L20-12L16-2ZM15 1L21 0L16 7Z", RUBY)
        + path("M-16 2C-16-3-9-4-6-9C-3-14 6-15 11-9C17-2 17 9 15 18H-1C3 12 3 9 0 8L-13 8C-16 8-16 5-16 2Z", LEAF)
        + path("M0 8Q3 9-1 18H5Q8 10 5 7Z", "#E6E3A6") + circle(1, -6, 3.3, STAR) + circle(.4, -6, 1.8, INK)
        + circle(-12.6, 1, 1.4, MOSS) + _line("M-12 5.4Q-4 5 1 2", MOSS, 1.8)
    )  # fmt: skip


def ghost() -> str:
    return (
        path("M-13 17V-3Q-13-18 0-18Q13-18 13-3V17Q10 12 6.6 17Q3.4 12 0 17Q-3.4 12-6.6 17Q-10 12-13 17Z", SNOW)
        + path("M7-16Q13-12 13-3V17Q10 12 7 17Q10 0 7-16Z", "#E2DDF2")
        + ellipse(-4.6, -5, 2.6, 3.6, INK) + ellipse(4.6, -5, 2.6, 3.6, INK) + ellipse(0, 4, 2.8, 3.6, DUSK2)
        + circle(-8.4, 1, 2, BLUSH, 0.8) + circle(8.4, 1, 2, BLUSH, 0.8)
    )  # fmt: skip


def spider() -> str:
    legs = "M-5 1L-13-6L-17 1M-6 4L-14 2L-18 9M-6 7L-13 9L-15 17M-4 9L-8 14L-8 19"
    both = _line(legs, INK, 2.2)
    return (
        _line("M0-21V-4", SLATE, 1.6) + both + f'<g transform="scale(-1 1)">{both}</g>' + circle(0, 8, 9, "#3B3357")
        + circle(0, -2, 6.4, INK) + circle(-2.6, -3, 2.2, SNOW) + circle(2.6, -3, 2.2, SNOW)
        + circle(-2.2, -2.6, 1, INK) + circle(2.2, -2.6, 1, INK) + path("M0 4L3 9L0 13L-3 9Z", RUBY)
    )  # fmt: skip


def firefly() -> str:
    return (
        circle(4, 8, 12, GLOW, 0.4) + circle(4, 8, 8.4, GLOW, 0.7)
        + path("M-3-4Q-20-6-19-14Q-8-18-1-6ZM2-5Q4-20 14-19Q17-8 5-2Z", "#A9D4E2")
        + path("M-5-5L4-7Q14 6 9 13Q4 17-1 12Z", GLOW) + path("M-5-5L4-7Q8-2 9 3Q4 1-3 4Z", WOOD2)
        + circle(-3, -8, 5, INK) + circle(-4.6, -8.6, 1.6, STAR) + _line("M-5-12L-9-18M-1-12L-1-19", INK, 1.6)
    )  # fmt: skip


PICTURES = {
    "ring": (ring, MIST), "crown": (crown, ROSE), "goblet": (goblet, MIST), "key": (key, MINT),
    "black-cat": (black_cat, CREAM), "rat": (rat, CREAM), "owl": (owl, MINT), "toad": (toad, CREAM),
    "magic-lamp": (magic_lamp, MINT), "crystal-ball": (crystal_ball, CREAM), "treasure-chest": (treasure_chest, MIST),
    "harp": (harp, ROSE), "root-spirit": (root_spirit, MINT), "unicorn": (unicorn, "#C9C0E6"), "gnome": (gnome, MINT),
    "bat": (bat, CREAM), "mirror": (mirror, ROSE), "spell-book": (spell_book, CREAM), "hourglass": (hourglass, ROSE),
    "candlestick": (candlestick, MIST), "dragon": (dragon, ROSE), "ghost": (ghost, "#B9AEDD"),
    "spider": (spider, ROSE), "firefly": (firefly, "#C5D3E8"),
}  # fmt: skip


@cache
def picture_of(goal: str) -> str:
    """The picture of a goal; one that we have not drawn shows its first letter."""
    if goal not in PICTURES:
        return letters(goal[:1].upper(), 0, 0, 24, INK)
    return COLOUR.sub(_short, PICTURES[goal][0]())


def _short(colour: re.Match[str]) -> str:
    """The nearest colour with three digits."""
    return "#" + "".join(f"{round(int(each, 16) / 17):X}" for each in colour.groups())


def ground_of(goal: str) -> str:
    return PICTURES[goal][1] if goal in PICTURES else CREAM


@cache
def fairy() -> str:
    """A fairy of the forest, with a wand."""
    wing = "M1-3Q7-18 19-14Q20-3 3 1ZM2 2Q14 2 15 10Q8 15 1 5Z"
    return (
        path(wing, "#9CCFE6") + f'<g transform="scale(-1 1)">{path(wing, "#9CCFE6")}</g>'
        + _line("M4 0L13 5", SKIN, 2.6) + _line("M-4 0L-9 6", SKIN, 2.6) + _line("M12 8L16-3", WOOD, 1.6)
        + path("M-4-2H4L9 13Q4.5 10 3 14Q0 10-3 14Q-4.5 10-9 13Z", LILAC) + _line("M-2.6 14V19M2.6 14V19", SKIN, 2.4)
        + circle(0, -9, 7, "#8A4B2A") + circle(0, -8, 5.4, SKIN) + path("M-6-9Q0-17 6-9Q2-12-6-9Z", "#8A4B2A")
        + circle(-2, -7.6, 0.9, INK) + circle(2, -7.6, 0.9, INK) + sparkle(16.4, -5, 4.6, EMBER)
    )  # fmt: skip


@cache
def gap() -> str:
    """A hole in a hedge, as high as a child."""
    return (
        path("M-20 15Q-23 4-18-3Q-19-14-9-14Q-3-20 4-15Q13-18 17-9Q23-3 20 6Q22 11 19 15Z", MOSS)
        + path("M-17 4Q-18-8-9-10Q0-16 8-10Q16-9 17 2Q10-7 0-7Q-10-7-17 4Z", LEAF)
        + path("M-9 15V3Q-8-7 0-7Q8-7 9 3V15Z", MOON) + path("M-9 15L-3 9H3L9 15Z", "#D9B877")
        + circle(-14, 8, 2.4, BLUSH) + circle(14, -4, 2.4, BLUSH) + circle(-9, -9, 1.8, BLUSH)
    )  # fmt: skip
