"""Mensch ärgere Dich nicht as a picture: four houses at dusk, a cross of stepping stones between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fabletop.drawing.boards import row
from fabletop.drawing.dice import lying
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import (
    DUSK,
    DUSK2,
    GLOW,
    HILL,
    HILL2,
    HILL3,
    INK,
    NIGHT,
    PAPER,
    PAPER3,
    SEATS,
    SNOW,
    WOOD,
    mixed,
)
from fabletop.drawing.pawns import pawn, pawn_defs
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    button,
    cached_still,
    chance,
    choices,
    counter,
    moving_group,
    page,
    picture,
    piece,
    plate,
    trail,
    warm_ring,
)
from fabletop.drawing.shapes import bush, disc, hills, hollow, moon, paper, seat_mark, sheet, sky_stars, sparkle, tree
from fabletop.drawing.signs import house_sign
from fabletop.drawing.svg import Point, at, circle, ellipse, gradient, n, path, polygon, rect, stroke
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import Translate, View
from fabletop.games.mensch.board import Board, board
from fabletop.games.mensch.events import LONGEST
from fabletop.games.mensch.rules import HOME, PIECES, Rules

same_for_all = True  # one drawing for all who look on (drawing/own.py)

WIDTH, HEIGHT, TOP = 600, 688, 64
HOUSE, ROOF = 118, 44
BEDS = ((32, 37), (86, 37), (32, 90), (86, 90))  # in a house
GOAL = "abcd"
PLATE = 120
TURNS = True  # everybody lives in a corner, and may like to look from there
NEAR = 3  # the corner at the lower left


def corner_of(now: Rules, seat: int, facing: int | None) -> int:
    """The corner of the picture in which a seat lives; the seat that the board faces lives near."""
    corner = now.corner(seat)
    return corner if facing is None else (corner - now.corner(facing) + NEAR) % 4


class Plan(NamedTuple):
    """The board in units of the picture."""

    board: Board
    cell: float
    left: float

    def at(self, column: float, row: float) -> Point:
        return self.left + (column + 0.5) * self.cell, TOP + (row + 0.5) * self.cell

    @property
    def far(self) -> float:
        """The last column and row."""
        return self.board.grid - 1

    def house(self, corner: int) -> Point:
        """The upper left corner of a house's wall."""
        edge = self.left + self.board.grid * self.cell
        x = self.left if corner in (0, 3) else edge - HOUSE
        y = TOP + ROOF + 4 if corner < 2 else TOP + self.board.grid * self.cell - HOUSE
        return x, y

    def die(self, corner: int) -> Point:
        """Where the die of this corner lies: between its house and the track."""
        x, y = self.house(corner)
        room = (self.board.grid - 3) / 2 * self.cell - HOUSE
        return (x + HOUSE + room / 2 if corner in (0, 3) else x - room / 2), y + 24

    def place(self, corner: int, figure: int, where: int) -> Point:
        """The middle of the stone, bed or goal on which a figure stands."""
        if where == HOME:
            x, y = self.house(corner)
            return x + BEDS[figure][0], y + BEDS[figure][1]
        column, row = self.board.place(corner, figure, where)
        middle = self.far / 2
        if abs(column - middle) < 0.6 and abs(row - middle) < 0.6:  # the four d squares share the middle
            column, row = middle + (column - middle) * 1.24, middle + (row - middle) * 1.24
        return self.at(column, row)

    def small(self, where: int) -> bool:
        return self.board.grid == 9 and where == len(self.board.track) + 3


@cache
def plan(track: int) -> Plan:
    squares = board(track)
    cell = 51 if squares.grid == 11 else 62
    return Plan(squares, cell, (WIDTH - squares.grid * cell) / 2)


@cache
def spot(track: int, corner: int, figure: int, where: int) -> Point:
    return plan(track).place(corner, figure, where)


# The still part


