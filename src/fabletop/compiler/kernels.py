"""The drivers bound to one game, with one face for both speeds: `Kernels` runs the text, `Compiled` the machine code.

A kernel is asked for by name; `kernels(id, "search")` gives the compiled one if it is ready and otherwise plays
plain, having set the compiler to work.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fabletop.compiler import drivers, store
from fabletop.compiler.arrays import Array
from fabletop.compiler.packing import dtype_of, keys, packed, unpacked, zeros
from fabletop.engine.game import Game
from fabletop.engine.registry import deep_levels, events_of, mind_of, rules_of, spec_of
from fabletop.engine.rulebook import CHANCE, BaseMind, BaseRules, Book, Moves, Rng

KERNELS = ("simulate", "search", "trace", "explore", "contest", "ask")  # in the order of need
BESIDE = ("contest", "ask")  # what another process can compile at the same time: players
NO_BOOK = Book(np.zeros(0, np.int64), np.zeros(0))


@dataclass(frozen=True, slots=True)
class Games:
    """What a batch of games gave; one row for each game, ranks and scores one column for each seat."""

    plies: Array  # -1: stopped at the bound
    ranks: Array
    scores: Array
    events: Any = None  # if they were counted: one column for each, named by `event_names`
    visits: Any = None  # and how often each square was visited in all games that ended


@dataclass(frozen=True, slots=True)
class Trace:
    """One random game ply by ply; `states` has one more, the end."""

    states: list[tuple[int, ...]]  # keys
    movers: list[int]
    acting: list[int]  # the mover, or for whom chance acts
    actions: list[int]
    legal: list[list[int]]
    weights: list[list[int]]


@dataclass(frozen=True, slots=True)
class Graph:
    """All positions reachable from a first one, numbered from 0, and their edges (see drivers.explore)."""

    states: Any
    movers: Array
    offsets: Array
    targets: Array
    actions: Array
    weights: Array

    def __len__(self) -> int:
        return len(self.states)


class Kernels:
    """The drivers over records of one game."""

    compiled = False
    bound: Any = drivers

    def __init__(self, id: str) -> None:
        self.id = id
        self.kind: Any = rules_of(id).Rules
        self.events: Any = events_of(id)
        self.mind: Any = mind_of(id)
        self.actions = len(rules_of(id).ACTIONS)
        self.most_plies = spec_of(id).most_plies

    def held(self, record: Any) -> Any:
        """A record in the form that the drivers work on, independent of the one given."""
        twin = type(record)()
        twin.become(record)
        return twin

    def rows(self, kind: Any, n: int) -> Any:
        return [kind() for _ in range(n)]

    def keys(self, rows: Any) -> list[tuple[int, ...]]:
        return [row.key() for row in rows]

    def numbers(self, n: int, kind: type = np.int64) -> Any:
        return [0] * n

    def simulate(
        self, root: BaseRules, seed: int, first: int, games: int, *,
        levels: Sequence[int] = (), book: Book | None = None, events: bool = False,
    ) -> Games:  # fmt: skip
        """Games number `first` and on, from a position; the same numbers at either speed.

        Random play, or that of the players of these levels of the game's Mind (0: random) with what they have learned.
        """
        return self._played(root, seed, first, games, levels, book, events=events)

    def foretell(
        self, known: BaseRules, levels: Sequence[int], seed: int, playouts: int, action: int = drivers.UNTOLD,
        book: Book | None = None,
    ) -> list[float]:  # fmt: skip
        """Each seat's chance to win from what is known, or with an action, if players of these levels play on."""
        batch = self._played(known, seed, 0, playouts, levels, book, guessed=True, action=action)
        won = batch.ranks[batch.plies != drivers.ENDLESS] == 1
        shares = won if spec_of(self.id).together else won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        return [float(share) for share in shares.sum(axis=0) / max(len(won), 1)]

    def _played(
        self, root: BaseRules, seed: int, first: int, games: int, levels: Sequence[int], book: Book | None, *,
        events: bool = False, guessed: bool = False, action: int = drivers.UNTOLD,
    ) -> Games:  # fmt: skip
        seats = root.seats
        plies = self.numbers(games, np.int32)
        ranks, scores = self.numbers(games * seats, np.int8), self.numbers(games * seats, np.int32)
        counting = events and self.events is not None
        rows = self.rows(Rng if self.events is None else self.events, games if counting else 0)
        batch = (seed, first, games, self.most_plies, plies, ranks, scores, rows)
        if any(levels):
            table = self._at_the_table(root, levels, book)
            self.bound.contest(self.held(root), *table, *batch, int(guessed), action)
        else:
            room = (self.held(root) for _ in range(2))
            self.bound.simulate(self.held(root), *room, self.held(Moves()), self.held(Rng()), *batch)
        lengths = np.asarray(plies, np.int32)
        return Games(
            lengths,
            np.asarray(ranks, np.int8).reshape(games, seats),
            np.asarray(scores, np.int32).reshape(games, seats),
            *(counted(self.events, rows, lengths) if counting else ()),
        )

    def ask(self, view: BaseRules, mind: BaseMind, whim: Rng, book: Book) -> int:
        """What a player decides; what it remembers and leaves to chance goes on."""
        minds, luck = self.rows(type(mind), 1), self.held(whim)
        self._put(minds, 0, mind)
        tools = (self.held(view), self.held(view), self.held(Moves()), luck)
        decided = int(self.bound.ask(*tools, minds, book))
        self._give_back(mind, minds[0])
        self._give_back(whim, luck)
        return decided

    def _give_back(self, record: Any, row: Any) -> None:
        record.become(row)

    def _at_the_table(self, root: BaseRules, levels: Sequence[int], book: Book | None) -> tuple[Any, ...]:
        """A position, room for what a seat knows and for trying, moves, chance, whims, the players and their book."""
        minds = self.rows(self.mind, root.seats)
        for seat, level in enumerate(levels):
            if self.compiled:
                minds[seat]["level"] = level
            else:
                minds[seat].level = level
        room = (self.held(root) for _ in range(3))
        return (*room, self.held(Moves()), self.held(Rng()), self.held(Rng()), minds, book or NO_BOOK)

    def search(
        self, known: BaseRules, rollouts: int, seed: int, explore: float = 0.7, worlds: Any = None
    ) -> dict[int, tuple[int, float]]:
        """For each action of the seat to act: how often the search tried it, and its mean reward.

        `worlds` are positions as they might be, from `worlds`, if some of them are likelier than by `complete` alone.
        """
        rng = Rng()
        rng.seed(seed, 0)
        visits, values = self.numbers(self.actions), self.numbers(self.actions, np.float64)
        tools = (self.held(known), self.held(known), self.held(Moves()), self.held(rng))
        given = self.rows(self.kind, 0) if worlds is None else worlds
        self.bound.search(*tools, given, rollouts, self.most_plies, explore, visits, values)
        return {a: (int(visits[a]), values[a] / visits[a]) for a in range(self.actions) if visits[a]}

    def imagine(self, positions: list[BaseRules], seat: int, rng: Rng, *, fill: bool) -> list[tuple[int, ...]]:
        """The positions as a seat knows them, or with `fill` as they might then be."""
        rows = self.rows(self.kind, len(positions))
        for row, position in zip(range(len(rows)), positions, strict=True):
            self._put(rows, row, position)
        self.bound.imagine(rows, len(positions), seat, self.held(rng), int(fill))
        return self.keys(rows)

    def worlds(self, known: BaseRules, n: int, rng: Rng) -> Any:
        """What a seat knows, filled in at random n times: rows for `search`."""
        rows = self._repeated(known, n)
        self.bound.imagine(rows, n, known.to_move(), self.held(rng), 1)
        return rows

    def _repeated(self, record: BaseRules, n: int) -> Any:
        return [self.held(record) for _ in range(n)]

    def _put(self, rows: Any, row: int, position: Any) -> None:
        rows[row].become(position)

    def explore(self, root: BaseRules, most: int = 50_000_000) -> Graph:
        """Every position reachable from the first one; an error when there are more than `most`."""
        size, edges = 1 << 10, 1 << 13
        states = self.rows(self.kind, size)
        self._put(states, 0, root)
        movers, offsets = self.numbers(size, np.int8), self.numbers(size + 1)
        targets, actions, weights = (
            self.numbers(edges, np.int32),
            self.numbers(edges, np.int16),
            self.numbers(edges, np.int32),
        )
        progress = self.numbers(3)
        progress[0] = 1
        tools = (self.held(root), self.held(Moves()))
        table = self._table(states, 1, size)
        while not self.bound.explore(states, table, *tools, progress, movers, offsets, targets, actions, weights):
            known, _, used = (int(n) for n in progress)
            if known > most:
                raise MemoryError(f"{self.id} has more than {most:,} positions from here")
            if known + 1024 > size:
                size *= 2
                states = self._grown(states, self.rows(self.kind, size), known)
                movers = self._grown(movers, self.numbers(size, np.int8), known)
                offsets = self._grown(offsets, self.numbers(size + 1), known)
                table = self._table(states, known, size)
            if used + 1024 > edges:
                edges *= 2
                targets = self._grown(targets, self.numbers(edges, np.int32), used)
                actions = self._grown(actions, self.numbers(edges, np.int16), used)
                weights = self._grown(weights, self.numbers(edges, np.int32), used)
        known, _, used = (int(n) for n in progress)
        return Graph(
            states[:known],
            np.asarray(movers[:known], np.int8),
            np.asarray(offsets[: known + 1], np.int64),
            np.asarray(targets[:used], np.int32),
            np.asarray(actions[:used], np.int16),
            np.asarray(weights[:used], np.int32),
        )

    def _table(self, states: Any, known: int, size: int) -> Any:
        table = self.numbers(2 * size, np.int32)
        self.bound.index(states, known, table)
        return table

    def _grown(self, old: Any, new: Any, used: int) -> Any:
        new[:used] = old[:used]
        return new


