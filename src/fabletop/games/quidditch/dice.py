"""The five kinds of dice of Quidditch Dice: a colour and a sign for each, with and without the number it shows."""

from __future__ import annotations

from fabletop.drawing.dice import cube
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import BLACK, INK, SNOW
from fabletop.drawing.svg import at, circle, define, ellipse, path, rect, stroke, use
from fabletop.games.quidditch.rules import BLUDGER, GOAL, KEEPER, KINDS, QUAFFLE, SNITCH

GOLD, AMBER = "#F4C542", "#7A4A05"
BLUE, RED = "#1F5FA8", "#B5322B"
FILLS = {SNITCH: GOLD, QUAFFLE: RED, GOAL: BLUE, KEEPER: INK, BLUDGER: INK}  # R1: as in the box
INKS = {SNITCH: BLACK, QUAFFLE: SNOW, GOAL: SNOW, KEEPER: SNOW, BLUDGER: SNOW}
SIZE = 54

_WING = "M10-2C12-22 26-32 40-30C42-22 38-17 35-15C38-13 37-9 33-7C34-4 31 0 26 1C21 4 14 4 10-2Z"


def snitch() -> str:
    """A golden ball with wings, within 42 units of 0 0."""
    wings = path(_WING, SNOW) + stroke("M15-5Q23-18 36-25M17-2Q25-11 34-14M18 1Q25-4 30-5", AMBER, 2)
    return (
        wings + f'<g transform="scale(-1 1)">{wings}</g>' + circle(0, 4, 18, AMBER) + circle(0, 3, 15.6, "#FFE08A")
        + stroke("M-14 0Q0 8 14 0M0-12Q-7 3 0 18", AMBER, 2.2)
    )  # fmt: skip


def quaffle() -> str:
    """A leather ball with seams."""
    return (
        circle(0, 0, 27, "#5E1A16") + circle(0, -1.5, 25, "#F0A98A")
        + stroke("M-21-14Q-4-4 0 23M21-14Q4-4 0 23M-21-14Q0-9 21-14", "#5E1A16", 4) + ellipse(-9, -18, 6, 3, "#FAD9C8")
    )  # fmt: skip


def hoop() -> str:
    """A goal: a ring on a pole."""
    return rect(-4.5, 8, 9, 24, 3, SNOW) + _ring(SNOW) + rect(-12, 29, 24, 6, 3, SNOW)


def _ring(colour: str) -> str:
    return f'<circle cy="-9" r="19" fill="none" stroke="{colour}" stroke-width="9"/>'


def keeper() -> str:
    """A shield before a ring."""
    return (
        path("M-24-26Q-12-24 0-31Q12-24 24-26V-2Q22 20 0 31Q-22 20-24-2Z", "#B9BFD0")
        + path("M-18-20Q-9-19 0-24V25Q-17 16-18-2Z", SNOW) + stroke("M0-24V25M-19-3H19", INK, 4)
    )  # fmt: skip


def bludger() -> str:
    """An iron ball in a temper."""
    spikes = "M0-33L7-20H-7ZM0 33L7 20H-7ZM-33 0L-20-7V7ZM33 0L20-7V7Z"
    return (
        path(spikes, "#8F95AB") + f'<g transform="rotate(45)">{path(spikes, "#8F95AB")}</g>'
        + circle(0, 0, 22, "#B9BFD0")
        + stroke("M-14-10L-4-5M14-10L4-5", INK, 5) + circle(-8, 1, 4.4, INK) + circle(8, 1, 4.4, INK)
        + stroke("M-8 12Q0 7 8 12", INK, 4)
    )  # fmt: skip


SIGNS = {SNITCH: snitch, QUAFFLE: quaffle, GOAL: hoop, KEEPER: keeper, BLUDGER: bludger}


def dice_defs() -> str:
    """Of each kind the sign, the die with its sign (booked), and with room for a number (open)."""
    parts = []
    for kind in range(KINDS):
        parts.append(define(f"quidditch-sign{kind}", SIGNS[kind]()))
        parts.append(define(f"quidditch-cube{kind}", cube(FILLS[kind], "#000" if kind >= KEEPER else None)))
        sign, body = use(f"quidditch-sign{kind}"), use(f"quidditch-cube{kind}")
        scale = SIZE / 100
        parts.append(define(f"quidditch-die{kind}", at(0, 0, body, at(0, -3, sign, scale=0.98), scale=scale)))
        parts.append(define(f"quidditch-open{kind}", at(0, 0, body, at(-16, -18, sign, scale=0.66), scale=scale)))
    for colour, ink in (("d", BLACK), ("l", SNOW)):
        for text in "123456?":
            parts.append(define(f"quidditch-{colour}{text}", letters(text, 11.5, 6.5, 23, ink, weight=2)))
    return "".join(parts)


def digit_id(kind: int) -> str:
    """What the numbers of a kind are called, with `{}` for the number."""
    return f"quidditch-{'d' if INKS[kind] == BLACK else 'l'}{{}}"


def digit(kind: int, number: int) -> str:
    """The number that an open die shows; 0 is a die about to be rolled."""
    return use(digit_id(kind).format(number or "?"))
