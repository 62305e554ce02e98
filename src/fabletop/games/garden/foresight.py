"""What `sharp` sees in the Enchanted Garden: what all could do in their next turns, after each turning of a hedge."""

from __future__ import annotations

from fabletop.games.garden.board import GATES, GOALS, SPOTS
from fabletop.games.garden.rules import FAIRY, GAP, NONE, Rules
from fabletop.games.garden.walks import (
    MEADOWS,
    NO_TURN,
    WAYS_TO_TURN,
    Hedges,
    Turning,
    carried,
    faced,
    flood,
    flown,
    slipped,
    turned_by,
)

SHUT = 1.1  # what it is worth that an opponent cannot reach its goal in the next turn,
HOME = 4.0  # or not on the last way home
BY_MAGIC = 0.4  # as good as a way without magic is one with it


def twice_turned(now: Rules, hedges: Hedges, first: Turning, second: Turning) -> Hedges:
    """The hedges after `first`, with a second one turned."""
    axle = second // 3
    facing = now.facing[axle] + second % 3 + 1
    if first != NO_TURN and first // 3 == axle:
        facing += first % 3 + 1
    return faced(hedges, axle, facing & 3, now.hedges)


def room_for(now: Rules, before: Hedges, goal: int, turning: Turning) -> float:
    """The share of the goals that may come next within reach of one turn from the goal."""
    hedges = turned_by(now, before, turning)
    base = flood(1 << goal, hedges)
    seen = base
    for second in range(WAYS_TO_TURN):
        seen |= flood(carried(base, second), twice_turned(now, hedges, turning, second))
    inside = spots = 0
    if now.found[now.turn] + 1 >= now.goals:
        for gate in range(len(GATES)):
            spots += 1
            inside += seen >> GATES[gate] & 1
    else:
        for card in range(GOALS):
            if now.unseen >> card & 1:
                spots += 1
                inside += seen >> SPOTS[card] & 1
    return inside / spots if spots else 0.0


def threat(now: Rules, before: Hedges, turning: Turning) -> float:
    """What the others can do in their next turns."""
    total, hedges = 0.0, turned_by(now, before, turning)
    for other in range(now.seats):
        if other != now.turn and now.card[other] != NONE:
            weight = HOME if now.found[other] == now.goals else SHUT
            base = flood(carried(1 << now.pawns[other], turning), hedges)
            found = hope(now, hedges, other, turning, base)
            total += weight * (1.0 if found > BY_MAGIC else found)
    return float(total / (now.seats - 1))


def hope(now: Rules, hedges: Hedges, seat: int, turning: Turning, base: int) -> float:
    """How sure a seat's goal is in its next turn, from a part of the garden after this turning."""
    goal, ways = 1 << SPOTS[now.card[seat]], 0
    if base & goal:
        return 1.0
    gap, flight = now.magic[seat][GAP] > 0, now.magic[seat][FAIRY] > 1
    beyond = slipped(base, hedges) if gap else 0
    if flight:
        beyond |= flown(base)
    beyond = flood(beyond, hedges)
    by_magic = beyond & goal != 0
    for second in range(WAYS_TO_TURN):
        after = twice_turned(now, hedges, turning, second)
        near, moved = flood(goal, after), carried(base, second)
        if near & moved:
            ways += 1
        elif ways == 0 and not by_magic:
            by_magic = near & carried(beyond, second) != 0
            if not by_magic and gap:
                by_magic = slipped(near, after) & moved != 0
            if not by_magic and flight and near & MEADOWS:
                by_magic = flown(flood(moved, after)) & near != 0
    if ways:
        return ways / (ways + 1.0)
    return BY_MAGIC if by_magic else 0.0
