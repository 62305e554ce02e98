"""Who and what moves in Nutcracker: Claras, Nutcrackers, the Mouse King, the cards, and the signs of the colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fabletop.drawing.cards import back, face
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import INK, NIGHT, PAPER, PAPER2, SEATS, SHADOW, SNOW, STAR, mixed
from fabletop.drawing.shapes import SHAPES, crown, seat_mark, sparkle
from fabletop.drawing.svg import at, circle, define, ellipse, path, rect, stroke, use
from fabletop.games.nutcracker.board import BOARD

SUGAR, GOLD = "#F28FB5", "#F2C14E"  # the two accents: sugar and gold
SKIN, HAIR, FUR, CAPE = "#F7D2B4", "#7A4A2E", "#8E8A9C", "#5B3A78"

PAINTS = {
    "pink": "#F58DB6",
    "purple": "#B291E3",
    "blue": "#64B2EA",
    "green": "#62BC7B",
    "yellow": "#F8D35E",
    "orange": "#F49C57",
}
PLAIN = "#C9C3D6"  # a colour that another board brings along
SNOWFLAKE = (
    "M0-10V10M-8.7-5L8.7 5M-8.7 5L8.7-5M-3-8L0-5.4L3-8M-3 8L0 5.4L3 8M-8.4-1.4L-4.7-2.7L-5.4-6.6"
    "M8.4 1.4L4.7 2.7L5.4 6.6M-8.4 1.4L-4.7 2.7L-5.4 6.6M8.4-1.4L4.7-2.7L5.4-6.6"
)


def paint(colour: str) -> str:
    return PAINTS.get(colour, PLAIN)


@cache
def deep(colour: str) -> str:
    """The dark tone in which a colour's sign is drawn."""
    return mixed(paint(colour), "#1A1030", 0.68)


def sign(colour: str, ink: str) -> str:
    """Every colour has a sign, 20 wide around 0 0: heart, bow, snowflake, fir, star, bell; others their letter."""
    match colour:
        case "pink":
            return path(SHAPES["heart"], ink)
        case "purple":
            loops = "M0 0C-4-9-11-9-11-4V4C-11 9-4 9 0 0C4 9 11 9 11 4V-4C11-9 4-9 0 0Z"
            return path(loops, ink) + circle(0, 0, 3.4, paint(colour)) + circle(0, 0, 2.4, ink)
        case "blue":
            return stroke(SNOWFLAKE, ink, 1.9)
        case "green":
            return path("M0-11L7-2H3.4L10 7H2V10H-2V7H-10L-3.4-2H-7Z", ink)
        case "yellow":
            return path(SHAPES["star"], ink)
        case "orange":
            bell = "M0-10C5-10 6.4-5 6.4-1L9.4 5H-9.4L-6.4-1C-6.4-5-5-10 0-10Z"
            return path(bell, ink) + circle(0, 7.4, 2.6, ink)
    return letters(colour[:1].upper(), 0, 0, 18, ink)


def defs(colours: Sequence[int]) -> str:
    """For the `<defs>` of the still part."""
    signs = "".join(define(f"nutcracker-{colour}", sign(colour, deep(colour))) for colour in BOARD.die)
    signs += "".join(define(f"nutcracker-die{face}", _face(colour)) for face, colour in enumerate(BOARD.die, start=1))
    claras = "".join(define(f"nutcracker-clara{seat}", clara_figure(colours[seat])) for seat in (0, 1))
    return signs + claras + define("nutcracker-king", king_figure()) + define("nutcracker-crown", _crown_badge())


def more_defs(colours: Sequence[int]) -> str:
    """What only level 2 has: the Nutcrackers, and the two cards and their back, each around 0 0."""
    return (
        "".join(define(f"nutcracker-nut{seat}", nutcracker_figure(colours[seat])) for seat in (0, 1))
        + define("nutcracker-fairy", face(_fairy(), SNOW, "#F9CFE0"))
        + define("nutcracker-sceptre", face(_sceptre(), SNOW, "#D9CBEF"))
        + define("nutcracker-back", back())
    )


def clara(seat: int) -> str:
    """A Clara standing on 0 0, 52 high and 32 wide."""
    return use(f"nutcracker-clara{seat}")


