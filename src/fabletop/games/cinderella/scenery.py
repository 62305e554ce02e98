"""Where everything lies in the picture of Cinderella, and what never changes: the palace at night, the floor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from fabletop.drawing.dice import cube, die
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    EMBER,
    GLOW,
    INK,
    MOON,
    NIGHT,
    PAPER,
    PAPER2,
    PAPER3,
    SEATS,
    SHADOW,
    SNOW,
    STAR,
    mixed,
)
from fabletop.drawing.scene import button, page
from fabletop.drawing.shapes import halo, hills, moon, paper, sheet, sky_stars, sparkle
from fabletop.drawing.signs import house_sign
from fabletop.drawing.svg import Point, at, circle, define, el, gradient, group, n, path, polar, rect, stroke, use
from fabletop.engine.view import Translate
from fabletop.games.cinderella.board import BOARD, FACES, PAIR_COUNT, SPECIAL_NAMES, TILES, grid
from fabletop.games.cinderella.rules import BASIC
from fabletop.games.cinderella.tiles import PICTURES, SECTIONS, back, cards, face, special

WIDTH, SCENE, SHELF = 600, 204, 76  # the width; how high the palace and the shelf are
CLOCK: Point = (102, 104)
DIE: Point = (506, 60)
DIAL, PLATE, GAP = 82, 40, 12
PALE, ROSE, BALLROOM = "#8A7AB8", "#5E4F8C", "#3D3468"


class Plan(NamedTuple):
    """The floor and the seats in units of the picture."""

    cells: int
    rows: int
    columns: int
    pitch: float  # from tile to tile
    places: tuple[Point, ...]  # the middle of each tile
    seats: int
    plates: tuple[Point, ...]
    plate: float  # the width of a plate
    specials: tuple[Point, ...]
    floor: float  # where the floor ends
    height: float

    @property
    def scale(self) -> float:
        return self.pitch / 106


@cache
def plan(cells: int, seats: int, variant: int) -> Plan:
    rows, columns = grid(cells)
    pitch = min(138, 562 / columns, 484 / rows)
    top = SCENE + SHELF + 20
    left = (WIDTH - pitch * columns) / 2
    places = tuple(
        (left + pitch * (cell % columns + 0.5), top + 8 + pitch * (cell // columns + 0.5)) for cell in range(cells)
    )
    floor = top + pitch * rows + 16
    each = min(132, (576 - GAP * (seats - 1)) / seats)
    first = (WIDTH - each * seats - GAP * (seats - 1)) / 2
    row = floor + (20 if variant == BASIC else 82)
    plates = tuple((first + i * (each + GAP), row) for i in range(seats))
    specials = tuple((x + each / 2, row - 38) for x, _ in plates)
    return Plan(cells, rows, columns, pitch, places, seats, plates, each, specials, floor, round(row + PLATE + 18))


def panel(section: int) -> Point:
    """The middle of a section on the shelf."""
    return 106 + 194 * section, SCENE + 8 + SHELF / 2


def slot(pair: int) -> Point:
    """The middle of a pair on the shelf."""
    section = BOARD.section_of[pair]
    own = [other for other in range(PAIR_COUNT) if BOARD.section_of[other] == section]
    x, y = panel(section)
    return x + 92 * (own.index(pair) - (len(own) - 1) / 2), y + 2


def still(the: Plan, colours: Sequence[int], _: Translate) -> str:
    return "".join([
        f"<defs>{gradient('cinderella-sky', NIGHT, DUSK, DUSK2)}{_defs(the, colours, _)}</defs>",
        page(WIDTH, the.height, BALLROOM),
        _night(),
        palace(),
        rect(0, SCENE - 2, WIDTH, 6, 0, "#A8781A") + rect(0, SCENE - 3, WIDTH, 5, 0, "#E3B535"),
        _dial(),
        *(_section(i) for i in range(len(BOARD.sections))),
        _floor(the),
    ])  # fmt: skip


# The palace


def _night() -> str:
    sky = f"M0 {SCENE}V22Q0 0 22 0H578Q600 0 600 22V{SCENE}Z"
    garden = hills(0, 132, WIDTH, 60, "#35456B", 2, 4, deep=12) + hills(0, 156, WIDTH, 44, "#2F5560", 3, 1, deep=4)
    road = path("M178 204C230 192 290 196 338 190L374 192C350 198 330 200 310 206Z", "#C9B28A", fill_opacity=0.75)
    return (
        path(sky, "url(#cinderella-sky)") + sky_stars(190, 10, 270, 110, 10, seed=2) + moon(226, 46, 18) + garden + road
    )


def palace() -> str:
    """Towers with pointed roofs, lit windows, a great door."""

    def tower(x: float, w: float, top: float, roof: float, tone: str) -> str:
        half, eaves = w / 2 + 5, top - roof * 0.4
        left, right = f"{n(x - half)} {n(top)}Q{n(x - 4)} {n(eaves)}", f"{n(x + 4)} {n(eaves)} {n(x + half)} {n(top)}"
        cap = f"M{left} {n(x)} {n(top - roof)}Q{right}Z"
        flag = stroke(f"M{n(x)} {n(top - roof)}V{n(top - roof - 12)}", MOON, 1.6) + path(
            f"M{n(x)} {n(top - roof - 12)}l12 3.4l-12 3.4Z", "#DE83AA"
        )
        return rect(x - w / 2, top, w, 188 - top, 0, tone) + paper(cap, ROSE, 1.5) + flag

    windows = ((312, 142), (356, 92), (356, 118), (400, 142), (330, 128), (382, 128))
    lit = "".join(path(f"M{x - 4} {y + 9}V{y}A4 4.6 0 0 1 {x + 4} {y}V{y + 9}Z", GLOW) for x, y in windows)
    door = path("M344 188V164A12 14 0 0 1 368 164V188Z", GLOW) + path("M348 188V165A8 10 0 0 1 364 165V188Z", STAR)
    return (
        halo(356, 150, 92, MOON, 0.3) + tower(356, 30, 80, 34, PALE) + tower(312, 22, 124, 30, PALE)
        + tower(400, 22, 124, 30, PALE) + rect(320, 114, 72, 74, 3, "#A596CC") + stroke("M318 114H394", ROSE, 5)
        + lit + door + stroke("M338 189H374M334 194H378", "#A596CC", 4)
    )  # fmt: skip


def _dial() -> str:
    """The clock on its tower; its hand is in the moving part."""
    x, y = CLOCK
    tower = path(f"M26 {SCENE}V86Q30 14 102 6Q174 14 178 86V{SCENE}Z", ROSE) + path(
        f"M36 {SCENE}V90Q40 24 102 16Q164 24 168 90V{SCENE}Z", PALE
    )
    numbers = "".join(_number(i, *polar(x, y, DIAL * 0.62, 30 * i), INK) for i in range(1, 13))
    return (
        tower
        + circle(x, y + 4, DIAL + 5, SHADOW, 0.3)
        + circle(x, y, DIAL + 4, "#A8781A")
        + circle(x, y - 1, DIAL + 2, "#E3B535")
        + circle(x, y, DIAL - 5, PAPER)
        + numbers
    )


@cache
def clock(left: int, before: int) -> str:
    """The hand, the hours that are gone in shadow, and a lamp for each hour that is left."""
    x, y = CLOCK
    hour, r = 12 - left, DIAL - 5
    parts = []
    if hour == 12:
        parts.append(circle(x, y, r, DUSK, 0.3))
    elif hour:
        ex, ey = polar(x, y, r, 30 * hour)
        parts.append(path(f"M{x} {y}V{y - r}A{r} {r} 0 {int(hour > 6)} 1 {n(ex)} {n(ey)}Z", DUSK, fill_opacity=0.3))
    lamps = [polar(x, y, DIAL * 0.845, 30 * i) for i in range(hour + 1, 13)]
    dots = "".join(f"M{n(px)} {n(py)}h0" for px, py in lamps)
    if dots:
        parts.append(stroke(dots, EMBER, 10) + stroke(dots, GLOW, 6.6))
    if before > left:
        ends = [polar(x, y, 33, 30 * (12 - hours)) for hours in (before, left)]
        arc = f"M{n(ends[0][0])} {n(ends[0][1])}A33 33 0 0 1 {n(ends[1][0])} {n(ends[1][1])}"
        parts.append(f'<g id="last" class="last">{stroke(arc, EMBER, 5, stroke_dasharray="0 8")}</g>')
    parts.append(
        f'<g id="hand" class="piece" transform="translate({x} {y}) rotate({30 * hour})">{use("cinderella-hand")}</g>'
    )
    return "".join(parts)


# The shelf and the floor


def _section(section: int) -> str:
    """A section's part of the shelf, with pale pictures of what is still to be found."""
    _deep, middle, light = SECTIONS[BOARD.sections[section]]
    x, y = panel(section)
    board = sheet(x - 94, y - SHELF / 2, 188, SHELF, 14, light, 4) + rect(
        x - 94, y + SHELF / 2 - 11, 188, 11, 5.5, middle
    )
    parts = [board]
    for pair, names in enumerate(BOARD.pairs):
        if BOARD.section_of[pair] == section:
            px, py = slot(pair)
            for side, name in zip((-1, 1), names, strict=True):
                parts.append(rect(px + 22.5 * side - 21, py - 21, 42, 42, 7, mixed(light, middle, 0.4)))
                parts.append(group(at(px + 22.5 * side, py, use(f"cinderella-{name}"), scale=0.44), opacity=0.4))
    return "".join(parts) + use(f"cinderella-section{section}", x, y)


