"""The still part of the Duck Game's picture: a meadow, the trail that winds inwards to the pond, what is on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from fabletop.drawing.dice import die
from fabletop.drawing.lettering import letters, line
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    EMBER,
    HILL,
    HILL2,
    HILL3,
    INK,
    INK2,
    NIGHT,
    PAPER,
    PAPER2,
    PAPER3,
    PAPER4,
    SHADOW,
    SNOW,
    WOOD,
    WOOD2,
    mixed,
)
from fabletop.drawing.pawns import pawn_defs
from fabletop.drawing.scene import ask_about, page
from fabletop.drawing.shapes import bush, flower, hills, house, paper, sky_stars
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
    smooth,
    stroke,
    use,
)
from fabletop.games.duck.board import AGAIN, BOARD, CATCH_UP, EVENT, FACES, GOTO, LAST, MISS, RAIN, VALUE

WIDTH, HEIGHT = 600, 758
LEFT, TOP, BOTTOM = 10, 68, 632
WATER, WATER2, DUCKLING, BEAK = "#8CCBE6", "#5AA9D0", "#FFD34F", "#E8871E"  # the two accents: pond and duckling
FRONT = 698  # the height at which figures wait in front of the board

BACK_TINT, ON_TINT, REST_TINT, RAIN_TINT = "#F8D9CC", "#D3EBCB", "#DEDAF0", "#CFDDE8"
DUCK_TINT, SWIM_TINT, AGAIN_TINT = "#FFEDB3", "#C9E8F4", "#FBE2AA"


class Tile(NamedTuple):
    """A square in units of the picture: its corner, its size and its middle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2


@cache
def _edges() -> tuple[list[float], list[float]]:
    """Where columns and rows begin; those of the pond are wider, to give it some room."""
    found = []
    for axis, start, room, wide in ((0, LEFT, WIDTH - 2 * LEFT, 82), (1, TOP, BOTTOM - TOP, 104)):
        count = 1 + max(place[axis] for place in BOARD.places)
        edges = [float(start)]
        for i in range(count):
            edges.append(edges[-1] + (wide if i == BOARD.places[LAST][axis] else (room - wide) / (count - 1)))
        found.append(edges)
    return found[0], found[1]


@cache
def tiles() -> tuple[Tile, ...]:
    """All squares; number 0, in front of the board, lies below the first one."""
    xs, ys = _edges()
    found = [Tile(30, FRONT - 22, 200, 44)]
    for square in range(1, LAST + 1):
        column, row = BOARD.places[square]
        near = {BOARD.places[other] for other in (square - 1, square + 1) if 1 <= other <= LAST}
        left, right = (1.2 if (column + dx, row) in near else 5 for dx in (-1, 1))
        above, below = (1.2 if (column, row + dy) in near else 5 for dy in (-1, 1))
        x, y = xs[column] + left, ys[row] + above
        found.append(Tile(x, y, xs[column + 1] - right - x, ys[row + 1] - below - y))
    return tuple(found)


def still(colours: Sequence[int], ducks: tuple[int, ...], swims: bool) -> str:
    """The whole ground: which squares have ducks, and whether square 3 does anything, is the options' business."""
    squares = tiles()
    trail = polygon([tile.middle for tile in squares[1:]], close=False)
    defs = (
        gradient("duck-sky", NIGHT, DUSK, DUSK2) + pawn_defs(colours) + define("duck-duck", duckling()) + _digits()
        + "".join(define(f"duck-plant{i}", drawn) for i, drawn in enumerate(_plants()))
    )  # fmt: skip
    return "".join(
        [
            f"<defs>{defs}</defs>",
            page(WIDTH, HEIGHT, "url(#duck-sky)"),
            sky_stars(14, 6, 572, 66, 18, seed=4),
            _meadow(),
            _hedges(),
            _front(),
            stroke(trail, SHADOW, 58, transform="translate(0 4)", stroke_opacity=0.2),
            stroke(trail, PAPER4, 54),
            *(_square(square, squares[square], bool(ducks[square]), swims) for square in range(1, LAST)),
            _pond(squares[LAST]),
            _numbers(ducks),
            *(ask_about(f"square {i}", *squares[i].middle, squares[i].w, squares[i].h) for i in range(1, LAST + 1)),
            ask_about("start", *squares[0].middle, squares[0].w, squares[0].h),
        ]
    )


def _meadow() -> str:
    low, near = HEIGHT - 60, mixed(HILL2, HILL3, 0.45)
    edge = f"M0 {low - 2}V{HEIGHT - 22}Q0 {HEIGHT} 22 {HEIGHT}H578Q600 {HEIGHT} 600 {HEIGHT - 22}V{low - 2}Z"
    return (
        hills(0, 34, WIDTH, 40, mixed(DUSK2, HILL, 0.5), 3, 3, deep=40)
        + hills(0, 52, WIDTH, 26, HILL2, 2, 5, deep=low - 76)
        + hills(0, BOTTOM - 6, WIDTH, 34, near, 2, 4, deep=low - BOTTOM - 28)
        + path(edge, near)
    )