class Compiled(Kernels):
    """The same over packed records."""

    compiled = True

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.bound = store.module(id)

    def held(self, record: Any) -> Any:
        return packed(record)[0]

    def rows(self, kind: Any, n: int) -> Any:
        return zeros(n, dtype_of(kind))

    def keys(self, rows: Any) -> list[tuple[int, ...]]:
        return keys(self.kind, rows)

    def numbers(self, n: int, kind: type = np.int64) -> Any:
        return np.zeros(n, kind)

    def _repeated(self, record: BaseRules, n: int) -> Any:
        return np.repeat(packed(record), n)

    def _put(self, rows: Any, row: int, position: Any) -> None:
        rows[row] = packed(position)[0]

    def _give_back(self, record: Any, row: Any) -> None:
        record.become(unpacked(type(record), row))

    def trace(
        self, root: BaseRules, seed: int, stream: int, most: int, plies: int = 1024, room: int = 1 << 16
    ) -> Trace:
        """A random game, written down in full; at most so many plies."""
        plies = min(plies, most)
        states = self.rows(self.kind, plies + 1)
        movers, acting, actions, counts = (self.numbers(plies) for _ in range(4))
        legal, weights = self.numbers(room), self.numbers(room)
        tools = (self.held(root), self.held(root), self.held(Moves()), self.held(Rng()))
        n = self.bound.trace(*tools, seed, stream, plies, states, movers, acting, actions, counts, legal, weights)
        if n == drivers.ENDLESS:
            return self.trace(root, seed, stream, most, plies, 4 * room)
        if n == plies < most:
            return self.trace(root, seed, stream, most, 4 * plies, room)
        ends = np.cumsum(counts[:n]).tolist()
        spans = list(zip([0, *ends[:-1]], ends, strict=True)) if n else []
        all_legal, all_weights = (row[: ends[-1] if n else 0].tolist() for row in (legal, weights))
        return Trace(
            self.keys(states[: n + 1]),
            movers[:n].tolist(),
            acting[:n].tolist(),
            actions[:n].tolist(),
            [all_legal[a:b] for a, b in spans],
            [all_weights[a:b] for a, b in spans],
        )

    def plain(self, row: Any) -> Any:
        """A packed record as the plain one."""
        return unpacked(self.kind, row)


