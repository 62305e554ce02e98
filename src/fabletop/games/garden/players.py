"""Computer players of the Enchanted Garden.

`gentle` looks at the walks and at a few hedges, `fair` at every turn that it could take now, `sharp` also at what
everybody could do in the next turn: it reaches its goal and shuts the way of the others at the same time.
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from fabletop.engine.rulebook import Moves, lowest
from fabletop.engine.view import View
from fabletop.games.garden.board import GATES, GOALS, SPOTS
from fabletop.games.garden.rules import FAIRY, GAP, NONE, PLACING, PLAYING, SEND, STOP
from fabletop.games.garden.turns import (
    MEADOWS,
    NO_TURN,
    TURNINGS,
    WIDE,
    Garden,
    Hedges,
    Turn,
    Turning,
    carried,
    ended,
    flown,
    is_possible,
    slipped,
)
from fabletop.players.registry import Maker

FAR = 9  # more hedges than ever lie in the way
Way: TypeAlias = tuple[float, tuple[Any, ...], int]  # its worth, what is done, and where it ends

MOST_MAGIC = 2  # magic cards (pairs of fairies) thought of in one turn


class Fair:
    """Reaches the goal if any turn can; otherwise comes as close as a turn can, by hedges in the way, then steps."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.moves = rng, Moves()
        self.plan: list[int] = []  # what is left to do in this turn
        self.expected: Any = None  # the view after which the plan goes on

    def choose(self, view: View) -> str:
        legal = view.legal()
        now = view.position
        if len(legal) == 1:
            return view.game.words[legal[0]]
        if now.phase == PLACING:
            return view.game.words[self.rng.choice(legal)]
        if now.phase != PLAYING:
            return view.game.words[SEND + self.gate(now)]
        if not self.plan or self.expected != now.key() or self.plan[0] not in legal:
            self.plan = self.turn(Turn(Garden(now), now.turn), legal)
        action = self.plan.pop(0)
        self.expected = self._after(now, action)
        return view.game.words[action]

    def _after(self, now: Any, action: int) -> Any:
        trial = object.__new__(type(now))
        trial.become(now)
        trial.apply(action)
        return trial.key()

    def turn(self, turn: Turn, legal: tuple[int, ...]) -> list[int]:
        """The actions of a whole turn."""
        return self.to_goal(turn) or self.closer(turn) or self.somehow(turn, legal)

    def somehow(self, turn: Turn, legal: tuple[int, ...]) -> list[int]:
        """Whatever is allowed, to the end of the turn."""
        return [STOP] if STOP in legal else [self.rng.choice(legal)]

    def to_goal(self, turn: Turn, most_magic: int = MOST_MAGIC) -> list[int]:
        for magic in range(most_magic + 1):
            for things in turn.ways(magic):
                actions = self.way(turn, things, turn.goal)
                if actions:
                    return actions
        return []

    def way(self, turn: Turn, things: tuple[Any, ...], target: int) -> list[int]:
        """The actions that lead to a square by these things, if the rules agree."""
        sets = turn.reached(things)
        if sets is None or not sets[-1] >> target & 1:
            return []
        actions = turn.actions(things, sets, target)
        return actions if is_possible(turn.now, actions, self.moves) else []

    def closer(self, turn: Turn) -> list[int]:
        best: list[tuple[tuple[int, int], tuple[Any, ...], int]] = []
        for things in turn.ways(0):
            sets = turn.reached(things)
            if sets:
                far, square = self.nearest(turn, sets[-1], turn.garden.after(*things))
                best.append((far, things, square))
        least = min((far for far, _, _ in best), default=None)
        good = [(things, square) for far, things, square in best if far == least]
        self.rng.shuffle(good)
        for things, square in sorted(good, key=lambda way: len(way[0])):
            actions = ended(turn.actions(things, turn.reached(things) or [], square))
            if is_possible(turn.now, actions, self.moves):
                return actions
        return []

    def nearest(self, turn: Turn, squares: int, hedges: Hedges) -> tuple[tuple[int, int], int]:
        """The square of a set with the fewest hedges to the goal, then the fewest steps; and how many."""
        layer, hedge = turn.garden.flood(1 << turn.goal, hedges), 0
        while not layer & squares and hedge < FAR:
            layer = turn.garden.flood(layer | slipped(layer, hedges), hedges)
            hedge += 1
        near = layer & squares or squares
        steps = {square: _steps(square, turn.goal) for square in _members(near)}
        square = min(steps, key=lambda square: steps[square])
        return (hedge, steps[square]), square

    def gate(self, now: Any) -> int:
        """The gate that is hardest to reach for the seat that has found all its goals."""
        rank = {}
        for gate in range(len(GATES)):
            trial = _sent(now, gate)
            turn = Turn(Garden(trial), now.turn)
            far, _ = self.nearest(turn, turn.before(), turn.garden.hedges)
            rank[gate] = far
        most = max(rank.values())
        return self.rng.choice([gate for gate in rank if rank[gate] == most])


