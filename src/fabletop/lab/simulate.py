"""Many games, quickly, with the same answer whatever plays them.

Game number i of a simulation has its own stream of random numbers, so one thread or many, plain or compiled,
all give the same numbers.  While the compiler is still at work the plain text plays.  Players that cannot be compiled
play in processes of their own.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path

from fabletop.compiler import store
from fabletop.compiler.kernels import Compiled, Kernels
from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.game import Game
from fabletop.lab.cluster import Cluster
from fabletop.lab.files import different, new_folder, picture
from fabletop.lab.playing import Batches, Contest, Helper, Playing, Stopped, batches, can_travel, kernel_for, seated
from fabletop.lab.rows import Rows
from fabletop.lab.summary import Summary, squares_of

BATCH_SECONDS = 0.15  # long enough to forget the overhead, short enough for a lively progress bar
FAR_SECONDS = 1.0  # the same on a cluster, where the way is longer
PATIENCE = 1.0  # seconds of plain play that are left before compiling is worth it
PATIENCE_ALONE = 3.0  # seconds of play that are left before other processes are worth starting
MOST_SEEDS = 1 << 63
MANY, VERY_MANY = 10_000, 100_000_000  # games, unless a number is given; the second where precision ends it
FIRST_LOOK = 100  # games before the precision is looked at; then after a quarter more each time

Progress = Callable[[int, str], None]  # games done, and what is going on


def simulate(
    game: str | Game,
    games: int | None = None,
    *,
    seats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    players: str | Sequence[str] = "random",
    until_precision: float | None = None,
    csv: str | Path | None = None,
    parquet: str | Path | None = None,
    record_dir: str | Path | None = None,
    plot: str | Path | None = None,
    heat: str | Path | None = None,
    cluster: str | None = None,
    events: bool = True,
    progress: Progress | None = None,
    **options: object,
) -> Summary:
    """Play many games and say what they were like; Ctrl-C ends it with what is known so far.

    `players` is a level for all seats or one for each; those that cannot be compiled play in `threads` processes.  With
    `until_precision` it ends as soon as every seat's chance to win is known to within so much, and the mean length to
    within that share of itself.  `csv` and `parquet` get a row, `record_dir` a record for each game; `plot` is
    a picture of it all, `heat` one of the board and how often its squares are visited.  `cluster` is the address of a
    Dask scheduler whose workers play.  Without `events` nothing is counted but lengths, ranks and scores: faster.
    """
    chosen = game if isinstance(game, Game) else Game(game, seats, options)
    if isinstance(game, Game) and (seats is not None or options):
        raise BadOption("a Game has its seats and options already; give the id of a game to choose others")
    if games is None:
        games = MANY if until_precision is None else VERY_MANY
    games = whole("games", games, 1, 1 << 40)
    threads = whole("threads", cores() if threads is None else threads, 1, 1024)
    seed = whole("seed", random.SystemRandom().randrange(1 << 32) if seed is None else seed, 0, MOST_SEEDS - 1)
    if until_precision is not None and not 1e-6 <= until_precision <= 0.5:
        raise BadOption("until_precision must be from 0.000001 to 0.5, not {found}", found=quoted(until_precision))
    names = seated(chosen, players)
    different(csv, parquet, plot, heat)
    rows = Rows(chosen, csv, parquet, events=events)
    drawing = picture(plot) if plot is not None else None
    board = _board_picture(chosen, heat, events) if heat is not None else None
    if cluster is not None and record_dir is not None:
        raise BadOption("records are written on this machine: give either a cluster or a folder for records")
    if cluster is not None and not can_travel(chosen, names):
        raise BadOption("a cluster does not know players that are registered here")
    others = Cluster(cluster, chosen, names) if cluster is not None else None
    folder = new_folder(record_dir) if record_dir is not None else None
    run = _Run(chosen, games, seed, names, events, rows, folder, progress or (lambda done, doing: None))
    began = time.monotonic()
    try:
        rows.open()
        run.play(threads, until_precision, others)
    except KeyboardInterrupt:
        run.stop.set()
    finally:
        rows.close()
        if others is not None:
            others.close()
    run.summary.seconds = time.monotonic() - began
    if drawing is not None and run.summary.games:
        run.summary.plot(drawing)
    if board is not None and run.summary.games:
        run.summary.heat_map(board)
    return run.summary


def _board_picture(game: Game, path: str | Path, events: bool) -> Path:
    if not events:
        raise BadOption("a heat map needs the events, which are not to be counted")
    squares_of(game)
    return picture(path, "resvg_py")


def whole(name: str, value: object, low: int, high: int) -> int:
    if type(value) is int and low <= value <= high:
        return value
    raise BadOption(
        "{name} must be a whole number from {low} to {high}, not {found}",
        name=name, low=low, high=high, found=quoted(value),
    )  # fmt: skip


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Run:
    """One simulation: hands out batches of game numbers and adds up what comes back."""

    def __init__(
        self,
        game: Game,
        games: int,
        seed: int,
        players: tuple[str, ...],
        events: bool,
        rows: Rows,
        records: Path | None,
        progress: Progress,
    ) -> None:
        self.game, self.games, self.seed, self.progress = game, games, seed, progress
        self.players, self.rows, self.records = players, rows, records
        self.events, self.kernel = events, kernel_for(game, players)
        self.plain = batches(Kernels(game.id), game, players)
        self.root = game.new().rules
        self.summary = Summary(game, seed, players)
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.next = self.done = 0
        self.helpers: list[Helper] = []

    def play(self, threads: int, precision: float | None, cluster: Cluster | None = None) -> None:
        """To the last game; or until the numbers are precise, which is looked at after fixed numbers of games."""
        most, self.games = self.games, self.games if precision is None else min(self.games, FIRST_LOOK)
        try:
            while True:
                if cluster is not None:  # two batches for each core: one is played while the next is on its way
                    self._together([cluster] * min(2 * cluster.cores, 1024), 64 if cluster.compiled else 1, FAR_SECONDS)
                    self.summary.compiled = cluster.compiled
                elif self.records is None and self.plain is not None:
                    self._at_machine_speed(threads, self.plain)
                else:
                    self._players(threads)
                if self.games >= most or (precision is not None and self.summary.precision <= precision):
                    return
                self.games = min(most, self.games + self.games // 4)
        finally:
            for helper in self.helpers:
                helper.close()

    def _at_machine_speed(self, threads: int, plain: Batches) -> None:
        """Plain until the compiled rules are ready or no longer worth the wait; then on all threads."""
        if not self.summary.compiled and not store.is_ready(self.game.id, self.kernel):
            self._alone(plain, self._is_compiled)
        if self.next < self.games:
            self.summary.compiled = True
            fast = batches(Compiled(self.game.id), self.game, self.players)
            assert fast is not None
            self._together([fast] * threads, 64)

    def _is_compiled(self, left: float) -> bool:
        if left > PATIENCE and store.numba_version() is not None:
            store.start_compiling(self.game.id)
            return store.is_ready(self.game.id, self.kernel)
        return False

    def _players(self, threads: int) -> None:
        """Here, until other processes are worth their while."""
        if not self.helpers:
            others = threads > 1 and can_travel(self.game, self.players)
            here = Playing(self.game, self.players, self.records)
            self._alone(here, lambda left: others and left > PATIENCE_ALONE)
        if self.next < self.games:
            if not self.helpers:
                new = (Helper(self.game, self.players, self.records, self.stop) for _ in range(threads))
                self.helpers = list(new)
            self._together(self.helpers, 1)

    def _together(self, workers: Sequence[Batches], size: int, seconds: float = BATCH_SECONDS) -> None:
        with ThreadPoolExecutor(len(workers)) as pool:
            work = [pool.submit(self._batches, worker, size, seconds) for worker in workers]
            try:
                for one in wait(work, return_when=FIRST_EXCEPTION).done:
                    one.result()
            except BaseException:
                self.stop.set()
                for helper in self.helpers:
                    helper.kill()
                raise

    def _alone(self, worker: Batches, enough: Callable[[float], bool]) -> None:
        """Play here until somebody else should; it is told how many seconds are left."""
        size, began, before = 1, time.monotonic(), self.done
        while self._batch(worker, size):
            spent, played = time.monotonic() - began, self.done - before
            size = max(1, min(int(played / spent * BATCH_SECONDS), 100_000))
            if enough((self.games - self.done) * spent / played):
                return

    def _batches(self, worker: Batches, size: int, seconds: float) -> None:
        began = time.monotonic()
        while not self.stop.is_set() and self._batch(worker, size):
            took = max(1e-4, time.monotonic() - began)
            size = max(1, min(int(size * seconds / took), 4 * size, 1 << 18))
            began = time.monotonic()

    def _batch(self, worker: Batches, size: int) -> bool:
        """Take the next games, play them, add them up; False when there are none left."""
        with self.lock:
            first, size = self.next, min(size, self.games - self.next)
            self.next += size
        if size <= 0:
            return False
        try:
            batch = worker.simulate(self.root, self.seed, first, size, events=self.events)
        except Stopped:
            return False
        with self.lock:
            self.summary.add(batch)
            self.rows.add(first, batch)
            self.done += size
            doing = self._excuse() if isinstance(worker, (Kernels, Contest)) and not worker.compiled else ""
            self.progress(self.done, doing)
        return True

    def _excuse(self) -> str:
        return f"plain Python ({store.excuse(self.game.id)})"