def _badge(section: int) -> str:
    """The number of a section, on the upper edge of its part of the shelf."""
    deep = SECTIONS[BOARD.sections[section]][0]
    return circle(0, -SHELF / 2, 12, deep) + _number(section + 1, 0, -SHELF / 2, SNOW)


def _floor(the: Plan) -> str:
    """The ballroom: an inlaid floor with a place for each tile."""
    top = SCENE + SHELF + 20
    parts = [
        sheet(10, top, 580, the.floor - top, 18, PAPER2, 5),
        rect(16, top + 6, 568, the.floor - top - 12, 14, PAPER),
    ]
    return "".join(parts) + "".join(use("cinderella-place", x, y) for x, y in the.places)


def _place(size: float) -> str:
    """Where a tile lies, or has lain."""
    return rect(-size / 2, -size / 2, size, size, 14, PAPER3, 0.55) + rect(
        2 - size / 2, 3 - size / 2, size - 4, size - 4, 12, PAPER2
    )


# What the moving part uses


def _defs(the: Plan, colours: Sequence[int], _: Translate) -> str:
    s, t = the.scale, 0.56
    parts = [
        cards(),
        *(define(f"cinderella-{name}", PICTURES[name]()) for name in (*TILES, *SPECIAL_NAMES)),
        *(define(f"cinderella-up-{name}", at(0, 0, face(name), scale=s * 1.06)) for name in TILES),
        define("cinderella-back", at(0, 0, back(), scale=s)),
        *(define(f"cinderella-{digit}", letters(str(digit), 0, 0, 13.5, "currentColor")) for digit in range(10)),
        define("cinderella-corner", circle(round(-33 * s), round(-33 * s), 13 * s, NIGHT)),
        *(define(f"cinderella-t{cell}", use("cinderella-back"), number_of(cell, s)) for cell in range(the.cells)),
        define("cinderella-place", _place(94 * s)),
        define("cinderella-warm", _frame(49.5 * s, 17 * s, 3)),
        define("cinderella-glow", _shine(53 * s)),
        define("cinderella-left", _frame(44 * s, 14 * s, 4, dotted=True)),
        define("cinderella-eye", at(0, 0, _eye(False), scale=s)),
        define("cinderella-ask", at(0, 0, circle(0, -1, 27, "#34396F"), letters("?", 0, -1, 36, MOON), scale=s)),
        define(
            "cinderella-alone", at(34 * s, 34 * s, circle(0, 0, 17, SNOW), at(0, 0, _eye(True), scale=0.46), scale=s)
        ),
        *(define(f"cinderella-pair{pair}", _found(*names, 0.43 / s)) for pair, names in enumerate(BOARD.pairs)),
        define("cinderella-new", rect(-47, -25, 94, 50, 12, GLOW, 0.7)),
        define("cinderella-sought", _edge(96, SHELF / 2 + 2, 16)),
        define("cinderella-lock", at(0, SHELF / 2 - 7, _lock(), scale=0.7)),
        *(define(f"cinderella-section{i}", _badge(i)) for i in range(len(BOARD.sections))),
        define("cinderella-hand", _hand()),
        define("cinderella-die", die(None, 0, 0, 78, turn=-9)),
        define("cinderella-cube", at(0, 0, cube(), scale=0.78)),
        *(
            define(f"cinderella-face-{name}", at(0, -2, use(f"cinderella-{name}"), scale=0.72))
            + define(f"cinderella-die-{name}", use("cinderella-cube"), use(f"cinderella-face-{name}"))
            for name in FACES
        ),
        define("cinderella-coach", at(0, 0, use("cinderella-carriage"), scale=0.6)),
        define("cinderella-lost", at(0, 4, use("cinderella-pumpkin"), scale=0.55)),
        define("cinderella-lights", _lights()),
        define("cinderella-ball", _ball((SCENE + SHELF + 20 + the.floor) / 2)),
        define("cinderella-yes", button("", 80, 46)),
        define("cinderella-pass", button(_("pass"), 92, 46, house_sign("palm"))),
        *(define(f"cinderella-point{seat}", _pointer(seat, colour)) for seat, colour in enumerate(colours)),
    ]
    if the.specials[0][1] > the.floor:
        parts += [
            *(define(f"cinderella-own-{name}", at(0, 0, special(name), scale=t)) for name in SPECIAL_NAMES),
            define("cinderella-used", _set_aside(s)),
            define("cinderella-lit", _frame(49 * t, 17 * t, 4)),
            define("cinderella-no", button(_("done"), 84, 46, house_sign("palm"))),
        ]
    return "".join(parts)