@cached_still(per_colour=True, turns=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    now: Rules = game.new().rules
    the = plan(now.track)
    lives = {corner_of(now, other, seat): other for other in range(game.seats)}
    corners = {corner: colours[other] for corner, other in lives.items()}
    parts = [
        f"<defs>{gradient('mensch-sky', NIGHT, DUSK, DUSK2)}{pawn_defs(colours)}</defs>",
        page(WIDTH, HEIGHT, "url(#mensch-sky)"),
        sky_stars(20, 10, 560, 300, 34, seed=3),
        moon(300, 33, 17),
        _ground(),
        _cross(the),
        *(_house(the, corner, colour, now.pieces) for corner, colour in corners.items()),
        *(_meadow(the, corner) for corner in range(4) if corner not in corners),
        _stones(the),
        _rosette(the, corners) if now.track == 40 or now.pieces == 3 else "",
    ]
    for corner, owner in corners.items():
        parts.append(_own_stones(the, corner, owner, now))
    return "".join([*parts, *_places(the, lives, now)])


def _places(the: Plan, corners: dict[int, int], now: Rules) -> Iterator[str]:
    """What can be asked about."""
    for square in the.board.track:
        yield ask_about("square", *the.at(*square), the.cell * 0.8)
    for corner, seat in corners.items():
        x, y = the.house(corner)
        yield ask_about(f"house {seat}", x + HOUSE / 2, y + HOUSE / 2, HOUSE)
        yield ask_about(f"start {seat}", *the.place(corner, 0, 0), the.cell * 0.8)
        for i in range(now.pieces):
            yield ask_about(f"goal {seat}", *the.place(corner, 0, now.track + i), the.cell * 0.75)


def _ground() -> str:
    low = HEIGHT - 40
    edge = f"M0 {low}V{HEIGHT - 22}Q0 {HEIGHT} 22 {HEIGHT}H578Q600 {HEIGHT} 600 {HEIGHT - 22}V{low}Z"
    return (
        hills(0, 345, WIDTH, 90, mixed(DUSK2, HILL, 0.45), 2, 2, deep=low - 435)
        + hills(0, 450, WIDTH, 120, HILL, 2, 5, deep=low - 570)
        + hills(0, 556, WIDTH, 84, HILL2, 3, 1, deep=low - 640)
        + path(edge, HILL2)
    )


def _cross(the: Plan) -> str:
    """Two layers of paper in the shape of the cross."""
    arm = (the.board.grid - 3) / 2
    return _plus(the, arm, 9, PAPER3, 6) + _plus(the, arm, 3, "#F7ECD4", 2)


def _plus(the: Plan, arm: float, wide: float, fill: str, lift: float) -> str:
    x0, x3 = the.left - wide, the.left + the.board.grid * the.cell + wide
    x1, x2 = the.left + arm * the.cell - wide, the.left + (arm + 3) * the.cell + wide
    y0, y1, y2, y3 = (TOP + x - the.left for x in (x0, x1, x2, x3))
    r, q = 24.0, 10.0
    corners = [
        (x1, y0, r), (x2, y0, r), (x2, y1, q), (x3, y1, r), (x3, y2, r), (x2, y2, q),
        (x2, y3, r), (x1, y3, r), (x1, y2, q), (x0, y2, r), (x0, y1, r), (x1, y1, q),
    ]  # fmt: skip
    words: list[str] = []
    for i, (x, y, round_) in enumerate(corners):
        for j, (ox, oy, _) in enumerate((corners[i - 1], corners[(i + 1) % 12])):
            px, py = x + _sign(ox - x) * round_, y + _sign(oy - y) * round_
            words.append(f"{'ML'[bool(words)]}{n(px)} {n(py)}" if j == 0 else f"Q{n(x)} {n(y)} {n(px)} {n(py)}")
    return paper("".join(words) + "Z", fill, lift)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _stones(the: Plan) -> str:
    """The track: stepping stones on a path."""
    points = [the.at(*square) for square in the.board.track]
    r = the.cell * 0.37
    return stroke(polygon(points), PAPER3, the.cell * 0.26) + "".join(disc(x, y, r, SNOW, 2.4) for x, y in points)


def _own_stones(the: Plan, corner: int, colour: int, now: Rules) -> str:
    """A seat's A stone and goal stones, each with its shape or letter."""
    mark, r = SEATS[colour], the.cell * 0.37
    ax, ay = the.place(corner, 0, 0)
    parts = [
        disc(ax, ay, r, mark.colour, 2),
        circle(ax, ay, r * 0.74, SNOW),
        seat_mark(colour, ax, ay, r * 0.5, mark.shade),
    ]
    for i in range(now.pieces):
        x, y = the.place(corner, 0, now.track + i)
        size = r * 0.5 if the.small(now.track + i) else r
        parts.append(hollow(x, y, size, mixed(mark.tint, mark.colour, 0.18), 2.4))
        parts.append(letters(GOAL[i].upper(), x, y + 0.5, size * 0.72, mixed(mark.shade, INK, 0.4)))
    return "".join(parts)


def _house(the: Plan, corner: int, colour: int, beds: int) -> str:
    """A house in the seat's colour, with a bed for each figure and a path to the A stone."""
    mark = SEATS[colour]
    x, y = the.house(corner)
    ax, ay = the.place(corner, 0, 0)
    door = (min(max(ax, x + 26), x + HOUSE - 26), min(max(ay, y + 26), y + HOUSE - 26))
    way = stroke(polygon([door, (ax, ay)], close=False), mark.tint, 7, stroke_dasharray="0 13")
    half = HOUSE / 2
    eaves = f"L{HOUSE + 14} 6Q{HOUSE + 15} 11 {HOUSE + 10} 11H-10Q-15 11-14 6Z"
    roof = f"M-14 6L{half - 5}-{ROOF - 3}Q{half}-{ROOF} {half + 5}-{ROOF - 3}{eaves}"
    chimney = rect(HOUSE - 34, -ROOF + 2, 15, 30, 2, mark.shade)
    puffs = ((0, 6, 4.5, 0.4), (5, 14, 5.5, 0.28), (3, 24, 7, 0.16))
    smoke = "".join(circle(HOUSE - 26 + dx, -ROOF - dy, r, SNOW, o) for dx, dy, r, o in puffs)
    body = (
        smoke + chimney + sheet(0, 0, HOUSE, HOUSE, 14, mixed(mark.tint, PAPER, 0.4), 5)
        + "".join(hollow(x, y, 22, mixed(mark.tint, mark.colour, 0.3), 3) for x, y in BEDS[:beds])
        + (_lit_window(*BEDS[3]) if beds == 3 else "")
        + paper(roof, mark.colour, 4) + stroke(f"M-8 6H{HOUSE + 8}", mark.shade, 5)
        + circle(half, -14, 14, SNOW) + seat_mark(colour, half, -14, 9, mark.shade)
    )  # fmt: skip
    return way + at(x, y, body)


def _rosette(the: Plan, corners: dict[int, int]) -> str:
    """The middle of the cross: a petal in each seat's colour and a star."""
    x, y = the.at(the.far / 2, the.far / 2)
    petals = "".join(
        at(0, 0, path("M0-3C-13-10-12-21 0-25C12-21 13-10 0-3Z", SEATS[colour].colour), turn=90 * corner - 90)
        for corner, colour in corners.items()
    )
    return at(
        x, y, circle(0, 0, 29, PAPER3), circle(0, 1, 27.5, SNOW), petals, sparkle(0, 0, 13, GLOW), scale=the.cell / 58
    )


def _lit_window(x: float, y: float) -> str:
    cross = stroke(f"M{x} {y - 15}V{y + 15}M{x - 15} {y}H{x + 15}", WOOD, 3)
    return circle(x, y, 27, GLOW, 0.3) + rect(x - 16, y - 16, 32, 32, 7, GLOW) + cross


def _meadow(the: Plan, corner: int) -> str:
    """Where nobody lives there are trees."""
    x, y = the.house(corner)
    y += HOUSE
    return (
        ellipse(x + 59, y + 2, 74, 16, HILL) + tree(x + 26, y - 8, 74, HILL2)
        + tree(x + 88, y - 16, 92, mixed(HILL2, HILL3, 0.4)) + tree(x + 58, y + 2, 84, HILL3)
        + bush(x + 20, y + 2, 34, HILL3) + bush(x + 98, y + 4, 40, mixed(HILL3, HILL2, 0.5))
    )  # fmt: skip


# The moving part


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may = view.position, choices(view)
    the = plan(now.track)
    parts = [_plates(view, the)]
    if before is not None and last is not None:
        parts.append(_last(view, before.position))
    parts.append(_targets(view, may))
    parts.append(_figures(view, the, may))
    parts.append(_die(view, the, may))
    return moving_group(*parts)


def _plates(view: View[Rules], the: Plan) -> str:
    now = view.position
    places = ((16, 12), (WIDTH - PLATE - 16, 12), (WIDTH - PLATE - 16, HEIGHT - 52), (16, HEIGHT - 52))
    return "".join(
        plate(view, seat, *places[corner_of(now, seat, view.facing)], PLATE, _note(now, seat))
        for seat in range(view.game.seats)
    )


def _note(now: Rules, seat: int) -> str:
    if now.places[seat]:
        return f"{now.places[seat]}."
    home = sum(where >= now.track for where in now.figures[seat])
    return f"{home}/{now.pieces}"


def _figures(view: View[Rules], the: Plan, may: dict[str, int]) -> str:
    """Figures further down stand in front."""
    now, standing = view.position, []
    for seat in range(view.game.seats):
        corner, mine = corner_of(now, seat, view.facing), seat == view.seat
        for figure in range(now.pieces):
            where = now.figures[seat][figure]
            act = ("enter" if where == HOME else f"move {figure + 1}") if mine and may else ""
            small = the.small(where)
            standing.append(
                _figure(now.track, corner, seat, figure, where, view.colours[seat], small, act if act in may else "")
            )
    standing.sort()
    return "".join([drawn for _, drawn in standing])


@lru_cache(1 << 13)
def _figure(
    track: int, corner: int, seat: int, figure: int, where: int, colour: int, small: bool, act: str
) -> tuple[float, str]:
    """A figure where it stands, and how far down that is."""
    x, y = spot(track, corner, figure, where)
    id, body = f"pawn-{seat}-{figure + 1}", _standing(seat, figure, colour, small)
    return y, piece(id, x, y, _ring(small), body, act=act) if act else piece(id, x, y, body)


@cache
def _standing(seat: int, figure: int, colour: int, small: bool) -> str:
    """A figure with its number on the head: texts call it by that."""
    number = letters(str(figure + 1), 0, -31, 9, SEATS[colour].text, weight=2)
    return at(0, 7, pawn(seat), number, scale=0.7) if small else at(0, 10, pawn(seat), number, scale=1.06)


@cache
def _ring(small: bool) -> str:
    return warm_ring(0, 0, 13 if small else 21)


def _targets(view: View[Rules], may: dict[str, int]) -> str:
    """Where the figures would go: a ring that can be pressed too."""
    now = view.position
    parts, corner, colour = [], corner_of(now, now.turn, view.facing), view.colours[now.turn]
    for act, number in may.items():
        if act != "again":
            where = now.target(number)
            x, y = spot(now.track, corner, 0, where)
            parts.append(action(act, _target(colour, plan(now.track).small(where)), x=x, y=y))
    return "".join(parts)


@cache
def _target(mark: int, small: bool) -> str:
    r, colour = (12 if small else 20), SEATS[mark].shade
    ring = f"M{-r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 {-r} 0"
    dots = stroke(ring, colour, 3.4, stroke_dasharray=f"1 {n(r * 0.3927 - 1)}")
    return circle(0, 0, r + 4, GLOW, 0.4) + circle(0, 0, r, SNOW, 0.55) + dots


def _die(view: View[Rules], the: Plan, may: dict[str, int]) -> str:
    """The last throw of anybody lies there until the next; where it is time to throw, the die stands in the light."""
    now, _ = view.position, view.translate
    x, y = the.die(corner_of(now, now.turn, view.facing))
    face = now.die or (int(view.thrown[5:]) if view.thrown else None)
    size = 0.56 if the.board.grid == 11 else 0.48
    cube = piece("die", x, y, lying(face), size=size, turn=0 if face else -12)
    if view.turn == CHANCE and not view.quiet:
        cube = chance(circle(x, y, 66 * size, GLOW, 0.6), cube)
    left = now.tries if now.die == 0 and not now.over else 0
    tries = "".join(circle(dot, 0, 3.6, GLOW) for dot in row(left, 0, 11)) if left > 1 else ""
    if "again" in may:
        return cube + action("again", button(_("again"), 92, 40, house_sign("die")), x=x, y=y + 64)
    return cube + (counter(f"tries{now.turn}", tries, x=x, y=y + 38) if tries else "")


def _last(view: View[Rules], then: Rules) -> str:
    """The way of the figure that has moved, and of the one it has thrown out."""
    now, parts = view.position, []
    for seat in range(now.seats):
        corner = corner_of(now, seat, view.facing)
        for figure in range(now.pieces):
            old, new = then.figures[seat][figure], now.figures[seat][figure]
            if old == new:
                continue
            if new == HOME:
                ends = [spot(now.track, corner, figure, where) for where in (old, HOME)]
                parts.append(trail(ends, 7, id="thrown"))
            else:
                steps = (HOME, 0) if old == HOME else range(old, new + 1)
                parts.append(trail([spot(now.track, corner, figure, where) for where in steps], 11))
    return "".join(parts)


def squares(game: Game) -> dict[int, Square]:
    """Where figures come to stand, numbered as in events.py."""
    now: Rules = game.new().rules
    the = plan(now.track)
    r = the.cell * 0.37
    found = {i: Square(f"square {i + 1}", *the.at(*square), r) for i, square in enumerate(the.board.track)}
    for seat in range(game.seats):
        corner = now.corner(seat)
        for i in range(now.pieces):
            size = r * 0.5 if the.small(now.track + i) else r
            name = f"goal {GOAL[i]} of seat {seat}"
            found[LONGEST + PIECES * corner + i] = Square(name, *the.place(corner, 0, now.track + i), size)
    return found
