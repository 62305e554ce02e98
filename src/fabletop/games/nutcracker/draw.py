"""Nutcracker as a picture: two Claras on a winding path through the snow, the Mouse King, the palace and its tower."""

from __future__ import annotations

from functools import cache
from typing import Any

from fabletop.drawing.dice import die
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import GLOW, INK, MOON, NIGHT, PAPER2, SEATS, SNOW
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
)
from fabletop.drawing.shapes import disc, halo, seat_mark
from fabletop.drawing.svg import at, circle, path, rect, stroke, use
from fabletop.engine.view import Translate, View
from fabletop.games.nutcracker import scenery
from fabletop.games.nutcracker.board import CARDS, KEY, KING_START, START
from fabletop.games.nutcracker.figures import CAPE, clara, colour_die, king, nutcracker
from fabletop.games.nutcracker.rules import (
    DRAW,
    KING_ROLL,
    PICK_KING_WAY,
    PICK_SIDE,
    PICK_WAY,
    REVEAL,
    ROLL,
    STAY,
    UNKNOWN,
    UP,
)
from fabletop.games.nutcracker.scenery import DIE, HEIGHTS, SHELF, TOWER, WIDTH, WINDOWS, spot, way

PLATE = 132
PLATES = ((14, 14), (WIDTH - PLATE - 14, 14))
SIDES = ("left", "right")
CARD_NAMES = ("sceptre", "fairy")


@cached_still()
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    now: Any = game.new().rules
    return scenery.still(now.level)


def draw(view: View, *, last: str | None = None, before: View | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHTS[view.position.level], still=_still(view),
        moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View, *, last: str | None = None, before: View | None = None) -> str:
    now, may = view.position, choices(view)
    parts = [_plates(view)]
    if before is not None and last is not None:
        parts.append(_last(now, before.position, last))
    if now.level == 2:
        parts += [_tower(now, may), _cards(now, before.position if before is not None else None)]
    if now.phase in (PICK_WAY, PICK_KING_WAY) and may:
        parts.append(_ways(now, view.translate))
    parts += [_figures(now, may), _die(now)]
    return moving_group(*parts)


# Whose turn it is


def _plates(view: View) -> str:
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


def _figures(now: Any, may: dict[str, int]) -> str:
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


def _stand(now: Any, seat: int) -> tuple[float, float]:
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


def _king_stand(now: Any) -> tuple[float, float]:
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


def _ways(now: Any, _: Translate) -> str:
    """Where the figure or the King would go: rings on the path, and two buttons beside the die."""
    hunts = now.phase == PICK_WAY
    words = ("up", "down") if hunts else ("king up", "king down")
    parts = []
    for i, word in enumerate(words):
        steps = -now.die if i else now.die
        target = now.clara_walk(steps) if hunts else now.king_walk(steps)
        if target != STAY:
            x, y = spot(target)
            parts.append(action(word, _goal(now.turn if hunts else None, i), x=x, y=y))
        parts.append(action(word, _way_button(i, hunts, _("Down") if i else _("Up")), x=424, y=322 + 49 * i))
    return "".join(parts)


@cache
def _goal(seat: int | None, down: int) -> str:
    colour = CAPE if seat is None else SEATS[seat].shade
    ring = stroke("M-23 0A23 23 0 1 1 23 0A23 23 0 1 1-23 0", colour, 3.8, stroke_dasharray="1 8.03")
    arrow = path("M0-11L11 3H4.4V11H-4.4V3H-11Z", colour, transform="rotate(180)" if down else None)
    return circle(0, 0, 29, GLOW, 0.55) + circle(0, 0, 23, SNOW, 0.8) + ring + arrow


@cache
def _way_button(down: int, hunts: bool, word: str) -> str:
    """Words for those who read, an arrow for those who do not; a crown if it is the King who goes."""
    arrow = path("M0-9L9 2H3.6V9H-3.6V2H-9Z", INK, transform="rotate(180)" if down else None)
    who = "" if hunts else use("nutcracker-crown", -66, 0)
    return button(f"   {word}", 112, 42) + at(-31, 0, arrow) + who


# The tower


def _tower(now: Any, may: dict[str, int]) -> str:
    """Who sits where, as far as anybody knows; on level 2 the windows left and right can be chosen."""
    y = TOWER[1] + 33
    parts = []
    for side in (0, 1):
        x = WINDOWS[2 * side]
        inside = _inside(now, side)
        act = f"turn {SIDES[side]}"
        if act in may:
            parts.append(action(act, _lit(side), inside, x=x, y=y))
        elif now.phase == REVEAL and (now.reshuffle_tower or now.side == side):
            parts.append(chance(at(x, y, _lit(side), inside)))
        else:
            parts.append(at(x, y, inside))
    return "".join(parts)


def _inside(now: Any, side: int) -> str:
    """What a window shows: a shadow that nobody knows, a Nutcracker, or nothing."""
    if all(now.united):
        return ""
    if now.tower == UNKNOWN:
        return _shadow()
    seat = (now.tower - 1) ^ side
    return "" if now.united[seat] else piece(f"nut-{seat}", 0, 0, _at_home(seat))


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