def event_names(id: str) -> tuple[str, ...]:
    """What is counted in a game, one by one; none where it has no events.py."""
    kind = events_of(id)
    return tuple(name for name, f in kind.FIELDS.items() if not f.shape) if kind else ()


def counted(kind: Any, rows: Any, plies: Any) -> tuple[Any, Any]:
    """From records of events, one for each game: a column for each counter, and the visits of all games that ended."""
    table = rows if isinstance(rows, np.ndarray) else np.concatenate([packed(row) for row in rows])
    names = [name for name, f in kind.FIELDS.items() if not f.shape]
    columns = np.array([table[name] for name in names], np.int32).T
    visits = table["visits"][plies >= 0].sum(axis=0, dtype=np.int64) if "visits" in kind.FIELDS else None
    return columns, visits


def kernels(id: str, kernel: str) -> Kernels:
    """The fastest kernels there are at this moment; what is missing is being compiled meanwhile."""
    if store.is_ready(id, kernel):
        return Compiled(id)
    store.start_compiling(id)
    return Kernels(id)


def wait_for(id: str, kernel: str, seconds: float) -> Compiled | None:
    """The compiled kernels, if they get ready in time."""
    deadline = time.monotonic() + seconds
    while True:
        if store.is_ready(id, kernel):
            return Compiled(id)
        if store.numba_version() is None or store.failure(id) is not None or time.monotonic() > deadline:
            return None
        store.start_compiling(id)
        time.sleep(0.05)


