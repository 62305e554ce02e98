"""The Enchanted Garden as a picture: hedges that turn on a lawn at dusk, and what everybody is looking for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import fitted
from fabletop.drawing.palette import PAPER
from fabletop.drawing.scene import (
    Game,
    cached_still,
    chance,
    choices,
    finish,
    last_spot,
    moving_group,
    name_tag,
    on_turn,
    picture,
    piece,
    trail,
    ways,
)
from fabletop.drawing.svg import Point, n, use
from fabletop.engine.view import Translate, View
from fabletop.games.garden.board import AXLES, BOARD, EDGES, GOALS, NEIGHBOURS, SHAPES, SPOTS
from fabletop.games.garden.goals import ROUND
from fabletop.games.garden.rules import (
    DRAWING,
    FAIRY,
    FLY,
    GAP,
    LAYING,
    NONE,
    OFF,
    PLACING,
    SENDING,
    SLIP,
    STOP,
    TURN,
    TURNING_UP,
    UNLAID,
    Rules,
)
from fabletop.games.garden.scenery import (
    BAR,
    CARD,
    COUNTS,
    END,
    HEIGHT,
    NUMBERS,
    PANEL,
    PILES,
    WAYS,
    WIDTH,
    axle,
    badge,
    ground,
    middle,
    panel,
    slot,
)

same_for_all = True  # one drawing for all who look on (drawing/own.py)

TOGETHER: tuple[tuple[Point, ...], ...] = (  # pawns on one square
    ((0, 0),), ((-14, -2), (14, 3)), ((-16, 3), (0, -9), (16, 3)), ((-17, -4), (0, -9), (17, -4), (0, 6)),
)  # fmt: skip
AXLE_AT = tuple(f"{n(x)} {n(y)}" for x, y in map(axle, range(AXLES)))


@cached_still(per_seat=True, per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    return ground(colours, seat, game.new().rules.goals, translate)


def draw(view: View, *, last: str | None = None, before: View | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view),
        moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View, *, last: str | None = None, before: View | None = None) -> str:
    now, may = view.position, choices(view)
    under: list[str] = []
    over: list[str] = []
    for act, number in may.items():
        if SLIP <= number < FLY:
            over.append(_gap(now.pawns[now.turn], act[4:]))
        elif FLY <= number < TURN:
            over.append(_flight(act[4:], f"walk {act[4:]}" in may))
        elif not TURN <= number < STOP:
            (over if number == STOP or act == "done" else under).append(_mark(act))
    turn = "turn 1 1" in may  # all hedges may be turned in all ways, or none may
    done = _last(now, before.position, last) if last is not None and before is not None else ""
    mine = view.turn == view.seat and not view.quiet
    return moving_group(
        f"<g {ROUND}>",
        _panels(view),
        _goals(now),
        done,
        *under,
        _hedges(now, turn),
        use("gd-knobs") if turn else "",
        use("gd-axles"),
        *over,
        _pawns(now),
        _bar(now, mine, view.translate),
        _ways() if turn else "",
        "</g>",
    )


# Marks of what may be done: one short element each


def _use(what: str, act: str, place: Point) -> str:
    return f'<use href="#gd-{what}" x="{n(place[0])}" y="{n(place[1])}" data-action="{act}"/>'


@cache
def _mark(act: str) -> str:
    verb, *words = act.split()
    if verb in ("end", "done"):
        return _use(verb, act, END)
    if verb == "walk":
        return _use("w", act, middle(BOARD.names.index(words[0])))
    return _use("w", act, middle(BOARD.gates[words[0]]))


@cache
def _ways() -> str:
    """Around the hedge that has been chosen: to the right, half round, to the left."""
    return ways(*(finish(str(quarters), use(f"gd-{letter}")) for letter, quarters in WAYS))


@cache
def _gap(start: int, name: str) -> str:
    (ax, ay), (bx, by) = middle(start), middle(BOARD.names.index(name))
    hedge = (0.43 * ax + 0.57 * bx, 0.43 * ay + 0.57 * by)  # the square behind it may be one to walk to
    return _use("gap", f"gap {name}", hedge)


@cache
def _flight(name: str, walk: bool) -> str:
    """The whole square, or a corner of it where one can walk to it as well: that spends no cards."""
    square = BOARD.names.index(name)
    corner = _put("fly", *badge(square))
    whole = "" if walk else _put("flight", *middle(square))
    return f'<g data-action="fly {name}">{whole}{corner}</g>'


# What moves


@cache
def _put(what: str, x: float, y: float) -> str:
    return f'<use href="#gd-{what}" x="{n(x)}" y="{n(y)}"/>'


@cache
def _number(value: int, x: float, y: float) -> str:
    if value < 10:
        return _put(f"n{value}", x, y)
    return _put(f"n{value // 10}", x - 7, y) + _put(f"n{value % 10}", x + 6, y)


def _panels(view: View) -> str:
    """What each seat has: light, goals found, the card of its goal, magic; and how many cards are left."""
    now, seats, lit = view.position, view.game.seats, on_turn(view)
    if now.phase == LAYING:
        lit = None
    parts, numbers = list[str](), list[str]()
    for seat in range(seats):
        x, y = panel(seat, seats)
        if seat == lit:
            parts.insert(0, piece(f"light-{seat}", x, y, use("gd-lit")))
        if now.found[seat] > now.goals:
            parts.append(_put("crown", x, y))
        elif now.card[seat] != NONE:
            parts.append(piece(f"goal-{seat}", x + CARD[0], y + CARD[1], use(f"gd-g{now.card[seat]}")))
        if view.names:
            parts.append(use(f"badge{seat}", x, y) + name_tag(view.names[seat], x + PANEL / 2, y - 1, PANEL - 16, 8.5))
        numbers.append(_number(min(now.found[seat], now.goals), x + 49, y + 20))
        for kind, (cx, cy) in enumerate(COUNTS):
            numbers.append(_number(now.magic[seat][kind], x + cx + 30, y + cy))
    (gx, gy), (mx, my) = PILES
    numbers.append(_number(bin(now.unseen).count("1"), gx + 49, gy))
    numbers.append(_number(now.pile[GAP], mx + 82, my - 16) + _number(now.pile[FAIRY], mx + 82, my + 17))
    return "".join(parts) + f'<g id="numbers" class="plate" {NUMBERS}>{"".join(numbers)}</g>'


def _goals(now: Rules) -> str:
    """Goals that have been found are veiled; those that somebody looks for shine."""
    parts = [_put("veil", *middle(SPOTS[i])) for i in range(GOALS) if not now.unseen >> i & 1 and i not in now.card]
    for seat in range(now.seats):
        card = now.card[seat]
        if card != NONE and now.found[seat] <= now.goals:
            parts.append(_put(f"h{seat}", *middle(SPOTS[card])))
    return "".join(parts)


def _hedges(now: Rules, turn: bool) -> str:
    inner, parts = SHAPES[now.hedges], []
    for i, facing in enumerate(now.facing):
        hedge = BOARD.axles[i].hedge
        parts.append(_hedge(i, inner if hedge in SHAPES else hedge, facing, turn))
    if now.phase == LAYING:
        coming = now.facing.index(UNLAID)
        parts[coming] = chance(parts[coming])
    return "".join(parts)


@cache
def _hedge(number: int, shape: str, facing: int, turn: bool) -> str:
    degrees, pale = (0, ' opacity=".3"') if facing == UNLAID else (90 * facing, "")
    part = f' data-part="turn {number + 1}"' if turn else ""
    return (
        f'<use id="hedge{number + 1}" class="piece" href="#gd-{shape}"'
        f' transform="translate({AXLE_AT[number]}) rotate({degrees})"{pale}{part}/>'
    )


def _pawns(now: Rules) -> str:
    """Pawns further down stand in front; on one square they stand beside each other."""
    standing = []
    for seat in range(now.seats):
        square = now.pawns[seat]
        if square != OFF:
            here = [other for other in range(now.seats) if now.pawns[other] == square]
            x, y = _standing(square, len(here), here.index(seat))
            where = f'transform="translate({n(x)} {n(y)})"'
            standing.append((y, seat, f'<use id="pawn-{seat}" class="piece" href="#gd-p{seat}" {where}/>'))
    standing.sort()
    return "".join(drawn for _, _, drawn in standing) + _badges(now)


def _badges(now: Rules) -> str:
    """The shape of whoever looks for a goal, in a corner of its square that is that seat's own."""
    return "".join(
        _put(f"b{seat}", *middle(SPOTS[now.card[seat]]))
        for seat in range(now.seats)
        if now.card[seat] != NONE and now.found[seat] <= now.goals
    )


