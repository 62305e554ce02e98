"""The colours and shapes of the house.  Every seat has both, so that nobody needs to tell colours apart."""

from __future__ import annotations

from typing import NamedTuple

PAPER, INK, NIGHT = "#FBF4E4", "#2B2A33", "#1E2340"

# Paper in layers, from the lightest to the deepest; ink that may stand on all of them
SNOW, PAPER2, PAPER3, PAPER4 = "#FFFDF6", "#F3E6CB", "#E6D3AE", "#CDB489"
INK2 = "#5C5668"  # for lesser words; AA on every paper but the deepest
BLACK = "#141219"  # for words on the seats' middle tones

# The evening outside
DUSK, DUSK2, DUSK3 = "#3A3A6B", "#6B5B95", "#E8A87C"
MOON, STAR, GLOW, EMBER = "#FFE9B0", "#FFF3CF", "#FFC94D", "#CF6A0C"
HILL, HILL2, HILL3 = "#2F4B4A", "#3F6B5C", "#6C9A73"
WOOD, WOOD2 = "#8A5A3B", "#6A412A"

SHADOW = "#1B1430"  # always translucent


class SeatMark(NamedTuple):
    """How a seat is marked: a colour-blind-safe colour and a shape of its own."""

    name: str
    colour: str
    shape: str
    sign: str  # the shape in a terminal
    text: str  # words on `colour`: AA
    tint: str  # a light tone: INK on it is AA
    shade: str  # a dark tone: SNOW on it is AA


SEATS = (
    SeatMark("vermilion", "#D55E00", "circle", "●", BLACK, "#F9D3B8", "#A84400"),
    SeatMark("blue", "#0072B2", "square", "■", SNOW, "#BFDDF0", "#005587"),
    SeatMark("green", "#009E73", "triangle", "▲", BLACK, "#B9E4D6", "#006E50"),
    SeatMark("gold", "#E69F00", "diamond", "◆", BLACK, "#FBE2AA", "#8F5F00"),
    SeatMark("plum", "#CC79A7", "heart", "♥", BLACK, "#F3D6E6", "#8E3F6B"),
    SeatMark("sky", "#56B4E9", "star", "★", BLACK, "#CDE9FA", "#1F6A96"),
)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it: 4.5 is AA for words, 3 for large words and signs."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(one: str, other: str, share: float) -> str:
    """So much of the other colour stirred into the one."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
