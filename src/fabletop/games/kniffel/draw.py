"""Space Kniffel as a picture: five dice in the night sky, and below them the sheet with a column for everybody.

The sheet has two halves beside each other, the symbols and what can be made of five dice: so its rows are high enough
for a finger on a phone on its side, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fabletop.drawing.boards import row
from fabletop.drawing.dice import cube, die
from fabletop.drawing.lettering import fitted, letters, width
from fabletop.drawing.palette import (
    DUSK,
    EMBER,
    GLOW,
    INK,
    MOON,
    NIGHT,
    PAPER,
    PAPER2,
    PAPER3,
    SEATS,
    SNOW,
    mixed,
)
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    button,
    cached_still,
    chance,
    choices,
    counter,
    finish,
    moving_group,
    page,
    picture,
    piece,
    row_of_plates,
    warm_box,
)
from fabletop.drawing.shapes import (
    crown,
    halo,
    hills,
    shape,
    sheet,
    sky_stars,
)
from fabletop.drawing.svg import at, define, gradient, n, rect, stroke, use
from fabletop.engine.view import Translate, View
from fabletop.games.kniffel.dice import DICE, FACES, FULL, SIDES, SIZE, SYMBOLS
from fabletop.games.kniffel.rules import BOXES, NO_DICE, ROLLS, SHEET, Rules
from fabletop.games.kniffel.symbols import ROCKET, UFO, miniature, sign_defs
from fabletop.games.kniffel.words import BOXES as NAMES

same_for_all = True  # one drawing for all who look on (drawing/own.py)

WIDTH = HEIGHT = 600
PLATES, TABLE = 8, 103  # the heights of the plates and of the dice
DIE, FIRST, APART = 74, 52, 88
ROLL = 526  # the middle of what stands beside the dice
TOP, LEFT, WIDE, HEAD, ROW = 151, 8, 584, 42, 66  # the sheet
HALF, ACROSS, ROWS = 282, 288, 6  # its halves: how wide, and how far from each other

WORTH = (*["×1"] * SIDES, "2", "3", "4", "5", "10")
ANY_DICE = {
    "a": ("circle", "#A84400"), "b": ("diamond", "#005587"), "c": ("triangle", "#006E50"),
    "d": ("heart", "#8E3F6B"), "e": ("square", "#8F5F00"),
}  # fmt: skip
PATTERNS = ("aaa", "aabb", "aaabb", "abcde", "aaaaa")  # of the boxes below the symbols
SPACE, SPACE2, ROCK, ROCK2 = "#2A2358", "#54407F", "#4B3F78", "#6A5A9C"
READABLE = 10  # names that would have to be smaller are left to their pictures


class Plan(NamedTuple):
    """The columns of each half of the sheet."""

    names: int  # the width of the column with the boxes' names
    column: int

    @staticmethod
    def left(box: int) -> float:
        """The left edge of a box's row."""
        return LEFT + 7 + ACROSS * (box // ROWS)

    @staticmethod
    def y(box: int) -> float:
        """The middle of a row; the total comes after the last box."""
        return TOP + HEAD + (box % ROWS + 0.5) * ROW

    def x(self, seat: int, box: int = 0) -> float:
        """The middle of a seat's column in the half of a box."""
        return self.left(box) + self.names + (seat + 0.5) * self.column

    @property
    def digit(self) -> float:
        """The height of a number in a cell."""
        return min(24, self.column * 0.56)


@cache
def plan(seats: int) -> Plan:
    column = max(30, min(56, (HALF - 132) // seats))
    return Plan(HALF - column * seats, column)


# The still part


@cached_still(per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    the = plan(game.seats)
    places = [(f"box {SHEET[box]}" if box < BOXES else "total", box) for box in range(BOXES + 1)]
    return "".join([
        f"<defs>{gradient('kniffel-space', NIGHT, SPACE, SPACE2)}{_defs(the, colours, translate)}</defs>",
        page(WIDTH, HEIGHT, "url(#kniffel-space)"),
        sky_stars(8, 6, 584, 130, 26, seed=5),
        hills(0, 112, WIDTH, 40, ROCK, 2, 3, deep=30), hills(0, 132, WIDTH, 30, ROCK2, 3, 6, deep=40),
        rect(0, TOP + 8, WIDTH, HEIGHT - TOP - 8, 22, ROCK2),
        _sheet(the, colours, translate),
        *(ask_about(what, the.left(box) + HALF / 2, the.y(box), HALF, ROW) for what, box in places),
        ask_about("rolls", ROLL, 70, 120, 34),
    ])  # fmt: skip


def _sheet(the: Plan, colours: Sequence[int], _: Translate) -> str:
    high, middle = HEIGHT - TOP - 8, LEFT + WIDE / 2
    parts = [
        sheet(LEFT, TOP, WIDE, high, 18, PAPER, 4),
        stroke(f"M{n(middle)} {TOP + 12}V{TOP + high - 12}", PAPER3, 2.5),
        miniature(ROCKET, the.left(0) + the.names / 2, TOP + HEAD / 2 + 1, 40),
        miniature(UFO, the.left(ROWS) + the.names / 2, TOP + HEAD / 2 + 2, 42),
    ]
    for box in range(BOXES + 1):
        left, y, half = the.left(box), the.y(box), the.column / 2 - 3
        if box % 2 == 0:
            parts.append(rect(left, y - ROW / 2, HALF, ROW, 10, PAPER2))
        parts.append(_name(the, box, left, y, _))
        for seat, colour in enumerate(colours):
            x = the.x(seat, box)
            sums = rect(x - half, y - 27, 2 * half, 54, 10, SEATS[colour].tint)
            parts.append(use(f"kniffel-c{seat}", x, y) if box < BOXES else sums)
    for seat in range(len(colours)):  # whose column it is
        size = min(1, the.column / 38)
        parts += [at(the.x(seat, box) - 20 * size, TOP + 23 - 20 * size, use(f"badge{seat}"), scale=size)
                  for box in (0, ROWS)]  # fmt: skip
    return "".join(parts)


def _name(the: Plan, box: int, left: float, y: float, _: Translate) -> str:
    """A box's picture, its name where there is room, and what it brings."""
    right, left = left + the.names - 7, left + 7
    if box == BOXES:
        return fitted(_("total"), left + 2, y, 20, right - left - 4, INK, "start")
    symbol, size = box < SIDES, _names_size(the, box // ROWS, _)
    low = y + 15 if size or not symbol else y
    start = (left + 52, y - 13) if symbol else (left, low)
    said = letters(_(NAMES[SHEET[box]]), *start, size, INK, "start") if size else ""
    worth = rect(right - 30, low - 11.5, 30, 23, 11.5, PAPER3) + letters(WORTH[box], right - 15, low, 13, INK)
    if symbol:
        return miniature(box, left + 23, y, 50) + said + worth
    dice = (use(f"kniffel-{kind}", 9 + 18.5 * i) for i, kind in enumerate(PATTERNS[box - SIDES]))
    return at(left, y - 14, *dice, scale=min(1.25, (right - left) / 92)) + said + worth


def _names_size(the: Plan, half: int, _: Translate) -> float:
    """The size of the names in a half of the sheet, alike for all; 0: there is no room for them."""
    room = the.names - (50 if half else 66)
    size = min(15, *(15 * room / width(_(NAMES[name]), 15) for name in SHEET[half * ROWS : (half + 1) * ROWS]))
    return size if size >= READABLE else 0


def _any_die(name: str, fill: str) -> str:
    """A little die, to say that some are alike and others are not."""
    return rect(-8.5, -8, 17, 18, 5, PAPER3) + rect(-8.5, -9, 17, 17, 5, SNOW) + shape(name, 0, -0.5, 5.4, fill)


def _defs(the: Plan, colours: Sequence[int], _: Translate) -> str:
    """What the moving part uses again and again."""
    half = the.column / 2 - 3
    last = f'<rect x="{n(-half)}" y="-27" width="{n(2 * half)}" height="54" rx="10" fill="{GLOW}" fill-opacity=".45" ' \
           f'stroke="{EMBER}" stroke-width="3.4" stroke-dasharray="0 7" stroke-linecap="round"/>'  # fmt: skip
    marked = [
        sign_defs(),
        define("kniffel-cube", at(0, 0, cube(), scale=DIE / 100)),
        *(define(f"kniffel-{kind}", _any_die(*cut)) for kind, cut in ANY_DICE.items()),
        *(define(f"kniffel-c{seat}", _cell(colour, half)) for seat, colour in enumerate(colours)),
        *(define(f"kniffel-f{i}", miniature(i, 0, -2.5, 56)) for i in range(SIDES)),
        *(define(f"kniffel-d{i}", use("kniffel-cube"), use(f"kniffel-f{i}")) for i in range(SIDES)),
        define("kniffel-hand", die(None, 0, 0, DIE, mixed(DUSK, SNOW, 0.16), MOON, turn=-8)),
        define("kniffel-fresh", _tumble()),
        define("kniffel-warm", warm_box(-39, -39, 78, 79, 21, 3)),
        define("kniffel-these", button(_("roll these"), 128, 58)),
        define("kniffel-all", button(_("roll all"), 128, 58)),
        define("kniffel-row", rect(0, 1 - ROW / 2, HALF, ROW - 2, 10, GLOW, 0.18)),
        define("kniffel-box", warm_box(-half, -26, 2 * half, 52, 10, 2.4)),
        define("kniffel-last", last),
        define("kniffel-turn", _light(half), at(ACROSS, 0, _light(half))),
        *(define(f"kniffel-n{i}", letters(str(i), 0, 0, the.digit, INK)) for i in range(11)),
        *(define(f"kniffel-s{i}", letters(str(i), 0, 0, the.digit - 1, "#8A4A00", weight=1.4)) for i in range(11)),
        define("kniffel-ready", _ready()),
        *(define(f"kniffel-left{left}", _rolls_left(left)) for left in range(ROLLS + 1)),
    ]
    return "".join(marked)


def _cell(colour: int, half: float) -> str:
    return rect(-half, -27, 2 * half, 54, 10, mixed(SNOW, SEATS[colour].tint, 0.35))


def _light(half: float) -> str:
    """On the column of the seat on turn."""
    return (
        f'<rect x="{n(-half - 2)}" y="{TOP + 3}" width="{n(2 * half + 4)}" height="{HEIGHT - TOP - 15}" rx="13"'
        f' fill="{GLOW}" fill-opacity=".25" stroke="{GLOW}" stroke-width="3"/>'
    )


def _tumble() -> str:
    """Beside a die that has just been rolled."""
    return stroke("M-43-22Q-44-43-23-44M43 22Q44 43 23 44", MOON, 3.2)


def _rolls_left(left: int) -> str:
    """A little die for each roll that is left, a shadow for each that is gone."""
    gone = rect(-13, -13, 26, 26, 7, SNOW, 0.16)
    return "".join(at(x, 70, use("kniffel-ready") if i < left else gone) for i, x in enumerate(row(ROLLS, ROLL, 36)))


def _ready() -> str:
    turned = stroke("M6-2.6A7 7 0 1 0 6 4.4M7-8V-2.1H1.2", INK, 2.4)
    return rect(-13, -10.5, 26, 26, 7, "#A85A0C") + rect(-13, -13, 26, 26, 7, GLOW) + turned


# The moving part


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, the = view.position, choices(view), plan(view.game.seats)
    notes = [str(now.score(seat)) for seat in range(view.game.seats)]
    parts = [row_of_plates(view, 10, PLATES, 580, notes, gap=8)]
    if view.turn is not None:
        parts.append(piece("light-column", the.x(now.turn), 0, use("kniffel-turn")))
    parts += [_column(the, seat, now.free[seat], tuple(now.sheets[seat])) for seat in range(view.game.seats)]
    if view.turn is None:
        return moving_group(*parts, _podium(view))
    parts.append(_last(the, last, before))
    if not view.quiet:
        parts.append(_boxes(the, now, may))
    parts.append(counter("rolls", use(f"kniffel-left{now.rolls}")))
    again = bool(now.rolls and may)
    parts.append(_dice(now, last, again, before.position.dice if before is not None else NO_DICE))
    if again:  # all, until some are chosen
        parts.append(action(f"reroll {_names(now.dice)}", use("kniffel-all"), x=ROLL, y=TABLE + 14))
        parts.append(finish("", use("kniffel-these"), x=ROLL, y=TABLE + 14))
    return moving_group(*parts)


@lru_cache(4096)
def _column(the: Plan, seat: int, free: int, points: tuple[int, ...]) -> str:
    """What a seat has entered, and its total."""
    entered = [
        use(f"kniffel-n{points[box]}", the.x(seat, box), the.y(box)) for box in range(BOXES) if not free >> box & 1
    ]
    total, wide = str(sum(points)), the.digit * 0.76
    x, y = the.x(seat, BOXES) - wide * (len(total) - 1) / 2, the.y(BOXES)
    entered += [use(f"kniffel-n{digit}", x + wide * i, y) for i, digit in enumerate(total)]
    return counter(f"column{seat}", *entered)


def _boxes(the: Plan, now: Rules, may: dict[str, int]) -> str:
    """What the dice on the table would bring in each box that may be filled."""
    if now.dice < FULL:
        return ""
    allowed, seat = now.allowed(), now.turn
    parts = []
    for box in range(BOXES):
        if allowed >> box & 1:
            points = now.points(box)
            offered = use(f"kniffel-s{points}", the.x(seat, box), the.y(box))
            parts.append(_offer(the, seat, box, points) if may else offered)
    return "".join(parts)


@lru_cache(2048)
def _offer(the: Plan, seat: int, box: int, points: int) -> str:
    """The whole row can be pressed: it is a larger place than the cell."""
    x = the.x(seat, box)
    inside = use("kniffel-row", the.left(box) - x) + use("kniffel-box") + use(f"kniffel-s{points}")
    return action(f"score {SHEET[box]}", inside, x=x, y=the.y(box))


@cache
def _names(throw: int) -> str:
    return " ".join(SYMBOLS[symbol] for symbol in FACES[throw][: SIZE[throw]])


def _die_x(i: int) -> float:
    return FIRST + APART * i


def _dice(now: Rules, last: str | None, again: bool, then: int) -> str:
    """The dice on the table, which may be chosen to roll them again, then those in the hand.

    Between two turns the last throw lies there until the next.
    """
    lying = SIZE[now.dice]
    if not lying and SIZE[then] == DICE:
        return chance(
            *(piece(f"die-{i + 1}", _die_x(i), TABLE, use(f"kniffel-d{FACES[then][i]}")) for i in range(DICE))
        )
    fresh = [SYMBOLS.index(name) for name in last.split()[1:]] if last and last.startswith("roll ") else []
    parts, hand = [], []
    for i in range(DICE):
        x = _die_x(i)
        if i >= lying:
            hand.append(piece(f"die-{i + 1}", x, TABLE, use("kniffel-hand")))
            continue
        symbol, new = FACES[now.dice][i], ""
        if symbol in fresh:
            fresh.remove(symbol)
            new = use("kniffel-fresh")
        name = SYMBOLS[symbol]
        part, warm = (f"reroll {name}", use("kniffel-warm")) if again else (None, "")
        parts.append(piece(f"die-{i + 1}", x, TABLE, warm, new, use(f"kniffel-d{symbol}"), part=part))
    return "".join(parts) + (chance(*hand) if hand else "")


def _last(the: Plan, last: str | None, before: View[Rules] | None) -> str:
    """The box just filled."""
    if not last or before is None or not last.startswith("score "):
        return ""
    box = SHEET.index(last[6:])
    where = f"translate({n(the.x(before.position.turn, box))} {n(the.y(box))})"
    return f'<g id="last" class="last" transform="{where}">{use("kniffel-last")}</g>'


def _podium(view: View[Rules]) -> str:
    """Who has won, where the dice have been."""
    winners = view.result.winners if view.result else ()
    parts = []
    for x, seat in zip(row(len(winners), WIDTH / 2, 92), winners, strict=True):
        points = letters(str(view.position.score(seat)), 30, 0, 18, INK)
        parts.append(at(
            x, TABLE + 4, halo(0, 0, 52, GLOW, 0.7), rect(-4, -17, 62, 34, 17, SNOW), points,
            use(f"badge{seat}", -30, -20), crown(-10, -26, 11),
        ))  # fmt: skip
    return f'<g id="winners">{"".join(parts)}</g>'
