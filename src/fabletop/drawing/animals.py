"""Twelve animals' faces, cut from paper: who somebody is at the table.  Each is about 40 wide around 0 0."""

from __future__ import annotations

from functools import cache

from fabletop.drawing.palette import INK, SNOW
from fabletop.drawing.svg import circle, ellipse, path, stroke

BROWN, TAN, GREY, CREAM, ROSE = "#8A5A3B", "#D9B382", "#8C8798", "#F6E7CB", "#E79A9A"


def _eyes(x: float, y: float, r: float = 2.1, colour: str = INK) -> str:
    shine = circle(-x + 0.7, y - 0.7, r * 0.33, SNOW) + circle(x + 0.7, y - 0.7, r * 0.33, SNOW)
    return circle(-x, y, r, colour) + circle(x, y, r, colour) + shine


def _pair(part: str) -> str:
    """The part, and its likeness on the other side."""
    return part + f'<g transform="scale(-1 1)">{part}</g>'


def _smile(y: float, wide: float = 4, colour: str = INK) -> str:
    return stroke(f"M{-wide} {y}Q{-wide / 2} {y + 2.6} 0 {y}Q{wide / 2} {y + 2.6} {wide} {y}", colour, 1.3)


def _hedgehog() -> str:
    spines = (
        "M0-19L4-14L9-17L10-12L16-13L14-7L19-4L15 0L18 6L13 7L12 13"
        "H-12L-13 7L-18 6L-15 0L-19-4L-14-7L-16-13L-10-12L-9-17L-4-14Z"
    )
    face = path("M0-8C6-13 14-6 12 3C11 11 5 16 0 16C-5 16-11 11-12 3C-14-6-6-13 0-8Z", TAN)
    return path(spines, "#6B4A33") + face + _eyes(5, 1) + ellipse(0, 8, 3.2, 2.5, INK) + _smile(11)


def _owl() -> str:
    tufts = path("M-14-17L-4-11H4L14-17L13-4H-13Z", "#7A5B8C")
    eyes = circle(-6.5, -3, 6.6, CREAM) + circle(6.5, -3, 6.6, CREAM) + _eyes(6, -3, 3.1)
    breast = stroke("M-4 12Q-2 14 0 12Q2 14 4 12", CREAM, 1.4)
    return tufts + ellipse(0, 1.5, 14.5, 15.5, "#8E6FA3") + eyes + path("M-2.6 1H2.6L0 7Z", "#E8A23A") + breast


def _fox() -> str:
    ears = _pair(path("M-16-17L-3-9L-14-1Z", "#D9702B") + path("M-13.4-12.6L-6.6-8.6L-12.6-5Z", INK))
    head = path("M-15-5C-10-12 10-12 15-5C17 3 7 12 0 17C-7 12-17 3-15-5Z", "#E07B34")
    cheeks = _pair(path("M-15-1C-9 1-4 5 0 17C-7 12-15 6-15-1Z", SNOW))
    return ears + head + cheeks + _eyes(6, -1) + ellipse(0, 14, 3, 2.4, INK)


def _hare() -> str:
    ears = _pair(
        path("M-2-8C-10-10-12-22-8-22C-4-22-1-14-1-8Z", "#B9A184")
        + path("M-4-10C-8-12-9-19-7.6-19C-5.6-19-3.4-14-3.2-10Z", ROSE)
    )
    nose = path("M-2.2 6H2.2L0 8.6Z", ROSE) + _smile(9.4, 3.4)
    teeth = path("M-1.8 11H1.8V14H-1.8Z", SNOW)
    return ears + ellipse(0, 4, 12.5, 12.5, "#C7AF90") + ellipse(0, 9, 7, 5.6, CREAM) + _eyes(5, 1) + nose + teeth


def _bear() -> str:
    ears = _pair(circle(-11, -10.5, 5.6, BROWN) + circle(-11, -10.5, 2.9, TAN))
    return (
        ears
        + circle(0, 1, 15.5, BROWN)
        + ellipse(0, 7, 7.6, 6.2, TAN)
        + _eyes(6, -2)
        + ellipse(0, 4.4, 3.1, 2.3, INK)
        + _smile(8.4)
    )


def _badger() -> str:
    ears = _pair(circle(-10.5, -10.5, 4.2, INK) + circle(-10.5, -10.5, 2, SNOW))
    head = path("M-14-6C-11-15 11-15 14-6C15 4 6 16 0 17C-6 16-15 4-14-6Z", SNOW)
    stripes = _pair(path("M-10.5-12.4C-6-14.4-3-12-3-6C-3 2-4 8-3.4 13C-8 9-13 2-11-6Z", "#3B3944"))
    return (
        ears
        + head
        + stripes
        + _eyes(6.4, -1, 1.9, SNOW)
        + circle(-6.2, -1, 1.1, INK)
        + circle(6.6, -1, 1.1, INK)
        + ellipse(0, 13.6, 3, 2.3, INK)
    )


