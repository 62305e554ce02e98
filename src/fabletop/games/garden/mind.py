"""Computer players of the Enchanted Garden.

`gentle` looks at the walks and at a few hedges, `fair` at every turn that it could take now, `sharp` also at what
everybody could do in the next turn: it reaches its goal and shuts the way of the others at the same time.

A turn is a list of things done: a gap, a flight, or a hedge that is turned, with walks before, between and after.
Who thinks plans the whole turn at once and then carries it out.
"""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, Moves, Rng, field, record
from fabletop.games.garden.board import GATES, GOALS, SPOTS
from fabletop.games.garden.foresight import hope, room_for, threat
from fabletop.games.garden.planning import (
    FLIES,
    LONGEST,
    MOST_THINGS,
    SLIPS,
    add_to_plan,
    done_from,
    is_allowed,
    leads,
    listed_things,
    offers,
    others_of,
    reaches,
    standing,
    write_plan,
)
from fabletop.games.garden.rules import ACTIONS, DONE, FAIRY, GAP, PLACING, PLAYING, SEND, SETTING, STOP, Rules
from fabletop.games.garden.walks import NO_TURN, WAYS_TO_TURN, carried, flood, hedges_of, nearest, stays, turned_by

LEVELS = ("gentle", "fair", "sharp")
PLAYOUT = 2  # a review plays on thousands of times: this level is quick enough
GENTLE, FAIR, SHARP = 1, 2, 3
FEW = 8  # turnings that gentle thinks of: half of them near the pawn
DREAMS = 12  # of a hundred turns of gentle are anything
NEVER = 1 << 40  # as a distance
WORST, BEST = -(1 << 63), (1 << 63) - 1  # a set of 64 squares
REACHED = 1.5  # what it is worth to sharp to reach the goal now,
NEXT = 1.0  # to be able to reach it in the next turn,
ROOM_AFTER = 0.8  # and to be able to reach all goals that may come next
FINE = 1_000_000  # worths are kept as whole numbers of such a part
NOT_YET = -1000 * FINE  # as a worth


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)
    plan: list[int] = field(0, len(ACTIONS), LONGEST)
    planned: int = field(0, LONGEST)
    carried_out: int = field(0, LONGEST)
    expected: int = field(0, (1 << 62) - 1)  # the digest of the position in which the plan goes on

    thought: list[int] = field(NO_TURN, WAYS_TO_TURN, WAYS_TO_TURN + 1)  # turnings, none of them first
    thoughts: int = field(0, WAYS_TO_TURN + 1)
    things: list[int] = field(NO_TURN, FLIES, MOST_THINGS)
    reach_of: list[int] = field(WORST, BEST, MOST_THINGS + 1)  # where the pawn may be before each of them, and after
    close: list[int] = field(WORST, BEST, WAYS_TO_TURN + 1)  # by thought: from where the goal can then be walked to
    beyond: list[int] = field(WORST, BEST, WAYS_TO_TURN + 1)  # by thought: where the pawn may be then
    far: list[int] = field(0, NEVER, WAYS_TO_TURN + 1)
    best: list[int] = field(0, len(ACTIONS), LONGEST + 1)  # sharp: the best plan so far, its length first,
    most: int = field(NOT_YET, -NOT_YET)  # what that is worth,
    weighed: list[int] = field(NOT_YET, -NOT_YET, WAYS_TO_TURN + 1)  # and by thought what it is to reach the goal so

    def forget(self) -> None:
        self.planned = self.carried_out = 0

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        if view.phase == SETTING:
            return DONE  # as you like it
        if view.phase == PLACING:
            return moves.pick(rng)
        if view.phase != PLAYING:
            return SEND + (rng.below(len(GATES)) if self.level == GENTLE else farthest_gate(view, trial, rng))
        goes_on = self.carried_out < self.planned and self.expected == view.digest()
        if not goes_on or not offers(moves, self.plan[self.carried_out]):
            make_plan(self, view, trial, moves, rng)
        action = self.plan[self.carried_out]
        self.carried_out += 1
        trial.become(view)
        trial.apply(action)
        self.expected = trial.digest()
        return action


def make_plan(mind: Mind, now: Rules, trial: Rules, moves: Moves, rng: Rng) -> None:
    """The actions of a whole turn: to the goal if any turn leads there, else as close as a turn can come."""
    think_of_hedges(mind, now, rng)
    dreams = mind.level == GENTLE and rng.below(100) < DREAMS
    if mind.level == SHARP and foresee(mind, now, trial, moves):
        return
    if not dreams and (to_goal(mind, now, trial, moves) or closer(mind, now, trial, moves, rng)):
        return
    moves.clear()
    now.legal(moves)
    mind.plan[0] = STOP if offers(moves, STOP) else moves.pick(rng)
    mind.planned, mind.carried_out = 1, 0


