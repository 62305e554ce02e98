"""The still part of Nutcracker's picture: the winding path through the snow, up to the palace, and who lives there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from fabletop.drawing.lettering import small_print
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    GLOW,
    HILL2,
    INK,
    MOON,
    NIGHT,
    SHADOW,
    SNOW,
    WOOD,
    WOOD2,
    mixed,
)
from fabletop.drawing.scene import CORNER, ask_about, page
from fabletop.drawing.shapes import cloud, crown, disc, halo, hills, house, moon, paper, sheet, sky_stars, sparkle
from fabletop.drawing.svg import (
    Point,
    at,
    circle,
    define,
    ellipse,
    gradient,
    n,
    path,
    polygon,
    rect,
    stroke,
    use,
)
from fabletop.games.nutcracker.board import BOARD, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.figures import CAPE, GOLD, SUGAR, defs, locket, more_defs, paint

WIDTH = 600
HEIGHTS = {1: 806, 2: 906}  # level 2 has a shelf of cards at the foot
SHELF = 846  # its middle
TOWER: Point = (500, 196)  # the middle of its turning drum
WINDOWS = (446, 500, 554)  # of the tower: left, the door, right
SILL = TOWER[1] + 33  # where those inside stand
DIE: Point = (545, 350)
SNOW2, SNOW3, SNOW4 = "#EEF1FA", "#DCE2F3", "#BFC9E6"
GINGER, PINK, PINK2, ROSE = "#B97A45", "#FBE3EC", "#EFC4D6", "#C0507F"
HALF = 25  # of the path's width

# The path winds through these points, from Clara Start to the Dungeon Key
WAY: tuple[Point, ...] = (
    (72, 748), (160, 738), (250, 752), (350, 738), (450, 750), (528, 728), (552, 688), (520, 650), (430, 646),
    (330, 636), (230, 648), (130, 638), (62, 606), (52, 570), (84, 540), (170, 544), (270, 532), (370, 546),
    (470, 536), (536, 508), (550, 472), (518, 440), (430, 440), (330, 430), (230, 442), (130, 434), (66, 404),
    (56, 366), (92, 338), (170, 340), (240, 334), (300, 312),
)  # fmt: skip


class Step(NamedTuple):
    """A point of the path and the direction across it."""

    x: float
    y: float
    across: Point

    def side(self, far: float) -> Point:
        return self.x + far * self.across[0], self.y + far * self.across[1]


@cache
def _fine() -> list[Point]:
    """The path as many short pieces: the same soft line that `smooth` draws."""
    found: list[Point] = []
    last = len(WAY) - 1
    for i in range(last):
        a, b, c, d = (WAY[min(max(j, 0), last)] for j in (i - 1, i, i + 1, i + 2))
        p, q = ((b[k] + (c[k] - a[k]) / 6) for k in (0, 1)), ((c[k] - (d[k] - b[k]) / 6) for k in (0, 1))
        (px, py), (qx, qy) = tuple(p), tuple(q)
        for step in range(16):
            t = step / 16
            s = 1 - t
            found.append(
                (
                    s**3 * b[0] + 3 * s * s * t * px + 3 * s * t * t * qx + t**3 * c[0],
                    s**3 * b[1] + 3 * s * s * t * py + 3 * s * t * t * qy + t**3 * c[1],
                )
            )
    return [*found, WAY[last]]


@cache
def _walk() -> list[Step]:
    """The path in equal steps, four to a space: space i has its middle at 4 i."""
    points = _fine()
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        lengths.append(lengths[-1] + hypot(bx - ax, by - ay))
    steps, j = [], 0
    for i in range(4 * KEY + 1):
        want = lengths[-1] * i / (4 * KEY)
        while j < len(points) - 2 and lengths[j + 1] < want:
            j += 1
        (ax, ay), (bx, by) = points[j], points[j + 1]
        share = (want - lengths[j]) / (lengths[j + 1] - lengths[j])
        size = hypot(bx - ax, by - ay)
        across = ((by - ay) / size, (ax - bx) / size)
        steps.append(Step(ax + (bx - ax) * share, ay + (by - ay) * share, across))
    return steps


@cache
def spot(where: int) -> Point:
    """The middle of a space."""
    if where == KING_START:
        return 88, 262
    step = _walk()[4 * where]
    return step.x, step.y


def way(old: int, new: int) -> list[Point]:
    """From space to space; to and from the King's Start he passes the Key by."""
    if KING_START in (old, new):
        inner = way(KEY - 1, new) if old == KING_START else way(old, KEY - 1)
        return [spot(old), *inner] if old == KING_START else [*inner, spot(new)]
    rise = 1 if new >= old else -1
    return [spot(where) for where in range(old, new + rise, rise)]