def _hedges() -> str:
    """Between two squares of which one does not follow the other there grows a hedge."""
    columns, rows = _edges()
    number = {place: square for square, place in enumerate(BOARD.places) if square}
    words = []
    for (x, y), square in number.items():
        beside, below = number.get((x + 1, y)), number.get((x, y + 1))
        if beside and abs(beside - square) > 1:
            words.append(f"M{n(columns[x + 1])} {n(rows[y])}V{n(rows[y + 1])}")
        if below and abs(below - square) > 1:
            words.append(f"M{n(columns[x] + 7 * (x == 0))} {n(rows[y + 1])}H{n(columns[x + 1])}")
    d = "".join(words)
    return stroke(d, HILL, 9) + stroke(d, HILL3, 6, stroke_dasharray="0 8.4")


def _front() -> str:
    """Where the figures wait: a sandy place at the foot of the board; a way leads up to the first square."""
    sand = (
        f"M14 {BOTTOM - 20}H68V{FRONT - 34}Q150 {FRONT - 44} 222 {FRONT - 24}Q262 {FRONT} 226 {FRONT + 28}"
        f"Q120 {FRONT + 46} 24 {FRONT + 30}Q4 {FRONT + 16} 14 {FRONT - 30}Z"
    )
    pebbles = ((34, 26, 3), (210, -16, 4), (226, 8, 3), (120, 33, 3))
    blossoms = ((300, 22, SNOW), (344, 13, "#F3B6CF"), (398, 20, SNOW), (252, 14, "#F3B6CF"), (20, 12, SNOW))
    return (
        house(238, FRONT - 18, 44, PAPER, WOOD) + paper(sand, PAPER3, 3)
        + "".join(circle(x, FRONT + y, r, PAPER4, 0.7) for x, y, r in pebbles)
        + path(f"M41 {FRONT - 52}L54 {FRONT - 38}H46V{FRONT - 26}H36V{FRONT - 38}H28Z", WOOD)
        + bush(216, FRONT + 44, 34, HILL2) + bush(284, FRONT - 16, 28, HILL2)
        + "".join(flower(x, HEIGHT - y, 5.5, colour) for x, y, colour in blossoms)
    )  # fmt: skip


# The squares


def _square(square: int, tile: Tile, duck: bool, swims: bool) -> str:
    x, y = tile.middle
    event = EVENT[square] if EVENT[square] != CATCH_UP or swims else 0
    fill = DUCK_TINT if duck else tint(square, event) if event else (SNOW, PAPER2)[square % 2]
    ground = rect(tile.x, tile.y, tile.w, tile.h, 10, fill)
    if duck:
        return ground + use("duck-duck", x + 2, y + 8)
    if event:
        drawn = PICTURES.get(square) or PICTURES[_model(square, event)]
        return ground + at(x + 3, y + 3, drawn) + _caption(square, event, x, tile.y + tile.h - 11)
    plant = square * 3 % 5  # every fifth has none
    return ground + use(f"duck-plant{plant}", x + 6 - square * 7 % 11, y + 16) if plant < 4 else ground


def _digits() -> str:
    """The ten digits, 13 high; all numbers are made of them, to be short."""
    return "".join(f'<path id="duck-n{digit}" transform="scale(1.3)" d="{line(digit)[1]}"/>' for digit in "0123456789")


def _numbers(ducks: tuple[int, ...]) -> str:
    pen = 'fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'
    groups: dict[str, list[str]] = {INK: [], INK2: []}
    for square in range(1, LAST + 1):
        tile = tiles()[square]
        x, y = tile.x + 7, tile.y + 20
        colour = INK if EVENT[square] or ducks[square] or square == LAST else INK2
        for digit in str(square):
            groups[colour].append(use(f"duck-n{digit}", x, y))
            x += 1.3 * (line(digit)[0] + 2.5)
    return "".join(f'<g {pen} stroke="{colour}">{"".join(drawn)}</g>' for colour, drawn in groups.items())


def tint(square: int, event: int) -> str:
    """The ground of an event square."""
    if event == GOTO:
        return ON_TINT if VALUE[square] > square else BACK_TINT
    return {CATCH_UP: SWIM_TINT, MISS: REST_TINT, AGAIN: AGAIN_TINT, RAIN: RAIN_TINT}[event]


