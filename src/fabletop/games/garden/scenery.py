"""The garden itself: lawn, wall, gates, hedges, and the marks of what may be done, all to be used again by name.

A turn offers up to 150 actions, so a mark is one short `use` of what is laid out here, and names are short: all
begin with `gd-`.  Lines have round ends where nothing else is said: whatever uses them is inside ROUND.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, pi

from fabletop.drawing.lettering import letters, line, small_print
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    EMBER,
    GLOW,
    HILL,
    HILL2,
    HILL3,
    INK,
    MOON,
    NIGHT,
    PAPER2,
    PAPER3,
    PAPER4,
    SEATS,
    SHADOW,
    SNOW,
    STAR,
    WOOD,
    WOOD2,
    mixed,
)
from fabletop.drawing.pawns import figure
from fabletop.drawing.scene import PLATE_HIGH, ask_about, button, page
from fabletop.drawing.shapes import crown, hills, lantern, moon, paper, seat_mark, sheet
from fabletop.drawing.svg import (
    Point,
    at,
    circle,
    define,
    el,
    gradient,
    n,
    path,
    polar,
    polygon,
    rect,
    smooth,
    stroke,
    use,
)  # fmt: skip
from fabletop.engine.view import Translate
from fabletop.games.garden.board import AROUND, AXLES, BOARD, CLOSED, EDGES, FAIRIES, NEIGHBOURS, SHAPES, SQUARES
from fabletop.games.garden.goals import BLUSH, LEAF, MOSS, ROUND, fairy, gap, ground_of, picture_of

CELL, LEFT, TOP = 70, 20, 146
SIDE = CELL * BOARD.columns
WIDTH, HEIGHT = 600, TOP + SIDE + 86
BAR = TOP + SIDE + 50  # the middle of what is below the garden
PANEL = 132
CARD = (32, 76)  # the goal card of a panel
COUNTS = ((84, 62), (84, 92))  # gap and fairy cards of a panel
PILES = ((64, BAR), (172, BAR))  # goals to come, magic
END = (486, BAR)

FAIRY, HOLE = use("gd-fairy"), use("gd-hole")
LAWN, LAWN2, GRASS = "#EEF0D2", "#E3E9C2", "#9DB87C"
BUSH = "M-12 0C-17-1-16-9-10-9C-10-16 0-18 3-13C9-17 16-11 12-7C17-5 15 0 11 0Z"
RAYS = "".join(polygon([polar(0, 0, r, 30 * i) for r in (32, 37)], close=False) for i in range(12))
NUMBERS = f'fill="none" stroke="{INK}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'
WAYS = (("r", 1), ("u", 2), ("l", 3))  # to the right, half round, to the left


def middle(square: int) -> Point:
    row, column = divmod(square, BOARD.columns)
    return LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)


def axle(number: int) -> Point:
    """Where an axle stands: the corner that its four squares share."""
    x, y = middle(AROUND[number][0])
    return x + CELL / 2, y + CELL / 2


def badge(square: int) -> Point:
    """A corner of a square that no axle stands in: for the mark of a flight."""
    x, y = middle(square)
    right = any(axle(i) == (x + CELL / 2, y - CELL / 2) for i in range(AXLES))
    return x + (-19 if right else 19), y - 19


def panel(seat: int, seats: int) -> Point:
    """The upper left corner of what a seat has."""
    room = (WIDTH - 24 - PANEL * seats) / (seats - 1)
    room = min(room, 60)
    left = (WIDTH - PANEL * seats - room * (seats - 1)) / 2
    return left + (PANEL + room) * seat, 14


# What is laid out for use


@cache
def arm() -> str:
    """An arm of a hedge, pointing up from the axle: leaves, and some blossoms."""
    left = [(-9 - 1.7 * cos(pi * i), -6.5 * i) for i in range(10)]
    right = [(9 + 1.7 * cos(pi * i), -6.5 * i) for i in range(9, -1, -1)]
    leaves = smooth([(round(x, 1), y) for x, y in [*left, (-5, -65), (5, -65), *right]], close=True)
    light = "M-4-10Q-8-16-3-21Q-7-27-2-32Q-6-38-2-43Q-6-50-1-60Q3-52 1-46Q5-40 1-35Q5-28 1-23Q5-17 0-10Z"
    return (
        path(leaves, MOSS)
        + path(light, LEAF, transform="translate(1 0)")
        + circle(6, -26, 2.6, BLUSH)
        + circle(-6.4, -45, 2.6, SNOW)
        + circle(5, -56, 2.2, BLUSH)
    )


def hedge_defs(arms: dict[str, str]) -> str:
    """A hedge of each shape around its axle; unseen circles keep its middle when it turns and catch a finger."""
    parts = [define("gd-arm", arm())]
    for shape, pointing in arms.items():
        turns = [90 * "NESW".index(way) for way in pointing]
        shade = "".join(f"M0 0{('V-62', 'H62', 'V62', 'H-62')[turn // 90]}" for turn in turns)
        parts.append(
            define(
                f"gd-{shape}",
                '<circle r="70" fill="none"/><circle r="26" fill-opacity="0"/>',
                stroke(shade, SHADOW, 22, stroke_opacity=0.13),
                *(f'<use href="#gd-arm" transform="rotate({turn})"/>' for turn in turns),
                circle(0, 0, 13, MOSS),
                circle(0, 0, 11, WOOD2),
                circle(0, 0, 9.4, PAPER4),
            )
        )
    return "".join(parts)


def lobe(quarters: int) -> str:
    """The mark of a turn, beside its axle: where an arm that points up would go."""
    sign = {
        1: "M-10-8Q9-8 9 9M1 2L9 10L17 2",
        2: "M-9-10V-1Q-9 10 0 10Q9 10 9-1V-9M1-3L9-11L17-3",
        3: "M10-8Q-9-8-9 9M-1 2L-9 10L-17 2",
    }[quarters]
    x, y = {1: (44, 0), 2: (0, 44), 3: (-44, 0)}[quarters]
    return at(
        x, y, circle(0, 1.5, 27, GLOW, 0.6), circle(0, 0, 23, EMBER), circle(0, 0, 20.4, "#FFF0C8"),
        stroke(sign, WOOD2, 4),
    )  # fmt: skip


def knob() -> str:
    """On the axle of a hedge that may be turned."""
    return (
        circle(0, 0, 25, GLOW, 0.55) + circle(0, 0, 20.6, EMBER) + circle(0, 0, 18.2, "#FFF0C8")
        + stroke("M12.6-5.8A13.8 13.8 0 1 0 13.3 3.8M14.5-12V-4.8H7.3", WOOD2, 2.6)
    )  # fmt: skip


def mark_defs() -> str:
    """The marks of what may be done."""
    parts = [
        define(
            "gd-w",
            f'<rect x="-31" y="-31" width="62" height="62" rx="14" fill="{GLOW}" fill-opacity=".2" stroke="{GLOW}"'
            ' stroke-opacity=".8" stroke-width="6"/>',
            f'<rect x="-30" y="-30" width="60" height="60" rx="13" fill="none" stroke="{EMBER}" stroke-width="2.6"/>',
        )
    ]
    parts += [define(f"gd-{letter}", lobe(quarters)) for letter, quarters in WAYS]
    parts.append(define("gd-knob", knob()))
    knobs = "".join(use("gd-knob", *axle(i)) for i in range(AXLES))
    parts.append(f'<g id="gd-knobs" pointer-events="none">{knobs}</g>')
    numbers = small_print(((str(i + 1), *axle(i)) for i in range(AXLES)), 10.5, INK)
    parts.append(f'<g id="gd-axles" pointer-events="none">{numbers}</g>')  # the log speaks of hedge 12
    parts.append(
        define(
            "gd-gap",
            circle(0, 0, 25, GLOW, 0.6),
            circle(0, 0, 21, EMBER),
            circle(0, 0, 18.4, SNOW),
            at(0, 1, HOLE, scale=0.68),
        )
    )
    parts.append(define("gd-fly", circle(0, 0, 20, EMBER), circle(0, 0, 17.4, SNOW), at(0, 0, FAIRY, scale=0.72)))
    parts.append(
        define(
            "gd-flight",
            f'<rect x="-30" y="-30" width="60" height="60" rx="24" fill="{GLOW}" fill-opacity=".25" stroke="{GLOW}"'
            ' stroke-opacity=".8" stroke-width="6"/>',
            f'<rect x="-29" y="-29" width="58" height="58" rx="23" fill="none" stroke="{EMBER}" stroke-width="2.6"'
            ' stroke-dasharray="7 5"/>',
        )
    )
    return "".join(parts)


def number_defs() -> str:
    """The digits; what uses them says their pen (NUMBERS)."""
    parts = []
    for i in range(10):
        wide, d = line(str(i))
        parts.append(f'<path id="gd-n{i}" transform="scale(1.5) translate({n(-wide / 2)} 5)" d="{d}"/>')
    return "".join(parts)


def goal_defs(colours: Sequence[int], you: int | None) -> str:
    """The goals as they lie on the board and on cards, whose goal it is, and what has been found."""
    parts = []
    for i, name in enumerate(BOARD.goals):
        parts.append(f'<g id="gd-g{i}" {ROUND}>{circle(0, 0, 25, ground_of(name))}{picture_of(name)}</g>')
    for i, name in enumerate(BOARD.gates):
        parts.append(define(f"gd-gate{name}", use("gd-arch"), letters(name, 0, -19, 13, INK)))
        parts.append(define(f"gd-g{len(BOARD.goals) + i}", at(0, 0, use(f"gd-gate{name}"), scale=0.82)))
    for seat, colour in enumerate(colours):
        mark = SEATS[colour]
        parts.append(
            define(
                f"gd-h{seat}",
                f'<g fill="none" stroke="{mark.colour}"><circle r="30" stroke-width="9" stroke-opacity=".35"/>'
                '<circle r="28" stroke-width="5"/></g>',
                stroke(RAYS, mark.shade, 3.4) if you == seat else "",
            )
        )
        x, y = ((-23, -23), (23, -23), (23, 23), (-23, 23))[seat]
        parts.append(
            define(
                f"gd-b{seat}",
                circle(x, y, 10.5, mark.shade),
                circle(x, y, 8.6, SNOW),
                seat_mark(colour, x, y, 5.8, mark.shade),
            )
        )
    veil = circle(0, 0, 26, LAWN, 0.72) + circle(15, 15, 8.4, "#4C7A4F") + stroke("M11 15L14 18L19 12", SNOW, 2.4)
    return "".join(parts) + define("gd-veil", veil)


def pawn_defs(colours: Sequence[int]) -> str:
    """The pawns of the house; whatever is the same in all of them is written once."""
    each = [figure(colour) for colour in colours]
    shapes = sorted({d for d in re.findall(r' d="([^"]+)"', each[0]) if all(d in other for other in each)})
    parts = []
    for i, d in enumerate(shapes):
        parts.append(f'<path id="gd-s{i}" d="{d}"/>')
        each = [drawn.replace(f'<path d="{d}"', f'<use href="#gd-s{i}"') for drawn in each]
    for seat, drawn in enumerate(each):
        parts.append(f'<g id="gd-p{seat}" pointer-events="none">{at(0, 15, drawn)}</g>')
    return "".join(parts)


def panel_defs(colours: Sequence[int], you: int | None) -> str:
    """The light of whose turn it is, and the crown."""
    parts = []
    for seat, colour in enumerate(colours):
        parts.append(define(f"gd-panel{seat}", _panel(colour, seat == you)))
    # rings, not plates: while the light fades in, what stands on the panel stays to be read
    parts.append(define("gd-lit", _ring(4.5, 0.28), _ring(1.5, 0.8), lantern(PANEL - 20, 21, 10, True)))
    parts.append(define("gd-dark", lantern(PANEL - 20, 21, 8, False)))
    return "".join(parts) + define("gd-crown", crown(PANEL - 20, 20, 10))


def _has(goals: int) -> str:
    """What every panel holds: how many goals there are, a card, and room to count magic."""
    return (
        letters(f"/{goals}", 58, 20, 15, INK, "start")
        + sheet(CARD[0] - 27, CARD[1] - 29, 54, 58, 9, SNOW, 2)
        + at(COUNTS[0][0], COUNTS[0][1], HOLE, scale=0.62)
        + at(COUNTS[1][0], COUNTS[1][1], FAIRY, scale=0.68)
    )


def _ring(out: float, opacity: float) -> str:
    """Around a panel, so far out."""
    size = {"width": PANEL + 2 * out, "height": 112 + 2 * out, "rx": 20 + out}
    return el("rect", x=-out, y=-out, fill="none", stroke=GLOW, stroke_width=3, stroke_opacity=opacity, **size)


def _panel(colour: int, you: bool) -> str:
    mark = SEATS[colour]
    edge = stroke(f"M40 {PLATE_HIGH - 2}H{PANEL - 40}", mark.colour, 3) if you else ""
    return (
        sheet(0, 0, PANEL, 112, 20, mark.tint if you else PAPER2, 4)
        + edge
        + use("gd-has")
        + circle(20, 20, 16, mark.colour)
        + circle(20, 20, 11.4, SNOW)
        + seat_mark(colour, 20, 20, 7.4, mark.shade)
    )


# What lies still


def ground(colours: Sequence[int], you: int | None, goals: int, _: Translate) -> str:
    seats = len(colours)
    defs = (
        gradient("gd-sky", NIGHT, DUSK, HILL2)
        + f'<g id="gd-fairy" {ROUND}>{fairy()}</g>'
        + define("gd-hole", gap())
        + define("gd-arch", arch())
        + define("gd-has", _has(goals))
        + define("gd-place", circle(0, 0, 25, "#D5E6F2"), FAIRY)
        + hedge_defs(_arms())
        + mark_defs()
        + number_defs()
        + goal_defs(colours, you)
        + pawn_defs(colours)
        + panel_defs(colours, you)
        + _pile_defs(_)
    )
    return _short(
        (
            f"<defs>{defs}</defs>",
            page(WIDTH, HEIGHT, "url(#gd-sky)"),
            _evening(),
            _wall(),
            _edges(),
            _lawn(),
            _stones(),
            *(use(f"gd-gate{name}", *middle(square)) for name, square in BOARD.gates.items()),
            *(use("gd-place", *middle(square)) for square in FAIRIES),
            *(use(f"gd-g{i}", *middle(square)) for i, square in enumerate(BOARD.goals.values())),
            *(
                use(f"gd-panel{seat}", *panel(seat, seats)) + use("gd-dark", *panel(seat, seats))
                for seat in range(seats)
            ),
            *(_piles()),
            *(ask_about(f"square {name}", *middle(square), CELL) for square, name in enumerate(BOARD.names)),
            *_places(seats),
        )
    )


def _places(seats: int) -> Iterator[str]:
    """What can be asked about around the garden."""
    for seat in range(seats):
        x, y = panel(seat, seats)
        yield ask_about(f"panel{seat}", x + PANEL / 2, y + 60, PANEL, 120)
        for what, (cx, cy) in zip(("gap", "fairy"), COUNTS, strict=True):
            yield ask_about(what, x + cx + 12, y + cy, 60, 30)
    for what, (x, y) in zip(("goals", "magic"), PILES, strict=True):
        yield ask_about(what, x + 10, y, 90, 60)


def _short(parts: Iterable[str]) -> str:
    """The same with fewer signs: this picture has much to say."""
    drawn = re.sub(r' (?:x|y|cx|cy)="0"', "", "".join(parts)).replace('="0.', '=".')
    return f"<g {ROUND}>{drawn.replace(' ' + ROUND, '')}</g>"


def _arms() -> dict[str, str]:
    """The arms of each shape before any turn, read off the table of what they close."""
    found = {}
    for shape, closed in zip(SHAPES, CLOSED, strict=True):
        for number, each in enumerate(BOARD.axles):
            name = shape if each.hedge in SHAPES else each.hedge
            found[name] = "".join(way for i, way in enumerate("NESW") if closed[4 * number + i][0])
    return found


def _evening() -> str:
    low = HEIGHT - 60
    stars = "".join(f"M{14 + 433 * i % 572} {6 + 71 * i % 128}h0" for i in range(1, 34))
    bright = "".join(f"M{14 + 311 * i % 572} {6 + 53 * i % 120}h0" for i in range(1, 9))
    return (
        stroke(stars, STAR, 2.2)
        + stroke(bright, STAR, 4)
        + hills(0, 96, WIDTH, 60, mixed(DUSK2, HILL, 0.6), 2, 4, deep=200)
        + path(f"M0 {low}V{HEIGHT - 22}Q0 {HEIGHT} 22 {HEIGHT}H578Q600 {HEIGHT} 600 {HEIGHT - 22}V{low}Z", HILL)
        + at(326, HEIGHT - 4, path(BUSH, HILL2), scale=2.5)
        + at(366, HEIGHT - 4, path(BUSH, HILL3), scale=1.5)
    )


def _wall() -> str:
    """Low stones all around."""
    x, y, s = LEFT - 7.5, TOP - 7.5, SIDE + 15
    round_ = f'x="{x}" y="{y}" width="{s}" height="{s}" rx="14" fill="none" stroke-width="10" stroke-linecap="round"'
    return sheet(x - 8, y - 8, s + 16, s + 16, 22, "#8C7A5C", 6) + "".join(
        f'<rect {round_} stroke="{tone}" stroke-dasharray="11 43.4" stroke-dashoffset="{n(offset)}"/>'
        for tone, offset in ((PAPER4, 0), (PAPER3, 18.1), ("#BFA982", 36.3))
    )


def _edges() -> str:
    """On the wall what the columns and rows are called: the log speaks of f3."""
    top, left = range(BOARD.columns), range(0, len(BOARD.names), BOARD.columns)
    columns = ((BOARD.names[square][0], middle(square)[0], TOP - 11) for square in top)
    rows = ((BOARD.names[square][1:], LEFT - 10, middle(square)[1]) for square in left)
    return small_print((*columns, *rows), 11, WOOD2)


def _lawn() -> str:
    """The squares, in two tones, with a path between them; the pen rounds their corners."""
    tiles = ((LAWN, "M11 11h48v48h-48zM81 81h48v48h-48z"), (LAWN2, "M81 11h48v48h-48zM11 81h48v48h-48z"))
    drawn = "".join(
        f'<path d="{d}" fill="{tone}" stroke="{tone}" stroke-width="16" stroke-linejoin="round"/>' for tone, d in tiles
    )
    return (
        f'<pattern id="gd-lawn" x="{LEFT}" y="{TOP}" width="140" height="140" patternUnits="userSpaceOnUse">'
        + f"{drawn}</pattern>"
        + rect(LEFT, TOP, SIDE, SIDE, 10, GRASS)
        + rect(LEFT, TOP, SIDE, SIDE, 10, "url(#gd-lawn)")
    )


def _stones() -> str:
    """The rows of stones along the wall, which stop nobody."""
    d = ""
    for square in range(SQUARES):
        for edge, other in zip(EDGES[square], NEIGHBOURS[square], strict=True):
            if edge < 0 and other > square:
                (ax, ay), (bx, by) = middle(square), middle(other)
                x, y = (ax + bx) / 2, (ay + by) / 2
                d += f"M{n(x - 28)} {n(y)}h57" if by > ay else f"M{n(x)} {n(y - 28)}v57"
    tones = (("#6F7568", 12.4), ("#C4C6B6", 9.4), ("#DEDFD2", 4))
    return "".join(stroke(d, tone, wide, stroke_dasharray="0 14") for tone, wide in tones)


def arch() -> str:
    """An open gate; its letter hangs above it."""
    return (
        paper("M-27 29V-4Q-27-30 0-30Q27-30 27-4V29H17V-2Q17-19 0-19Q-17-19-17-2V29Z", WOOD, 2)
        + path("M-17 29V-2Q-17-19 0-19Q17-19 17-2V29Z", "#CBB98F")
        + path("M-17 29L-8 6H8L17 29Z", "#E9DDB8")
        + path("M-17-2V29L-11 24V-8ZM17-2V29L11 24V-8Z", WOOD2)
        + circle(0, -19, 11.6, MOON)
    )


def _pile_defs(_: Translate) -> str:
    glow = rect(-25, -33, 50, 66, 11, GLOW, 0.45) + rect(-21.5, -29.5, 43, 59, 9, GLOW)
    return (
        define("gd-pile0", _goal_pile())
        + define("gd-pile1", _magic_pile())
        + define("gd-shine0", glow, use("gd-pile0"))
        + define("gd-shine1", glow, use("gd-pile1"))
        + define("gd-end", button(_("End the turn"), 184, 52))
        + define("gd-done", button(_("They are fine"), 184, 52))
    )


def _goal_pile() -> str:
    """Cards with the night on their backs."""
    night = rect(-17.5, -25, 35, 50, 5, SNOW) + rect(-15, -22.5, 30, 45, 4, NIGHT)
    return rect(-14, -22, 36, 51, 5, SHADOW, 0.3) + rect(-14, -23, 35, 50, 5, PAPER3) + night + moon(1, 0, 7)


def _magic_pile() -> str:
    wood = rect(-17.5, -25, 35, 50, 5, SNOW) + rect(-15, -22.5, 30, 45, 4, MOSS)
    return (
        rect(-14, -22, 36, 51, 5, SHADOW, 0.3) + rect(-14, -23, 35, 50, 5, PAPER3) + wood + at(0, 0, FAIRY, scale=0.66)
    )


def _piles() -> list[str]:
    x, y = PILES[0]
    mx, my = PILES[1]
    chip = rect(x + 26, y - 15, 46, 30, 13, PAPER2)
    two = rect(mx + 30, my - 31, 74, 29, 13, PAPER2) + rect(mx + 30, my + 2, 74, 29, 13, PAPER2)
    return [
        use("gd-pile0", x, y),
        use("gd-pile1", mx, my),
        chip,
        two,
        at(mx + 50, my - 16, HOLE, scale=0.55),
        at(mx + 50, my + 17, FAIRY, scale=0.58),
    ]


def slot(seat: int, seats: int, place: Point) -> Point:
    """A place on a seat's panel."""
    x, y = panel(seat, seats)
    return x + place[0], y + place[1]
