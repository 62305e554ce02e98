"""The Duck Game as a picture: figures on a trail that winds inwards through the evening meadow to the pond."""

from __future__ import annotations

from functools import cache
from typing import Any

from fabletop.drawing.dice import die
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import GLOW, INK, MOON, NIGHT, PAPER2, SEATS, SNOW
from fabletop.drawing.pawns import pawn
from fabletop.drawing.scene import (
    Game,
    action,
    button,
    cached_still,
    chance,
    choices,
    last_spot,
    moving_group,
    picture,
    piece,
    plate,
    trail,
    warm_ring,
)
from fabletop.drawing.shapes import disc, seat_mark
from fabletop.drawing.svg import Point, at, circle, path, rect, stroke
from fabletop.engine.view import Translate, View
from fabletop.games.duck import scenery
from fabletop.games.duck.board import DUCK, EVENT, GOTO, LAST, QUIET, RAIN, VALUE
from fabletop.games.duck.rules import OFF, START
from fabletop.games.duck.scenery import FRONT, HEIGHT, WATER2, WIDTH, tiles

CLOUD = "#7B8FA6"
DIE: Point = (544, 700)
# Where figures stand on a square, seen from its middle, and how large they are: one, two, three or four of them
CROWDS: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((9, 26),), 1.2),
    (((-13, 22), (13, 22)), 0.98),
    (((0, 3), (-14, 26), (14, 26)), 0.82),
    (((-13, 3), (13, 3), (-13, 26), (13, 26)), 0.82),
)


@cached_still()
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    now: Any = game.new().rules
    return scenery.still(game.seats, DUCK[now.ducks], now.field3 != OFF)


def draw(view: View, *, last: str | None = None, before: View | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View, *, last: str | None = None, before: View | None = None) -> str:
    now, may, _ = view.position, choices(view), view.translate
    parts = [_plates(view)]
    if before is not None and last is not None:
        parts.append(_last(now, before.position, last))
    if may:
        word, target = "hop" if "hop" in may else "go", _target(now)
        said = _("hop") if word == "hop" else _("go")
        x, y = tiles()[target].middle
        parts += [
            action(word, _goal(now.turn), x=x, y=y),
            _figures(view, word),
            action(word, button(f"{said} →{target}", 118, 50), x=318, y=696),
        ]
        if "stay" in may:  # a hop may be compulsory
            parts.append(action("stay", button(_("stay"), 78, 50), x=430, y=696))
    else:
        parts.append(_figures(view, ""))
    parts.append(_die(view))
    return moving_group(*parts)


def _target(now: Any) -> int:
    """Where the question leads."""
    here: int = now.at[now.turn]
    target: int = here + now.die if now.on_duck(here) else now.catch_up()
    return min(target, LAST)


@cache
def _goal(seat: int) -> str:
    ring = stroke("M-22 0A22 22 0 1 1 22 0A22 22 0 1 1-22 0", SEATS[seat].shade, 3.6, stroke_dasharray="1 7.64")
    return circle(0, 0, 27, GLOW, 0.5) + circle(0, 0, 22, SNOW, 0.5) + ring


# Figures


def place(now: Any, seat: int) -> tuple[float, float, float]:
    """Where a figure stands and how large it is; those who share a square stand side by side."""
    square = now.at[seat]
    if square == START:
        return 48 + 48 * seat, FRONT + 20, 1.2
    here = [other for other in range(now.seats) if now.at[other] == square]
    spots, size = CROWDS[len(here) - 1]
    (x, y), (dx, dy) = tiles()[square].middle, spots[here.index(seat)]
    return x + dx, y + dy, size


def _figures(view: View, word: str) -> str:
    """Figures further down stand in front; `word` is what pressing the own one does."""
    now, standing = view.position, []
    for seat in range(view.game.seats):
        x, y, size = place(now, seat)
        square = now.at[seat]
        body = _figure(seat, size) + _plight(square, now.missing[seat], size)
        if word and seat == view.seat:
            drawn = piece(f"pawn-{seat}", x, y, warm_ring(0, -18, 23), body, act=word)
        else:
            drawn = piece(f"pawn-{seat}", x, y, body)
        standing.append((y, seat, drawn))
    standing.sort()
    return "".join(drawn for _, _, drawn in standing)


@cache
def _figure(seat: int, size: float) -> str:
    return at(0, 0, pawn(seat), scale=size)


@cache
def _plight(square: int, missing: int, size: float) -> str:
    """What a figure suffers: rain, or turns that it sleeps through."""
    drawn = ""
    if EVENT[square] == RAIN:
        drops = stroke("M-13-38l-2 6M-4-36l-2 6M7-38l-2 6M14-34l-2 6", WATER2, 2.6)
        cloud = "M-12-44C-20-44-20-53-13-53C-12-61-1-61 1-56C6-60 16-57 14-51C20-50 19-44 13-44Z"
        drawn = at(0, 2, path(cloud, CLOUD), drops, scale=size / 1.2)
    return drawn + at(12 * size, -38 * size, _sleep(missing)) if missing else drawn


