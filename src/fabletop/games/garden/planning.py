"""A turn in the Enchanted Garden as a list of things done, and the actions that carry it out.

A thing is a gap, a flight, or a hedge that is turned (its number), with walks before, between and after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabletop.engine.rulebook import Moves, lowest
from fabletop.games.garden.board import FAIRIES, SPOTS
from fabletop.games.garden.rules import FLY, SLIP, TURN, WALK, Rules
from fabletop.games.garden.walks import (
    MEADOWS,
    NO_TURN,
    WAYS_TO_TURN,
    Hedges,
    back,
    carried,
    flood,
    flown,
    hedges_of,
    slipped,
    stays,
    turned_by,
)

if TYPE_CHECKING:
    from fabletop.games.garden.mind import Mind

SLIPS, FLIES = WAYS_TO_TURN, WAYS_TO_TURN + 1  # things done; those below are turnings
MOST_THINGS = 3  # two magic cards (or pairs of fairies) and a turning
LONGEST = 8  # actions of a turn: walks between the things, and the end


def offers(moves: Moves, action: int) -> bool:
    found = False
    for i in range(moves.n):
        found = found or moves.room[i] == action
    return found


def others_of(now: Rules) -> int:
    """The squares of the other pawns."""
    found = 0
    for seat in range(now.seats):
        if seat != now.turn:
            found |= 1 << now.pawns[seat]
    return found


def standing(now: Rules, goal: int) -> int:
    """Where the pawn may stand before anything else is done."""
    start = 1 << now.pawns[now.turn]
    return start if now.walked else stays(goal, start, hedges_of(now), others_of(now))


def done_from(thing: int, squares: int, hedges: Hedges) -> int:
    """Where a thing leads from some of these squares."""
    if thing == SLIPS:
        return slipped(squares, hedges)
    return flown(squares) if thing == FLIES else carried(squares, thing)


def leads(mind: Mind, now: Rules, trial: Rules, moves: Moves, target: int, one: int, two: int, three: int) -> bool:
    """Plan to go to a square by these things, if the rules agree."""
    n = listed_things(mind, one, two, three)
    if not reaches(mind, now, n) or not mind.reach_of[n] >> target & 1:
        return False
    write_plan(mind, now, n, target)
    return is_allowed(mind, now, trial, moves)


def listed_things(mind: Mind, one: int, two: int, three: int) -> int:
    """Without those that are NO_TURN; how many."""
    n = 0
    if one != NO_TURN:
        mind.things[n] = one
        n += 1
    if two != NO_TURN:
        mind.things[n] = two
        n += 1
    if three != NO_TURN:
        mind.things[n] = three
        n += 1
    return n


def reaches(mind: Mind, now: Rules, n: int) -> bool:
    """Find the squares before each of the first n things and after the last walk; False: one is impossible."""
    hedges, others, goal = hedges_of(now), others_of(now), SPOTS[now.card[now.turn]]
    mind.reach_of[0] = standing(now, goal)
    for i in range(n):
        mind.reach_of[i] &= ~(1 << goal)  # there the turn would be over
        thing = mind.things[i]
        landed = done_from(thing, mind.reach_of[i], hedges)
        if thing < SLIPS:
            hedges = turned_by(now, hedges, thing)
            others = carried(others, thing)
        if landed == 0:
            return False
        mind.reach_of[i + 1] = stays(goal, landed, hedges, others)
    if (n or not now.walked) and flood(mind.reach_of[n], hedges) >> goal & 1:
        mind.reach_of[n] |= 1 << goal
    return True


def write_plan(mind: Mind, now: Rules, n: int, target: int) -> None:
    """The actions that lead to a square by the first n things, after `reaches`; from the last to the first."""
    start, before = now.pawns[now.turn], hedges_of(now)
    turned, where = before, n
    for i in range(n):
        if mind.things[i] < SLIPS:
            turned, where = turned_by(now, before, mind.things[i]), i
    mind.planned = mind.carried_out = 0
    for k in range(n):
        i = n - 1 - k
        thing = mind.things[i]
        hedges = turned if i > where else before
        near = flood(1 << target, turned if i >= where else before)
        landings = done_from(thing, mind.reach_of[i], hedges) & near
        landing = target if landings >> target & 1 else lowest(landings)
        if thing == SLIPS:
            leaves = slipped(1 << landing, hedges) & mind.reach_of[i]
        elif thing == FLIES:
            leaves = MEADOWS & mind.reach_of[i] & ~(1 << landing)
        else:
            leaves = carried(1 << landing, back(thing)) & mind.reach_of[i]
        if landing != target:
            add_to_plan(mind, WALK + target)
        add_to_plan(mind, action_of(thing, landing))
        target = start if leaves == 0 or leaves >> start & 1 else lowest(leaves)
    if target != start:
        add_to_plan(mind, WALK + target)
    for k in range(mind.planned // 2):
        other = mind.planned - 1 - k
        one = mind.plan[k]
        mind.plan[k] = mind.plan[other]
        mind.plan[other] = one


def add_to_plan(mind: Mind, action: int) -> None:
    mind.plan[mind.planned] = action
    mind.planned += 1


def action_of(thing: int, landing: int) -> int:
    if thing == SLIPS:
        return SLIP + landing
    if thing < SLIPS:
        return TURN + thing
    fairy = 0
    while FAIRIES[fairy] != landing:
        fairy += 1
    return FLY + fairy


def is_allowed(mind: Mind, now: Rules, trial: Rules, moves: Moves) -> bool:
    """Do the rules allow the plan, action by action?"""
    trial.become(now)
    for k in range(mind.planned):
        if trial.to_move() != now.turn:
            return False
        moves.clear()
        trial.legal(moves)
        if not offers(moves, mind.plan[k]):
            return False
        trial.apply(mind.plan[k])
    return bool(mind.planned > 0)
