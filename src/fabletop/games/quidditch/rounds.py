"""All positions of one round of Quidditch Dice, and what best play of them is worth for any value of its ends.

The rules themselves say what may be done and what it leads to.  Positions that differ only by the order of the
rows, or by what no longer matters, are taken for one (`tidy`): 353,323 are left, and 28 ends.  A round is a
zero-sum game in which nothing is hidden and nothing comes back, so it is computed once from its ends to its
beginning, for as many values of the ends at once as one likes.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import threading
from collections import deque
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array
from fabletop.compiler.packing import dtype_of, keys, packed
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, OVER, Moves
from fabletop.games.quidditch.board import WEIGHTS
from fabletop.games.quidditch.rules import Rules
from fabletop.games.quidditch.tidying import CUT, SPREAD, code_of, tidy
from fabletop.players.analysis import Progress
from fabletop.players.solutions import Arrays, rules_key, silent, solution, solution_soon, stored

ID = "quidditch"
ALIKE = all(len(set(weights[1:])) == 1 for weights in WEIGHTS)  # rows are interchangeable: no die prefers one
NAMES = ("dice", "pitch", "side", "begun")  # the fields that matter within a round
LANES = 64  # values of the ends at once


# A round for the compiler's `explore`: positions are tidied, and the end of the attack is the end
WALK = """
@jit
def m_apply(state, action):
    play(state, action)
    tidy(state)

@jit
def m_to_move(state):
    return OVER if state.attacker or state.over else mover(state)
"""


def settle(offsets: Array, targets: Array, weights: Array, movers: Array, values: Array) -> None:
    """From the ends (already filled in) to the beginning, for every column at once."""
    columns = values.shape[1]
    for node in range(len(movers)):
        first, last = offsets[node], offsets[node + 1]
        if first == last:
            continue
        target = targets[first]
        if movers[node] == CHANCE:
            for c in range(columns):
                values[node, c] = weights[first] * values[target, c]
            for e in range(first + 1, last):
                target = targets[e]
                for c in range(columns):
                    values[node, c] += weights[e] * values[target, c]
        else:
            for c in range(columns):
                values[node, c] = values[target, c]
            for e in range(first + 1, last):
                target = targets[e]
                if movers[node] == 0:
                    for c in range(columns):
                        values[node, c] = max(values[node, c], values[target, c])
                else:
                    for c in range(columns):
                        values[node, c] = min(values[node, c], values[target, c])


def flow(offsets: Array, targets: Array, weights: Array, movers: Array, values: Array, share: Array) -> None:
    """How often each position is met when both sides play for the best value; share[-1] is the beginning's."""
    for node in range(len(movers) - 1, -1, -1):
        first, last = offsets[node], offsets[node + 1]
        if share[node] == 0.0 or first == last:
            continue
        if movers[node] == CHANCE:
            for e in range(first, last):
                share[targets[e]] += weights[e] * share[node]
        else:
            sign = 1.0 if movers[node] == 0 else -1.0
            best = first
            for e in range(first + 1, last):
                if sign * values[targets[e]] > sign * values[targets[best]]:
                    best = e
            share[targets[best]] += share[node]


@cache
def fast() -> Any:
    """The functions above compiled together with the rules, beside them in the cache; None without Numba."""
    if store.numba_version() is None or store.failure(ID) is not None:
        return None
    bound = store.module(ID)
    pieces = [
        "from __future__ import annotations",
        "from numba import njit",
        f"from {bound.__name__} import index, jit, kernel, m_become, m_clear, m_legal, place, tidy",
        f"from {bound.__name__} import m_apply as play, m_to_move as mover",
        'quick = njit(cache=True, nogil=True, error_model="numpy", fastmath=True)',
        f"CHANCE, OVER = {CHANCE}, {OVER}",
        WALK,
        inspect.getsource(bound.explore.py_func),
        *(f"@quick\n{inspect.getsource(function)}" for function in (settle, flow)),
    ]
    text = "\n\n".join(pieces)
    path = store.folder(ID) / f"round_{hashlib.sha256(text.encode()).hexdigest()[:16]}.py"
    if not path.exists():
        store.written(path, text)
    return store.loaded(f"fabletop_{path.stem}", path)


# Positions by number


def _codes(states: Array) -> Array:
    columns = [states[name].reshape(len(states), -1).astype(np.uint64) for name in NAMES]
    found = np.concatenate(columns, axis=1) @ np.array(SPREAD, np.uint64) & np.uint64(CUT)
    return found.astype(np.int64)