def _frame(half: float, round_: float, edge: float, *, dotted: bool = False, high: float | None = None) -> str:
    """A warm frame around something that may be pressed, or dots around what has just changed."""
    tall = half if high is None else high
    box = el(
        "rect", x=-half, y=-tall, width=2 * half, height=2 * tall, rx=round_,
        fill=GLOW, fill_opacity=0.35 if dotted else 0.5,
        stroke=EMBER, stroke_width=edge, stroke_linecap="round" if dotted else None,
        stroke_dasharray=f"0 {n(edge * 2.2)}" if dotted else None,
    )  # fmt: skip
    return (
        box
        if dotted
        else rect(-half - edge, -tall - edge, 2 * (half + edge), 2 * (tall + edge), round_ + edge, GLOW, 0.45) + box
    )


def _edge(half: float, high: float, round_: float) -> str:
    """Around the section that alone counts now."""
    box: dict[str, str | float] = {
        "x": -half,
        "y": -high,
        "width": 2 * half,
        "height": 2 * high,
        "rx": round_,
        "fill": "none",
    }
    return el("rect", **box, stroke=GLOW, stroke_width=5)


def _shine(half: float) -> str:
    """Around a tile that is being looked at."""
    return rect(-half - 7, -half - 7, 2 * half + 14, 2 * half + 14, 24, GLOW, 0.35) + rect(
        -half - 3, -half - 3, 2 * half + 6, 2 * half + 6, 20, GLOW, 0.8
    )


