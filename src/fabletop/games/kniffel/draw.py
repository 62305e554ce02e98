"""Space Kniffel as a picture: five dice in the night sky, and below them the sheet with a column for everybody."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from fabletop.drawing.dice import cube, die
from fabletop.drawing.lettering import fitted, letters
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
    SHADOW,
    SNOW,
    mixed,
)
from fabletop.drawing.scene import (
    Game,
    action,
    button,
    cached_still,
    chance,
    choices,
    finish,
    moving_group,
    page,
    picture,
    piece,
    warm_box,
)
from fabletop.drawing.shapes import (
    crown,
    halo,
    hills,
    lantern,
    seat_mark,
    shape,
    sheet,
    sky_stars,
)
from fabletop.drawing.svg import at, circle, define, ellipse, gradient, n, rect, stroke, use
from fabletop.engine.view import Translate, View
from fabletop.games.kniffel.dice import DICE, FACES, FULL, SIDES, SIZE, SYMBOLS
from fabletop.games.kniffel.rules import BOXES, ROLLS, SHEET
from fabletop.games.kniffel.symbols import ROCKET, UFO, miniature, sign_defs
from fabletop.games.kniffel.words import BOXES as NAMES

WIDTH, HEIGHT = 600, 860
BAR, TABLE = 34, 115  # the heights of the rolls left and of the dice
DIE, APART = 84, 106
AGAIN = 238  # the height of the button that rolls the chosen dice
TOP, LEFT, WIDE, HEAD, ROW = 330, 12, 576, 52, 38  # the sheet

WORTH = (*["×1"] * SIDES, "2", "3", "4", "5", "10")
ANY_DICE = {
    "a": ("circle", "#A84400"), "b": ("diamond", "#005587"), "c": ("triangle", "#006E50"),
    "d": ("heart", "#8E3F6B"), "e": ("square", "#8F5F00"),
}  # fmt: skip
PATTERNS = ("aaa", "aabb", "aaabb", "abcde", "aaaaa")  # of the boxes below the symbols
SPACE, SPACE2, ROCK, ROCK2 = "#2A2358", "#54407F", "#4B3F78", "#6A5A9C"


class Plan(NamedTuple):
    """The columns of the sheet."""

    names: int  # the width of the column with the boxes' names
    column: int

    def x(self, seat: int) -> float:
        """The middle of a seat's column."""
        return LEFT + self.names + (seat + 0.5) * self.column

    @staticmethod
    def y(box: int) -> float:
        """The middle of a box; the total comes after the last."""
        return TOP + HEAD + (box + 0.5) * ROW + (6 if box == BOXES else 0)


