"""The pitch of Quidditch Dice and the evening around it: where everything lies, and all that lies still."""

from __future__ import annotations

from fabletop.drawing.lettering import fitted, letters
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    EMBER,
    GLOW,
    HILL2,
    INK,
    NIGHT,
    PAPER2,
    PAPER3,
    SHADOW,
    SNOW,
    WOOD,
    mixed,
)
from fabletop.drawing.scene import (
    button,
    page,
)
from fabletop.drawing.shapes import hills, moon, sheet, sky_stars
from fabletop.drawing.svg import Point, at, circle, define, gradient, n, path, rect, stroke, use
from fabletop.engine.translate import N_
from fabletop.engine.view import Translate
from fabletop.games.quidditch.board import CAPACITY, ROWS
from fabletop.games.quidditch.dice import AMBER, GOLD, dice_defs
from fabletop.games.quidditch.rules import (
    CAUGHT,
    DEFENSE,
    GOAL,
    KEEPER,
    SNITCH,
)

WIDTH = 600
PANEL = 282
PITCH_X, PITCH_Y, PITCH_W, ROW = 32, 164, 536, 64
PITCH_H = ROW * ROWS + 24
NUMBER_X, PLACE_X, PLACE_STEP, HOOP_X = 74, 148, 78, 500
TRAY_Y, TRAY_H = PITCH_Y + PITCH_H + 22, 96
TRAYS = ((12, 376), (400, 188))  # x and width: Offense, Defense
DICE_Y = TRAY_Y + 59
STEPS = (61, 70)  # from die to die: all six, few
BAR = TRAY_Y + TRAY_H + 42
BENCH = (12, 300)  # x and width
DONE = (486, BAR)
HEIGHT = BAR + 42
LAWN, LAWN2, HOLE = "#7FAE78", "#8DBA83", "#669563"


ROLE = (N_("attacks"), N_("defends"))


def place(row: int, which: int) -> Point:
    """The middle of a place: rows are counted from 1, places from 0."""
    return PLACE_X + PLACE_STEP * which, PITCH_Y + 12 + ROW * (row - 0.5)


def tray(side: int, which: int, count: int) -> Point:
    x, w = TRAYS[side]
    step = min(STEPS[1], max(STEPS[0], (w - 10) / count))
    return x + w / 2 + step * (which - (count - 1) / 2), DICE_Y


def panel_x(seat: int) -> float:
    return 12 + (PANEL + 12) * seat


def ground(_: Translate) -> str:
    """All that lies still."""
    defs = (
        gradient("quidditch-sky", NIGHT, DUSK, DUSK2)
        + dice_defs()
        + _hoop_defs()
        + _role_defs(_)
        + _track_defs()
        + define("quidditch-done", button(_("done"), 200, 50))
    )
    return (
        f"<defs>{defs}</defs>"
        + page(WIDTH, HEIGHT, "url(#quidditch-sky)")
        + sky_stars(10, 104, 250, 36, 9, seed=4)
        + sky_stars(340, 104, 250, 36, 9, seed=7)
        + _evening()
        + _pitch()
        + "".join(_row(row) for row in range(1, ROWS + 1))
        + _bench()
        + "".join(_panel(i) for i in range(2))
    )


def _evening() -> str:
    low = HEIGHT - 60
    towers = (
        (72, 36, "#A8433F"),
        (148, 26, "#4A7FA5"),
        (224, 36, "#C8962F"),
        (376, 36, "#7F62A3"),
        (452, 26, "#4A8F6B"),
        (528, 36, "#A8433F"),
    )
    return (
        moon(300, 133, 15)
        + hills(0, 116, WIDTH, 60, mixed(DUSK2, NIGHT, 0.35), 2, 5, deep=300)
        + "".join(tower(x, PITCH_Y - up, cloth) for x, up, cloth in towers)
        + hills(0, 430, WIDTH, 90, mixed(DUSK2, HILL2, 0.6), 3, 3, deep=low - 520)
        + hills(0, 560, WIDTH, 70, HILL2, 2, 2, deep=low - 630)
        + path(f"M0 {low}V{HEIGHT - 22}Q0 {HEIGHT} 22 {HEIGHT}H578Q600 {HEIGHT} 600 {HEIGHT - 22}V{low}Z", HILL2)
    )


def tower(x: float, y: float, cloth: str) -> str:
    """A stand behind the pitch: striped cloth, lights, a flag."""
    return at(
        x,
        y,
        stroke("M0-4V-17", WOOD, 2.6),
        path("M0-18L15-13L0-8Z", cloth),
        path("M-24 0L0-8L24 0Z", mixed(cloth, SHADOW, 0.35)),
        rect(-21, 0, 42, 70, 3, cloth),
        *(rect(x, 0, 6, 70, 0, mixed(cloth, SNOW, 0.25)) for x in (-15, -3, 9)),
        rect(-21, 4, 42, 9, 2, mixed(cloth, SHADOW, 0.5)),
        *(circle(x, 8.5, 2.4, GLOW) for x in (-14, -5, 5, 14)),
    )