def _number(number: int, x: float, y: float, colour: str) -> str:
    digits = str(number)
    left = x - 4.8 * (len(digits) - 1)
    return group(*(use(f"cinderella-{digit}", left + 9.6 * i, y) for i, digit in enumerate(digits)), color=colour)


def number_of(cell: int, s: float) -> str:
    """The number of a tile in its corner, which it keeps when it is turned up."""
    return _number(cell + 1, round(-33 * s), round(-33 * s), MOON)


def _eye(seen: bool) -> str:
    """Somebody looks at this tile, alone."""
    lids = path("M-27 0Q0-25 27 0Q0 25-27 0Z", SNOW if not seen else SHADOW)
    return (
        lids
        + (
            circle(0, 0, 12, DUSK2) + circle(0, 0, 6, INK)
            if not seen
            else circle(0, 0, 10, SNOW) + circle(0, 0, 5, INK)
        )
        + circle(3, -3, 2, SNOW)
    )


def _found(one: str, other: str, scale: float) -> str:
    return at(-22.5, 0, use(f"cinderella-up-{one}"), scale=scale) + at(
        22.5, 0, use(f"cinderella-up-{other}"), scale=scale
    )


def _set_aside(s: float) -> str:
    """The place of a special tile that has been used, and the tile turned down beside it."""
    return rect(-27, -27, 54, 54, 9, SNOW, 0.12) + at(5, 4, use("cinderella-back"), turn=13, scale=0.4 / s)


def _lock() -> str:
    return (
        circle(0, 5, 21, SHADOW, 0.2) + circle(0, 2, 21, SNOW) + stroke("M-6 1V-4A6 6 0 0 1 6-4V1", INK, 3.6)
        + rect(-10, 0, 20, 14, 4, INK) + circle(0, 7, 2.6, GLOW)
    )  # fmt: skip


def _hand() -> str:
    d = "M-3.4 12L-2.6-23H-9L0-41L9-23H2.6L3.4 12Z"
    return paper(d, INK, 3) + circle(0, 0, 8, "#9C3565") + circle(0, 0, 3, GLOW)


def _lights() -> str:
    spots = ((296, 40, 15, GLOW), (328, 22, 9, "#DE83AA"), (408, 34, 16, "#9CC8EC"), (382, 20, 8, GLOW))
    return "".join(sparkle(x, y, r, tone) for x, y, r, tone in spots)


def _ball(y: float) -> str:
    """Everybody dances: what lies on the floor when all pairs are found."""
    lights = ((150, -96, 22), (452, -104, 28), (110, 62, 16), (488, 66, 20))
    stars = "".join(sparkle(px, y + dy, r, GLOW) for px, dy, r in lights)
    return halo(300, y, 190, GLOW, 0.9) + stars + at(300, y, use("cinderella-carriage"), scale=3.2)


def _pointer(seat: int, colour: int) -> str:
    """A pin in the seat's colour, with the badge of its plate; its tip is at 0 27."""
    pin = "M0 27C-4 17-16 11-16-3A16 16 0 0 1 16-3C16 11 4 17 0 27Z"
    return (
        path(pin, SHADOW, fill_opacity=0.25, transform="translate(0 3)")
        + path(pin, SEATS[colour].colour)
        + use(f"badge{seat}", -20, -23)
    )