# The whole ground


def still(level: int, colours: Sequence[int]) -> str:
    height = HEIGHTS[level]
    ids = define("nutcracker-locket", locket()) + define("nutcracker-fir", _fir()) + _way_line()
    ids += define("nutcracker-house", house(0, 0, 27, GINGER, ROSE))
    return "".join(
        [
            f"<defs>{gradient('nutcracker-sky', NIGHT, DUSK, DUSK2, '#B98BB0')}{defs(colours)}{ids}"
            f"{more_defs(colours) if level == 2 else ''}</defs>",
            page(WIDTH, height, NIGHT),
            path(f"M0 {CORNER}Q0 0 {CORNER} 0H{WIDTH - CORNER}Q600 0 600 {CORNER}V330H0Z", "url(#nutcracker-sky)"),
            sky_stars(10, 8, 580, 190, 26, seed=2),
            moon(178, 46, 15),
            cloud(60, 118, 60, "#D9C3DC", 0.35), cloud(404, 88, 46, "#D9C3DC", 0.3),
            _snow(height),
            _cave(),
            palace(),
            _tower(level),
            _woods(),
            _path(),
            _start(),
            _key(),
            _shelf() if level == 2 else "",
            ask_about("palace", 300, 180, 200, 200),
            ask_about("tower", *TOWER, 160, 150) if level == 2 else "",
            *(ask_about(f"space {i}", *spot(i), 40) for i in range(START, KING_START + 1)),
        ]
    )  # fmt: skip


def _snow(height: float) -> str:
    low = height - 40
    edge = (
        f"M0 {low - 1}V{height - CORNER}Q0 {height} {CORNER} {height}H{WIDTH - CORNER}"
        f"Q{WIDTH} {height} {WIDTH} {height - CORNER}V{low - 1}Z"
    )
    return (
        hills(0, 196, WIDTH, 70, "#8C86B8", 2, 3, deep=60)
        + hills(0, 240, WIDTH, 50, SNOW4, 2, 6, deep=120)
        + hills(0, 296, WIDTH, 70, SNOW3, 2, 1, deep=140)
        + hills(0, 440, WIDTH, 80, SNOW2, 2, 4, deep=140)
        + hills(0, 600, WIDTH, 60, SNOW3, 2, 2, deep=low - 660)
        + path(edge, SNOW3)
    )


def _path() -> str:
    """A ribbon of snow, and on it the coloured spaces; a locket lies on some."""
    walk = _walk()
    outlines: dict[str, list[str]] = {colour: [] for colour in BOARD.die}
    signs = []
    for i, colour in enumerate(BOARD.path, start=1):
        inner = [_between(walk, 4 * i - 1.72), walk[4 * i], _between(walk, 4 * i + 1.72)]
        around = [step.side(HALF - 5) for step in inner] + [step.side(5 - HALF) for step in reversed(inner)]
        outlines[colour].append(polygon([(round(x), round(y)) for x, y in around]))
        x, y = spot(i)
        if LOCKET[i]:
            signs.append(use("nutcracker-locket", x, y))
        signs.append(use(f"nutcracker-{colour}", x, y))
    spaces = (path("".join(d), paint(colour), stroke=paint(colour)) for colour, d in outlines.items())
    ribbon = '<g fill="none" stroke-linejoin="round"><use href="#nutcracker-way" y="5" stroke="{}" stroke-width="{}"'
    return (
        f'{ribbon.format(SHADOW, 2 * HALF + 14)} stroke-opacity=".16"/>'
        f'<use href="#nutcracker-way" stroke="{SNOW}" stroke-width="{2 * HALF + 10}"/></g>'
        f'<g stroke-width="10" stroke-linejoin="round">{"".join(spaces)}</g>{"".join(signs)}'
        + small_print(((str(i), *_corner(i)) for i in range(5, KEY, 5)), 11, INK)
    )