def think_of_hedges(mind: Mind, now: Rules, rng: Rng) -> None:
    """The turnings to be thought of; the first thought is to turn none."""
    mind.thought[0] = NO_TURN
    mind.thoughts = 1
    if now.turned:
        return
    if mind.level != GENTLE:
        for turning in range(WAYS_TO_TURN):
            mind.thought[1 + turning] = turning
        mind.thoughts = 1 + WAYS_TO_TURN
        return
    pawn = 1 << now.pawns[now.turn]
    near = 0
    for turning in range(WAYS_TO_TURN):
        if carried(pawn, turning) != pawn:
            near += 1
    for k in range(FEW):
        one = rng.below(WAYS_TO_TURN)
        if k < FEW // 2 and near:  # one of those that carry the pawn
            skip = rng.below(near)
            one = 0
            while skip or carried(pawn, one) == pawn:
                if carried(pawn, one) != pawn:
                    skip -= 1
                one += 1
        mind.thought[mind.thoughts] = one
        mind.thoughts += 1


def to_goal(mind: Mind, now: Rules, trial: Rules, moves: Moves) -> bool:
    """Plan a way to the goal, with as few magic cards as possible.

    What cannot be is seen from the sets alone; what might be is asked of the rules.
    """
    seat, hedges, others = now.turn, hedges_of(now), others_of(now)
    goal = SPOTS[now.card[seat]]
    here = standing(now, goal) & ~(1 << goal)
    for j in range(mind.thoughts):
        turning = mind.thought[j]
        after = turned_by(now, hedges, turning)
        mind.close[j] = flood(1 << goal, after)
        landed = carried(here, turning)
        mind.beyond[j] = stays(goal, landed, after, carried(others, turning)) & ~(1 << goal)
        if landed & mind.close[j] and takes(mind, now, trial, moves, j, turning, NO_TURN, NO_TURN):
            return True
    if mind.level == SHARP and mind.most > NOT_YET:
        return True
    for slips in range(2):
        if now.magic[seat][GAP] >= slips and now.magic[seat][FAIRY] // 2 >= 1 - slips:
            if one_card(mind, now, trial, moves, goal, here, SLIPS if slips else FLIES):
                return True
    if mind.level == GENTLE or (mind.level == SHARP and mind.most > NOT_YET):
        return bool(mind.level == SHARP)
    for slips in range(3):
        if now.magic[seat][GAP] >= slips and now.magic[seat][FAIRY] // 2 >= 2 - slips:
            first, second = SLIPS if slips == 2 else FLIES, SLIPS if slips else FLIES
            if two_cards(mind, now, trial, moves, goal, here, first, second):
                return True
            if slips == 1 and two_cards(mind, now, trial, moves, goal, here, second, first):
                return True
    return bool(mind.level == SHARP and mind.most > NOT_YET)


def one_card(mind: Mind, now: Rules, trial: Rules, moves: Moves, goal: int, here: int, card: int) -> bool:
    """Plan a way with one magic card, before or after a turning; gentle does not think of both."""
    hedges, others = hedges_of(now), others_of(now)
    landed = done_from(card, here, hedges)
    if landed & mind.close[0] and takes(mind, now, trial, moves, 0, card, NO_TURN, NO_TURN):
        return True
    if mind.level == GENTLE:
        return False
    then = stays(goal, landed, hedges, others) & ~(1 << goal) if landed else 0
    for j in range(1, mind.thoughts):
        turning = mind.thought[j]
        after = turned_by(now, hedges, turning)
        if done_from(card, mind.beyond[j], after) & mind.close[j]:
            if takes(mind, now, trial, moves, j, turning, card, NO_TURN):
                return True
        if carried(then, turning) & mind.close[j]:
            if takes(mind, now, trial, moves, j, card, turning, NO_TURN):
                return True
    return False


def two_cards(
    mind: Mind, now: Rules, trial: Rules, moves: Moves, goal: int, here: int, first: int, second: int
) -> bool:
    """Plan a way with two of them in this order, and perhaps a turning before, between or after."""
    hedges, others = hedges_of(now), others_of(now)
    landed = done_from(first, here, hedges)
    then = stays(goal, landed, hedges, others) & ~(1 << goal) if landed else 0
    landed = done_from(second, then, hedges)
    if landed & mind.close[0] and takes(mind, now, trial, moves, 0, first, second, NO_TURN):
        return True
    last = stays(goal, landed, hedges, others) & ~(1 << goal) if landed else 0
    for j in range(1, mind.thoughts):
        turning = mind.thought[j]
        after, gone = turned_by(now, hedges, turning), carried(others, turning)
        landed = done_from(first, mind.beyond[j], after)
        if landed and done_from(second, stays(goal, landed, after, gone), after) & mind.close[j]:
            if takes(mind, now, trial, moves, j, turning, first, second):
                return True
        landed = carried(then, turning)
        if landed and done_from(second, stays(goal, landed, after, gone), after) & mind.close[j]:
            if takes(mind, now, trial, moves, j, first, turning, second):
                return True
        if carried(last, turning) & mind.close[j]:
            if takes(mind, now, trial, moves, j, first, second, turning):
                return True
    return False