def nutcracker(seat: int) -> str:
    """A Nutcracker standing on 0 0, 54 high and 28 wide."""
    return use(f"nutcracker-nut{seat}")


def king() -> str:
    """The Mouse King standing on 0 0, 56 high and 40 wide."""
    return use("nutcracker-king")


def _crown_badge() -> str:
    """The King's mark, around 0 0: where seats have their shape."""
    return circle(0, 0, 14, NIGHT) + crown(0, 1, 8)


def _badge(colour: int, y: float, r: float = 7) -> str:
    return circle(0, y, r, PAPER) + seat_mark(colour, 0, y, r * 0.64, SEATS[colour].shade)


def _base(colour: str, dark: str, wide: float = 15) -> str:
    return ellipse(0, 1, wide + 2, 5.4, SHADOW, 0.22) + ellipse(0, 0, wide, 5, dark) + ellipse(0, -2, wide, 5, colour)


def clara_figure(colour: int) -> str:
    mark = SEATS[colour]
    light = mixed(mark.colour, SNOW, 0.4)
    dress = "M0-31C-5-31-6-25-6.6-21C-8-13-13-8-13.6-3Q-7 1 0 1Q7 1 13.6-3C13-8 8-13 6.6-21C6-25 5-31 0-31Z"
    return (
        _base(mark.colour, mark.shade)
        + stroke("M-5-27Q-12-23-12-16M5-27Q12-23 12-16", SKIN, 3.6)
        + path(dress, mark.colour) + path("M-6.6-21Q0-18 6.6-21L6-24H-6Z", light)
        + stroke("M-11.6-5Q0-1 11.6-5", light, 2.2)
        + path("M-9-41C-9-51 9-51 9-41C10-34 11-31 8-30C10-36-10-36-8-30C-11-31-10-34-9-41Z", HAIR)
        + circle(0, -38.5, 7.4, SKIN) + path("M-8-39C-8-49 8-49 8-39Q4-43 1-44Q-3-41-8-39Z", HAIR)
        + path("M0-47C-3-52-8-51-8-47.6C-8-44-3-44 0-47C3-44 8-44 8-47.6C8-51 3-52 0-47Z", light)
        + circle(-2.8, -37.6, 1.1, INK) + circle(2.8, -37.6, 1.1, INK) + stroke("M-2-34.4Q0-33 2-34.4", "#B5533C", 1.1)
        + circle(-4.8, -35.4, 1.3, "#F0A58C") + circle(4.8, -35.4, 1.3, "#F0A58C") + _badge(colour, -10)
    )  # fmt: skip


def nutcracker_figure(colour: int) -> str:
    mark = SEATS[colour]
    return (
        _base(mark.colour, mark.shade, 13)
        + rect(-7, -13, 6, 11, 1.5, NIGHT) + rect(1, -13, 6, 11, 1.5, NIGHT)
        + rect(-13, -29, 5, 15, 2.4, mark.shade) + rect(8, -29, 5, 15, 2.4, mark.shade)
        + path("M-9-31H9L10-10H-10Z", mark.colour) + rect(-10, -13.4, 20, 3, 1, GOLD)
        + ellipse(-10.4, -29.6, 4, 2.4, GOLD) + ellipse(10.4, -29.6, 4, 2.4, GOLD)
        + rect(-7, -42, 14, 12, 4, SKIN) + path("M-6-33H6Q6-25 0-24Q-6-25-6-33Z", SNOW)
        + rect(-3, -33.6, 6, 2.4, 0.6, "#B5533C")
        + path("M0-36Q-3-33-7-35.4Q-3-38 0-36.4Q3-38 7-35.4Q3-33 0-36Z", SNOW)
        + circle(-3, -39, 1.3, INK) + circle(3, -39, 1.3, INK)
        + rect(-8, -55, 16, 14, 3, NIGHT) + rect(-8, -44, 16, 3, 1, GOLD) + sparkle(0, -49.4, 4, GOLD)
        + _badge(colour, -19, 5.6)
    )  # fmt: skip