def _cards(now: Any, then: Any) -> str:
    """The pile in its order, the front one first; and the card that has just been used, or is about to be drawn."""
    parts = []
    hidden = CARDS - now.seen
    for i in range(CARDS):
        known = i >= hidden and not now.shuffle_each_draw
        name = CARD_NAMES[now.pile >> i & 1] if known else "back"
        parts.append(piece(f"card-{i}", 162 + 55 * i, SHELF + 2, _small_card(name)))
    parts.append(_front(now))
    used = _used(now, then)
    if now.phase == DRAW:
        parts.append(chance(at(66, SHELF, _large_card("back"))))
    elif used is not None:
        parts.append(f'<g id="used" class="last">{at(66, SHELF, _large_card(CARD_NAMES[used]))}</g>')
    return "".join(parts)


@cache
def _small_card(name: str) -> str:
    return at(0, 0, use(f"nutcracker-{name}"), scale=0.68)


@cache
def _large_card(name: str) -> str:
    return rect(-36, -50, 72, 100, 12, GLOW, 0.6) + at(0, 0, use(f"nutcracker-{name}"), scale=0.9)


def _front(now: Any) -> str:
    """A sign at the card that comes next."""
    return "" if now.shuffle_each_draw else _front_sign()


@cache
def _front_sign() -> str:
    return at(162, SHELF - 40, path("M-8-6H8L0 6Z", GLOW))


def _used(now: Any, then: Any) -> int | None:
    """The card in use: 1 a fairy, 0 a sceptre."""
    if now.phase in (KING_ROLL, PICK_KING_WAY):
        return 0
    if then is None or now.phase not in (ROLL, PICK_WAY) or now.turn != then.turn:
        return None
    if then.phase == DRAW or (now.pile, now.seen) != (then.pile, then.seen):
        return 1
    return None


# The die


def _die(now: Any) -> str:
    if now.phase in (ROLL, KING_ROLL):
        return _mat(None if now.phase == KING_ROLL else now.turn) + chance(
            piece("die", *DIE, die(None, 0, 0, 56, turn=-10))
        )
    if now.phase in (PICK_WAY, PICK_KING_WAY):
        return _mat(None if now.phase == PICK_KING_WAY else now.turn) + piece("die", *DIE, die(now.die, 0, 0, 56))
    return ""


@cache
def _mat(seat: int | None) -> str:
    """A mat below the die, in the colour of whoever it moves; for the King purple, with a crown."""
    x, y = DIE
    if seat is None:
        badge = use("nutcracker-crown", x - 32, y - 28)
        return disc(x, y + 2, 44, CAPE) + circle(x, y + 2, 39, "#CDBBE6") + badge
    mark = SEATS[seat]
    badge = circle(x - 32, y - 28, 13, SNOW) + seat_mark(seat, x - 32, y - 28, 8, mark.shade)
    return disc(x, y + 2, 44, mark.colour) + circle(x, y + 2, 39, mark.tint) + badge


# The last move


def _last(now: Any, then: Any, last: str) -> str:
    parts = []
    if now.king != then.king:
        parts.append(trail(way(then.king, now.king), 10, id="last-king"))
    for seat in (0, 1):
        if now.claras[seat] != then.claras[seat]:
            parts.append(trail(_clara_way(then.claras[seat], now.claras[seat]), 10))
    if then.phase in (PICK_SIDE, REVEAL) and now.phase != REVEAL:
        found = now.united != then.united
        parts.append(last_spot(WINDOWS[1], TOWER[1] + 5, 34) if not found else at(*TOWER, halo(0, 0, 60)))
    if last.startswith("roll") and not now.die:
        parts.append(_rolled(now.level, int(last[5:]), None if then.phase == KING_ROLL else then.turn))
    return "".join(parts)


def _clara_way(old: int, new: int) -> list[tuple[float, float]]:
    if new == KING_START:
        return [*way(old, KEY), spot(new)]
    return way(min(old, KEY), new)


@cache
def _rolled(level: int, face: int, seat: int | None) -> str:
    """The roll that has just been used, and by whom."""
    x, y = 462, 354
    cube = colour_die(face, x, y, 40, 8) if level == 1 else die(face, x, y, 40, PAPER2, INK, 8)
    if seat is None:
        whose = at(x - 19, y - 19, use("nutcracker-crown"), scale=0.8)
    else:
        whose = circle(x - 19, y - 19, 10.5, SNOW) + seat_mark(seat, x - 19, y - 19, 6.6, SEATS[seat].shade)
    return f'<g id="rolled" class="last">{cube}{whose}</g>'


def squares(game: Game) -> dict[int, Square]:
    """Where Claras come to stand."""
    names = {START: "Clara Start", KEY: "the Dungeon Key"}
    return {i: Square(names.get(i, f"space {i}"), *spot(i), 17) for i in range(START, KEY + 1)}
