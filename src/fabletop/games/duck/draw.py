"""The Duck Game as a picture: figures on a trail that winds inwards through the evening meadow to the pond."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fabletop.drawing.dice import lying
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import GLOW, MOON, NIGHT, SEATS, SNOW
from fabletop.drawing.pawns import pawn
from fabletop.drawing.scene import (
    Game,
    action,
    button,
    cached_still,
    chance,
    choices,
    counter,
    last_spot,
    moving_group,
    picture,
    piece,
    plate,
    trail,
    warm_ring,
)
from fabletop.drawing.shapes import disc, seat_mark
from fabletop.drawing.signs import house_sign
from fabletop.drawing.svg import Point, at, circle, path, rect, stroke
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import Translate, View
from fabletop.games.duck import scenery
from fabletop.games.duck.board import DUCK, EVENT, GOTO, LAST, QUIET, RAIN, VALUE
from fabletop.games.duck.rules import OFF, START, Rules
from fabletop.games.duck.scenery import FRONT, HEIGHT, WATER2, WIDTH, boat, duckling, tiles

same_for_all = True  # one drawing for all who look on (drawing/own.py)

CLOUD = "#7B8FA6"
DIE: Point = (544, 700)
# Where figures stand on a square, seen from its middle, and how large they are: one, two, three or four of them
CROWDS: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((9, 26),), 1.2),
    (((-13, 22), (13, 22)), 0.98),
    (((0, 3), (-14, 26), (14, 26)), 0.82),
    (((-13, 3), (13, 3), (-13, 26), (13, 26)), 0.82),
)


@cached_still(per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    now: Rules = game.new().rules
    return scenery.still(colours, DUCK[now.ducks], now.field3 != OFF)


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, _ = view.position, choices(view), view.translate
    parts = [_plates(view)]
    if before is not None and last is not None:
        parts.append(_last(view, before.position, last))
    if may:
        word, target = "hop" if "hop" in may else "go", _target(now)
        said = _("hop") if word == "hop" else _("go")
        x, y = tiles()[target].middle
        parts += [
            action(word, _goal(view.colours[now.turn]), x=x, y=y),
            _figures(view, word),
            action(word, button(f"{said} →{target}", 134, 50, _sign(word)), x=318, y=696),
        ]
        if "stay" in may:  # a hop may be compulsory
            parts.append(action("stay", button(_("stay"), 96, 50, _sign("stay")), x=437, y=696))
    else:
        parts.append(_figures(view, ""))
    parts.append(_die(view))
    return moving_group(*parts)


@cache
def _sign(word: str) -> str:
    """What a button does, for those who do not read."""
    return house_sign("palm") if word == "stay" else at(0, 0, duckling() if word == "hop" else boat(), scale=2)


def _target(now: Rules) -> int:
    """Where the question leads."""
    here: int = now.at[now.turn]
    target: int = here + now.die if now.on_duck(here) else now.catch_up()
    return min(target, LAST)


@cache
def _goal(colour: int) -> str:
    ring = stroke("M-22 0A22 22 0 1 1 22 0A22 22 0 1 1-22 0", SEATS[colour].shade, 3.6, stroke_dasharray="1 7.64")
    return circle(0, 0, 27, GLOW, 0.5) + circle(0, 0, 22, SNOW, 0.5) + ring


# Figures


def place(now: Rules, seat: int) -> tuple[float, float, float]:
    """Where a figure stands and how large it is; those who share a square stand side by side."""
    square = now.at[seat]
    if square == START:
        return 48 + 48 * seat, FRONT + 20, 1.2
    here = [other for other in range(now.seats) if now.at[other] == square]
    spots, size = CROWDS[len(here) - 1]
    (x, y), (dx, dy) = tiles()[square].middle, spots[here.index(seat)]
    return x + dx, y + dy, size


def _figures(view: View[Rules], word: str) -> str:
    """Figures further down stand in front; `word` is what pressing the own one does."""
    now, standing = view.position, []
    for seat in range(view.game.seats):
        x, y, size = place(now, seat)
        square = now.at[seat]
        body = pawn(seat) + _plight(square, now.missing[seat])
        if word and seat == view.seat:
            drawn = piece(f"pawn-{seat}", x, y, warm_ring(0, -15, 19), body, size=size, act=word)
        else:
            drawn = piece(f"pawn-{seat}", x, y, body, size=size)
        standing.append((y, seat, drawn))
    standing.sort()
    return "".join(drawn for _, _, drawn in standing)


@cache
def _plight(square: int, missing: int) -> str:
    """What a figure suffers: rain, or turns that it sleeps through."""
    drawn = ""
    if EVENT[square] == RAIN:
        drops = stroke("M-13-38l-2 6M-4-36l-2 6M7-38l-2 6M14-34l-2 6", WATER2, 2.6)
        cloud = "M-12-44C-20-44-20-53-13-53C-12-61-1-61 1-56C6-60 16-57 14-51C20-50 19-44 13-44Z"
        drawn = at(0, 2, path(cloud, CLOUD), drops, scale=0.83)
    return drawn + at(12, -38, _sleep(missing), scale=0.9) if missing else drawn


@cache
def _sleep(missing: int) -> str:
    wide = 10 + 9 * missing
    return rect(-wide / 2, -9, wide, 18, 9, NIGHT) + letters("z" * missing, 0, 0, 13, MOON)


# Around the board


def _plates(view: View[Rules]) -> str:
    seats, now = view.game.seats, view.position
    wide = min(170 if view.names else 132, (576 - 12 * (seats - 1)) / seats)
    left = (WIDTH - wide * seats - 12 * (seats - 1)) / 2
    high, size = (42.5, 0.66) if view.names else (34, 1.0)  # beside the number, not on the name above it
    parts = []
    for seat in range(seats):
        x = left + seat * (wide + 12)
        parts.append(plate(view, seat, x, 14, wide, str(now.at[seat])))
        if now.missing[seat] or EVENT[now.at[seat]] == RAIN:
            parts.append(counter(f"worry{seat}", at(0, 0, _worry(now.missing[seat]), scale=size), x=x + 84, y=high))
    return "".join(parts)


@cache
def _worry(missing: int) -> str:
    """The plight of a figure once more, for its plate."""
    if missing:
        return _sleep(missing)
    cloud = "M-9 0C-15 0-15-7-9-7C-9-13 0-13 1-9C5-12 12-10 11-5C15-5 14 0 10 0Z"
    return path(cloud, CLOUD) + stroke("M-7 4l-2 5M1 4l-2 5M9 4l-2 5", WATER2, 2.6)


def _die(view: View[Rules]) -> str:
    """The last throw of anybody lies there until the next; where it is time to throw, the die stands in the light."""
    now, (x, y) = view.position, DIE
    face = now.die or (int(view.thrown[5:]) if view.thrown else None)
    cube = piece("die", x, y, lying(face), size=0.58, turn=0 if face else -10)
    waits = view.turn == CHANCE and not view.quiet
    return _mat(view.colours[now.turn]) + (chance(circle(x, y, 40, GLOW, 0.75), cube) if waits else cube)


@cache
def _mat(colour: int) -> str:
    """A mat below the die, in the colour of whoever rolls."""
    x, y = DIE
    mark = SEATS[colour]
    return (
        disc(x, y + 2, 46, mark.colour) + circle(x, y + 2, 41, mark.tint)
        + circle(x - 34, y - 30, 13, SNOW) + seat_mark(colour, x - 34, y - 30, 8, mark.shade)
    )  # fmt: skip


# The last move


def _last(view: View[Rules], then: Rules, last: str) -> str:
    """The way of the figure that has moved, of those it sent back, and a roll that led nowhere."""
    now, mover, parts = view.position, then.turn, []
    new = now.at[mover]
    for seat in range(now.seats):
        if seat != mover and then.at[seat] != now.at[seat]:
            ends = [_foot(then, seat), _foot(now, seat)]
            parts.append(trail(ends, 7, id=f"thrown-{seat}"))
    if stops := landings(then, now, last):
        parts.append(trail(_way(then, stops, last != "go"), 10))
    else:
        x, y = tiles()[new].middle if new else _foot(now, mover)
        parts.append(last_spot(x, y, 24))
    return "".join(parts)


def landings(then: Rules, now: Rules, act: str) -> list[int]:
    """Where the figure on turn comes to stand, one square after the other, as the rules send it; none: it stays."""
    here: int = then.at[then.turn]
    face = int(act[5:]) if act.startswith("roll") else then.die
    if act == "stay" or (act == "go" and now.at[then.turn] == here):
        return []
    if act.startswith("roll") and EVENT[here] == RAIN and face != VALUE[here]:
        return []
    square = then.catch_up() if act == "go" else min(here + face, LAST)
    stops, acts = [square], True
    while acts and EVENT[square] == GOTO:
        acts, square = not QUIET[square], VALUE[square]
        stops.append(square)
    return stops


def _way(then: Rules, stops: list[int], walks: bool) -> list[Point]:
    """Square by square as far as the die, then from where it was sent to where."""
    old = then.at[then.turn]
    steps = range(old, stops[0] + 1) if walks else (old, stops[0])
    points = [_foot(then, then.turn) if square == START else tiles()[square].middle for square in steps]
    return points + [tiles()[square].middle for square in stops[1:]]


def _foot(now: Rules, seat: int) -> Point:
    x, y, _ = place(now, seat)
    return x, y - 4


def squares(game: Game) -> dict[int, Square]:
    """Where figures come to stand."""
    return {i: Square(f"square {i}", *tiles()[i].middle, 19) for i in range(1, LAST + 1)}