def _corner(space: int) -> Point:
    """Where the number of a space stands: its lower left corner."""
    corners = (_between(_walk(), 4 * space + far) for far in (-1.35, 1.35))
    return max((step.side(side) for step in corners for side in (-14, 14)), key=lambda at: at[1] - 0.45 * at[0])


def _way_line() -> str:
    points = [(round(step.x), round(step.y)) for step in _walk()[::2]]
    return f'<path id="nutcracker-way" d="{polygon(points, close=False)}"/>'


def _between(walk: list[Step], i: float) -> Step:
    low = int(i)
    a, b, t = walk[low], walk[low + 1], i - low
    return Step(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.across)


# Places


def _start() -> str:
    """Clara Start: a round rug; the Christmas tree stands behind it."""
    x, y = spot(START)
    knots = ((-38, 0), (-27, 20), (0, 28), (27, 20), (-27, -20), (0, -28))
    fringe = "".join(circle(x + dx, y + dy, 3, GOLD) for dx, dy in knots)
    rug = ellipse(x, y + 4, 41, 31, SHADOW, 0.18) + ellipse(x, y, 40, 29, "#B8425A") + ellipse(x, y, 33, 23, "#F3D9D9")
    return rug + ellipse(x, y, 26, 17, "#B8425A") + ellipse(x, y, 20, 12, "#F3D9D9") + fringe


def _key() -> str:
    """The Dungeon Key in front of the palace: it has every colour."""
    x, y = spot(KEY)
    ray = 360 / len(BOARD.die)
    fan = []
    for i, colour in enumerate(BOARD.die):
        fan.append(
            f'<path transform="rotate({n(i * ray)})" d="M0 0V-31A31 31 0 0 1 26.85-15.5Z" fill="{paint(colour)}"/>'
        )
    key = circle(0, -9, 7.6, "#8A5E12") + circle(0, -9, 3.2, SNOW) + stroke("M0-2V16M0 9H6M0 15H5", "#8A5E12", 4.4)
    return disc(x, y, 35, GOLD, 4) + at(x, y, "".join(fan), circle(0, 0, 21, SNOW), key)


def _cave() -> str:
    """The Mouse King's Start beside the palace: his cave, a crown above it."""
    x, y = spot(KING_START)
    drift = (
        "M-62-30C-60-62-36-78-10-80C20-86 46-78 58-48C44-60 36-54 28-64C18-58 8-70-4-62"
        "C-18-72-28-56-36-60C-46-46-54-48-62-30Z"
    )
    rock = "M-64 22C-70-10-58-58-30-72C-8-90 34-84 48-62C66-46 70-8 62 22Z"
    return at(
        x, y,
        paper(rock, "#6D6590", 4), path("M-50 22C-54-8-44-46-22-56C-6-68 26-64 36-48C50-34 54-4 48 22Z", "#585079"),
        path("M-34 22V-8C-34-50 34-50 34-8V22Z", "#2A2444"), ellipse(0, 22, 40, 9, "#4A4268"),
        path(drift, SNOW2),
        crown(0, -52, 10), circle(-40, 4, 3.4, GLOW), circle(42, -4, 3.4, GLOW),
    )  # fmt: skip


def _dome(x: float, foot: float, wide: float, fill: str) -> str:
    """An onion of sugar; its foot is x, foot."""
    onion = paper("M-31 0C-46-35-4-40 0-75C4-40 46-35 31 0Z", fill, 2)
    swirl = stroke("M-28-10Q0-14 15-36", SNOW, 4, stroke_opacity=0.75)
    return at(x, foot, onion, swirl, circle(0, -75, 4.6, GOLD), sparkle(0, -88, 10, GOLD), scale=wide / 50)


