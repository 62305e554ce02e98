"""Games played on a graph of positions, many at once: how tests confirm what solvers say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fabletop.compiler.kernels import Graph
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import OVER, Moves, Rng
from fabletop.players.exact import digests


def walked(graph: Graph, weights: Any, games: int, seed: int, gains: Any) -> tuple[Any, Any]:
    """Where each game ended, and what it gained on its way."""
    rng = np.random.default_rng(seed)
    reach = np.concatenate([[0.0], np.cumsum(weights)])
    at, gained = np.zeros(games, np.int64), np.zeros(games)
    while (on := np.flatnonzero(graph.movers[at] != OVER)).size:
        first, last = graph.offsets[at[on]], graph.offsets[at[on] + 1]
        aim = reach[first] + rng.random(on.size) * (reach[last] - reach[first])
        edge = np.clip(np.searchsorted(reach, aim, side="right") - 1, first, last - 1)
        gained[on] += gains[edge]
        at[on] = graph.targets[edge]
    return at, gained


def counted(game: Game, graph: Graph, begun: Callable[[int], Any], games: int) -> None:
    """Random games by rules that count the turns they hand out, and what `begun` says of the same plies."""
    rules: Any = game.new().rules
    turns = [0] * game.seats

    class Counting(type(rules)):  # type: ignore[misc]
        """The rules, but every change of `turn` is told."""

        __slots__ = ("watched",)

        def __setattr__(self, name: str, value: int) -> None:
            if name == "turn" and getattr(self, "watched", False):
                turns[value] += 1
            super().__setattr__(name, value)

        def pass_on(self) -> None:
            object.__setattr__(self, "watched", True)
            super().pass_on()
            object.__setattr__(self, "watched", False)

        def finish(self) -> None:
            object.__setattr__(self, "watched", False)
            super().finish()

    number = {int(key): i for i, key in enumerate(digests(graph.states))}
    rows = [begun(seat) for seat in range(game.seats)]
    rng, moves = Rng(), Moves()
    for seed in range(games):
        rng.seed(seed, 0)
        state = Counting()
        state.become(copied(rules))
        turns[:] = [0] * game.seats
        found = [0] * game.seats
        while state.to_move() != OVER:
            moves.clear()
            state.legal(moves)
            i = rng.below(moves.n)
            edge = graph.offsets[number[state.digest()]] + i
            state.apply(moves.room[i])
            for seat, row in enumerate(rows):
                found[seat] += int(row[edge])
        assert found == turns
