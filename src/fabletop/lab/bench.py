"""Simulations for visitors of a server: one process of low priority plays for all of them, a little for each in turn.

What is known of a game is kept, so that the next who asks sees it at once and only more games are played.  So
however many ask, they cost one core that nobody else wants, and for each set of rules a bounded number of games.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from typing import IO, Any

from fabletop.compiler.kernels import Kernels, kernels
from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game
from fabletop.lab.summary import Summary

SEED = 1
SLICE = 0.25  # seconds that are played for one visitor before it is the next one's turn
MOST_GAMES = 1_000_000  # of one game with one set of house rules
KEPT = 64  # games whose numbers are remembered
IDLE = 60.0  # seconds after which a process that nobody needs is ended
ROOM = 1 << 24  # bytes of the longest answer


class Study:
    """What is known so far of a game with its house rules."""

    def __init__(self, game: Game, most: int) -> None:
        self.game, self.most = game, most
        self.summary = Summary(game, SEED)

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
        self.studies: OrderedDict[Game, Study] = OrderedDict()
        self.turn = asyncio.Lock()  # first come, first served: everybody gets a slice
        self.process: asyncio.subprocess.Process | None = None
        self.resting: asyncio.TimerHandle | None = None
        self.dismissed = False

    def study(self, game: Game) -> Study:
        if game not in self.studies:
            self.studies[game] = Study(game, self.most)
            if len(self.studies) > KEPT:
                self.studies.popitem(last=False)
        self.studies.move_to_end(game)
        return self.studies[game]

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
            game = study.game
            job = {"game": game.id, "seats": game.seats, "options": dict(game.options)}
            asked = json.dumps(job | {"first": study.played, "games": study.most - study.played, "seconds": SLICE})
            for _ in range(2):
                answer = None if self.dismissed else await self._ask(asked)
                if answer is not None:
                    if "error" in answer:
                        raise FabletopError(answer["error"])
                    study.summary.merge(answer)
                    return
            if not self.dismissed:
                raise FabletopError("the games could not be played")

    async def _ask(self, line: str) -> dict[str, Any] | None:
        """None: the process has died."""
        process = await self._worker()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()
            answer = await process.stdout.readline()
        except OSError:
            answer = b""
        if not answer.endswith(b"\n"):
            await self._end()
            return None
        found: dict[str, Any] = json.loads(answer)
        return found

    async def _worker(self) -> asyncio.subprocess.Process:
        if self.resting is not None:
            self.resting.cancel()
        self.resting = asyncio.get_running_loop().call_later(IDLE, self._rest)
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "fabletop.lab.bench",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=ROOM,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
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


_fast: dict[str, Kernels] = {}  # in the process: games whose compiled rules are loaded
_loading: dict[str, threading.Thread] = {}


def _load(game: Game) -> None:
    """Compiled rules are loaded by a first game; where they are not ready they are being compiled meanwhile."""
    found = kernels(game.id, "observe")
    if found.compiled:
        found.simulate(game.new().rules, SEED, 0, 1, events=True)
        _fast[game.id] = found


def fastest(game: Game) -> Kernels:
    """What can play at once: plain, while compiled rules are being loaded."""
    if game.id not in _fast and not (game.id in _loading and _loading[game.id].is_alive()):
        _loading[game.id] = threading.Thread(target=_load, args=(game,), daemon=True)
        _loading[game.id].start()
    return _fast.get(game.id) or Kernels(game.id)


def played(game: Game, first: int, games: int, seconds: float) -> Summary:
    """Games for so long, but at least one."""
    fast, root, summary = fastest(game), game.new().rules, Summary(game, SEED)
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


def serve(lines: IO[str], out: IO[str]) -> None:
    """Answer until nobody asks any more."""
    for line in lines:
        job = json.loads(line)
        try:
            game = Game(job["game"], job["seats"], job["options"])
            answer = played(game, job["first"], job["games"], job["seconds"]).numbers()
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays at a table comes first; what is compiled for us is as modest
    serve(sys.stdin, sys.stdout)
