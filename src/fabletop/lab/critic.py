"""Reviews for visitors of a server: judged in slices by the process of low priority that also serves the lab.

A slice is a few positions; so a review never keeps the event loop, a table or the other visitors, and shows how far it
is.  What was judged once is kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from fabletop.compiler import store
from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game
from fabletop.engine.records import Recording, load
from fabletop.engine.registry import has_part, part
from fabletop.lab.review import Judge, Look, Review, reviewable, told
from fabletop.lab.workers import Answer, Job
from fabletop.players import solutions

SLICE = 0.25  # seconds before it is another's turn
COMPILING = 240.0  # seconds that are waited for the compiler, once; then the plain text plays
KEPT = 128  # reviews
AT_WORK = 12  # reviews that wait or are being made

SOLVING = 20.0  # seconds that are waited for exact values, once; then playouts estimate them
LOADING = 2.0  # seconds for what players have learned
JUDGES = AT_WORK  # in the worker

_judges: OrderedDict[str, Judge] = OrderedDict()

Ask = Callable[[Job], Awaitable[dict[str, Any] | None]]


class Work:
    """A review that is being made: how much of it is there."""

    def __init__(self) -> None:
        self.share, self.ready = 0.0, False
        self.task: asyncio.Task[Review | None] | None = None


class Critic:
    """Makes each review once, whoever asks for it."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.kept: OrderedDict[str, Review] = OrderedDict()
        self.at_work: dict[str, Work] = {}

    def found(self, key: str) -> Review | None:
        return self.kept.get(key)

    def begin(self, key: str, record: str) -> Work | None:
        """Somebody wants this review; None: too many are being made."""
        if key not in self.at_work:
            if len(self.at_work) >= AT_WORK:
                return None
            work = self.at_work[key] = Work()
            work.task = asyncio.create_task(self._made(key, record, work))
        return self.at_work[key]

    async def _made(self, key: str, record: str, work: Work) -> Review | None:
        try:
            recording = await asyncio.to_thread(read, record)
            reviewable(recording.game)
            looks: list[Look] = []
            job: Job = {"record": record, "first": 0, "playouts": 0, "patient": True, "seconds": SLICE}
            until, level = time.monotonic() + COMPILING, ""
            while len(looks) <= len(recording.plies):
                job |= {"first": len(looks), "patient": time.monotonic() < until}
                answer = await self.ask(job)
                if answer is None:
                    return None
                if answer["waits"]:
                    until = min(until, time.monotonic() + answer["waits"])
                    await asyncio.sleep(SLICE)
                    continue
                work.ready, job["playouts"], level = True, answer["playouts"], answer["level"]
                looks += [
                    Look(tuple(chances), tuple(errors), lost, better)
                    for chances, errors, lost, better in answer["looks"]
                ]
                work.share = len(looks) / (len(recording.plies) + 1)
            self.kept[key] = told(recording, looks, level, job["playouts"])
            if len(self.kept) > KEPT:
                self.kept.popitem(last=False)
            return self.kept[key]
        finally:
            del self.at_work[key]


@lru_cache(4)
def read(record: str) -> Recording:
    found = load(record.splitlines())
    if found.final().result is None:
        raise FabletopError("the game is not over; a review is of a whole game")
    return found


def judge(record: str, playouts: int) -> Judge:
    """Who judges this game, from its first position to its last: as well as there is time, unless it has been said how
    well."""
    if record not in _judges:
        recording = read(record)
        made = Judge(recording.game, playouts=playouts or 1, patience=LOADING)
        if not playouts:
            made.afford(recording)
        _judges[record] = made
        if len(_judges) > JUDGES:
            _judges.popitem(last=False)
    return _judges[record]


def looked(job: Job) -> Answer:
    """In the worker: some more positions of a game; or for how long it is worth waiting until something is there."""
    recording = read(job["record"])
    if job["patient"] and not prepared(recording.game.id):
        store.start_compiling(recording.game.id)
        return {"waits": COMPILING}
    if job["patient"] and not job["first"] and not answers(recording.game):
        return {"waits": SOLVING}
    made, until, looks = judge(job["record"], job["playouts"]), time.monotonic() + job["seconds"], []
    for look in made.looks(recording, job["first"]):
        looks.append([look.chances, look.errors, look.given_away, look.better])
        if time.monotonic() > until and not made.forced:
            break
    return {"waits": 0.0, "looks": looks, "playouts": made.playouts, "level": made.level}


def prepared(id: str) -> bool:
    """Nothing is gained by waiting: it is compiled, or cannot be."""
    return store.is_ready(id, "contest") or store.numba_version() is None or store.failure(id) is not None


def answers(game: Game) -> bool:
    """Nothing is gained by waiting: what the game's players can reckon they have, or nobody is about to solve it."""
    players = part(game.id, "players") if has_part(game.id, "players") else None
    asked = [getattr(players, name) for name in ("chances", "estimate") if hasattr(players, name)]
    start = game.new().view(None).position
    return any(ask(game, start) is not None for ask in asked) or solutions.finished(0.0)