def _pitch() -> str:
    x, y, w, h = PITCH_X, PITCH_Y, PITCH_W, PITCH_H
    stripes = "".join(rect(x + 8, y + 12 + ROW * i, w - 16, ROW, 30 if i == 0 else 0, LAWN2) for i in range(0, ROWS, 2))
    inner = f'x="{x + 8}" y="{y + 8}" width="{w - 16}" height="{h - 16}" rx="38"'
    line = f'<rect {inner} fill="none" stroke="{SNOW}" stroke-opacity=".6" stroke-width="3"/>'
    mast = rect(HOOP_X - 4, y + 30, 8, h - 48, 4, WOOD) + rect(HOOP_X - 20, y + h - 24, 40, 9, 4, WOOD)
    return (
        sheet(x - 5, y - 5, w + 10, h + 10, 50, "#E3D2A6", 7)
        + rect(x + 2, y + 2, w - 4, h - 4, 44, LAWN)
        + stripes
        + line
        + mast
    )


def _row(row: int) -> str:
    """The number of a row, its places, and its hoop."""
    _, y = place(row, 0)
    line = stroke(f"M{NUMBER_X} {n(y)}H{HOOP_X - 30}", SNOW, 3, stroke_opacity=0.6, stroke_dasharray="1 9")
    number = (
        circle(NUMBER_X, y + 2, 20, SHADOW, 0.25) + circle(NUMBER_X, y, 20, SNOW) + letters(str(row), NUMBER_X, y, 21)
    )
    places = "".join(use("quidditch-place", place(row, i)[0], y) for i in range(CAPACITY))
    return line + number + places + use("quidditch-hoop", HOOP_X, y)


def _hoop_defs() -> str:
    ring = '<circle r="25" fill="none" stroke="{}" stroke-width="{}"/>'
    hole = rect(-29, -29, 58, 58, 16, SHADOW, 0.3) + rect(-29, -27, 58, 56, 15, HOLE)
    hoop = circle(0, 0, 23, HOLE) + ring.format("#8A5508", 8) + ring.format(GOLD, 5)
    lit = circle(0, 0, 33, GLOW, 0.4) + circle(0, 0, 23, SNOW) + ring.format(EMBER, 8) + ring.format(GOLD, 5)
    bars = circle(0, 0, 22, INK) + ring.format(INK, 8) + stroke("M-10-10L10 10M10-10L-10 10", SNOW, 6)
    return (
        define("quidditch-place", hole)
        + define("quidditch-hoop", hoop)
        + define("quidditch-scores", lit)
        + define("quidditch-blocked", bars)
    )


def _role_defs(_: Translate) -> str:
    parts = []
    for side, word in enumerate(ROLE):
        fill, ink = (("#B5322B", SNOW), (INK, SNOW))[side]
        sign = at(19, 14, use(f"quidditch-sign{KEEPER if side == DEFENSE else GOAL}"), scale=0.32)
        role = fitted(_(word), 33, 14, 13.5, 70, ink, "start")
        parts.append(define(f"quidditch-role{side}", rect(0, 0, 108, 28, 14, fill), sign, role))
    return "".join(parts)


def _track_defs() -> str:
    caught = circle(0, 0, 13.5, AMBER) + circle(0, 0, 12, GLOW) + at(0, 0, use(f"quidditch-sign{SNITCH}"), scale=0.31)
    goal = '<circle r="4.4" fill="#1F5FA8" stroke="#123A68" stroke-width="1.6"/>'
    slot = f'<g opacity=".3">{at(0, 0, use(f"quidditch-sign{SNITCH}"), scale=0.26)}</g>'
    return define("quidditch-slot", slot) + define("quidditch-caught", caught) + define("quidditch-goal", goal)


def _panel(seat: int) -> str:
    """Below a seat's plate: the track of Snitch points and the track of goal points."""
    x = panel_x(seat)
    slots = "".join(
        circle(sx, sy, 12, PAPER3) + use("quidditch-slot", sx, sy)
        for sx, sy in (snitch_at(seat, i) for i in range(CAUGHT))
    )
    rings = "".join(
        f'<circle cx="{n(rx)}" cy="{n(ry)}" r="4" fill="{PAPER3}" stroke="#B39A6B" stroke-width="1.6"/>'
        for rx, ry in (goal_at(seat, i) for i in range(10))
    )
    return sheet(x, 60, PANEL, 40, 18, PAPER2, 3) + slots + rings


def snitch_at(seat: int, which: int) -> Point:
    return panel_x(seat) + 22 + 30 * which, 80


def goal_at(seat: int, which: int, of: int = 10) -> Point:
    """The place of a bead on the track of goal points; where there are more than ten they lie closer."""
    return panel_x(seat) + 172 + 106 / max(10, of) * which, 80


def _bench() -> str:
    """Where fouled dice wait: a plank outside."""
    x, w = BENCH
    legs = rect(x + 24, BAR + 16, 12, 20, 3, mixed(WOOD, SHADOW, 0.4)) + rect(
        x + w - 36, BAR + 16, 12, 20, 3, mixed(WOOD, SHADOW, 0.4)
    )
    return (
        legs
        + sheet(x, BAR + 12, w, 14, 6, WOOD, 3)
        + stroke(f"M{x + 14} {BAR + 17}H{x + w - 14}", mixed(WOOD, SNOW, 0.25), 2)
    )
