"""Sets of squares as integers, and how a walk, a gap, a flight or a turning hedge changes them; for either speed."""

from __future__ import annotations

from typing import TypeAlias

from fabletop.engine.rulebook import lowest
from fabletop.games.garden.board import AROUND, AXLES, BOARD, CLOSED, EDGES, FAIRIES, NEIGHBOURS, SHAPES, SQUARES
from fabletop.games.garden.rules import Rules

Turning: TypeAlias = int  # 3 * axle + quarters - 1; NO_TURN: none
Hedges: TypeAlias = tuple[int, int]  # squares open to the next one, and to the one below

NO_TURN = -1
WAYS_TO_TURN = 3 * AXLES
WIDE = BOARD.columns
FAR = 9  # more hedges than ever lie in the way

RIGHT = sum(1 << s for s in range(SQUARES) if s + 1 in NEIGHBOURS[s])  # squares with one to the right
BELOW = sum(1 << s for s in range(SQUARES) if s + WIDE in NEIGHBOURS[s])
MEADOWS = sum(1 << s for s in FAIRIES)


def _sides(axle: int, inner: int, facing: int | None) -> Hedges:
    """The edges of an axle, as `Hedges`; with a facing only those that are open then."""
    across = down = 0
    for square in range(SQUARES):
        for other, edge in zip(NEIGHBOURS[square], EDGES[square], strict=True):
            if edge >> 2 == axle and other > square and (facing is None or not CLOSED[inner][edge][facing]):
                if other == square + 1:
                    across |= 1 << square
                else:
                    down |= 1 << square
    return across, down


SIDES = tuple(_sides(axle, 0, None) for axle in range(AXLES))
OPEN = tuple(
    tuple(tuple(_sides(axle, inner, facing) for facing in range(4)) for axle in range(AXLES))
    for inner in range(len(SHAPES))
)


def hedges_of(now: Rules) -> Hedges:
    hedges = (RIGHT, BELOW)
    for axle in range(AXLES):
        hedges = faced(hedges, axle, now.facing[axle], now.hedges)
    return hedges


def faced(hedges: Hedges, axle: int, facing: int, inner: int) -> Hedges:
    """The same with one hedge turned to a facing."""
    across = hedges[0] & ~SIDES[axle][0] | OPEN[inner][axle][facing][0]
    return across, hedges[1] & ~SIDES[axle][1] | OPEN[inner][axle][facing][1]


def turned_by(now: Rules, hedges: Hedges, turning: Turning) -> Hedges:
    """The same after a turning in a position."""
    if turning == NO_TURN:
        return hedges
    return faced(hedges, turning // 3, now.facing[turning // 3] + turning % 3 + 1 & 3, now.hedges)


def flood(squares: int, hedges: Hedges) -> int:
    """All squares that can be walked to from some of these."""
    across, down = hedges
    while True:
        more = squares | (squares & across) << 1 | squares >> 1 & across
        more |= (more & down) << WIDE | more >> WIDE & down
        if more == squares:
            return squares
        squares = more


def around(square: int, hedges: Hedges) -> Hedges:
    """The hedges for one who does not walk over a square."""
    shut = ~(1 << square)
    return hedges[0] & shut & ~(1 << square >> 1), hedges[1] & shut & ~(1 << square >> WIDE)


def slipped(squares: int, hedges: Hedges) -> int:
    """Where a gap leads from some of these."""
    across, down = RIGHT & ~hedges[0], BELOW & ~hedges[1]
    found = (squares & across) << 1 | squares >> 1 & across
    return found | (squares & down) << WIDE | squares >> WIDE & down


def flown(squares: int) -> int:
    """Where two fairies lead from some of these: to any other fairy square."""
    froms = squares & MEADOWS
    if not froms & froms - 1:
        return MEADOWS & ~froms if froms else 0
    return MEADOWS


def carried(squares: int, turning: Turning) -> int:
    """The set after a hedge has turned and taken along what stands around it."""
    if turning == NO_TURN:
        return squares
    axle, quarters = turning // 3, turning % 3 + 1
    moved = squares
    for place in range(4):
        moved &= ~(1 << AROUND[axle][place])
    for place in range(4):
        if squares >> AROUND[axle][place] & 1:
            moved |= 1 << AROUND[axle][place + quarters & 3]
    return moved


def back(turning: Turning) -> Turning:
    """The turning that undoes one."""
    return turning if turning == NO_TURN else turning - turning % 3 + 2 - turning % 3


def stays(goal: int, squares: int, hedges: Hedges, others: int) -> int:
    """The squares where one may stay after a walk from some of these, but not over the goal."""
    on_foot = squares & ~(1 << goal)
    found = flood(on_foot, around(goal, hedges)) & ~others
    if found == 0:
        found = on_foot  # A8: who is stuck on a shared square may turn a hedge there
    return found | squares & 1 << goal


def steps_between(one: int, other: int) -> int:
    return abs(one // WIDE - other // WIDE) + abs(one % WIDE - other % WIDE)


def nearest(goal: int, squares: int, hedges: Hedges) -> int:
    """The square with the fewest hedges to the goal, then the fewest steps, as hedges * 4096 + steps * 64 + square."""
    layer, hedge = flood(1 << goal, hedges), 0
    while layer & squares == 0 and hedge < FAR:
        layer = flood(layer | slipped(layer, hedges), hedges)
        hedge += 1
    near = layer & squares
    if near == 0:
        near = squares
    best = 1 << 30
    while near:
        square = lowest(near)
        near &= near - 1
        best = min(best, steps_between(square, goal) * 64 + square)
    return hedge * 4096 + best
