"""Computer players of the Enchanted Garden.

`gentle` looks at the walks and at a few hedges, `fair` at every turn that it could take now, `sharp` also at what
everybody could do in the next turn: it reaches its goal and shuts the way of the others at the same time.
"""

from __future__ import annotations

import random
from typing import Any

from fabletop.engine.rulebook import Moves, bits, lowest
from fabletop.engine.view import View
from fabletop.games.garden.board import GATES, GOALS, SPOTS
from fabletop.games.garden.rules import NONE, PLACING, PLAYING, SEND, STOP
from fabletop.games.garden.turns import (
    NO_TURN,
    TURNINGS,
    WIDE,
    Garden,
    Hedges,
    Turn,
    Turning,
    back,
    carried,
    ended,
    is_possible,
    slipped,
)
from fabletop.players.registry import Maker

FAR = 9  # more hedges than ever lie in the way
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
        straight: list[tuple[Any, ...]] = [things for things in turn.ways(1, ())]
        return found or next((way for things in straight if (way := self.way(turn, things, turn.goal))), [])

    def gate(self, now: Any) -> int:
        return self.rng.randrange(len(GATES))


class Sharp(Fair):
    """Weighs every turning by what all could do in their next turn."""

    NEXT = 1.0  # what it is worth to be able to reach the goal in the next turn
    SHUT = 1.1  # and that an opponent is not
    HOME = 4.0  # the same, when it is the last way home
    ROOM = 0.8  # to be able to reach all goals that may come next

    def turn(self, turn: Turn, legal: tuple[int, ...]) -> list[int]:
        return self.finding(turn) or super().to_goal(turn) or self.waiting(turn) or super().turn(turn, legal)

    def finding(self, turn: Turn) -> list[int]:
        """The goal without magic, and by the turning that leaves us most and the others least."""
        found: list[tuple[float, tuple[Any, ...]]] = []
        for things in turn.ways(0):
            sets = turn.reached(things)
            if sets and sets[-1] >> turn.goal & 1:
                found.append((self.after_goal(turn, things[0] if things else NO_TURN), things))
        for _, things in sorted(found, key=lambda way: -way[0]):
            actions = self.way(turn, things, turn.goal)
            if actions:
                return actions
        return []

    def after_goal(self, turn: Turn, turning: Turning) -> float:
        if turn.now.found[turn.seat] == turn.now.goals:
            return 0.0  # home
        return self.ROOM * self.room(turn, turning) - self.threat(turn, turning)

    def room(self, turn: Turn, turning: Turning) -> float:
        """The share of the goals that may come next within reach of one turn from the goal."""
        garden, now = turn.garden, turn.now
        hedges = garden.after(turning)
        base = garden.flood(1 << turn.goal, hedges)
        seen = base
        for second in TURNINGS:
            seen |= garden.flood(carried(base, second), garden.after(turning, second))
        if now.found[turn.seat] + 1 == now.goals:
            spots = [GATES[gate] for gate in range(len(GATES))]
        else:
            spots = [SPOTS[goal] for goal in range(GOALS) if now.unseen >> goal & 1]
        inside = sum(seen >> spot & 1 for spot in spots)
        return inside / len(spots) if spots else 0.0

    def threat(self, turn: Turn, turning: Turning) -> float:
        """What the others can do in their next turns."""
        total, now = 0.0, turn.now
        for other in range(now.seats):
            if other != turn.seat and now.card[other] != NONE:
                weight = self.HOME if now.found[other] == now.goals else self.SHUT
                total += weight * self.chance(turn, other, turning)
        return total / (now.seats - 1)

    def chance(self, turn: Turn, other: int, turning: Turning) -> float:
        """Can a seat reach its goal in the turn after this turning?"""
        garden, now = turn.garden, turn.now
        goal = SPOTS[now.card[other]]
        pawn = carried(1 << now.pawns[other], turning)
        hedges = garden.after(turning)
        base = garden.flood(pawn, hedges)
        if base >> goal & 1:
            return 1.0
        ways = 0
        for second in TURNINGS:
            after = garden.after(turning, second)
            ways += garden.flood(1 << goal, after) & carried(base, second) != 0
        if ways:
            return 1.0
        if now.magic[other][0] and slipped(base, hedges) & garden.flood(1 << goal, hedges):
            return 0.8
        return 0.0

    def waiting(self, turn: Turn) -> list[int]:
        """No goal in this turn: the turning and the place from which it can be reached in the next."""
        found: list[tuple[float, tuple[Any, ...], int]] = []
        for things in turn.ways(0):
            sets = turn.reached(things)
            if not sets:
                continue
            turning = things[0] if things else NO_TURN
            hedges = turn.garden.after(turning)
            threat = self.threat(turn, turning)
            for part in turn.garden.parts(sets[-1], hedges):
                hope, square = self.hope(turn, turning, part)
                found.append((hope - threat, things, square))
        for _, things, square in sorted(found, key=lambda way: -way[0]):
            actions = ended(turn.actions(things, turn.reached(things) or [], square))
            if is_possible(turn.now, actions, self.moves):
                return actions
        return []

    def hope(self, turn: Turn, turning: Turning, part: int) -> tuple[float, int]:
        """How sure the goal is in the next turn from a part of the garden, and where to stand in it."""
        garden = turn.garden
        ways = 0
        for second in TURNINGS:
            after = garden.after(turning, second)
            ways += carried(garden.flood(1 << turn.goal, after), back(second)) & part != 0
        (hedges, steps), square = self.nearest(turn, part, garden.after(turning))
        far = 0.05 * hedges + 0.005 * steps
        return self.NEXT * ways / (ways + 1.0) - far, square


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