def _caption(square: int, event: int, x: float, y: float) -> str:
    """What a square does, in one or two signs below its picture."""
    value = VALUE[square]
    if event == GOTO:
        return letters(f"→{value}" if value > square else f"←{value}", x, y, 13)
    if event == MISS:
        return letters("z" * value, x + 21, tiles()[square].y + 14, 15, INK, "end")
    return ""


def _model(square: int, event: int) -> int:
    """The square whose picture serves for an event that another board puts elsewhere."""
    return {GOTO: 15 if VALUE[square] < square else 6, MISS: 19, CATCH_UP: 3, AGAIN: 26, RAIN: 31}[event]


def _plants() -> tuple[str, ...]:
    """Small things that grow on the way; they mean nothing."""
    return (
        stroke("M-8 0Q-8-8-13-12M-3 0V-14M2 0Q2-8 8-11", "#A9BE8E", 3),
        flower(-4, -8, 6, "#F3C9B5") + flower(8, -3, 4.5, "#F6DFA0", "#D9B36A"),
        ellipse(-5, -3, 7, 4.4, PAPER3) + ellipse(6, -2, 4.6, 3.2, PAPER3),
        rect(-6, -8, 6, 9, 3, PAPER3) + path("M-13-6Q-3-19 7-6Z", "#E3A58C") + rect(7, -4, 4, 5, 2, PAPER3)
        + path("M3-3Q9-11 15-3Z", "#E3A58C"),
    )  # fmt: skip


def duckling() -> str:
    """A duckling looking left, about 40 wide around 0 0."""
    body = "M-6 2C-2-3 8-2 15-6Q19-7 18-1C16 11 8 15-1 15C-11 15-15 9-13 3C-12-1-8-2-6 2Z"
    wing = "M0 4C5 1 10 2 13 0C12 8 7 11 2 10C-2 9-3 6 0 4Z"
    return (
        ellipse(1, 16, 17, 3.4, SHADOW, 0.16) + path(body, DUCKLING) + path(wing, mixed(DUCKLING, EMBER, 0.42))
        + circle(-8, -6, 9, DUCKLING) + path("M-15-6Q-22-6-22-3.4Q-17-1-14-2Z", BEAK) + circle(-10.4, -7.6, 1.9, INK)
        + path("M-6-14Q-5-18-1-18Q-2-15-5-13.6Z", DUCKLING)
    )  # fmt: skip


def boat() -> str:
    """Square 3: a paper boat that catches up."""
    return (
        stroke("M-22-2h8M-24 5h6", WATER2, 2.6)
        + path("M-12 4H20Q17 14 12 14H-4Q-10 12-12 4Z", BEAK) + path("M3-15V2H-9Z", SNOW) + path("M5-11V2H15Z", PAPER3)
        + stroke("M-21 17q5-4 10 0t10 0t10 0t10 0", WATER2, 3)
    )  # fmt: skip


def _two_dice(faces: list[int]) -> str:
    if len(faces) == 1:
        return die(faces[0], 0, 4, 26)
    step = 24 if len(faces) == 2 else 30 / (len(faces) - 1)
    left = -step * (len(faces) - 1) / 2
    return "".join(die(f, left + i * step, 8 - 4 * (i % 2), 22, turn=-8 + 16 * (i % 2)) for i, f in enumerate(faces))


def rain() -> str:
    drops = stroke("M-12 10l-3 7M-2 10l-3 7M8 10l-3 7", WATER2, 3)
    cloud = "M-14 6C-23 6-22-5-14-5C-14-14-2-15 1-9C6-14 17-10 15-3C22-2 21 6 14 6Z"
    return path(cloud, "#8FA3B8") + path(cloud, "#A9BACB", transform="translate(0 -2) scale(.92)") + drops


def _wind() -> str:
    gust = "M18-9H-8Q-17-9-17-15Q-16-20-11-18M20-2H-14M16 5H-4Q-13 5-12 11Q-10 15-6 12"
    gusts = stroke(gust, mixed(WATER2, NIGHT, 0.15), 3.6) + path("M13-17Q20-19 21-12Q15-11 13-17Z", HILL3)
    return at(6, 2, gusts, scale=0.72)  # clear of the number


def _ship() -> str:
    """Square 6: the ship takes everybody along."""
    return (
        rect(-3, -17, 6, 9, 1.5, "#B5533C") + rect(-10, -9, 18, 8, 2, SNOW)
        + circle(-6, -5, 1.6, WATER2) + circle(0, -5, 1.6, WATER2) + circle(5, -5, 1.6, WATER2)
        + path("M-19-1H19Q17 9 11 10H-12Q-18 8-19-1Z", NIGHT) + stroke("M-22 11q5-4 10 0t10 0t10 0t10 0", WATER2, 3)
    )  # fmt: skip