def _panes(places: tuple[tuple[float, float, float, float], ...]) -> str:
    """Lit windows: the middle of their foot, width and height."""
    panes = bars = ""
    for x, foot, w, h in places:
        r, top = w / 2, n(foot - h + w / 2)
        panes += f"M{n(x - r)} {n(foot)}V{top}A{n(r)} {n(r)} 0 0 1 {n(x + r)} {top}V{n(foot)}Z"
        bars += f"M{n(x)} {n(foot - h + 1)}V{n(foot)}"
    return path(panes, GLOW) + stroke(bars, PINK2, 1.6)


def palace() -> str:
    """A palace of sugar: five towers with domes, windows alight, an open gate between candy canes."""
    parts = [halo(0, -112, 150, MOON, 0.2)]
    for x, top, w, wall, roof in (
        (-86, -92, 42, PINK, "#8F6BB5"), (86, -92, 42, PINK, "#8F6BB5"),
        (-48, -128, 40, PINK2, ROSE), (48, -128, 40, PINK2, ROSE), (0, -150, 68, PINK, GOLD),
    ):  # fmt: skip
        parts += [
            _dome(x, top, w * 0.86 if x else 50, roof),
            sheet(x - w / 2, top, w, -top, 4, wall, 2),
            rect(x - w / 2 - 3, top - 3, w + 6, 7, 3, SNOW),
        ]
    tooth = "M{0}-70V-81Q{0}-84 {1}-84H{2}Q{3}-84 {3}-81V-70Z"
    teeth = "".join(tooth.format(x, x + 3, x + 8, x + 11) for x in (-71, -53, 42, 60))
    cane = "M0 2V-35Q0-43 6-43Q12-42 11-37"
    candy = stroke(cane, SNOW, 5) + stroke(cane, "#D8475F", 5, stroke_dasharray="0 9")
    wide = ((0, -104, 18, 34), (-20, -98, 9, 20), (20, -98, 9, 20))
    sides = ((-86, -48, 13, 26), (86, -48, 13, 26), (-48, -84, 13, 26), (48, -84, 13, 26))
    parts += [
        sheet(-72, -74, 144, 74, 4, PINK, 3),
        path(teeth, SNOW),
        _panes((*wide, *sides, (-58, -28, 13, 26), (58, -28, 13, 26))),
        path("M-27 4V-34C-27-66 27-66 27-34V4Z", ROSE),
        path("M-21 4V-33C-21-57 21-57 21-33V4Z", "#5B2A4A"),
        path("M-15 4V-28C-15-46 15-46 15-28V4Z", GLOW, fill_opacity=0.85),
        at(-46, 0, candy),
        at(38, 0, candy),
    ]
    return at(300, 292, *parts)


def _tower(level: int) -> str:
    """The tower that turns: on level 2 three windows, with a Nutcracker left and right and the door between."""
    x, y = TOWER
    stone, dark = "#E9D7B8", "#C9AE84"
    roof = paper("M0-118Q-14-76-56-50Q-62-42-52-40H52Q62-42 56-50Q14-76 0-118Z", "#3F6FA8", 3)
    flag = stroke("M0-118V-134", WOOD2, 3) + path("M1-134Q10-138 18-133Q12-129 18-125Q10-127 1-124Z", SUGAR)
    foot = paper("M-44 44L-50 100H50L44 44Z", dark, 3) + "".join(
        rect(bx, by, 16, 7, 2, stone) for bx, by in ((-34, 56), (-8, 62), (18, 54), (-22, 78), (12, 80))
    )
    drift = "M-50-47Q-44-54-36-60Q-26-50-18-56Q-6-46 4-54Q16-46 24-56Q36-52 50-47Q60-40 52-39H-52Q-60-40-50-47Z"
    snow = path(drift, SNOW2)
    if level == 1:
        body = sheet(-44, -42, 88, 90, 6, stone, 3)
        slits = "".join(path(f"M{cx - 8} 14V-8A8 8 0 0 1 {cx + 8}-8V14Z", GLOW) for cx in (-20, 20))
        return at(x + 18, y + 12, flag, foot, body, slits, roof, snow, scale=0.9)
    drum = sheet(-82, -42, 164, 86, 20, stone, 4) + rect(-86, -44, 172, 11, 5, dark) + rect(-86, 36, 172, 12, 6, dark)
    studs = "".join(circle(cx, 42, 2.6, GOLD) for cx in range(-76, 77, 19))
    holes = "".join(path(f"M{cx - x - 22} 34V-10A22 22 0 0 1 {cx - x + 22}-10V34Z", "#3B2E4D") for cx in WINDOWS)
    planks = stroke("M0-31V33M-11-27V33M11-27V33", WOOD2, 2)
    door = path("M-22 34V-10A22 22 0 0 1 22-10V34Z", WOOD) + planks + circle(14, 8, 3, GOLD)
    turns = stroke("M-30 62Q0 74 30 62", "#6B4A1E", 3.4) + path("M-40 56L-24 57L-30 69ZM40 56L24 57L30 69Z", "#6B4A1E")
    return at(x, y, flag, foot, drum, studs, holes, door, turns, at(0, 0, roof, snow, scale=1.05))


