"""Simulations for visitors of a server: one process of low priority plays for all of them, a little for each in turn.

What is known of a game is kept, so that the next who asks sees it at once and only more games are played.  So
however many ask, they cost one core that nobody else wants, and for each set of rules a bounded number of games.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeAlias

from fabletop.compiler.kernels import Kernels, kernels
from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game
from fabletop.lab.critic import looked
from fabletop.lab.playing import Batches, Contest, batches, kernel_for
from fabletop.lab.summary import Summary
from fabletop.lab.workers import Answer, Job, answer_all, answered, command, game_of, job_of, line_of, surroundings
from fabletop.players.minds import reads

SEED = 1
SLICE = 0.25  # seconds that are played for one visitor before it is the next one's turn
MOST_GAMES = 1_000_000  # of one game with one set of house rules
KEPT = 64  # games whose numbers are remembered
IDLE = 60.0  # seconds after which a process that nobody needs is ended
ROOM = 1 << 24  # bytes of the longest answer


class Study:
    """What is known so far of a game with its house rules."""

    def __init__(self, game: Game, most: int, players: tuple[str, ...] = ()) -> None:
        self.game, self.most = game, most
        self.summary = Summary(game, SEED, players)

    @property
    def played(self) -> int:
        return self.summary.games + self.summary.endless

    @property
    def finished(self) -> bool:
        return self.played >= self.most


class Bench:
    """Where visitors' games are played: without ever keeping the event loop."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self.most = most
        self.studies: OrderedDict[tuple[Game, tuple[str, ...]], Study] = OrderedDict()
        self.turn = asyncio.Lock()  # first come, first served: everybody gets a slice
        self.process: asyncio.subprocess.Process | None = None
        self.resting: asyncio.TimerHandle | None = None
        self.dismissed = False

    def study(self, game: Game, players: tuple[str, ...] = ()) -> Study:
        """Of a game with a level for each seat; by default everybody plays at random."""
        key = game, players
        if key not in self.studies:
            self.studies[key] = Study(game, self.most, players)
            if len(self.studies) > KEPT:
                self.studies.popitem(last=False)
        self.studies.move_to_end(key)
        return self.studies[key]

    async def warm(self) -> None:
        """Somebody is about to ask."""
        if self.process is None and not self.dismissed:
            async with self.turn:
                await self._worker()

    async def refine(self, study: Study) -> None:
        """Play some more games; whoever stops waiting disturbs nobody, the slice is played to its end."""
        await asyncio.shield(asyncio.ensure_future(self._refine(study)))

    async def _refine(self, study: Study) -> None:
        async with self.turn:
            if study.finished:
                return
            job = job_of(study.game) | {"first": study.played, "games": study.most - study.played, "seconds": SLICE}
            job["players"] = list(study.summary.players)
            answer = await self._answer(job)
            if answer is not None:
                study.summary.merge(answer)

    async def ask(self, job: Job) -> dict[str, Any] | None:
        """One slice of another kind of work, when it is its turn; None: nobody is served any more."""

        async def asked() -> dict[str, Any] | None:
            async with self.turn:
                return await self._answer(job)

        return await asyncio.shield(asyncio.ensure_future(asked()))

    async def _answer(self, job: Job) -> dict[str, Any] | None:
        """By a process that is started again if it has died."""
        for _ in range(2):
            answer = None if self.dismissed else await self._ask(line_of(job))
            if answer is not None:
                return answer
        if self.dismissed:
            return None
        raise FabletopError("the games could not be played")

    async def _ask(self, line: str) -> dict[str, Any] | None:
        """None: the process has died."""
        process = await self._worker()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line.encode())
            await process.stdin.drain()
            found = answered((await process.stdout.readline()).decode())
        except OSError:
            found = None
        if found is None:
            await self._end()
        return found

    async def _worker(self) -> asyncio.subprocess.Process:
        if self.resting is not None:
            self.resting.cancel()
        self.resting = asyncio.get_running_loop().call_later(IDLE, self._rest)
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *command("fabletop.lab.bench"),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=ROOM, env=surroundings(),
            )  # fmt: skip
        return self.process

    def _rest(self) -> None:
        """It ends by itself when it is told nothing more."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process = None

    def dismiss(self) -> None:
        """No more games: whoever watches sees what is known."""
        self.dismissed = True

    async def close(self) -> None:
        self.dismiss()
        await self._end()

    async def _end(self) -> None:
        process, self.process = self.process, None
        if self.resting is not None:
            self.resting.cancel()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


Key: TypeAlias = tuple[Game, tuple[str, ...]]

_fast: dict[str, Kernels] = {}  # in the process: games whose compiled rules are loaded, by what plays them
_books: dict[Key, Batches] = {}  # players who know what they have learned, plain
_loading: dict[str, threading.Thread] = {}


def _load(game: Game, kernel: str) -> None:
    """Compiled rules are loaded by a first game; where they are not ready they are being compiled meanwhile."""
    found = kernels(game.id, kernel)
    if found.compiled:
        found.simulate(game.new().rules, SEED, 0, 1, levels=[1] * game.seats * (kernel != "simulate"), events=True)
        _fast[f"{game.id} {kernel}"] = found


def _learn(game: Game, players: tuple[str, ...]) -> None:
    """What players have learned may have to be computed first."""
    found = batches(Kernels(game.id), game, players)
    assert found is not None
    _books[game, players] = found


def _meanwhile(name: str, do: Callable[..., None], *args: object) -> None:
    if name not in _loading or not _loading[name].is_alive():
        _loading[name] = threading.Thread(target=do, args=args, daemon=True)
        _loading[name].start()


def fastest(game: Game, players: tuple[str, ...]) -> Batches | None:
    """What can play at once: plain, while compiled rules are being loaded; None while players are learning."""
    kernel = kernel_for(game, players)
    name = f"{game.id} {kernel}"
    if name not in _fast:
        _meanwhile(name, _load, game, kernel)
    if (game, players) not in _books:
        if set(players) & set(reads(game.id)):
            _meanwhile(f"{game!r} {players}", _learn, game, players)
            return None
        _learn(game, players)
    plain = _books[game, players]
    if name not in _fast:
        return plain
    return Contest(_fast[name], game, players, plain.book) if isinstance(plain, Contest) else _fast[name]


def played(game: Game, first: int, games: int, seconds: float, players: tuple[str, ...] = ()) -> Summary:
    """Games for so long, but at least one; none while players are learning."""
    players = players or ("random",) * game.seats
    root, summary = game.new().rules, Summary(game, SEED, players)
    fast = fastest(game, players)
    if fast is None:
        time.sleep(seconds)
        return summary
    began, done, size = time.monotonic(), 0, 1
    while done < games:
        batch = fast.simulate(root, SEED, first + done, min(size, games - done), events=True)
        summary.add(batch)
        done += len(batch.plies)
        spent = max(time.monotonic() - began, 1e-6)
        size = min(int((seconds - spent) * done / spent), 4 * size)
        if size < 1:
            break
    summary.compiled = fast.compiled
    return summary


def answer(job: Job) -> Answer:
    if "record" in job:
        return looked(job)
    players = tuple(job.get("players", ()))
    return played(game_of(job), job["first"], job["games"], job["seconds"], players).numbers()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays at a table comes first; what is compiled for us is as modest
    answer_all(answer)