def _bus() -> str:
    """Square 15: the wrong bus."""
    panes = "".join(rect(x, -9, 7.4, 7, 1.6, "#CFE6F2") for x in (-16, -7, 2, 11))
    return (
        rect(-20, -13, 41, 21, 5, "#D9763A") + panes + rect(-20, 1, 41, 2.4, 1, SNOW)
        + circle(-11, 9, 5, INK) + circle(12, 9, 5, INK) + circle(-11, 9, 2, PAPER3) + circle(12, 9, 2, PAPER3)
    )  # fmt: skip


def _hotel() -> str:
    """Square 19: a night in the hotel."""
    panes = "".join(rect(x, y, 5, 5, 1, "#FFC94D") for x in (-11, -2.5, 6) for y in (-9, -1))
    return (
        rect(-15, -13, 30, 28, 2, PAPER4)
        + path("M-18-13L0-21L18-13Z", "#A8483A")
        + panes
        + rect(-3.5, 7, 7, 8, 1, WOOD2)
    )


def _train() -> str:
    """Square 42: the train that has just left."""
    smoke = circle(-15, -17, 3, SNOW) + circle(-9, -20, 4, SNOW) + circle(-1, -21, 3, SNOW)
    return (
        smoke + rect(-18, -13, 5, 9, 1, INK) + rect(-21, -5, 22, 12, 3, "#4F6D8C") + rect(1, -14, 16, 21, 2, "#3A5670")
        + rect(4, -11, 10, 8, 1.5, "#FFE9B0") + circle(-15, 9, 4, INK) + circle(-5, 9, 4, INK) + circle(10, 9, 5, INK)
        + stroke("M-24 15H22", WOOD2, 2.4)
    )  # fmt: skip


def _beach() -> str:
    """Square 52: two days on the beach."""
    return (
        path("M-22 10Q0 2 22 10V17H-22Z", "#EBCF92") + stroke("M-2 11L5-12", WOOD2, 2.6)
        + path("M-13-4Q-5-21 10-17Q20-12 19 1Q12-5 8-2Q4-7-1-4Q-7-8-13-4Z", "#D9534A")
        + path("M8-2Q6-12 7-17.5Q14-14 14-3Q10-4 8-2Z", SNOW) + circle(-16, -14, 5, "#FFC94D")
    )  # fmt: skip


def _suitcase() -> str:
    """Square 58: a suitcase that nobody has taken along."""
    return (
        stroke("M-6-9V-14H6V-9", WOOD2, 3) + rect(-17, -9, 34, 22, 4, WOOD) + rect(-17, -1, 34, 2.4, 0, WOOD2)
        + rect(-11, -9, 4, 22, 0, WOOD2) + rect(7, -9, 4, 22, 0, WOOD2) + circle(0, 0.4, 2.6, "#FFC94D")
    )  # fmt: skip


PICTURES = {
    3: at(-2, 8, boat()),
    6: at(-2, 2, _ship(), scale=0.95),
    15: at(0, 0, _bus(), scale=0.9),
    19: at(-3, 7, _hotel()),
    26: at(-1, 2, _two_dice([face for face in range(1, FACES + 1) if VALUE[26] >> face & 1] or [6])),
    31: at(-2, 8, rain()),
    39: at(0, 4, _wind(), scale=0.86),
    42: at(4, 0, _train(), scale=0.8),
    52: at(-3, 7, _beach(), scale=0.95),
    58: at(3, 0, _suitcase(), scale=0.86),
}


def _pond(tile: Tile) -> str:
    x, y = tile.middle
    bank = ((-38, -30), (0, -44), (36, -34), (40, 10), (30, 40), (-8, 45), (-37, 32), (-42, 0))
    shore = smooth([(x + dx, y + dy) for dx, dy in bank], close=True)
    waves = f"M{n(x - 26)} {n(y - 12)}q5-3 10 0t10 0M{n(x + 6)} {n(y + 30)}q5-3 10 0t10 0"
    return (
        rect(tile.x, tile.y, tile.w, tile.h, 16, HILL3)
        + paper(shore, WATER2, 0) + at(x, y, path(shore, WATER, transform=f"scale(.9) translate({n(-x)} {n(-y)})"))
        + stroke(waves, SNOW, 2.4, stroke_opacity=0.8)
        + at(x - 24, y + 28, path("M0 0L8-3A8.6 5.6 0 1 1 5-5.4Z", HILL2), flower(-3, -1, 5, "#F3B6CF"))
        + at(x + 4, y + 4, use("duck-duck"), scale=1.05) + at(x - 24, y + 14, use("duck-duck"), scale=0.4)
        + at(x + 27, y - 14, use("duck-duck"), scale=0.4)
        + rect(tile.x + 2, tile.y + 3, 29, 22, 8, SNOW)
    )  # fmt: skip
