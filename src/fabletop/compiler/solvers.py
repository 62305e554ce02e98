"""Solve a game from its graph of positions: best play, expected values under a policy, lengths.

Everything works on a `Graph` (see kernels.explore) and on rows of numbers, one for each position or each edge:

- `weights`: what each edge counts for where a position's value is a mean (chance, or a seat that follows a policy);
- `goals`: what the seat to act wants with its position's value: MORE, LESS, or MEAN if it follows `weights`;
- `pay`: the value of a finished position; `gains`: what an edge adds, such as a turn that begins with it.

Positions are put into an order in which whatever a position leads to comes before it, cycles (strongly connected
components, after Tarjan) taken together.  What is not on a cycle is then computed once.  A cycle is swept until an
estimate from below and one from above agree, so that the error is known and not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array, Weights
from fabletop.compiler.kernels import Graph
from fabletop.engine.rulebook import CHANCE, OVER

MORE, LESS, MEAN = 1, -1, 0
WORK = 20_000_000  # edges between two reports
PATIENCE = 100_000  # sweeps of one cycle
TIGHT = 1e-6  # a thousand times the last change of a cycle that is swept from one side only

Report = Callable[[float], None]


def silent(share: float) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of every position; none is further from the truth than `error`."""

    values: Array
    error: float


def odds(graph: Graph, policy: Array | None = None) -> Array:
    """Weights that add up to 1 where chance is to act, and all alike (random play), or as `policy`, where a seat is."""
    sizes = np.diff(graph.offsets)
    chance = np.repeat(graph.movers == CHANCE, sizes)
    weights = np.where(chance, graph.weights, 1.0 if policy is None else policy).astype(np.float64)
    shares: Array = weights / np.repeat(_summed(graph, weights), sizes)
    return shares


def best_play(
    graph: Graph,
    pay: Array | float,
    goals: Sequence[int],
    *,
    gains: Array | None = None,
    weights: Array | None = None,
    bounds: tuple[float, float] | None = (0.0, 1.0),
    tolerance: float = 1e-9,
    report: Report = silent,
) -> Solved:
    """The value of every position when each seat follows its goal, and where that is MEAN its weights.

    `bounds` are two numbers between which all values lie; None: there is only the lower one, 0 (a number of turns).
    """
    weights = odds(graph) if weights is None else np.asarray(weights, np.float64)
    gains = np.zeros(len(graph.targets)) if gains is None else np.asarray(gains, np.float64)
    wanted = np.array([*goals, 0, 0], np.int8)[graph.movers]  # the last two: OVER is -2, CHANCE is -1
    lowest, highest = bounds or (0.0, 0.0)
    over = graph.movers == OVER
    low = np.where(over, pay, lowest).astype(np.float64)
    high = np.where(over, pay, highest).astype(np.float64)
    sides = 2 if bounds else 1
    if store.numba_version() is None:
        error = _swept(graph, weights, gains, wanted, low, high, sides, tolerance, report)
    else:
        error = _settled(graph, weights, gains, wanted, low, high, sides, tolerance, report)
    return Solved((low + high) / 2 if bounds else low, error)


def expected(
    graph: Graph, weights: Array, pay: Array | float = 0.0, gains: Array | None = None, *,
    bounds: tuple[float, float] | None = None, tolerance: float = 1e-9, report: Report = silent,
) -> Solved:  # fmt: skip
    """The mean of the pay at the end and all gains on the way when everybody plays by weights: an absorbing chain."""
    goals = [MEAN] * (int(graph.movers.max(initial=0)) + 1)
    return best_play(graph, pay, goals, gains=gains, weights=weights, bounds=bounds, tolerance=tolerance, report=report)


def worths(graph: Graph, values: Weights, gains: Array | None = None) -> Array:
    """What each edge leads to is worth."""
    there: Array = np.asarray(values)[graph.targets]
    return there if gains is None else there + gains


def best_edges(
    graph: Graph, values: Weights, goals: Sequence[int], gains: Array | None = None, slack: float = 1e-9
) -> Array:
    """A policy: 1 for the first best edge of each position where a seat with a goal is to act, else 0."""
    wanted = np.array([*goals, 0, 0], np.int8)[graph.movers]
    signs = np.repeat(wanted, np.diff(graph.offsets))
    worth = worths(graph, values, gains) * signs
    best = _most(graph, worth)
    good = (signs != 0) & (worth >= np.repeat(best, np.diff(graph.offsets)) - slack)
    policy = np.zeros(len(graph.targets))
    place = np.flatnonzero(good)
    owner = np.repeat(np.arange(len(graph)), np.diff(graph.offsets))[place]
    policy[place[np.unique(owner, return_index=True)[1]]] = 1.0
    return policy