@cache
def plan(seats: int) -> Plan:
    column = min(100, (WIDE - 154) // seats)
    return Plan(WIDE - 8 - column * seats, column)


# The still part


@cached_still()
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    the = plan(game.seats)
    return "".join([
        f"<defs>{gradient('kniffel-space', NIGHT, SPACE, SPACE2)}{_defs(the, game.seats, translate)}</defs>",
        page(WIDTH, HEIGHT, "url(#kniffel-space)"),
        sky_stars(12, 8, 576, 250, 24, seed=5),
        _sky(),
        _visitors(),
        _sheet(the, game.seats, translate),
    ])  # fmt: skip


def _sky() -> str:
    """A far planet and the ground of some moon."""
    globe = circle(70, 252, 44, mixed(SPACE2, MOON, 0.35)) + circle(84, 240, 9, SHADOW, 0.12)
    ring = stroke("M8 266Q60 280 132 238", MOON, 5, stroke_opacity=0.6)
    holes = ((210, 318, 26), (398, 314, 20), (505, 322, 30), (40, 320, 20))
    craters = "".join(ellipse(x, y, r, r * 0.3, SHADOW, 0.25) for x, y, r in holes)
    return (
        globe + ring + hills(0, 262, WIDTH, 60, ROCK, 2, 3, deep=30) + hills(0, 286, WIDTH, 44, ROCK2, 3, 6, deep=40)
        + rect(0, TOP + 20, WIDTH, HEIGHT - TOP - 22, 22, ROCK2) + rect(0, TOP + 10, WIDTH, 60, 0, ROCK2) + craters
    )  # fmt: skip


def _visitors() -> str:
    """Who comes by."""
    dots = ((-44, 52, 7), (-58, 68, 9), (-76, 80, 7), (-52, 84, 6), (-88, 94, 5))
    smoke = "".join(circle(150 + x, 222 + y, r, SNOW, 0.22) for x, y, r in dots)
    return smoke + miniature(ROCKET, 150, 222, 90) + halo(494, 232, 50, MOON, 0.35) + miniature(UFO, 494, 232, 86)


def _sheet(the: Plan, seats: int, _: Translate) -> str:
    parts = [sheet(LEFT, TOP, WIDE, HEIGHT - TOP - 12, 18, PAPER, 5)]
    for box in range(BOXES):
        y = the.y(box)
        if box % 2 == 0:
            parts.append(rect(LEFT + 6, y - ROW / 2, WIDE - 12, ROW, 8, PAPER2))
        parts.append(_name(the, box, y, _))
    low = the.y(BOXES) - ROW / 2 - 3
    parts.append(stroke(f"M{LEFT + 12} {n(low)}H{LEFT + WIDE - 12}", PAPER3, 2.5))
    parts.append(fitted(_("total"), LEFT + 18, the.y(BOXES), 17, the.names - 30, INK, "start"))
    for seat in range(seats):
        x, half = the.x(seat), the.column / 2 - 5
        parts += [use(f"kniffel-c{seat}", x, the.y(box)) for box in range(BOXES)]
        parts.append(rect(x - half, the.y(BOXES) - 15, 2 * half, 32, 10, SEATS[seat].tint))
    return "".join(parts)


def _name(the: Plan, box: int, y: float, _: Translate) -> str:
    """A box's picture, its name where there is room, and what it brings."""
    left, right = LEFT + 14, LEFT + the.names - 8
    worth = rect(right - 29, y - 11, 29, 22, 11, PAPER3) + letters(WORTH[box], right - 14.5, y, 12.5, INK)
    if box < SIDES:
        word = fitted(_(NAMES[SHEET[box]]), left + 40, y, 15, right - left - 72, INK, "start")
        return miniature(box, left + 18, y, 34) + word + worth
    picture = "".join(use(f"kniffel-{kind}", left + 9 + 18.5 * i, y) for i, kind in enumerate(PATTERNS[box - SIDES]))
    room = right - left - 134
    word = fitted(_(NAMES[SHEET[box]]), left + 98, y, 15, room, INK, "start") if room > 60 else ""
    return picture + word + worth


def _any_die(name: str, fill: str) -> str:
    """A little die, to say that some are alike and others are not."""
    return rect(-8.5, -8, 17, 18, 5, PAPER3) + rect(-8.5, -9, 17, 17, 5, SNOW) + shape(name, 0, -0.5, 5.4, fill)


def _defs(the: Plan, seats: int, _: Translate) -> str:
    """What the moving part uses again and again."""
    half, high = the.column / 2 - 5, HEIGHT - TOP - 22
    last = f'<rect x="{n(-half)}" y="-15" width="{n(2 * half)}" height="30" rx="8" fill="{GLOW}" fill-opacity=".45" ' \
           f'stroke="{EMBER}" stroke-width="3.4" stroke-dasharray="0 7" stroke-linecap="round"/>'  # fmt: skip
    marked = [
        sign_defs(),
        define("kniffel-cube", at(0, 0, cube(), scale=DIE / 100)),
        *(define(f"kniffel-{kind}", _any_die(*cut)) for kind, cut in ANY_DICE.items()),
        *(define(f"kniffel-c{seat}", _cell(seat, half)) for seat in range(seats)),
        *(define(f"kniffel-d{i}", use("kniffel-cube"), miniature(i, 0, -2.5, 62)) for i in range(SIDES)),
        define("kniffel-hand", die(None, 0, 0, DIE, mixed(DUSK, SNOW, 0.16), MOON, turn=-8)),
        define("kniffel-fresh", _tumble()),
        define("kniffel-warm", warm_box(-45, -45, 90, 91, 23, 3)),
        define("kniffel-these", button(_("roll these"), 216, 60)),
        define("kniffel-all", button(_("roll all"), 128, 44)),
        define("kniffel-box", warm_box(-half, -15, 2 * half, 30, 8, 2.4)),
        define("kniffel-last", last),
        define("kniffel-turn", _light(half, high)),
        define("kniffel-lamp", lantern(0, 0, 9, True)),
        define("kniffel-dark", lantern(17, 0, 7, False)),
        define("kniffel-crown", crown(0, 0, 10)),
        *(define(f"kniffel-n{i}", letters(str(i), 0, 0, 17, INK)) for i in range(11)),
        *(define(f"kniffel-s{i}", letters(str(i), 0, 0, 16, "#8A4A00", weight=1.4)) for i in range(11)),
        *(define(f"kniffel-t{i}", letters(str(i), 0, 0, 18, INK)) for i in range(10)),
        *(define(f"kniffel-h{seat}", _head(seat)) for seat in range(seats)),
        *(define(f"kniffel-u{seat}", use(f"kniffel-h{seat}", -13), use("kniffel-dark")) for seat in range(seats)),
        define("kniffel-ready", _ready()),
        *(define(f"kniffel-left{left}", _rolls_left(left)) for left in range(ROLLS + 1)),
    ]
    return "".join(marked)


def _cell(seat: int, half: float) -> str:
    return rect(-half, -15, 2 * half, 30, 8, mixed(SNOW, SEATS[seat].tint, 0.35))


def _light(half: float, high: float) -> str:
    """On the column of the seat on turn."""
    return (
        f'<rect x="{n(-half - 3)}" y="{TOP + 5}" width="{n(2 * half + 6)}" height="{n(high)}" rx="13" fill="{GLOW}"'
        f' fill-opacity=".25" stroke="{GLOW}" stroke-width="4"/>'
    )


def _tumble() -> str:
    """Beside a die that has just been rolled."""
    return stroke("M-48-24Q-49-48-26-49M48 24Q49 48 26 49", MOON, 3.4)


def _rolls_left(left: int) -> str:
    """A little die for each roll that is left, a shadow for each that is gone."""
    gone = rect(-15, -15, 30, 30, 8, SNOW, 0.16)
    return "".join(at(262 + 38 * i, BAR, use("kniffel-ready") if i < left else gone) for i in range(ROLLS))


def _ready() -> str:
    turned = stroke("M7-3A8 8 0 1 0 7 5M8-9V-2.4H1.4", INK, 2.6)
    return rect(-15, -12, 30, 30, 8, "#A85A0C") + rect(-15, -15, 30, 30, 8, GLOW) + turned


def _head(seat: int) -> str:
    mark = SEATS[seat]
    ring = circle(0, 2, 16, SHADOW, 0.2) + circle(0, 0, 16, mark.colour) + circle(0, 0, 11.4, SNOW)
    return ring + seat_mark(seat, 0, 0, 7.4, mark.shade)


# The moving part


def draw(view: View, *, last: str | None = None, before: View | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View, *, last: str | None = None, before: View | None = None) -> str:
    now, may, the = view.position, choices(view), plan(view.game.seats)
    over = view.turn is None
    winners = view.result.winners if over and view.result else ()
    parts = [f'<g id="turn">{use("kniffel-turn", the.x(now.turn))}</g>' if not over else ""]
    for seat in range(view.game.seats):
        parts.append(_column(the, seat, now.free[seat], tuple(now.sheets[seat])))
        sign = "crown" if seat in winners else "" if over or seat != now.turn else "lamp"
        parts.append(_heading(the, seat, sign, seat == view.seat))
    if over:
        return moving_group(*parts, _podium(now, winners))
    parts.append(_last(the, last, before))
    parts.append(_boxes(the, now, may))
    again = bool(now.rolls and may)
    parts.append(_bar(now, again))
    parts.append(_dice(now, last, again))
    if again:
        parts.append(finish("", use("kniffel-these"), x=WIDTH / 2 + 20, y=AGAIN))
    return moving_group(*parts)


@lru_cache(4096)
def _column(the: Plan, seat: int, free: int, points: tuple[int, ...]) -> str:
    """What a seat has entered, and its total."""
    parts = [f'<g id="column{seat}" transform="translate({n(the.x(seat))} 0)">']
    for box in range(BOXES):
        if not free >> box & 1:
            parts.append(use(f"kniffel-n{points[box]}", 0, the.y(box)))
    total, y = str(sum(points)), the.y(BOXES) + 1
    shift = 6.8 * (len(total) - 1)
    parts += [use(f"kniffel-t{digit}", 13.6 * i - shift, y) for i, digit in enumerate(total)]
    return "".join(parts) + "</g>"


@cache
def _heading(the: Plan, seat: int, sign: str, you: bool) -> str:
    x, y = the.x(seat), TOP + 28
    edge = stroke(f"M{n(x - 22)} {y + 20.5}H{n(x + 22)}", SEATS[seat].colour, 4) if you else ""
    if sign:
        shown = use(f"kniffel-h{seat}", x - 13, y) + use(f"kniffel-{sign}", x + 17, y)
    else:
        shown = use(f"kniffel-u{seat}", x, y)
    return f'<g id="plate{seat}" class="plate">{shown}{edge}</g>'


def _boxes(the: Plan, now: Any, may: dict[str, int]) -> str:
    """What the dice on the table would bring in each box that may be filled."""
    if now.dice < FULL:
        return ""
    allowed, x = now.allowed(), the.x(now.turn)
    parts = []
    for box in range(BOXES):
        if allowed >> box & 1:
            points, y = now.points(box), the.y(box)
            if may:
                parts.append(_offer(box, points, x, y))
            else:
                parts.append(use(f"kniffel-s{points}", x, y))
    return "".join(parts)


@lru_cache(2048)
def _offer(box: int, points: int, x: float, y: float) -> str:
    return action(f"score {SHEET[box]}", use("kniffel-box"), use(f"kniffel-s{points}"), x=x, y=y)


def _bar(now: Any, again: bool) -> str:
    """Whose dice these are, how many rolls are left, and all five once more."""
    parts = [use(f"kniffel-h{now.turn}", 40, BAR), use("kniffel-lamp", 76, BAR), use(f"kniffel-left{now.rolls}")]
    if again:
        parts.append(action(f"reroll {_names(now.dice)}", use("kniffel-all"), x=512, y=BAR))
    return "".join(parts)


@cache
def _names(throw: int) -> str:
    return " ".join(SYMBOLS[symbol] for symbol in FACES[throw][: SIZE[throw]])


def _dice(now: Any, last: str | None, again: bool) -> str:
    """The dice on the table, which may be chosen to roll them again, then those in the hand."""
    lying = SIZE[now.dice]
    fresh = [SYMBOLS.index(name) for name in last.split()[1:]] if last and last.startswith("roll ") else []
    parts, hand = [], []
    for i in range(DICE):
        x = WIDTH / 2 + APART * (i - 2)
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


def _last(the: Plan, last: str | None, before: View | None) -> str:
    """The box just filled."""
    if not last or before is None or not last.startswith("score "):
        return ""
    x, y = the.x(before.position.turn), the.y(SHEET.index(last[6:]))
    return f'<g id="last" class="last" transform="translate({n(x)} {n(y)})">{use("kniffel-last")}</g>'


def _podium(now: Any, winners: tuple[int, ...]) -> str:
    """Who has won, where the dice have been."""
    parts = []
    for i, seat in enumerate(winners):
        x, mark = WIDTH / 2 + 92 * (i - (len(winners) - 1) / 2), SEATS[seat]
        parts.append(at(
            x, 112, halo(0, 0, 74, GLOW, 0.7), circle(0, 0, 38, mark.colour), circle(0, 0, 29, SNOW),
            seat_mark(seat, 0, 0, 19, mark.shade), crown(0, -50, 19),
            rect(-30, 46, 60, 30, 15, SNOW), letters(str(now.score(seat)), 0, 61, 18, INK),
        ))  # fmt: skip
    return f'<g id="winners">{"".join(parts)}</g>'