def compile_now(id: str, doing: Callable[[str], None] = lambda kernel: None, only: Sequence[str] = KERNELS) -> None:
    """Compile kernels of a game by using each once; it is ready as soon as it is used.

    It is used plain before: what is wrong with the rules themselves has a line there.
    """
    root = Game(id).new().rules

    def exploring(made: Kernels) -> None:
        with contextlib.suppress(MemoryError):
            made.explore(root, most=1)

    def tracing(made: Kernels) -> None:
        made.imagine([root], 0, Rng(), fill=True)
        if isinstance(made, Compiled):
            made.trace(root, 0, 0, 100)

    def asking(made: Kernels) -> None:
        if not deep_levels(id):
            return
        state, rng, mind = Game(id).new(), Rng(), made.mind()
        while state.turn == CHANCE:
            state.play(state.actions()[0])
        if state.turn is not None:
            mind.level = 1
            made.ask(state.view(state.turn).position, mind, rng, NO_BOOK)

    players = [1] * root.seats  # the level does not matter to the compiler
    uses: dict[str, Callable[[Kernels], object]] = {
        "simulate": lambda made: made.simulate(root, 0, 0, 1),
        "contest": lambda made: made.mind and made.simulate(root, 0, 0, 1, levels=players),
        "search": lambda made: made.search(root, 1, 0),
        "trace": tracing,
        "explore": exploring,
        "ask": asking,
    }
    for kernel in only:
        if not store.is_ready(id, kernel):
            doing(f"`{kernel}` plain")
            uses[kernel](Kernels(id))
            doing(f"`{kernel}` compiled")
            uses[kernel](Compiled(id))
            store.mark_ready(id, kernel)