def closer(mind: Mind, now: Rules, trial: Rules, moves: Moves, rng: Rng) -> bool:
    """Plan to come as close as a turn can: by hedges in the way, then by steps; rather without a turning."""
    goal, hedges = SPOTS[now.card[now.turn]], hedges_of(now)
    for j in range(mind.thoughts):
        n = listed_things(mind, mind.thought[j], NO_TURN, NO_TURN)
        mind.far[j] = NEVER
        if reaches(mind, now, n):
            mind.far[j] = nearest(goal, mind.reach_of[n], turned_by(now, hedges, mind.thought[j]))
    for _ in range(mind.thoughts):
        chosen, least, alike = 0, mind.far[0] // 64, 1
        for j in range(1, mind.thoughts):
            if mind.far[j] // 64 < least:
                chosen, least, alike = j, mind.far[j] // 64, 1
            elif mind.far[j] // 64 == least and chosen:
                alike += 1
                if rng.below(alike) == 0:
                    chosen = j
        if least == NEVER // 64:
            return False
        n = listed_things(mind, mind.thought[chosen], NO_TURN, NO_TURN)
        reaches(mind, now, n)
        write_plan(mind, now, n, mind.far[chosen] % 64)
        add_to_plan(mind, STOP)
        if is_allowed(mind, now, trial, moves):
            return True
        mind.far[chosen] = NEVER
    return False


def takes(mind: Mind, now: Rules, trial: Rules, moves: Moves, thought: int, one: int, two: int, three: int) -> bool:
    """Plan to go to the goal by these things: the first way that there is, or to sharp the one that is worth most."""
    goal = SPOTS[now.card[now.turn]]
    if mind.level != SHARP:
        return leads(mind, now, trial, moves, goal, one, two, three)
    if mind.weighed[thought] == NOT_YET:
        before, turning = hedges_of(now), mind.thought[thought]
        worth = REACHED + ROOM_AFTER * room_for(now, before, goal, turning) - threat(now, before, turning)
        mind.weighed[thought] = int(worth * FINE)
    if mind.weighed[thought] > mind.most and leads(mind, now, trial, moves, goal, one, two, three):
        mind.most = mind.weighed[thought]
        keep_plan(mind)
    return False


def foresee(mind: Mind, now: Rules, trial: Rules, moves: Moves) -> bool:
    """Plan the turn that leaves us most and the others least: to the goal, or to wait for a better one."""
    mind.most = NOT_YET
    for j in range(mind.thoughts):
        mind.weighed[j] = NOT_YET
    found = to_goal(mind, now, trial, moves)
    if not found or now.found[now.turn] < now.goals:
        wait_well(mind, now, trial, moves)
    if mind.most == NOT_YET:
        return False
    mind.planned, mind.carried_out = mind.best[0], 0
    for k in range(mind.planned):
        mind.plan[k] = mind.best[1 + k]
    return True


def keep_plan(mind: Mind) -> None:
    mind.best[0] = mind.planned
    for k in range(mind.planned):
        mind.best[1 + k] = mind.plan[k]


def wait_well(mind: Mind, now: Rules, trial: Rules, moves: Moves) -> None:
    """The turnings, and the places from which the goal can then be reached in the next turn."""
    seat, before = now.turn, hedges_of(now)
    goal = SPOTS[now.card[seat]]
    for j in range(mind.thoughts):
        turning = mind.thought[j]
        n = listed_things(mind, turning, NO_TURN, NO_TURN)
        if not reaches(mind, now, n):
            continue
        hedges, danger = turned_by(now, before, turning), threat(now, before, turning)
        left = mind.reach_of[n] & ~(1 << goal)
        while left and (NEXT - danger) * FINE > mind.most:  # no place can be better than sure
            part = flood(left & -left, hedges)
            far = nearest(goal, part & left, hedges)
            worth = NEXT * hope(now, hedges, seat, turning, part & left) - danger
            worth -= 0.05 * (far // 4096) + 0.005 * (far // 64 % 64)
            if int(worth * FINE) > mind.most:
                write_plan(mind, now, n, far % 64)
                add_to_plan(mind, STOP)
                if is_allowed(mind, now, trial, moves):
                    mind.most = int(worth * FINE)
                    keep_plan(mind)
            left &= ~part


def farthest_gate(now: Rules, trial: Rules, rng: Rng) -> int:
    """The gate that is hardest to reach for the seat that has found all its goals."""
    chosen, most, alike = 0, -1, 1
    for gate in range(len(GATES)):
        trial.become(now)
        trial.card[now.turn] = GOALS + gate
        trial.turned = trial.walked = 0
        far = nearest(GATES[gate], standing(trial, GATES[gate]), hedges_of(trial)) // 64
        if far > most:
            chosen, most, alike = gate, far, 1
        elif far == most:
            alike += 1
            if rng.below(alike) == 0:
                chosen = gate
    return chosen
