"""Many random games, quickly, with the same answer whatever plays them.

Game number i of a simulation has its own stream of random numbers, so one thread or many, plain or compiled,
all give the same numbers.  While the compiler is still at work the plain text plays.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from fabletop.compiler import store
from fabletop.compiler.kernels import Compiled, Kernels
from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.game import Game
from fabletop.lab.summary import Summary

BATCH_SECONDS = 0.15  # long enough to forget the overhead, short enough for a lively progress bar
PATIENCE = 1.0  # seconds of plain play that are left before compiling is worth it
MOST_SEEDS = 1 << 63

Progress = Callable[[int, str], None]  # games done, and what is going on


def simulate(
    game: str | Game,
    games: int = 10_000,
    *,
    seats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Summary:
    """Play random games and say what they were like; Ctrl-C ends it with what is known so far."""
    chosen = game if isinstance(game, Game) else Game(game, seats, options)
    if isinstance(game, Game) and (seats is not None or options):
        raise BadOption("a Game has its seats and options already; give the id of a game to choose others")
    games = whole("games", games, 1, 1 << 40)
    threads = whole("threads", cores() if threads is None else threads, 1, 1024)
    seed = whole("seed", random.SystemRandom().randrange(1 << 32) if seed is None else seed, 0, MOST_SEEDS - 1)
    run = _Run(chosen, games, seed, progress or (lambda done, doing: None))
    began = time.monotonic()
    try:
        run.play(threads)
    except KeyboardInterrupt:
        run.stop.set()
    run.summary.seconds = time.monotonic() - began
    return run.summary


def whole(name: str, value: object, low: int, high: int) -> int:
    if type(value) is int and low <= value <= high:
        return value
    raise BadOption(f"{name} must be a whole number from {low} to {high}, not {quoted(value)}")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Run:
    """One simulation: hands out batches of game numbers and adds up what comes back."""

    def __init__(self, game: Game, games: int, seed: int, progress: Progress) -> None:
        self.game, self.games, self.seed, self.progress = game, games, seed, progress
        self.root = game.new().rules
        self.summary = Summary(game, seed)
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.next = self.done = 0

    def play(self, threads: int) -> None:
        """Plain until the compiled rules are ready or no longer worth the wait; then on all threads."""
        if not store.is_ready(self.game.id, "simulate"):
            self._plain()
        if self.next >= self.games:
            return
        self.summary.compiled = True
        fast = Compiled(self.game.id)
        with ThreadPoolExecutor(threads) as pool:
            work = [pool.submit(self._batches, fast) for _ in range(threads)]
            try:
                for one in work:
                    one.result()
            except BaseException:
                self.stop.set()
                raise

    def _plain(self) -> None:
        slow, size, began = Kernels(self.game.id), 1, time.monotonic()
        while self._batch(slow, size):
            spent = time.monotonic() - began
            left = (self.games - self.done) * spent / self.done
            size = max(1, min(int(self.done / spent * BATCH_SECONDS), 100_000))
            if left > PATIENCE and store.numba_version() is not None:
                store.start_compiling(self.game.id)
                if store.is_ready(self.game.id, "simulate"):
                    return

    def _batches(self, kernels: Kernels) -> None:
        size = 64
        began = time.monotonic()
        while not self.stop.is_set() and self._batch(kernels, size):
            took = max(1e-4, time.monotonic() - began)
            size = max(1, min(int(size * BATCH_SECONDS / took), 4 * size, 1 << 18))
            began = time.monotonic()

    def _batch(self, kernels: Kernels, size: int) -> bool:
        """Take the next games, play them, add them up; False when there are none left."""
        with self.lock:
            first, size = self.next, min(size, self.games - self.next)
            self.next += size
        if size <= 0:
            return False
        batch = kernels.simulate(self.root, self.seed, first, size)
        with self.lock:
            self.summary.add(batch)
            self.done += size
            doing = "" if kernels.compiled else self._excuse()
            self.progress(self.done, doing)
        return True

    def _excuse(self) -> str:
        if store.numba_version() is None:
            return "plain Python (install fabletop[fast] for machine speed)"
        if store.failure(self.game.id) is not None:
            return "plain Python (the rules could not be compiled)"
        return "plain Python while the rules are being compiled, once"
