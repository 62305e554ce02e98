"""Signs: small pictures that stand for words, for children who cannot read yet.

Each has a name and is drawn around 0 0, 100 wide and high.  A game says in its signs.py which of them tell what is to
be done, and may draw its own (docs/drawing.md#signs).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from fabletop.drawing.animals import ANIMALS
from fabletop.drawing.cards import back
from fabletop.drawing.dice import die
from fabletop.drawing.palette import (
    EMBER,
    GLOW,
    INK,
    INK2,
    MOON,
    NIGHT,
    PAPER2,
    PAPER3,
    SEATS,
    SNOW,
    STAR,
    WOOD,
    WOOD2,
)
from fabletop.drawing.pawns import figure
from fabletop.drawing.plates import face
from fabletop.drawing.shapes import crown
from fabletop.drawing.svg import at, circle, path, rect, stroke
from fabletop.engine import registry
from fabletop.engine.view import View

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SKY, LEAF, SKIN = "#BFDDF0", "#6C9A73", "#E9BE94"
_GLOVE = (
    "M-6-36A7 7 0 0 1 8-36V-5L27-1Q35 1 34 10L31 28Q29 40 17 40H-4Q-13 40-18 33L-32 13Q-35 6-29 4Q-23 2-18 9L-6 19Z"
)
_RIGHT = "M-36-11H4V-30L38 0L4 30V11H-36Z"


def _inked(d: str, fill: str) -> str:
    return path(d, fill, stroke=INK, stroke_width=5)


def _die() -> str:
    swing = stroke("M-44-14Q-48-36-30-44M44 18Q47 38 30 45", EMBER, 5)
    return swing + die(5, 0, 0, 66, turn=14)


def _hand() -> str:
    """Point here."""
    taps = stroke("M-20-40L-28-46M1-46V-49M22-40L30-46", EMBER, 5)
    return taps + _inked(_GLOVE, SNOW) + stroke("M8-5V8M20-1V10", INK, 4)


def _palm() -> str:
    """Stop: I stay, I pass."""
    fingers = "".join(
        rect(x, top, 13, 50, 6.5, SNOW)
        + stroke(f"M{x} {top + 44}V{top + 7}A6.5 6.5 0 0 1 {x + 13} {top + 7}V0", INK, 4)
        for x, top in ((-27, -32), (-13, -42), (1, -40), (15, -30))
    )
    palm = "M-27-2V18Q-27 42-2 42Q14 42 24 28L38 8Q41 1 35-1Q29-2 24 5L15 14"
    return fingers + path(palm + "L15-4L-27-4Z", SNOW) + stroke(palm, INK, 4)


def _arrow(turn: float) -> Callable[[], str]:
    return lambda: at(0, 0, _inked(_RIGHT, GLOW), turn=turn)


def _look() -> str:
    lids = _inked("M-44 0Q0-48 44 0Q0 48-44 0Z", SNOW)
    return lids + circle(0, 0, 20, SEATS[1].colour) + circle(0, 0, 10, INK) + circle(6, -6, 4, SNOW)


def _cover() -> str:
    """An eye that is shut: now nobody looks."""
    return stroke("M-42-6Q0 34 42-6M-30 10L-38 22M-11 19L-14 33M11 19L14 33M30 10L38 22", INK, 6)


def _wait() -> str:
    glass = path("M-22-34H22C22-14 8-8 6 0C8 8 22 14 22 34H-22C-22 14-8 8-6 0C-8-8-22-14-22-34Z", SKY)
    sand = path("M-17-16C-12-8-5-6-4 0H4C5-6 12-8 17-16Q0-11-17-16Z", EMBER) + path(
        "M-20 33C-18 21-8 19 0 14C8 19 18 21 20 33Z", EMBER
    )
    frame = rect(-32, -44, 64, 11, 5, WOOD2) + rect(-32, 33, 64, 11, 5, WOOD2)
    return glass + sand + stroke("M0 0V18", EMBER, 3) + frame


def _card() -> str:
    return at(0, 0, back(), scale=0.9)


def _keep() -> str:
    """The card goes into the hand."""
    return at(0, -14, back(), scale=0.55) + at(0, 26, _inked(_RIGHT, GLOW), turn=90, scale=0.5)


def _again() -> str:
    return stroke("M30-20A36 36 0 1 0 36 8", EMBER, 10) + path("M14-22L44-38L42-4Z", EMBER)


def _back() -> str:
    return stroke("M-26-10H10A24 24 0 0 1 10 36H-14", INK, 9) + path("M-18-34V14L-44-10Z", INK)


def _play() -> str:
    return (
        circle(0, 4, 44, EMBER)
        + circle(0, 0, 44, GLOW)
        + path("M-14-24Q-14-28-10-26L28-3Q31 0 28 3L-10 26Q-14 28-14 24Z", INK)
    )


def _chest() -> str:
    lid = path("M-38-2Q0-44 38-2V8H-38Z", "#8A4B1F") + stroke("M-38-2Q0-36 38-2", "#E8B65A", 5)
    box = rect(-38, 4, 76, 36, 6, "#A85F2A") + stroke("M-38 9H38", "#5E3113", 4)
    return lid + box + rect(-8, 3, 16, 18, 5, "#F2C867") + circle(0, 12, 3, "#5E3113")


def _head(x: float, y: float, size: float, coat: str) -> str:
    body = path("M-30 44Q-30 8 0 8Q30 8 30 44Z", coat)
    hair = path("M-19-14C-21-40 21-40 19-14Q8-24-2-25Q-8-17-19-14Z", WOOD2)
    eyes = circle(-7, -11, 2.6, INK) + circle(7, -11, 2.6, INK) + stroke("M-7-2Q0 5 7-2", INK, 2.6)
    return at(x, y, body, circle(0, -12, 19, SKIN), hair, eyes, scale=size)


def _people() -> str:
    left, right = _head(-24, 2, 0.72, SEATS[2].colour), _head(24, 2, 0.72, SEATS[1].colour)
    return left + right + _head(0, 8, 0.82, SEATS[0].colour)


def _robot() -> str:
    """A computer plays."""
    ears = rect(-44, -8, 12, 24, 5, INK2) + rect(32, -8, 12, 24, 5, INK2)
    mast = stroke("M0-28V-38", INK2, 5) + circle(0, -41, 6, EMBER)
    head = rect(-36, -28, 72, 64, 16, "#B8C4D6") + rect(-28, -18, 56, 34, 12, NIGHT)
    eyes = circle(-13, -1, 8, GLOW) + circle(13, -1, 8, GLOW)
    return ears + mast + head + eyes + stroke("M-12 26H12", NIGHT, 5)


def _chair() -> str:
    """Nobody sits there."""
    return stroke("M-22-40V40M-22 6H24V40M-22-26H0M-22-38H0V6", WOOD, 8)


def _board() -> str:
    parts = [rect(-42, -42, 84, 84, 14, PAPER3), rect(-36, -36, 72, 72, 10, PAPER2)]
    fills = ("#D55E00", "#0072B2", "#009E73", "#E69F00")
    spots = [(-20, -20), (0, -20), (20, -20), (20, 0), (20, 20), (0, 20), (-20, 20), (-20, 0)]
    parts += [circle(x, y, 8, fills[i // 2 % 4] if i % 2 == 0 else SNOW) for i, (x, y) in enumerate(spots)]
    return "".join(parts)


def _film() -> str:
    holes = "".join(rect(x, y, 10, 9, 2, SNOW) for x in (-36, -18, 0, 18) for y in (-32, 23))
    return rect(-44, -38, 88, 76, 10, INK) + holes + rect(-38, -19, 76, 38, 4, SKY) + path("M-9-13L14 0L-9 13Z", INK)


def _curve() -> str:
    """Luck and skill: a line that goes up and down, and ends on top."""
    line = "M-36 20L-14-4L4 12L32-26"
    return rect(-44, -38, 88, 76, 10, SNOW) + stroke(line, INK, 9) + circle(32, -24, 11, GLOW)


def _pictures() -> str:
    """The switch itself: a picture in a frame."""
    frame = rect(-44, -36, 88, 74, 10, WOOD) + rect(-36, -28, 72, 58, 5, SKY)
    return frame + circle(16, -11, 10, GLOW) + path("M-36 30V16L-14-8L6 14L18 2L36 20V30Z", LEAF)


def _letters() -> str:
    """Back to words: a written page."""
    lines = stroke("M-22-22H22M-22-7H22M-22 8H22M-22 23H6", INK2, 5)
    return rect(-34, -42, 68, 84, 8, SNOW) + lines


def _aloud() -> str:
    waves = stroke("M16-14Q26 0 16 14M26-26Q44 0 26 26", EMBER, 6)
    return path("M-40-13H-24L0-34V34L-24 13H-40Z", INK) + waves


def _snail() -> str:
    foot = path("M-44 34Q-40 22-24 24H22Q32 24 30 8Q30-4 38-6Q46-4 43 12Q42 36 24 36H-38Q-44 37-44 34Z", "#E3B27A")
    horns = stroke("M36-6L32-20M41-5L45-19", "#B98A52", 4)
    shell = circle(-6, 2, 30, "#B5613A") + stroke("M14 4A20 20 0 1 0-8 22A14 14 0 1 0-10-6A8 8 0 0 0-10 8", MOON, 5)
    return foot + horns + shell


def _yes() -> str:
    return stroke("M-32 4L-8 28L34-26", "#1F7A4D", 14)


def _no() -> str:
    return stroke("M-28-28L28 28M28-28L-28 28", "#B5480A", 14)


def _plus() -> str:
    return stroke("M-22 0H22M0-22V22", INK, 10)


def _question() -> str:
    return (
        circle(0, 0, 40, NIGHT) + stroke("M-12-10C-12-30 16-30 15-10C14 0 0 0 0 12", STAR, 9) + circle(0, 26, 6, STAR)
    )


def _crown() -> str:
    return crown(0, 4, 34)


SIGNS: dict[str, Callable[[], str]] = {
    "die": _die, "hand": _hand, "palm": _palm, "look": _look, "cover": _cover, "wait": _wait, "card": _card,
    "keep": _keep, "arrow": _arrow(0), "up": _arrow(-90), "down": _arrow(90), "left": _arrow(180), "again": _again,
    "back": _back, "play": _play, "chest": _chest, "people": _people, "robot": _robot, "nobody": _chair,
    "person": lambda: _head(0, 0, 0.95, SEATS[0].colour), "board": _board, "film": _film, "curve": _curve,
    "pictures": _pictures,
    "letters": _letters, "aloud": _aloud, "snail": _snail, "yes": _yes, "no": _no, "plus": _plus, "crown": _crown,
    "question": _question,
}  # fmt: skip


def house_sign(name: str) -> str:
    """A sign that all games share; nothing where there is none of this name."""
    if name in SIGNS:
        return SIGNS[name]()
    word, _, rest = name.partition("-")
    if word == "die" and rest in ("1", "2", "3", "4", "5", "6"):
        return die(int(rest), 0, 0, 76)
    if word == "pawn" and _is_colour(rest):
        return at(0, 42, figure(int(rest)), scale=2.1)
    colour, _, animal = rest.partition("-")
    if word == "face" and _is_colour(colour) and (animal in ANIMALS or not animal):
        return at(0, 0, face(int(colour), animal), scale=2.7)
    return ""


def _is_colour(text: str) -> bool:
    return text in ("0", "1", "2", "3", "4", "5")


@lru_cache(1024)
def sign(name: str, game: str = "") -> str:
    """The picture of a sign, a game's own or one of the house, as a document; nothing where there is none."""
    if not NAME.fullmatch(name):
        return ""
    own = str(registry.part(game, "signs").drawn(name)) if game and has_signs(game) else ""
    body = own or house_sign(name)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{body}</svg>' if body else ""


def has_signs(game: str) -> bool:
    """Can this game be played without reading?"""
    return registry.has_part(game, "signs")


def prompt_signs(view: View, last: str = "") -> list[str]:
    """What the seat that looks is to do now, as signs that are read from left to right."""
    return list(registry.part(view.game.id, "signs").signs(view, last))


def button_signs(view: View, act: str) -> list[str]:
    """What a button for this action shows."""
    return list(registry.part(view.game.id, "signs").button(view, act))


def face_sign(colour: int, animal: str) -> str:
    """Who sits there."""
    return f"face-{colour}-{animal}" if animal else f"face-{colour}"


__all__ = ["SIGNS", "button_signs", "face_sign", "has_signs", "house_sign", "prompt_signs", "sign"]