def open_door() -> str:
    """The door between the windows, while somebody looks in."""
    d = "M-22 34V-10A22 22 0 0 1 22-10V34Z"
    return at(*TOWER, path(d, "#8A6A3A"), stroke(d, GLOW, 4))


def _fir() -> str:
    """A fir with snow on it; its foot is 0 0."""
    snow = (
        "M0-44L6-35Q2-31 0-33Q-3-30-6-35ZM13-24Q6-19 0-22Q-7-19-13-24H-7L-3-29H3L7-24Z"
        "M19-6Q12-2 6-5Q0-2-6-5Q-12-2-19-6L-15-11Q0-5 15-11Z"
    )
    return rect(-2.4, -7, 4.8, 9, 1, WOOD2) + path("M0-44L13-24H7L19-6H-19L-7-24H-13Z", HILL2) + path(snow, SNOW)


def _woods() -> str:
    """Firs and gingerbread houses between the bends, the Christmas tree beside Clara Start."""
    firs = (
        (584, 402, 0.8), (18, 500, 0.8), (580, 604, 0.9), (336, 400, 0.6), (236, 398, 0.6), (264, 402, 0.8),
        (152, 300, 0.7), (412, 300, 0.7), (14, 330, 0.7), (206, 505, 0.6), (470, 604, 0.6), (448, 604, 0.8),
        (340, 708, 0.7), (362, 711, 0.55),
    )  # fmt: skip
    baubles = ((-4, -30, "#D8475F"), (5, -20, GOLD), (-7, -12, SUGAR), (10, -10, "#D8475F"), (1, -8, GOLD))
    tree = use("nutcracker-fir") + "".join(circle(x, y, 2.2, fill) for x, y, fill in baubles) + sparkle(0, -46, 8, GOLD)
    gifts = (
        rect(20, -12, 15, 13, 2, "#4D86C4") + rect(26, -12, 3.4, 13, 0, SNOW)
        + rect(36, -9, 12, 10, 2, "#D8475F") + rect(40.6, -9, 3, 10, 0, GOLD)
    )  # fmt: skip
    houses = ((300, 398), (176, 507), (508, 606), (250, 714))
    return (
        "".join(at(x, y, use("nutcracker-fir"), scale=size) for x, y, size in firs)
        + "".join(use("nutcracker-house", x, y) for x, y in houses)
        + at(30, 712, tree, gifts, scale=1.15)
    )


def _shelf() -> str:
    """A shelf for the cards of level 2."""
    wood, inside = mixed(CAPE, NIGHT, 0.35), mixed(CAPE, SNOW, 0.12)
    slot = rect(34, SHELF - 45, 64, 90, 9, wood, 0.5) + crown(66, SHELF + 2, 14, mixed(inside, SNOW, 0.25))
    return sheet(12, SHELF - 50, WIDTH - 24, 100, 18, wood, 4) + rect(18, SHELF - 44, WIDTH - 36, 88, 14, inside) + slot