def followed(graph: Graph, weights: Array, *rows: Array) -> tuple[Graph, list[Array]]:
    """What is left of a graph when everybody plays by weights, and the rows of its edges (weights first)."""
    keep = np.zeros(len(graph), bool)
    fresh = np.array([0])
    sizes = np.diff(graph.offsets)
    taken = weights > 0
    while len(fresh):
        keep[fresh] = True
        counts = sizes[fresh]
        edges = np.repeat(graph.offsets[fresh] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        reached = np.unique(graph.targets[edges[taken[edges]]])
        fresh = reached[~keep[reached]]
    edges = np.flatnonzero(np.repeat(keep, sizes) & taken)
    nodes = np.flatnonzero(keep)
    number = np.cumsum(keep) - 1
    owners = np.repeat(np.arange(len(graph)), sizes)[edges]
    offsets = np.concatenate([[0], np.cumsum(np.bincount(number[owners], minlength=len(nodes)))])
    states = [graph.states[i] for i in nodes] if isinstance(graph.states, list) else graph.states[nodes]
    smaller = Graph(
        states,
        graph.movers[nodes],
        offsets.astype(np.int64),
        number[graph.targets[edges]].astype(np.int32),
        graph.actions[edges],
        graph.weights[edges],
    )
    return smaller, [np.asarray(row)[edges] for row in (weights, *rows)]


def lengths(graph: Graph, weights: Array, ticks: Array | None = None, most: int = 20_000, rest: float = 1e-9) -> Array:
    """How likely it is that the game from position 0 takes 0, 1, 2, … plies; what is left at the end is below `rest`.

    With `ticks` (0 or 1 for each edge) only the plies with 1 are counted; the others must not form a cycle.
    """
    counted = np.ones(len(graph.targets), bool) if ticks is None else np.asarray(ticks, bool)
    sources = np.repeat(np.arange(len(graph)), np.diff(graph.offsets))
    over = graph.movers == OVER
    found: list[float] = []
    now: Any = np.zeros(len(graph))
    now[0] = 1.0
    while len(found) < most:
        later = np.zeros(len(graph))
        done = 0.0
        while True:
            done += float(now[over].sum())
            now[over] = 0.0
            if not now.any():
                break
            flow = now[sources] * weights
            later += np.bincount(graph.targets[counted], flow[counted], len(graph))
            now = np.bincount(graph.targets[~counted], flow[~counted], len(graph))
        found.append(done)
        now = later
        if now.sum() < rest:
            break
    return np.array(found)


def _summed(graph: Graph, row: Array) -> Array:
    """The sum over the edges of each position."""
    return _gathered(np.add, graph, row)


def _most(graph: Graph, row: Array) -> Array:
    """The highest over the edges of each position."""
    return _gathered(np.maximum, graph, row)


def _gathered(how: Any, graph: Graph, row: Array) -> Array:
    """For positions without edges 0."""
    found = np.zeros(len(graph))
    some = np.diff(graph.offsets) > 0
    if some.any():
        found[some] = how.reduceat(row, graph.offsets[:-1][some])
    return found


class Part:
    """A graph in which some positions have their value from outside, to be solved again for other such values.

    Their edges are cut, so that what is left has short cycles.  This is how a game is solved layer by layer: the
    given positions are those from which it goes on in another layer.
    """

    def __init__(self, graph: Graph, given: Array) -> None:
        self.kept = ~np.repeat(given, np.diff(graph.offsets))  # edges
        offsets = np.concatenate([[0], np.cumsum(np.diff(graph.offsets) * ~given)])
        rows = (graph.targets, graph.actions, graph.weights)
        self.graph = Graph(graph.states, graph.movers, offsets, *(row[self.kept] for row in rows))
        self.still = np.zeros(len(self.graph.targets))
        self.even = odds(self.graph)
        self.order = components(self.graph) if store.numba_version() is not None else None

    def solve(
        self,
        values: Array,
        goals: Sequence[int],
        gains: Array | None = None,
        weights: Array | None = None,
        tolerance: float = TIGHT,
    ) -> float:
        """Improve the values, in place, until they agree with each other; the rest is below the number returned."""
        wanted = np.array([*goals, 0, 0], np.int8)[self.graph.movers]
        gains, weights = (self.still if gains is None else gains), (self.even if weights is None else weights)
        if self.order is None:
            return _swept(self.graph, weights, gains, wanted, values, values, 1, tolerance, silent)
        order, starts = self.order
        done, error = 0, 0.0
        while done < len(starts) - 1:
            done, worst = _fast(settle)(
                order, starts, done, WORK, self.graph.offsets, self.graph.targets,
                weights, gains, wanted, values, values, 1, tolerance,
            )  # fmt: skip
            error = max(error, worst)
        return error


# With Numba: component by component


def _settled(
    graph: Graph, weights: Array, gains: Array | None, wanted: Array, low: Array, high: Array,
    sides: int, tolerance: float, report: Report,
) -> float:  # fmt: skip
    order, starts = components(graph)
    done, error = 0, 0.0
    while done < len(starts) - 1:
        done, worst = _fast(settle)(
            order, starts, done, WORK, graph.offsets, graph.targets, weights, gains, wanted, low, high, sides, tolerance
        )  # fmt: skip
        error = max(error, worst)
        report(starts[done] / len(order))
    return error


def components(graph: Graph) -> tuple[Array, Array]:
    """All positions, what a position leads to before it; component c is order[starts[c]:starts[c + 1]]."""
    order, starts = np.zeros(len(graph), np.int64), np.zeros(len(graph) + 1, np.int64)
    found = _fast(tarjan)(graph.offsets, graph.targets, order, starts)
    return order, starts[: found + 1].copy()


@cache
def _fast(function: Any) -> Any:
    """A loop of this module compiled; without Numba as it is."""
    if store.numba_version() is None:
        return function
    from numba import njit

    return njit(cache=True, nogil=True, error_model="numpy")(function)


def tarjan(offsets: Array, targets: Array, order: Array, starts: Array) -> int:
    """Strongly connected components without recursion; the number of them."""
    n = len(order)
    seen = np.zeros(n, np.int64)  # when a position was first reached, from 1
    root = np.zeros(n, np.int64)  # the earliest position on the path that it leads back to; n + 1: finished
    edge = offsets[:n].copy()  # the next edge to look at
    path, kept = np.zeros(n, np.int64), np.zeros(n, np.int64)
    clock = written = found = held = 0
    for first in range(n):
        if seen[first]:
            continue
        path[0] = first
        depth = 1
        while depth:
            node = path[depth - 1]
            if seen[node] == 0:
                clock += 1
                seen[node] = root[node] = clock
                kept[held] = node
                held += 1
            deeper = False
            while edge[node] < offsets[node + 1]:
                target = targets[edge[node]]
                if seen[target] == 0:
                    path[depth] = target
                    depth += 1
                    deeper = True
                    break
                edge[node] += 1
                if root[target] < root[node]:
                    root[node] = root[target]
            if deeper:
                continue
            depth -= 1
            if root[node] == seen[node]:
                starts[found] = written
                found += 1
                member = -1
                bottom = held
                while member != node:
                    bottom -= 1
                    member = kept[bottom]
                # the last reached are nearest to the way out: they come first
                while held > bottom:
                    held -= 1
                    order[written] = kept[held]
                    root[kept[held]] = n + 1
                    written += 1
    starts[found] = written
    return found


def settle(
    order: Array, starts: Array, first: int, work: int, offsets: Array, targets: Array, weights: Array, gains: Array,
    wanted: Array, low: Array, high: Array, sides: int, tolerance: float,
) -> tuple[int, float]:  # fmt: skip
    """Compute the components from `first` on, looking at about `work` edges; where it stopped, and the error."""
    error = 0.0
    c = first
    while c < len(starts) - 1 and work > 0:
        begin, end = starts[c], starts[c + 1]
        cyclic = end - begin > 1
        if not cyclic:
            for e in range(offsets[order[begin]], offsets[order[begin] + 1]):
                cyclic = cyclic or targets[e] == order[begin]
        settled = False
        sweeps = 0
        while not settled and work > 0:
            change = gap = 0.0
            for i in range(begin, end):
                node = order[i]
                a, b = offsets[node], offsets[node + 1]
                work -= b - a
                if a == b:
                    continue
                goal = wanted[node]
                for side in range(sides):
                    row = low if side == 0 else high
                    value = 0.0
                    if goal == 0:
                        for e in range(a, b):
                            value += weights[e] * (row[targets[e]] + gains[e])
                    else:
                        value = row[targets[a]] + gains[a]
                        for e in range(a + 1, b):
                            other = row[targets[e]] + gains[e]
                            if (other - value) * goal > 0:
                                value = other
                    change = max(change, abs(value - row[node]))
                    row[node] = value
                if sides == 2:
                    gap = max(gap, abs(high[node] - low[node]))
            sweeps += 1
            if not cyclic:
                settled = True
            elif sides == 2:
                settled = gap < tolerance or change < 1e-16 or sweeps > 100_000
            else:
                settled = change < tolerance * 1e-3 or sweeps > 100_000
                gap = change * 1e3
        if settled:
            error = max(error, gap)
            c += 1
    return c, error


# Without Numba: all positions at once, again and again


def _swept(
    graph: Graph, weights: Array, gains: Array | None, wanted: Array, low: Array, high: Array,
    sides: int, tolerance: float, report: Report,
) -> float:  # fmt: skip
    means, signs = wanted == 0, wanted.astype(np.float64)
    inner = np.diff(graph.offsets) > 0
    spread = np.repeat(signs, np.diff(graph.offsets))
    gap = change = 0.0
    for sweep in range(PATIENCE):
        change = 0.0
        for row in (low, high)[:sides]:
            worth = row[graph.targets] + gains
            new = np.where(means, _summed(graph, worth * weights), signs * _most(graph, worth * spread))
            change = max(change, float(np.abs(new - row)[inner].max(initial=0.0)))
            row[inner] = new[inner]
        gap = float(np.abs(high - low).max(initial=0.0)) if sides == 2 else change * 1e3
        if (gap < tolerance) if sides == 2 else (change < tolerance * 1e-3):
            break
        if change < 1e-12:  # of what rounding leaves there is no end
            break
        report(1 - 1 / (1 + sweep / 50))
    return gap
