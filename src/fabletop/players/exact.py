"""Values of positions in a table, and a player that reads it.

A position is found by the digest of its record; that no two positions share one is checked when a table is made.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Graph, Kernels, kernels, wait_for
from fabletop.engine.game import Game, copied
from fabletop.engine.kinds import R
from fabletop.engine.record import BASIS, CUT, PRIME, Record
from fabletop.engine.view import View
from fabletop.players.registry import Player
from fabletop.players.solutions import Arrays


def digests(states: Any) -> Array:
    """`digest` of every position of a graph."""
    if isinstance(states, list):
        return np.array([state.digest() for state in states], np.int64)
    found = np.full(len(states), BASIS, np.uint64)
    for name in states.dtype.names:
        for column in states[name].reshape(len(states), -1).T:
            found = (found ^ column.astype(np.int64).astype(np.uint64)) * np.uint64(PRIME) & np.uint64(CUT)
    return (found ^ found >> np.uint64(29)).astype(np.int64)


def column(graph: Graph, name: str) -> Array:
    """A field of every position of a graph, at either speed."""
    if isinstance(graph.states, list):
        return np.array([getattr(state, name) for state in graph.states], np.int64)
    found: Array = graph.states[name].astype(np.int64)
    return found


def graph_of(game: Game, seconds: float = 120.0, most: int = 50_000_000) -> Graph:
    """All positions of a game, compiled if that can be had in time."""
    using: Kernels = wait_for(game.id, "explore", seconds) or kernels(game.id, "explore")
    return using.explore(game.new().rules, most)


def tabled(graph: Graph, values: Array, **more: Array) -> Arrays:
    """A table for `Table`: the values that belong to the positions of a graph, and more rows in the same order."""
    keys = digests(graph.states)
    order = np.argsort(keys)
    if (np.diff(keys[order]) == 0).any():
        raise ValueError("two positions have the same digest")
    kind = np.float32 if len(keys) > 1_000_000 else np.float64
    rows = {"values": values} | more
    return {"keys": keys[order]} | {name: np.asarray(row, kind)[order] for name, row in rows.items()}


class Table:
    """The value of a position, for whoever the table was made for."""

    def __init__(self, arrays: Arrays) -> None:
        self.keys, self.worths = arrays["keys"], arrays["values"]

    def value(self, position: Record) -> float | None:
        """None: the position is not in the table."""
        wanted = position.digest()
        place = int(np.searchsorted(self.keys, wanted))
        if place == len(self.keys) or int(self.keys[place]) != wanted:
            return None
        return float(self.worths[place])


Evaluate = Callable[[View], dict[str, float] | None]  # the value of every legal action for the seat; None: not known


class ValuePlayer:
    """Takes the action that is worth most; where values are not known, asks another player."""

    def __init__(self, rng: random.Random, evaluate: Evaluate, otherwise: Player) -> None:
        self.rng, self.evaluate, self.otherwise = rng, evaluate, otherwise

    def choose(self, view: View) -> str:
        values = self.evaluate(view)
        if values is None:
            return self.otherwise.choose(view)
        return max(values, key=values.__getitem__)

    def values(self, view: View) -> dict[str, float]:
        values = self.evaluate(view)
        if values is not None:
            return values
        other = getattr(self.otherwise, "values", None)
        return other(view) if other else {}


def after(view: View[R]) -> dict[str, R]:
    """The position that each legal action leads to, as far as the seat can tell."""
    found = {}
    for action in view.legal():
        position = copied(view.position)
        position.apply(action)
        found[view.game.actions[action]] = position
    return found
