"""All that a turn can do, fast enough in plain Python: sets of squares are integers, and walks flood them.

A turn is a list of things done: g slips through a hedge, f flies, and a number turns a hedge (3 * axle +
quarters - 1), with walks before, between and after.  Of the squares that a pawn could be on after each of them
we keep the whole set; a way to one of them is traced back afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any, TypeAlias

from fabletop.engine.rulebook import lowest
from fabletop.games.garden.board import (
    AROUND,
    AXLES,
    BOARD,
    CLOSED,
    EDGES,
    FAIRIES,
    NEIGHBOURS,
    SHAPES,
    SPOTS,
    SQUARES,
)
from fabletop.games.garden.rules import FAIRY, FLY, GAP, SLIP, STOP, TURN, WALK

Turning: TypeAlias = int  # 3 * axle + quarters - 1; NO_TURN: none
Hedges: TypeAlias = tuple[int, int]  # squares open to the next one, and to the one below

NO_TURN = -1
TURNINGS = range(3 * AXLES)
WIDE = BOARD.columns
SLIPS, FLIES = "slips", "flies"

RIGHT = sum(1 << s for s in range(SQUARES) if s + 1 in NEIGHBOURS[s])  # squares with one to the right
BELOW = sum(1 << s for s in range(SQUARES) if s + WIDE in NEIGHBOURS[s])
MEADOWS = sum(1 << s for s in FAIRIES)
CORNERS = tuple(sum(1 << s for s in squares) for squares in AROUND)


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


def hedges_of(now: Any) -> Hedges:
    across, down = RIGHT, BELOW
    for axle in range(AXLES):
        across, down = faced((across, down), axle, now.facing[axle], now.hedges)
    return across, down


def faced(hedges: Hedges, axle: int, facing: int, inner: int) -> Hedges:
    """The same with one hedge turned to a facing."""
    own, opened = SIDES[axle], OPEN[inner][axle][facing]
    return hedges[0] & ~own[0] | opened[0], hedges[1] & ~own[1] | opened[1]


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
    axle, quarters = turning // 3, turning % 3 + 1
    if turning == NO_TURN or not squares & CORNERS[axle]:
        return squares
    moved = squares & ~CORNERS[axle]
    for place in range(4):
        if squares >> AROUND[axle][place] & 1:
            moved |= 1 << AROUND[axle][place + quarters & 3]
    return moved


def back(turning: Turning) -> Turning:
    """The turning that undoes one."""
    return turning if turning == NO_TURN else turning - turning % 3 + 2 - turning % 3


class Garden:
    """The hedges of a position and of all positions one or two turnings away."""

    def __init__(self, now: Any) -> None:
        self.now = now
        self.hedges = hedges_of(now)
        self.floods: dict[tuple[int, Hedges], int] = {}
        self.after = cache(self._after)

    def _after(self, *turnings: Turning) -> Hedges:
        hedges = self.hedges
        facing: dict[int, int] = {}
        for turning in turnings:
            if turning != NO_TURN:
                axle = turning // 3
                facing[axle] = facing.get(axle, self.now.facing[axle]) + turning % 3 + 1 & 3
                hedges = faced(hedges, axle, facing[axle], self.now.hedges)
        return hedges

    def flood(self, squares: int, hedges: Hedges) -> int:
        key = squares, hedges
        found = self.floods.get(key)
        if found is None:
            found = self.floods[key] = flood(squares, hedges)
        return found

    def parts(self, squares: int, hedges: Hedges) -> Iterator[int]:
        """A set of squares by what hangs together."""
        while squares:
            part = self.flood(squares & -squares, hedges)
            yield part & squares
            squares &= ~part


class Turn:
    """A seat's possibilities in a turn that is about to begin, or has begun."""

    def __init__(self, garden: Garden, seat: int) -> None:
        now = garden.now
        self.garden, self.now, self.seat = garden, now, seat
        self.start: int = now.pawns[seat]
        self.goal: int = SPOTS[now.card[seat]]
        self.others = 0
        for other in range(now.seats):
            if other != seat:
                self.others |= 1 << now.pawns[other]
        mine = now.turn == seat
        self.turnings: Sequence[Turning] = () if mine and now.turned else TURNINGS
        self.still = mine and now.walked  # has just walked, and cannot walk on
        self.gaps, self.flights = now.magic[seat][GAP], now.magic[seat][FAIRY] // 2

    def walked(self, squares: int, hedges: Hedges, others: int) -> int:
        """The squares where one may stay after a walk from some of these, but not over the goal."""
        on_foot = squares & ~(1 << self.goal)
        found = self.garden.flood(on_foot, around(self.goal, hedges)) & ~others
        # A8: who is stuck on a shared square may turn a hedge there
        return (found or on_foot) | squares & 1 << self.goal

    def before(self) -> int:
        """Where one may stand before anything else is done."""
        start = 1 << self.start
        return start if self.still else self.walked(start, self.garden.hedges, self.others)

    def reached(self, things: Sequence[Any]) -> list[int] | None:
        """The sets of squares before each of these things and after the last walk; None where one is impossible."""
        hedges, others = self.garden.hedges, self.others
        sets = [self.before()]
        for thing in things:
            sets[-1] &= ~(1 << self.goal)  # there the turn would be over
            if thing == SLIPS:
                landed = slipped(sets[-1], hedges)
            elif thing == FLIES:
                landed = flown(sets[-1])
            else:
                landed = carried(sets[-1], thing)
                hedges, others = self.garden.after(thing), carried(others, thing)
            if not landed:
                return None
            sets.append(self.walked(landed, hedges, others))
        last = sets[-1] if things or not self.still else 0
        if self.garden.flood(last, hedges) >> self.goal & 1:
            sets[-1] |= 1 << self.goal
        return sets

    def actions(self, things: Sequence[Any], sets: list[int], target: int) -> list[int]:
        """The actions that lead to a square by these things."""
        hedges = [self.garden.hedges]
        for thing in things:
            hedges.append(self.garden.after(thing) if isinstance(thing, int) else hedges[-1])
        done: list[int] = []
        for i in reversed(range(len(things))):
            near = self.garden.flood(1 << target, hedges[i + 1])
            landing, leave = self._step(things[i], sets[i], near, target, hedges[i])
            if landing != target:
                done.append(WALK + target)
            if things[i] == SLIPS:
                done.append(SLIP + landing)
            elif things[i] == FLIES:
                done.append(FLY + FAIRIES.index(landing))
            else:
                done.append(TURN + things[i])
            target = leave
        if target != self.start:
            done.append(WALK + target)
        return done[::-1]

    def _step(self, thing: Any, froms: int, near: int, target: int, hedges: Hedges) -> tuple[int, int]:
        """Where to land so that the target is near, and from where; without a walk if possible."""
        if thing == SLIPS:
            landings = slipped(froms, hedges) & near
        elif thing == FLIES:
            landings = flown(froms) & near
        else:
            landings = carried(froms, thing) & near
        landing = target if landings >> target & 1 else lowest(landings)
        if thing == SLIPS:
            leaves = slipped(1 << landing, hedges) & froms
        elif thing == FLIES:
            leaves = MEADOWS & froms & ~(1 << landing)
        else:
            leaves = carried(1 << landing, back(thing)) & froms
        if not leaves:
            return landing, self.start
        return landing, self.start if leaves >> self.start & 1 else lowest(leaves)

    def ways(self, magic: int, turnings: Sequence[Turning] | None = None) -> Iterator[tuple[Any, ...]]:
        """What could be done with so many magic cards or pairs of them, with and without a turning."""
        free = self.turnings if turnings is None else turnings
        for slips in range(magic + 1):
            if slips > self.gaps or magic - slips > self.flights:
                continue
            for things in sorted(set(permutations([SLIPS] * slips + [FLIES] * (magic - slips)))):
                yield things
                for turning in free:
                    for i in range(len(things) + 1):
                        yield (*things[:i], turning, *things[i:])


def is_possible(now: Any, actions: list[int], moves: Any) -> bool:
    """Do the rules allow this, action by action?"""
    trial = object.__new__(type(now))
    trial.become(now)
    seat = now.turn
    for action in actions:
        moves.clear()
        if trial.to_move() != seat:
            return False
        trial.legal(moves)
        if action not in moves.room[: moves.n]:
            return False
        trial.apply(action)
    return True


def ended(actions: list[int]) -> list[int]:
    """With the end of the turn, for one who has not reached the goal."""
    return [*actions, STOP]