def _start() -> Rules:
    first: Rules = Game(ID).new().rules
    return copied(first)


def _explored(module: Any) -> tuple[Any, ...]:
    """States, movers, offsets, targets, actions, weights."""
    room = 1 << 19
    while True:
        states = np.zeros(room, dtype_of(Rules))
        states[0] = packed(_start())[0]
        rows = (np.zeros(room, np.int8), np.zeros(room + 1, np.int64))
        edges = tuple(np.zeros(4 * room, kind) for kind in (np.int32, np.int16, np.int32))
        tools = (packed(_start())[0], packed(Moves())[0])
        table, progress = np.zeros(2 * room, np.int32), np.array([1, 0, 0])
        module.index(states, 1, table)
        if module.explore(states, table, *tools, progress, *rows, *edges):
            known, _, used = progress
            return states[:known], rows[0][:known], rows[1][: known + 1], *(edge[:used] for edge in edges)
        room *= 2


def _explored_plainly() -> tuple[Any, ...]:
    """The same without Numba, in some minutes."""
    moves = Moves()
    number: dict[tuple[int, int] | int, int] = {code_of(_start()): 0}
    ends: dict[tuple[int, int] | int, int] = {}
    queue = deque([_start()])
    kept: list[Any] = []
    movers: list[int] = []
    offsets, targets, actions, weights = [0], [], [], []
    while queue:
        at = queue.popleft()
        kept.append(packed(at))
        movers.append(OVER if at.attacker or at.over else at.to_move())
        if movers[-1] != OVER:
            moves.clear()
            at.legal(moves)
            for i in range(moves.n):
                then = copied(at)
                then.apply(moves.room[i])
                tidy(then)
                known = ends if then.attacker or then.over else number
                key = (then.points[0], then.snitches[0]) if known is ends else code_of(then)
                if key not in known:
                    known[key] = len(number) + len(ends)
                    queue.append(then)
                targets.append(known[key])
                actions.append(moves.room[i])
                weights.append(moves.weights[i] if moves.total else 1)
        offsets.append(len(targets))
    return np.concatenate(kept), *map(np.array, (movers, offsets, targets, actions, weights))


def _ordered(progress: Progress) -> Arrays:
    """The graph of a round with what a position leads to before it; alike edges are one."""
    module = fast()
    progress(0.1, "positions of a round")
    states, movers, offsets, targets, actions, weights = _explored(module) if module else _explored_plainly()
    progress(0.6, "order of positions")
    n, sizes = len(movers), np.diff(offsets)
    sources = np.repeat(np.arange(n), sizes)
    pairs, place_of = np.unique(sources * n + targets, return_inverse=True)
    counted = np.bincount(place_of.ravel(), weights)
    source, target = pairs // n, pairs % n
    total = np.bincount(source, counted, n)
    height, inner = np.zeros(n, np.int64), np.flatnonzero(sizes)
    first = np.searchsorted(source, inner)
    while True:
        higher = np.maximum.reduceat(height[target], first) + 1
        if (higher == height[inner]).all():
            break
        height[inner] = higher
    order = np.lexsort((movers, height))
    rank = np.empty(n, np.int64)
    rank[order] = np.arange(n)
    by = np.argsort(rank[source], kind="stable")
    over = np.flatnonzero(movers[order] == OVER)
    one = np.array([np.flatnonzero(targets == order[end])[0] for end in over])
    live = np.flatnonzero(movers[order] != OVER)
    codes = _codes(states[order[live]])
    sorted_codes = np.argsort(codes)
    if len(np.unique(codes)) < len(codes):
        raise ValueError("two positions of a round have the same code")
    return {
        "movers": movers[order].astype(np.int8),
        "offsets": np.concatenate([[0], np.cumsum(np.bincount(rank[source], minlength=n))]),
        "targets": rank[target[by]].astype(np.int32),
        "weights": np.where(movers[source] == CHANCE, counted / total[source], 1.0)[by],
        "height": height[order],
        "fresh": (movers[order] >= 0) & (states["begun"][order] == 0),  # a turn begins
        "codes": codes[sorted_codes],
        "nodes": live[sorted_codes].astype(np.int32),
        "before": np.array(keys(Rules, states[sources[one]])),
        "actions": actions[one],
    }