@cache
def _standing(square: int, together: int, which: int) -> Point:
    (x, y), (dx, dy) = middle(square), TOGETHER[together - 1][which]
    return x + dx, y + dy


def _bar(now: Rules, mine: bool, _: Translate) -> str:
    """Below the garden: the pile that chance is about to use, or a word where only a gate can be chosen."""
    if now.phase == TURNING_UP:
        return chance(_put("shine0", *PILES[0]))
    if now.phase == DRAWING:
        return chance(_put("shine1", *PILES[1]))
    if now.phase in (PLACING, SENDING) and mine:
        return fitted(_("choose a gate"), END[0], BAR, 17, 190, PAPER)
    return ""


# The last move


def _last(now: Rules, then: Rules, last: str) -> str:
    verb, *words = last.split()
    if verb == "walk":
        squares = way(then, then.pawns[then.turn], BOARD.names.index(words[0]))
        return trail([middle(square) for square in squares], 11)
    if verb in ("gap", "fly"):
        return trail([middle(then.pawns[then.turn]), middle(BOARD.names.index(words[0]))], 11)
    if verb == "turn":
        return last_spot(*axle(int(words[0]) - 1), 46)
    if verb == "place":
        return last_spot(*middle(BOARD.gates[words[0]]), 33)
    if verb == "magic":
        x, y = slot(then.turn, now.seats, COUNTS[words[0] == "fairy"])
        return last_spot(x + 30, y, 15)
    if verb == "goal":
        x, y = slot(then.turn, now.seats, CARD)
        return last_spot(x, y, 31)
    return ""


def way(then: Rules, start: int, end: int) -> list[int]:
    """A shortest walk, as the hedges stood."""
    came, fringe = {start: start}, [start]
    for square in fringe:
        if square == end:
            break
        for edge, other in zip(EDGES[square], NEIGHBOURS[square], strict=True):
            if other >= 0 and other not in came and not then.is_closed(edge):
                came[other] = square
                fringe.append(other)
    found = [end]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]


def squares(game: Game) -> dict[int, Square]:
    """Where pawns come to stand."""
    return {i: Square(name, *middle(i), 20) for i, name in enumerate(BOARD.names)}
