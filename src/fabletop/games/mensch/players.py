"""What the computer players of Mensch ärgere Dich nicht have learned, and what a position is worth for reviews."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from fabletop.compiler.drivers import integers, reals, twins
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, Book, Moves
from fabletop.games.mensch.evaluation import MOST_FEATURES
from fabletop.games.mensch.thinking import NODES, SEATS, foresee
from fabletop.games.mensch.weights import weights_for


@lru_cache(32)
def book(game: Game, *, wait: bool) -> Book:
    """The learned weights for this number of seats, track and figures."""
    return Book(np.zeros(0, np.int64), np.array(weights_for(game.new().rules)))


# What a position is worth, for reviews

ESTIMATED = "sharp"  # the level whose play `estimate` reckons with
ESTIMATED_WITHIN = 0.035  # one standard error: what it differs from thousands of games of fair
AHEAD = 1  # rolls that it looks ahead


class _Desk:
    """Room to think in."""

    def __init__(self, position: Any) -> None:
        self.nodes, self.moves, self.weights = twins(position, NODES), Moves(), weights_for(position)
        self.hopes = reals(SEATS * NODES)
        self.room: tuple[Any, ...] = (integers(MOST_FEATURES), reals(MOST_FEATURES), integers(NODES), self.hopes)

    def foreseen(self, position: Any, depth: int) -> list[float]:
        """The chance of each seat to win, before a roll."""
        self.nodes[0].become(position)
        foresee(depth, 0, self.nodes, self.moves, self.weights, *self.room)
        return list(self.hopes[: position.seats])


@cache
def _desk(game: Game) -> _Desk:
    return _Desk(game.new().rules)


def estimate(game: Game, position: Any) -> tuple[float, ...]:
    """The learned chance of each seat to win; after a roll that of the best move."""
    desk = _desk(game)
    if 1 in position.places:
        return tuple(float(place == 1) for place in position.places[: game.seats])
    if position.to_move() == CHANCE:
        return tuple(desk.foreseen(position, AHEAD))
    moves, then = Moves(), copied(position)
    position.legal(moves)
    found = []
    for i in range(moves.n):
        then.become(position)
        then.apply(moves.room[i])
        found.append(estimate(game, then))
    return max(found, key=lambda chances: chances[position.turn])