@dataclass(frozen=True)
class Round:
    """The positions of a round, from its ends (0 to 27) to its beginning (the last)."""

    arrays: Arrays

    def __len__(self) -> int:
        return len(self.arrays["movers"])

    @cached_property
    def lasts(self) -> list[tuple[Any, int]]:
        """For each end a position before it, and the action that leads there."""
        found = []
        for key, action in zip(self.arrays["before"].tolist(), self.arrays["actions"].tolist(), strict=True):
            rules, cells = Rules(), iter(key)
            for name, f in Rules.FIELDS.items():
                if not f.shape:
                    setattr(rules, name, next(cells))
                elif len(f.shape) == 1:
                    setattr(rules, name, [next(cells) for _ in range(f.shape[0])])
                else:
                    setattr(rules, name, [[next(cells) for _ in range(f.shape[1])] for _ in range(f.shape[0])])
            found.append((rules, action))
        return found

    @cached_property
    def outcomes(self) -> list[tuple[int, int]]:
        """Goal points and Snitch points of each end."""
        found = []
        for before, action in self.lasts:
            then = copied(before)
            then.apply(action)
            found.append((then.points[0], then.snitches[0]))
        return found

    def values(self, pay: Array) -> Array:
        """What each position is worth to the attacker if the ends are; one column for each column of `pay`.

        For a single row of values NumPy will do: it is there at once, while Numba takes a second to load.
        """
        pay = np.asarray(pay, np.float64)
        values = np.zeros((len(self), *pay.shape[1:]))
        values[: len(pay)] = pay
        module, a = fast() if pay.ndim > 1 else None, self.arrays
        if module:
            module.settle(a["offsets"], a["targets"], a["weights"], a["movers"], values)
        else:
            self._settle(values)
        return values

    def worth(self, pay: Array) -> Array:
        """What the round is worth before it begins, for each column."""
        pay = np.asarray(pay, np.float64)
        parts = np.array_split(pay, -(-pay.shape[1] // LANES), axis=1)
        return np.concatenate([self.values(np.ascontiguousarray(part))[-1] for part in parts])

    def _settle(self, values: Array) -> None:
        """The same with NumPy, height by height."""
        movers, offsets, targets = (self.arrays[name] for name in ("movers", "offsets", "targets"))
        weights = self.arrays["weights"].reshape(-1, *[1] * (values.ndim - 1))
        steps = np.flatnonzero(np.diff(self.arrays["height"]) | np.diff(movers)) + 1
        for first, last in zip(steps, [*steps[1:], len(self)], strict=True):
            edges = slice(offsets[first], offsets[last])
            there, starts = values[targets[edges]], offsets[first:last] - offsets[first]
            if movers[first] == CHANCE:
                values[first:last] = np.add.reduceat(there * weights[edges], starts, axis=0)
            else:
                best = np.maximum if movers[first] == 0 else np.minimum
                values[first:last] = best.reduceat(there, starts, axis=0)

    def met(self, values: Array) -> Array:
        """How likely each position is met, ends included, when both play for the best by values of one column."""
        share, a = np.zeros(len(self)), self.arrays
        share[-1] = 1.0
        (fast() or sys.modules[__name__]).flow(a["offsets"], a["targets"], a["weights"], a["movers"], values, share)
        return share

    def odds(self, values: Array) -> Array:
        """How likely each end is."""
        return self.met(values)[: len(self.lasts)]

    @cached_property
    def turns(self) -> tuple[Array, Array]:
        """The positions where a turn of the attacker, and of the defender, begins."""
        fresh, movers = self.arrays["fresh"], self.arrays["movers"]
        return np.flatnonzero(fresh & (movers == 0)), np.flatnonzero(fresh & (movers == 1))

    def node(self, rules: Rules) -> int:
        """The number of a position (which is tidied)."""
        tidy(rules)
        at = int(np.searchsorted(self.arrays["codes"], code_of(rules)))
        return int(self.arrays["nodes"][at])


NAME = "quidditch-round"
_one_at_a_time = threading.Lock()


@cache
def own_key() -> str:
    """Of this text, on which solutions depend as on that of the rules."""
    return hashlib.sha256(inspect.getsource(sys.modules[__name__]).encode()).hexdigest()


@cache
def _key() -> tuple[object, ...]:
    return (*rules_key(Game(ID)), own_key())


def _computed(progress: Progress) -> Arrays:
    with _one_at_a_time:  # another thread may have done it meanwhile
        return stored(NAME, _key()) or _ordered(progress)


@cache
def the_round(progress: Progress = silent) -> Round:
    """From the cache, or computed now."""
    return Round(solution(NAME, _key(), _computed, progress))


def round_soon() -> Round | None:
    """None: it is being computed in the background."""
    return the_round() if solution_soon(NAME, _key(), _computed) else None