def _mouse() -> str:
    ears = _pair(circle(-12, -8.5, 7.6, GREY) + circle(-12, -8.5, 4.8, ROSE))
    whiskers = _pair(stroke("M-5 9L-16 7M-5 10.5L-15 12.5", INK, 0.9))
    head = path("M0-12C9-12 14-3 11 5C9 11 4 15 0 16C-4 15-9 11-11 5C-14-3-9-12 0-12Z", "#A7A2B3")
    return ears + head + whiskers + _eyes(4.6, 0) + circle(0, 11.6, 2.6, ROSE)


def _cat() -> str:
    ears = _pair(path("M-15-17L-3-10L-13-2Z", "#4C4A5E") + path("M-12.6-12.4L-6.4-8.8L-12-5Z", ROSE))
    whiskers = _pair(stroke("M-6 7L-17 5M-6 8.6L-16 11", CREAM, 0.9))
    eyes = _pair(ellipse(-6, -1, 3.4, 3.8, "#BFDC6A") + ellipse(-6, -1, 1.2, 3.4, INK))
    return (
        ears
        + ellipse(0, 2, 15, 13.5, "#57546B")
        + eyes
        + path("M-2.4 5H2.4L0 7.8Z", ROSE)
        + whiskers
        + _smile(8.6, 4, CREAM)
    )


def _frog() -> str:
    bulbs = _pair(circle(-9, -9.5, 6.2, "#5FA05A") + circle(-9, -10, 4, SNOW) + circle(-8.6, -9.6, 2.3, INK))
    mouth = stroke("M-11 5Q0 14 11 5", "#2F5E35", 1.7) + _pair(circle(-11.4, 3.4, 2.2, ROSE))
    return (
        ellipse(0, 3, 16.5, 12.5, "#6DB266")
        + bulbs
        + mouth
        + circle(-1.8, -1, 0.8, "#2F5E35")
        + circle(1.8, -1, 0.8, "#2F5E35")
    )


def _squirrel() -> str:
    ears = _pair(path("M-12-5L-12.5-20L-3-11Z", "#B5532A") + stroke("M-12.4-19L-14-22M-12.4-19L-11-22", "#B5532A", 1.6))
    head = path("M0-12C8-12 13-6 13 1C13 9 6 16 0 16C-6 16-13 9-13 1C-13-6-8-12 0-12Z", "#C9622F")
    return (
        ears
        + head
        + ellipse(0, 9, 7.6, 6, CREAM)
        + _eyes(5.6, 0, 2.4)
        + ellipse(0, 6.4, 2.2, 1.7, INK)
        + _smile(8.8, 3.2)
    )


def _deer() -> str:
    antlers = _pair(stroke("M-5-11C-7-16-12-16-12-21M-8.4-15.4C-12-14-15-16-15.6-18.6", "#7A5232", 1.9))
    ears = _pair(path("M-9-7C-17-11-20-6-18-4C-15-1-11-2-9-4Z", "#B9794A"))
    head = path("M-10-8C-7-13 7-13 10-8C11 0 6 8 5 13C4 17-4 17-5 13C-6 8-11 0-10-8Z", "#C98A57")
    spots = circle(-3, -8.4, 1.1, CREAM) + circle(3, -8.4, 1.1, CREAM) + circle(0, -5.6, 1.1, CREAM)
    return (
        antlers + ears + head + spots + ellipse(0, 12.4, 4.8, 3.9, CREAM) + _eyes(5.2, -1) + ellipse(0, 11, 2.7, 2, INK)
    )


def _duckling() -> str:
    tuft = stroke("M0-14C-1-18 2-20 4-19M0-14C-3-18-4-19-6-18", "#EFC53F", 2.2)
    bill = path("M-9 5C-6 1 6 1 9 5C10 9 4 12 0 12C-4 12-10 9-9 5Z", "#E8862E") + stroke(
        "M-6.6 6.6Q0 9 6.6 6.6", "#A9551A", 1.2
    )
    return tuft + circle(0, 0, 15, "#F7D65A") + _eyes(5.4, -3) + bill + _pair(circle(-10.5, 2, 2, "#F2A98F"))


ANIMALS = {
    "hedgehog": _hedgehog, "owl": _owl, "fox": _fox, "hare": _hare, "bear": _bear, "badger": _badger,
    "mouse": _mouse, "cat": _cat, "frog": _frog, "squirrel": _squirrel, "deer": _deer, "duckling": _duckling,
}  # fmt: skip


@cache
def animal(name: str) -> str:
    """The face of an animal; nothing for a name that we do not know."""
    return ANIMALS[name]() if name in ANIMALS else ""