@cache
def _sleep(missing: int) -> str:
    wide = 10 + 9 * missing
    return rect(-wide / 2, -9, wide, 18, 9, NIGHT) + letters("z" * missing, 0, 0, 13, MOON)


# Around the board


def _plates(view: View) -> str:
    seats, now = view.game.seats, view.position
    wide = min(132, (576 - 12 * (seats - 1)) / seats)
    left = (WIDTH - wide * seats - 12 * (seats - 1)) / 2
    parts = []
    for seat in range(seats):
        x = left + seat * (wide + 12)
        parts.append(plate(view, seat, x, 14, wide, str(now.at[seat])))
        if now.missing[seat] or EVENT[now.at[seat]] == RAIN:
            parts.append(at(x + 84, 34, _worry(now.missing[seat])))
    return "".join(parts)


@cache
def _worry(missing: int) -> str:
    """The plight of a figure once more, for its plate."""
    if missing:
        return _sleep(missing)
    cloud = "M-9 0C-15 0-15-7-9-7C-9-13 0-13 1-9C5-12 12-10 11-5C15-5 14 0 10 0Z"
    return path(cloud, CLOUD) + stroke("M-7 4l-2 5M1 4l-2 5M9 4l-2 5", WATER2, 2.6)


def _die(view: View) -> str:
    now = view.position
    if view.turn is None:
        return ""
    if now.die:
        cube = piece("die", *DIE, die(now.die, 0, 0, 58))
    else:
        cube = chance(piece("die", *DIE, die(None, 0, 0, 58, turn=-10)))
    return _mat(now.turn) + cube


@cache
def _mat(seat: int) -> str:
    """A mat below the die, in the colour of whoever rolls."""
    x, y = DIE
    mark = SEATS[seat]
    return (
        disc(x, y + 2, 46, mark.colour) + circle(x, y + 2, 41, mark.tint)
        + circle(x - 34, y - 30, 13, SNOW) + seat_mark(seat, x - 34, y - 30, 8, mark.shade)
    )  # fmt: skip


# The last move


def _last(now: Any, then: Any, last: str) -> str:
    """The way of the figure that has moved, of those it sent back, and a roll that led nowhere."""
    mover, parts = then.turn, []
    old, new = then.at[mover], now.at[mover]
    for seat in range(now.seats):
        if seat != mover and then.at[seat] != now.at[seat]:
            ends = [_foot(then, seat), _foot(now, seat)]
            parts.append(trail(ends, 7, id=f"thrown-{seat}"))
    if last.startswith("roll") and not now.die:
        parts.append(_rolled(mover, int(last[5:])))
    if old != new:
        parts.append(trail(_way(now, then, last, old, new), 10))
    else:
        x, y = tiles()[new].middle if new else _foot(now, mover)
        parts.append(last_spot(x, y, 24))
    return "".join(parts)


def _way(now: Any, then: Any, last: str, old: int, new: int) -> list[Point]:
    """Square by square as far as the die, then from where it was sent to where."""
    steps = then.die
    if last.startswith("roll"):
        steps = int(last[5:])
    elif last == "go":
        steps = 0
    first = min(old + steps, LAST)
    points = [_foot(then, then.turn) if square == START else tiles()[square].middle for square in range(old, first + 1)]
    square, acts = first, True
    while square != new and acts and len(points) < 40:  # as the rules send it
        if EVENT[square] == GOTO:
            acts, square = not QUIET[square], VALUE[square]
        elif last != "go" and now.on_duck(square):
            square = min(square + steps, LAST)
        else:
            break
        points.append(tiles()[square].middle)
    if square != new:
        points.append(tiles()[new].middle)
    return points


def _foot(now: Any, seat: int) -> Point:
    x, y, _ = place(now, seat)
    return x, y - 4


@cache
def _rolled(seat: int, face: int) -> str:
    """The roll that has just been used."""
    x, y = DIE[0] - 74, DIE[1] + 12
    whose = circle(x - 17, y - 17, 9.5, SNOW) + seat_mark(seat, x - 17, y - 17, 6, SEATS[seat].shade)
    return f'<g id="rolled" class="last">{die(face, x, y, 34, PAPER2, INK, 8)}{whose}</g>'


def squares(game: Game) -> dict[int, Square]:
    """Where figures come to stand."""
    return {i: Square(f"square {i}", *tiles()[i].middle, 19) for i in range(1, LAST + 1)}
