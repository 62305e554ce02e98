"""Nutcracker as a picture: two Claras on a winding path through the snow, the Mouse King, the palace and its tower."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fabletop.drawing.dice import lying
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import GLOW, INK, MOON, NIGHT, SEATS, SNOW
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
)
from fabletop.drawing.shapes import disc, halo, seat_mark
from fabletop.drawing.signs import house_sign
from fabletop.drawing.svg import at, circle, path, rect, stroke, use
from fabletop.engine.view import Translate, View
from fabletop.games.nutcracker import scenery
from fabletop.games.nutcracker.board import CARDS, KEY, KING_START, START
from fabletop.games.nutcracker.figures import CAPE, clara, king, nutcracker
from fabletop.games.nutcracker.rules import (
    DRAW,
    END,
    KING_ROLL,
    PICK_KING_WAY,
    PICK_SIDE,
    PICK_WAY,
    REVEAL,
    ROLL,
    STAY,
    UNKNOWN,
    UP,
    Rules,
)
from fabletop.games.nutcracker.scenery import DIE, HEIGHTS, SHELF, SILL, TOWER, WIDTH, WINDOWS, spot, way

same_for_all = True  # one drawing for all who look on (drawing/own.py)

PLATE = 132
PLATES = ((14, 14), (WIDTH - PLATE - 14, 14))
SIDES = ("left", "right")
CARD_NAMES = ("sceptre", "fairy")
FRONT, USED = (162, SHELF + 2), (66, SHELF)  # the card in front of the pile, and where one in use lies


@cached_still(per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    now: Rules = game.new().rules
    return scenery.still(now.level, colours)


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHTS[view.position.level], still=_still(view),
        moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may = view.position, choices(view)
    parts = [_plates(view)]
    if before is not None and last is not None:
        parts.append(_last(now, before.position))
    if now.level == 2:
        parts += [_tower(now, may), _cards(now, before.position if before is not None else None)]
    if now.phase in (PICK_WAY, PICK_KING_WAY) and may:
        parts.append(_ways(view, may))
    parts += [_figures(now, may), _die(view)]
    return moving_group(*parts)


# Whose turn it is


def _plates(view: View[Rules]) -> str:
    now, parts = view.position, []
    for seat in (0, 1):
        x, y = PLATES[seat]
        where = now.claras[seat]
        parts.append(plate(view, seat, x, y, PLATE, str(min(where, KEY))))
        if now.rests[seat]:
            parts.append(at(x + 82, y + 20, _sleep()))
        elif now.united[seat]:
            parts.append(at(x + 82, y + 37, nutcracker(seat), scale=0.6))
    return "".join(parts)


@cache
def _sleep() -> str:
    return circle(0, 0, 10.5, NIGHT) + letters("z", 0, 0, 14, MOON)


# Figures


def _figures(now: Rules, may: dict[str, int]) -> str:
    """Everybody on the path; those further down stand in front."""
    standing = []
    for seat in (0, 1):
        x, y = _stand(now, seat)
        together = bool(now.united[seat])
        body = _clara(seat, together, bool(now.rests[seat]))
        standing.append((y, seat, piece(f"clara-{seat}", x, y, body)))
        if together:
            standing.append((y + 0.1, seat, piece(f"nut-{seat}", x + 13, y + 1, nutcracker(seat))))
    x, y = _king_stand(now)
    standing.append((y, 2, piece("king", x, y, _king(now.heading if now.level == 1 else None, now.king))))
    standing.sort()
    return "".join(drawn for _, _, drawn in standing)


def _stand(now: Rules, seat: int) -> tuple[float, float]:
    """Where a Clara stands: in the middle, or beside whoever is there too."""
    where = now.claras[seat]
    x, y = spot(where)
    if where == now.claras[1 - seat]:
        x += -22 if seat == 0 else 22
    elif where == now.king:
        x = _inward(x) - 17
    return x - 7 * now.united[seat], y + 17


def _inward(x: float) -> float:
    """Where several stand together they keep away from the edge."""
    return min(max(x, 70), WIDTH - 70)


def _king_stand(now: Rules) -> tuple[float, float]:
    x, y = spot(now.king)
    here = [seat for seat in (0, 1) if now.claras[seat] == now.king]
    if len(here) == 2:
        return x, y + 30
    return (_inward(x) + 17 + 4 * now.united[here[0]], y + 19) if here else (x, y + 18)


@cache
def _clara(seat: int, together: bool, rests: bool) -> str:
    body = at(-6, 0, clara(seat), scale=1.04) if together else at(0, 0, clara(seat), scale=1.12)
    return body + at(-17, -53, _sleep()) if rests else body


@cache
def _king(heading: int | None, where: int) -> str:
    """The King, and on level 1 an arrow that says which way he travels."""
    body = at(0, 0, king(), scale=1.1)
    if heading is None:
        return body
    d = "M0-7L7 2H2.6V8H-2.6V2H-7Z"
    arrow = path(d, GLOW, transform=None if heading == UP else "rotate(180)")
    return body + at(26, -33, circle(0, 0, 11, NIGHT), arrow)


# Up or down?


def _ways(view: View[Rules], may: dict[str, int]) -> str:
    """Where the figure or the King would go: rings on the path, and a button for each way beside the die."""
    now, _ = view.position, view.translate
    hunts = now.phase == PICK_WAY
    words = ("up", "down") if hunts else ("king up", "king down")
    parts = []
    for i, word in enumerate(words):
        if word not in may:
            continue
        steps = -now.die if i else now.die
        target = now.clara_walk(steps) if hunts else now.king_walk(steps)
        if target != STAY:
            x, y = spot(target)
            parts.append(action(word, _goal(view.colours[now.turn] if hunts else None, i), x=x, y=y))
        parts.append(action(word, _way_button(i, hunts, _("Down") if i else _("Up")), x=424, y=322 + 49 * i))
    return "".join(parts)


@cache
def _goal(mark: int | None, down: int) -> str:
    colour = CAPE if mark is None else SEATS[mark].shade
    ring = stroke("M-23 0A23 23 0 1 1 23 0A23 23 0 1 1-23 0", colour, 3.8, stroke_dasharray="1 8.03")
    arrow = path("M0-11L11 3H4.4V11H-4.4V3H-11Z", colour, transform="rotate(180)" if down else None)
    return circle(0, 0, 29, GLOW, 0.55) + circle(0, 0, 23, SNOW, 0.8) + ring + arrow


@cache
def _way_button(down: int, hunts: bool, word: str) -> str:
    """Words for those who read, an arrow for those who do not; a crown if it is the King who goes."""
    who = "" if hunts else use("nutcracker-crown", -66, 0)
    return button(word, 112, 42, house_sign("down" if down else "up")) + who


# The tower


def _tower(now: Rules, may: dict[str, int]) -> str:
    """Who sits where, as far as anybody knows; on level 2 the windows left and right can be chosen."""
    y = SILL
    turned = now.phase == REVEAL and now.tower != UNKNOWN  # a moment on the stage: somebody stands at the door
    parts = [scenery.open_door()] if turned else []
    for side in (0, 1):
        x = WINDOWS[2 * side]
        act = f"turn {SIDES[side]}"
        if act in may:
            parts.append(action(act, _lit(side), x=x, y=y))
        elif now.phase == REVEAL and not turned and (now.reshuffle_tower or now.side == side):
            parts.append(chance(at(x, y, _lit(side))))
        parts.append(_inside(now, side, WINDOWS[1] if turned and now.side == side else x, y))
    return "".join(parts)


def _inside(now: Rules, side: int, x: float, y: float) -> str:
    """What a window shows: a shadow that nobody knows, a Nutcracker, or nothing."""
    if all(now.united):
        return ""
    if now.tower == UNKNOWN:
        return counter(f"window{side}", _shadow(), x=x, y=y)
    seat = (now.tower - 1) ^ side
    return "" if now.united[seat] else piece(f"nut-{seat}", x, y, _at_home(seat))


@cache
def _at_home(seat: int) -> str:
    return circle(0, -26, 18, GLOW, 0.55) + at(0, 0, nutcracker(seat), scale=0.9)


@cache
def _shadow() -> str:
    shape = "M-9 0V-26Q-9-30-7-31V-42Q-7-46-3-46H3Q7-46 7-42V-31Q9-30 9-26V0Z"
    return path(shape, "#6E5A86") + letters("?", 0, -14, 17, SNOW)


@cache
def _lit(side: int) -> str:
    """A window that may be chosen: warm light, and an arrow that says which way the tower turns."""
    d = "M-22 1V-43A22 22 0 0 1 22-43V1Z"
    arrow = path("M-11 0L1-10V-4H11V4H1V10Z", INK, transform="rotate(180)" if side else None)
    return (
        rect(-27, -72, 54, 78, 24, GLOW, 0.5) + path(d, "#8A6A3A") + path(d, GLOW, fill_opacity=0.35)
        + stroke(d, "#E8871E", 3.4) + at(0, 26, circle(0, 3, 20, "#A85A0C"), circle(0, 0, 20, "#FFD978"), arrow)
    )  # fmt: skip


# Cards


def _cards(now: Rules, then: Rules | None) -> str:
    """The pile in its order, the front one first; and the card that has just been used, or is about to be drawn."""
    parts = []
    hidden = CARDS - now.seen
    for i in range(CARDS):
        known = i >= hidden and not now.shuffle_each_draw
        name = CARD_NAMES[now.pile >> i & 1] if known else "back"
        parts.append(piece(f"card-{i}", FRONT[0] + 55 * i, FRONT[1], _small_card(name)))
    parts.append(_front(now))
    used = _used(now, then)
    if now.phase == DRAW:
        parts.append(chance(piece("used", *USED, _large_card("back"))))
    elif used is not None:
        parts.append(piece("used", *USED, _large_card(CARD_NAMES[used])))
    return "".join(parts)


@cache
def _small_card(name: str) -> str:
    return at(0, 0, use(f"nutcracker-{name}"), scale=0.68)


@cache
def _large_card(name: str) -> str:
    return rect(-36, -50, 72, 100, 12, GLOW, 0.6) + at(0, 0, use(f"nutcracker-{name}"), scale=0.9)


def _front(now: Rules) -> str:
    """A sign at the card that comes next."""
    return "" if now.shuffle_each_draw else _front_sign()


@cache
def _front_sign() -> str:
    return at(162, SHELF - 40, path("M-8-6H8L0 6Z", GLOW))


def _used(now: Rules, then: Rules | None) -> int | None:
    """The card in use: 1 a fairy, 0 a sceptre."""
    if now.phase in (KING_ROLL, PICK_KING_WAY):
        return 0
    if then is None or now.phase not in (ROLL, PICK_WAY) or now.turn != then.turn:
        return None
    if then.phase == DRAW or (now.pile, now.seen) != (then.pile, then.seen):
        return 1
    return None


# The die


def _die(view: View[Rules]) -> str:
    """The last throw of anybody lies there until the next; where it is time to throw, the die stands in the light."""
    now = view.position
    face = now.die or (int(view.thrown[5:]) if view.thrown else None)
    waits = now.phase in (ROLL, KING_ROLL)
    if now.phase == END or (face is None and not waits):
        return ""
    colours = now.level == 1 and face
    body = use("die-body") + use(f"nutcracker-die{face}") if colours else lying(face)
    cube = piece("die", *DIE, body, size=0.56, turn=0 if face else -10)
    if waits and not view.quiet:
        cube = chance(circle(*DIE, 37, GLOW, 0.75), cube)
    return _mat(None if now.phase in (KING_ROLL, PICK_KING_WAY) else view.colours[now.turn]) + cube


@cache
def _mat(colour: int | None) -> str:
    """A mat below the die, in the colour of whoever it moves; for the King purple, with a crown."""
    x, y = DIE
    if colour is None:
        badge = use("nutcracker-crown", x - 32, y - 28)
        return disc(x, y + 2, 44, CAPE) + circle(x, y + 2, 39, "#CDBBE6") + badge
    mark = SEATS[colour]
    badge = circle(x - 32, y - 28, 13, SNOW) + seat_mark(colour, x - 32, y - 28, 8, mark.shade)
    return disc(x, y + 2, 44, mark.colour) + circle(x, y + 2, 39, mark.tint) + badge


# The last move


def _last(now: Rules, then: Rules) -> str:
    parts = []
    if now.king != then.king:
        parts.append(trail(way(then.king, now.king), 10, id="last-king"))
    for seat in (0, 1):
        if now.claras[seat] != then.claras[seat]:
            parts.append(trail(clara_way(then.claras[seat], now.claras[seat]), 10))
    if then.phase in (PICK_SIDE, REVEAL) and now.phase != REVEAL:
        found = now.united != then.united
        parts.append(last_spot(WINDOWS[1], TOWER[1] + 5, 34) if not found else at(*TOWER, halo(0, 0, 60)))
    return "".join(parts)


def clara_way(old: int, new: int) -> list[tuple[float, float]]:
    if new == KING_START:
        return [*way(old, KEY), spot(new)]
    return way(min(old, KEY), new)


def squares(game: Game) -> dict[int, Square]:
    """Where Claras come to stand."""
    names = {START: "Clara Start", KEY: "the Dungeon Key"}
    return {i: Square(names.get(i, f"space {i}"), *spot(i), 17) for i in range(START, KEY + 1)}