def king_figure() -> str:
    return (
        _base(CAPE, mixed(CAPE, NIGHT, 0.6), 17)
        + stroke("M12-5Q24-4 21-14Q19-19 24-21", "#C78FA0", 2.6)
        + path("M0-32C-10-32-15-14-17-3Q0 4 17-3C15-14 10-32 0-32Z", CAPE)
        + path("M0-28C-6-26-8-12-8-2Q0 0 8-2C8-12 6-26 0-28Z", mixed(FUR, SNOW, 0.35))
        + stroke("M-11-29Q0-23 11-29", GOLD, 3)
        + circle(-11, -41, 6.6, FUR) + circle(11, -41, 6.6, FUR)
        + circle(-11, -41, 3.8, "#E3A9B8") + circle(11, -41, 3.8, "#E3A9B8")
        + path("M0-47C-9-47-11-38-8-33C-5-28 5-28 8-33C11-38 9-47 0-47Z", FUR)
        + ellipse(0, -32, 4.6, 3.6, mixed(FUR, SNOW, 0.4)) + circle(0, -33.6, 1.9, "#D86C86")
        + circle(-3.6, -39, 1.7, INK) + circle(3.6, -39, 1.7, INK)
        + circle(-3.1, -39.5, 0.6, SNOW) + circle(4.1, -39.5, 0.6, SNOW)
        + stroke("M-5-32L-12-33.6M-5-31L-11.6-29.6M5-32L12-33.6M5-31L11.6-29.6", mixed(FUR, NIGHT, 0.5), 0.9)
        + crown(0, -50.5, 7)
    )  # fmt: skip


def _fairy() -> str:
    """The Sugarplum Fairy: who draws her rolls again."""
    wings = path("M0-4C-14-26-30-18-26-4C-24 4-8 6 0 2C8 6 24 4 26-4C30-18 14-26 0-4Z", SNOW, fill_opacity=0.85)
    return (
        wings + path("M0-12C-5-10-6-2-6 0L-17 22Q0 30 17 22L6 0C6-2 5-10 0-12Z", SUGAR)
        + stroke("M-14 20Q0 26 14 20", SNOW, 2.4)
        + stroke("M5-7Q13-10 18-20", SKIN, 3.4) + stroke("M18-20L22-32", GOLD, 2.4) + sparkle(23, -36, 8, GOLD)
        + circle(0, -20, 8, SKIN) + path("M-8-20C-9-32 9-32 8-20Q3-25-8-20Z", HAIR) + circle(0, -30, 4, HAIR)
        + circle(-3, -19, 1.2, INK) + circle(3, -19, 1.2, INK)
        + sparkle(-22, 30, 5, "#C0407A") + sparkle(22, 34, 4, "#C0407A") + sparkle(0, 38, 5, "#C0407A")
    )  # fmt: skip


def _sceptre() -> str:
    """The Sceptre: who draws it sends the King."""
    return (
        stroke("M-14 36L8-8", "#8A5E12", 7) + stroke("M-14 36L8-8", GOLD, 4.6)
        + circle(-15, 38, 5, GOLD) + circle(12, -16, 13, "#8A5E12") + circle(12, -16, 11.6, GOLD)
        + circle(12, -16, 7, CAPE) + sparkle(12, -16, 6, STAR) + crown(13, -36, 9, GOLD)
        + sparkle(-20, -30, 6, CAPE) + sparkle(20, 22, 5, CAPE) + sparkle(-22, 4, 4, CAPE)
    )  # fmt: skip


def _face(colour: str) -> str:
    """A face of the die on level 1: a colour with its sign."""
    return rect(-50, -50, 100, 94, 24, paint(colour)) + at(0, -3, use(f"nutcracker-{colour}"), scale=2.7)


def locket() -> str:
    """A golden locket, around 0 0: the sign of its space goes inside."""
    return (
        circle(0, 1.6, 19.4, SHADOW, 0.25) + circle(0, -18.4, 4.4, "#9A6A14") + circle(0, -18.4, 2, PAPER2)
        + circle(0, 0, 18.6, "#9A6A14") + circle(0, -0.6, 17, GOLD) + circle(0, 0, 13.6, mixed(GOLD, SNOW, 0.55))
        + stroke("M-10.6-10Q-5-15 2-14.6", SNOW, 2.2)
    )  # fmt: skip