class Gentle(Fair):
    """Sees where it can walk, and a few hedges near by; plays magic cards that lead straight there; dreams at times."""

    HEDGES = 8  # turnings that it thinks of
    DREAMS = 0.12

    def turn(self, turn: Turn, legal: tuple[int, ...]) -> list[int]:
        near = [turning for turning in TURNINGS if carried(1 << turn.start, turning) != 1 << turn.start]
        rest = self.rng.sample(TURNINGS, self.HEDGES // 2)
        turn.turnings = (*self.rng.sample(near, min(len(near), self.HEDGES // 2)), *rest) if turn.turnings else ()
        if self.rng.random() < self.DREAMS:
            return self.somehow(turn, legal)
        return super().turn(turn, legal)

    def to_goal(self, turn: Turn, most_magic: int = MOST_MAGIC) -> list[int]:
        found = super().to_goal(turn, 0)
        straight: list[tuple[Any, ...]] = list(turn.ways(1, ()))
        return found or next((way for things in straight if (way := self.way(turn, things, turn.goal))), [])

    def gate(self, now: Any) -> int:
        return self.rng.randrange(len(GATES))


class Sharp(Fair):
    """Weighs every turn by what all could do in their next one."""

    GOAL = 1.5  # what it is worth to reach the goal now,
    NEXT = 1.0  # to be able to reach it in the next turn,
    SHUT = 1.1  # that an opponent is not,
    HOME = 4.0  # or not on the last way home,
    ROOM = 0.8  # and to be able to reach all goals that may come next
    MAGIC = 0.4  # as good as a way without magic is one with it

    def turn(self, turn: Turn, legal: tuple[int, ...]) -> list[int]:
        ways = self.finding(turn) or self.finding(turn, 1) or self.finding(turn, 2)
        home = turn.now.found[turn.seat] == turn.now.goals
        if not ways or not home:
            ways = ways + self.waiting(turn)
        for _, things, square in sorted(ways, key=lambda way: -way[0]):
            actions = turn.actions(things, turn.reached(things) or [], square)
            if square != turn.goal:
                actions = ended(actions)
            if is_possible(turn.now, actions, self.moves):
                return actions
        return super().turn(turn, legal)

    def finding(self, turn: Turn, magic: int = 0) -> list[Way]:
        """The ways to the goal with so much magic; best is what leaves us most and the others least."""
        found: list[Way] = []
        worths: dict[Turning, float] = {}
        for things in turn.ways(magic):
            sets = turn.reached(things)
            if sets and sets[-1] >> turn.goal & 1:
                turning = next((thing for thing in things if isinstance(thing, int)), NO_TURN)
                if turning not in worths:
                    room = self.ROOM * self.room(turn, turning)
                    worths[turning] = self.GOAL + room - self.threat(turn, turning)
                found.append((worths[turning], things, turn.goal))
        return found

    def waiting(self, turn: Turn) -> list[Way]:
        """The turnings, and the places from which the goal can then be reached in the next turn."""
        found: list[Way] = []
        for things in turn.ways(0):
            sets = turn.reached(things)
            if not sets:
                continue
            turning = things[0] if things else NO_TURN
            hedges = turn.garden.after(turning)
            threat = self.threat(turn, turning)
            for part in turn.garden.parts(sets[-1] & ~(1 << turn.goal), hedges):
                (far, steps), square = self.nearest(turn, part, hedges)
                hope = self.NEXT * self.hope(turn, turn.seat, turning, part)
                found.append((hope - 0.05 * far - 0.005 * steps - threat, things, square))
        return found

    def room(self, turn: Turn, turning: Turning) -> float:
        """The share of the goals that may come next within reach of one turn from the goal."""
        garden, now = turn.garden, turn.now
        base = garden.flood(1 << turn.goal, garden.after(turning))
        seen = base
        for second in TURNINGS:
            seen |= garden.flood(carried(base, second), garden.after(turning, second))
        spots = [SPOTS[goal] for goal in range(GOALS) if now.unseen >> goal & 1]
        if now.found[turn.seat] + 1 >= now.goals:
            spots = list(GATES)
        inside = sum(seen >> spot & 1 for spot in spots)
        return inside / len(spots) if spots else 0.0

    def threat(self, turn: Turn, turning: Turning) -> float:
        """What the others can do in their next turns."""
        now, total = turn.now, 0.0
        for other in range(now.seats):
            if other != turn.seat and now.card[other] != NONE:
                weight = self.HOME if now.found[other] == now.goals else self.SHUT
                pawn = carried(1 << now.pawns[other], turning)
                base = turn.garden.flood(pawn, turn.garden.after(turning))
                hope = self.hope(turn, other, turning, base)
                total += weight * (1.0 if hope > self.MAGIC else hope)
        return total / float(now.seats - 1)

    def hope(self, turn: Turn, seat: int, turning: Turning, base: int) -> float:
        """How sure a seat's goal is in its next turn, from a part of the garden after this turning."""
        garden, now = turn.garden, turn.now
        goal, ways = 1 << SPOTS[now.card[seat]], 0
        if base & goal:
            return 1.0
        hedges = garden.after(turning)
        gap, flight = now.magic[seat][GAP] > 0, now.magic[seat][FAIRY] > 1
        beyond = slipped(base, hedges) if gap else 0
        if flight:
            beyond |= flown(base)
        beyond = garden.flood(beyond, hedges)
        by_magic = bool(beyond & goal)
        for second in TURNINGS:
            after = garden.after(turning, second)
            near, moved = garden.flood(goal, after), carried(base, second)
            if near & moved:
                ways += 1
            elif not ways and not by_magic:
                by_magic = bool(near & carried(beyond, second))
                if not by_magic and gap:
                    by_magic = bool(slipped(near, after) & moved)
                if not by_magic and flight and near & MEADOWS:
                    by_magic = bool(flown(garden.flood(moved, after)) & near)
        return ways / (ways + 1.0) if ways else self.MAGIC * by_magic


def _steps(one: int, other: int) -> int:
    return abs(one // WIDE - other // WIDE) + abs(one % WIDE - other % WIDE)


def _members(squares: int) -> list[int]:
    found = []
    while squares:
        found.append(lowest(squares))
        squares &= squares - 1
    return found


def _sent(now: Any, gate: int) -> Any:
    trial = object.__new__(type(now))
    trial.become(now)
    trial.card[now.turn] = GOALS + gate
    trial.turned = trial.walked = 0
    return trial


PLAYERS: dict[str, Maker] = {"gentle": Gentle, "fair": Fair, "sharp": Sharp}
