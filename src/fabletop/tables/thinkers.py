"""Where computer players think: a few threads of their own, and a queue in which tables with people come first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")
Place = tuple[bool, int, "asyncio.Future[None]"]


class Thinkers:
    """So many think at once, however many are asked to."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.busy = 0
        self._pool = ThreadPoolExecutor(self.most, "fabletop-thinker")
        self._queue: list[Place] = []
        self._numbers = itertools.count()

    @property
    def waiting(self) -> int:
        return sum(not place.done() for _, _, place in self._queue)

    async def think(self, work: Callable[[T], U], about: T, *, people: bool) -> U:
        """Do the work in a thread when it is its turn: for people who wait, before all others."""
        if self.busy >= self.most:
            place = asyncio.get_running_loop().create_future()
            heapq.heappush(self._queue, (not people, next(self._numbers), place))
            try:
                await place  # whoever has finished hands the thread over
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._hand_over()
                raise
        else:
            self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, about)
        finally:
            self._hand_over()

    def _hand_over(self) -> None:
        while self._queue:
            place = heapq.heappop(self._queue)[2]
            if not place.done():
                place.set_result(None)
                return
        self.busy -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
