"""Computer players of Mensch ärgere Dich nicht: the simple rules for `gentle` and `fair`, a look ahead for `sharp`."""

from __future__ import annotations

import random
from typing import Any

from fabletop.engine.game import copied
from fabletop.engine.rulebook import Moves
from fabletop.engine.view import View
from fabletop.games.mensch.evaluation import ROOM, weights_for
from fabletop.games.mensch.thinking import DEPTH, ROWS, foresee, simple
from fabletop.players.registry import Maker
from fabletop.players.simple import RandomPlayer, Sometimes

CARELESS = 0.5  # of gentle's moves are made without a thought


class RulePlayer:
    """Hits if it can, else enters the goal, else flees, else moves the figure in the lead."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        return view.game.words[max(view.legal(), key=lambda action: simple(view.position, action))]


class LookAhead:
    """Tries each action, and judges the positions a few rolls later."""

    def __init__(self, rng: random.Random, depth: int = DEPTH) -> None:
        self.rng, self.depth = rng, depth

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.game.words[legal[0]]
        worths = self.values(view)
        return max(worths, key=lambda action: worths[action])

    def values(self, view: View) -> dict[str, float]:
        """For each action the chance to be the next one through."""
        position, weights = view.position, weights_for(view.position)
        states = [copied(position) for _ in range(ROWS)]
        moves = [Moves() for _ in range(ROWS)]
        desk: tuple[Any, ...] = ([0] * ROOM, [0.0] * ROOM, [[0.0] * 4 for _ in range(ROWS)])
        chances = desk[2]
        taken = sum(1 for place in position.places if place)
        found = {}
        for action in view.legal():
            states[self.depth].become(position)
            states[self.depth].apply(action)
            foresee(self.depth, taken, states, moves, weights, *desk)
            found[view.game.words[action]] = chances[self.depth][position.turn]
        return found


def gentle(rng: random.Random) -> Sometimes:
    """Knows the simple rules, and often does not think of them."""
    return Sometimes(rng, RulePlayer(rng), RandomPlayer(rng), CARELESS)


PLAYERS: dict[str, Maker] = {"gentle": gentle, "fair": RulePlayer, "sharp": LookAhead}
