"""`fabletop.batch`: n games side by side, each waiting for a decision; one array for each thing a learner needs.

>>> env = fabletop.batch("duck", 4096, seats=2)
>>> env.reset(seed=1)
>>> while learning:
...     env.step(policy(env.observation, env.mask))
...     learn(env.reward, env.done)
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from fabletop.batches.guests import Guests, Opponent, guests_of, level_of
from fabletop.batches.hands import Hands
from fabletop.batches.observations import Encoding
from fabletop.batches.task import Task, whole
from fabletop.compiler import batching as b
from fabletop.compiler import store
from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Compiled, Kernels
from fabletop.compiler.packing import LINE, zeros
from fabletop.engine.errors import BadOption, IllegalAction, listed, quoted
from fabletop.engine.game import Game, State
from fabletop.engine.registry import mind_levels, mind_of
from fabletop.engine.rulebook import CHANCE, Moves, Rng
from fabletop.players.minds import book_for

AUTORESET = ("next_step", "same_step", "disabled")
REWARDS = ("rank", "score")
ARRAYS = ("observation", "mask", "reward", "seat", "done", "truncated")
KEPT, RECORDS = (*ARRAYS, "weight", "_plies", "_past"), ("states", "rngs", "whims", "minds")


def batch(
    game: str | Game,
    n: int,
    *,
    seats: int | None = None,
    chance: str = "sampled",
    skip_forced: bool = False,
    autoreset: str = "next_step",
    rewards: str = "rank",
    opponents: Opponent | Mapping[int, Opponent] | None = None,
    history: int = 0,
    threads: int = 1,
    arrays: Mapping[str, Array] | None = None,
    **options: Any,
) -> Batch:
    """n games at once.  What is not allowed raises an error that says what is.

    `chance="explicit"` makes chance a seat (CHANCE) whose outcomes are actions, with weights in `env.weight`.
    `skip_forced` plays what has only one possibility.  `autoreset` says, in Gymnasium's words, when a game that has
    ended begins anew.  `rewards` are 1 for beating everybody to -1 for being beaten by all, or the score.  `opponents`
    sit in the other seats: a level for all but the first, or one for each of some seats; where one seat is left,
    observations are always its own.  `history` adds so many of the last plies, as the seat heard of them.  `arrays`
    are the caller's own, to be filled in place.
    """
    chosen = game if isinstance(game, Game) else Game(game, seats, options)
    if isinstance(game, Game) and (seats is not None or options):
        raise BadOption("a Game has its seats and options already; give the id of a game to choose others")
    n = whole("n", n, 1, 1 << 24)
    threads = whole("threads", threads, 1, 256)
    for name, value, allowed in (
        ("chance", chance, ("sampled", "explicit")),
        ("autoreset", autoreset, AUTORESET),
        ("rewards", rewards, REWARDS),
    ):
        if value not in allowed:
            raise BadOption(f"{name} is one of {listed(allowed)}, not {quoted(value)}")
    if rewards == "score" and not chosen.spec.scored:
        raise BadOption(f"{chosen.id} has no score; rewards: rank")
    if arrays is not None and not isinstance(arrays, Mapping):
        raise BadOption(f"arrays are given by name, not as {quoted(arrays)}; the arrays: {listed(ARRAYS)}")
    guests = guests_of(chosen, opponents)
    return Batch(
        chosen, n, guests, explicit=chance == "explicit", skip=bool(skip_forced), reset=AUTORESET.index(autoreset),
        points=rewards == "score", history=history, threads=threads, arrays=dict(arrays or {}),
    )  # fmt: skip


class Batch:
    """Games side by side.  After `reset` and each `step` the arrays hold what is true now, one row for each game.

    `observation[n, F]`: what the seat to act (or the only learner) knows; `numbers` describes each column.
    `mask[n, A]`: 1 where an action is legal.  `reward[n, seats]`: of this step.  `seat[n]`: who is to act, after the
    end who acted last.  `done[n]`, `truncated[n]`: has the game ended, or was it stopped at the bound?
    """

    def __init__(
        self, game: Game, n: int, guests: dict[int, Opponent], *,
        explicit: bool, skip: bool, reset: int, points: bool, history: int, threads: int, arrays: dict[str, Array],
    ) -> None:  # fmt: skip
        self.game, self.n, self.threads = game, n, threads
        self.compiled = store.numba_version() is not None
        self._kernels: Kernels = Compiled(game.id) if self.compiled else Kernels(game.id)
        self._bound: Any = self._kernels.bound if self.compiled else b
        self._task = Task(game, explicit=explicit, history=history)
        self._number_of = self._task.number_of
        self._action_of: Any = self._task.action_of if self.compiled else self._task.action_of.tolist()
        self.numbers = self._task.numbers
        levels = {seat: level for seat, guest in guests.items() if (level := level_of(game.id, guest)) is not None}
        self._guests = Guests(self, {seat: guest for seat, guest in guests.items() if seat not in levels})
        learners = [seat for seat in range(game.seats) if seat not in guests]
        secrets = game.has_secrets
        self.learner: int | None = learners[0] if guests and len(learners) == 1 else None
        self._eyes = None if self.learner is None else np.full(n, self.learner, np.int8)
        self._how = np.array(
            [
                explicit,
                skip,
                sum(1 << seat for seat in levels),
                secrets,
                -1 if self.learner is None else self.learner,
                reset,
                points,
                game.spec.most_plies,
                history,
                0,
            ],
            np.int64,
        )
        kind, actions = self._task.kind, len(self._action_of)
        shapes = {
            "observation": ((n, len(self.numbers)), kind), "mask": ((n, actions), np.dtype(np.int8)),
            "reward": ((n, game.seats), np.dtype(np.float32)), "seat": ((n,), np.dtype(np.int8)),
            "done": ((n,), np.dtype(np.bool_)), "truncated": ((n,), np.dtype(np.bool_)),
        }  # fmt: skip
        for name in arrays:
            if name not in shapes:
                raise BadOption(f"there is no array {quoted(name)}; the arrays: {listed(ARRAYS)}")
        made = {name: _array(name, arrays.get(name), *shapes[name]) for name in ARRAYS}
        for one, other in combinations(arrays, 2):
            if np.may_share_memory(made[one], made[other]):
                raise BadOption(f"the arrays {one} and {other} lie in the same place: each needs its own")
        self.observation, self.mask, self.reward, self.seat, self.done, self.truncated = made.values()
        self.weight = np.zeros((n, actions) if explicit else (1, 1), np.int64)
        self.final = np.zeros_like(self.observation) if reset == b.SAME_STEP else self.observation
        self._plies = zeros(n, np.int32)
        self._past = np.full((n, 3 * history or 1), b.UNSEEN, np.int16)
        self._states = self._kernels.rows(self._kernels.kind, n)
        self._rngs, self._whims = self._kernels.rows(Rng, n), self._kernels.rows(Rng, n)
        self._minds = self._seated(levels)
        root = game.new().rules
        held = self._kernels.held
        known = mind_levels(game.id)
        book = book_for(game, [known[level - 1] for level in levels.values() if level])
        self._tools = [(held(root), held(root), held(root), held(Moves()), book) for _ in range(threads)]
        self._hands = Hands(threads - 1) if threads > 1 and self.compiled else None
        self._nowhere, self._one = np.zeros(n, np.bool_), np.zeros(n, np.int64)
        self._queues = zeros((threads, LINE // 8), np.int64)
        self._begun = False

    def _seated(self, levels: Mapping[int, int]) -> Any:
        """A player for each game and seat; those that nobody asks have level 0."""
        kind, seats = mind_of(self.game.id) or b.BaseGuest, self.game.seats
        minds: Any = [self._kernels.rows(kind, seats) for _ in range(self.n)]
        if self.compiled:
            minds = self._kernels.rows(kind, self.n * seats).reshape(self.n, seats)
            for seat, level in levels.items():
                minds["level"][:, seat] = level
        else:
            for row in minds:
                for seat, level in levels.items():
                    row[seat].level = level
        return minds

    # Playing

    def reset(self, seed: int | None = None) -> None:
        """Every game anew.  The same seed gives the same games, on any number of threads."""
        seed = random.SystemRandom().randrange(1 << 62) if seed is None else seed
        seed = whole("seed", seed, 0, (1 << 63) - 1)
        self._guests.leave(seed)
        self._begun = True
        self._bound.seed_games(self._rngs, self._whims, seed)
        self._how[b.ANEW] = 1
        try:
            self._play(self._one)
        finally:
            self._how[b.ANEW] = 0
        self._guests.act(~self._nowhere)

    def begin(self, which: Array) -> None:
        """Some games anew, as a mask says; the others stay as they are.  For `autoreset="disabled"`."""
        chosen = np.asarray(which)
        if not self._begun:
            raise IllegalAction("reset comes before beginning anew")
        if chosen.shape != (self.n,) or chosen.dtype != np.bool_:
            raise IllegalAction(f"begin needs {self.n} times true or false, one for each game")
        mode = self.mode
        self._how[b.RESET] = b.NEXT_STEP  # in which the step after the end begins anew
        self.done[chosen] = True
        for i in np.flatnonzero(chosen):
            self.play_one(int(i))
        self._guests.act(chosen, only=chosen)
        self._how[b.RESET] = mode

    def step(self, actions: Array) -> None:
        """One decision in each game, by number; what is not legal raises IllegalAction, and nothing has happened."""
        if not self._begun:
            raise IllegalAction("reset comes before the first step")
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different length
            given = np.empty(0)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise IllegalAction(f"step needs {self.n} whole numbers, one for each game")
        chosen = np.ascontiguousarray(given, np.int64)
        wrong = self._bound.refused(chosen, self.mask, self.done, self.truncated, self._how)
        if wrong >= 0:
            raise IllegalAction(
                f"game {wrong}: {int(chosen[wrong])} is not legal now; legal: "
                + listed(f"{int(a)} ({self.text(int(a))})" for a in np.flatnonzero(self.mask[wrong]))
            )
        waits = self._guests.seats and self.mode == b.NEXT_STEP
        begun = self.done | self.truncated if waits else self._nowhere
        self._play(chosen)
        self._guests.act(begun)

    def _play(self, chosen: Array) -> None:
        """A decision in each game; who plays which makes no difference."""
        jobs = [partial(self._work, own, 0, self.n, chosen) for own in range(self.threads)]
        self._queues[:] = 0
        if self._hands is None:
            jobs[0]()
        else:
            self._hands.do(jobs)

    def _work(self, own: int, first: int, last: int, chosen: Any) -> None:
        self._bound.step_games(
            *self._tools[own], *self._games(), self._queues, own, first, last, chosen, self._action_of,
            *self._rows(), self.mask, self.weight, self.reward, self.final,
        )  # fmt: skip

    def play_one(self, i: int, action: int = 0) -> None:
        """One decision in one game; after the end, whatever it is, what the mode says."""
        self._one[i] = action
        self._queues[:] = 0
        self._work(0, i, i + 1, self._one)

    @property
    def mode(self) -> int:
        """When a game that has ended begins anew (compiler/batching.py)."""
        return int(self._how[b.RESET])

    def _games(self) -> tuple[Any, ...]:
        return self._states, self._rngs, self._whims, self._minds

    def _rows(self) -> tuple[Any, ...]:
        return (
            self._how, self._number_of, self._plies, self._past, self.seat, self.done, self.truncated, self.observation
        )  # fmt: skip

    # Names

    @property
    def actions(self) -> tuple[str, ...]:
        """The text of each action number."""
        return self._task.actions

    def text(self, number: int) -> str:
        """The text of an action."""
        return self._task.text(number)

    def number(self, text: str) -> int:
        """The number of an action."""
        return self._task.number(text)

    # Features

    @property
    def encoding(self) -> Encoding:
        """What the features of `encoded` are."""
        return self._task.encoding

    def encoded(self, out: Array | None = None, of: Array | None = None) -> Array:
        """The observations (or those of `env.final`) as features between 0 and 1, own things first: one network
        serves all seats."""
        e, rows = self.encoding, self.observation if of is None else of
        if out is None:
            out = np.zeros((self.n, len(e)), np.float32)
        if out.shape != (self.n, len(e)) or out.dtype.kind != "f" or not out.flags.writeable:
            raise BadOption(f"out must be of shape {(self.n, len(e))}, of floats, and writable")
        if rows.shape != self.observation.shape or rows.dtype != self.observation.dtype:
            raise BadOption(f"of must be observations: shape {self.observation.shape}, type {self.observation.dtype}")
        self._bound.encode(
            rows,
            self.seat if self._eyes is None else self._eyes,
            self.game.seats,
            e.source,
            e.cell,
            e.kind,
            e.value,
            e.scale,
            e.stride,
            e.table,
            out,
        )
        return out

    # Positions

    def state(self, i: int) -> State:
        """The position of one game, with everything: for analysis, not for a learner."""
        i = whole("the number of a game", i, 0, self.n - 1)
        row = self._states[i]
        return State(self.game, self._kernels.plain(row) if isinstance(self._kernels, Compiled) else row)

    def save(self) -> dict[str, Any]:
        """Everything that `restore` needs to go on from here."""
        return {name: part.copy() for name, part in self._parts().items()}

    def _parts(self) -> dict[str, Any]:
        """All that changes in play, as it is kept: arrays, and of plain records their keys."""
        parts: dict[str, Any] = {name: getattr(self, name) for name in KEPT}
        for name, rows in zip(RECORDS, self._games(), strict=True):
            parts[name] = rows if self.compiled else [row.key() for row in _flat(rows)]
        return parts

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go on from where `save` was called; opponents of your own start anew."""
        if not isinstance(saved, Mapping) or any(
            not _alike(saved.get(name), own) for name, own in self._parts().items()
        ):
            raise BadOption("this was not saved by a batch of so many games with the same rules and options")
        for name in KEPT:
            getattr(self, name)[...] = saved[name]
        for name, rows in zip(RECORDS, self._games(), strict=True):
            if self.compiled:
                rows[...] = saved[name]
            else:
                for row, key in zip(_flat(rows), saved[name], strict=True):
                    _unkey(row, key)
        self._guests.leave()
        self._begun = True

    def close(self) -> None:
        if self._hands is not None:
            self._hands.close()
            self._hands = None  # whoever goes on does it alone

    def __repr__(self) -> str:
        columns = f"{self.observation.shape[1]} numbers, {len(self.actions)} actions"
        return f"<{self.n} games of {self.game.described()}: {columns}>"


def _array(name: str, given: object, shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    if given is None:
        return zeros(shape, kind)
    if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != kind or not given.flags.carray:
        raise BadOption(f"the array {name} must be writable, contiguous, of shape {shape} and type {kind}")
    return given


def _alike(saved: Any, own: Any) -> bool:
    """Can the one be written over the other?"""
    return np.shape(saved) == np.shape(own) and getattr(saved, "dtype", None) == getattr(own, "dtype", None)


def _flat(rows: Any) -> list[Any]:
    """Records, or rows of them."""
    return [one for row in rows for one in (row if isinstance(row, list) else [row])]


def _unkey(record: Any, key: Sequence[int]) -> None:
    """The inverse of `key`."""
    cells = iter(key)
    for name, f in record.FIELDS.items():
        if not f.shape:
            setattr(record, name, next(cells))
        elif len(f.shape) == 1:
            setattr(record, name, [next(cells) for _ in range(f.shape[0])])
        else:
            setattr(record, name, [[next(cells) for _ in range(f.shape[1])] for _ in range(f.shape[0])])


__all__ = ["CHANCE", "Batch", "batch"]
