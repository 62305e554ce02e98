"""Housekeeping: how long tables are kept, what an operator has ordered, and the figures that go up and down.

An operator's orders are notes of the house, written by `fabletop tables …` into the same store; every server that runs
on it reads them every other second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import msgspec

from fabletop.tables import counts
from fabletop.tables.house import House
from fabletop.tables.keep import DAY, FOREVER, Keep
from fabletop.tables.notes import OVER_NOTE, SEATS_NOTE, SEEN_NOTE
from fabletop.tables.others import PRESENT
from fabletop.tables.seats import Occupant
from fabletop.tables.store import About, Store, StoreDown

log = logging.getLogger("fabletop.tables")

HOUSE = "house"  # whose notes the orders are
CLOSED, CHANGED, CLOCK = "closed", "changed:", "clock"
TICK = 0.5  # seconds between two looks at the event loop
ORDERS = 2.0  # … at the orders
SWEEP = 3600.0  # … at what need not be kept
ORDER_KEPT = 600.0  # seconds: every server has read it long before, and all of them are read every time
JUMP = 2 * DAY  # between two sweeps: the clock was set, or nobody was here
GRACE = DAY  # during which nothing is deleted then


def shelf(browser: str) -> str:
    """Under which name the store keeps what a browser has played."""
    return f"browser:{browser}"


def last_seen(about: About) -> float:
    """The end of the last day on which somebody moved."""
    with contextlib.suppress(ValueError):
        if day := about.notes.get(SEEN_NOTE, b"").decode("ascii", "replace"):
            return datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() + DAY
    return about.made


def ends(keep: Keep, about: About) -> float | None:
    """When a table need not be kept any longer."""
    most = keep.finished if OVER_NOTE in about.notes else keep.abandoned
    return None if most is None else last_seen(about) + most


async def all_tables(store: Store) -> AsyncIterator[About]:
    after = ""
    while found := await store.about(after):
        for about in found:
            yield about
        after = found[-1].id


async def erase(store: Store, table: str, notes: dict[str, bytes]) -> None:
    """A table and every mention of it: on the shelves of those who sat there, too."""
    with contextlib.suppress(msgspec.MsgspecError):
        for occupant in msgspec.json.decode(notes.get(SEATS_NOTE, b"[]"), type=list[Occupant]):
            if occupant.browser:
                await store.forget(shelf(occupant.browser), table)
    await store.delete(table)


async def remove(house: House, table: str) -> None:
    """The same in a house that is open, and in all others on its store."""
    await erase(house.store, table, await house.store.notes(table))
    await house.read_anew(table)
    if house.store.shared:
        await order(house.store, CHANGED + table)


async def order(store: Store, name: str, said: str = "") -> None:
    """Tell all servers on this store."""
    await store.note(HOUSE, name, f"{time.time()} {said}".encode())


class Keeper:
    """Sees to a house while it is open."""

    def __init__(self, house: House, keep: Keep = FOREVER) -> None:
        self.house, self.keep = house, keep
        self._known: dict[str, bytes] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.house.others.open()
        with contextlib.suppress(StoreDown):
            self._known = await self.house.store.notes(HOUSE)
            self.house.closed = CLOSED in self._known
        chores = ((self._look, TICK), (self._obey, ORDERS), (self._present, PRESENT), (self.sweep, SWEEP))
        self._tasks = [asyncio.create_task(self._again(work, seconds)) for work, seconds in chores]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, work: object, seconds: float) -> None:
        assert callable(work)
        while True:
            began = time.perf_counter()
            await asyncio.sleep(seconds)
            if seconds == TICK:
                counts.LAG.observe(max(0.0, time.perf_counter() - began - seconds))
            try:
                await work()
            except StoreDown:
                pass  # it has been said, and it is tried again
            except Exception:
                log.exception("housekeeping went wrong")

    async def _look(self) -> None:
        house = self.house
        counts.IN_MEMORY.set(house.in_memory)
        counts.STREAMS.set(house.streams)
        counts.THINKING.set(house.work.thinkers.busy)
        counts.WAITING.set(house.work.thinkers.waiting)

    async def _present(self) -> None:
        self.house.others.present()
        self.house.memory.tidy()

    async def _obey(self) -> None:
        orders = await self.house.store.notes(HOUSE)
        self.house.closed = CLOSED in orders
        for name, said in orders.items():
            if name.startswith(CHANGED):
                if self._known.get(name) != said:
                    await self.house.read_anew(name.removeprefix(CHANGED))
                elif _age(said) > ORDER_KEPT:
                    await self.house.store.forget(HOUSE, name)
        self._known = orders

    async def sweep(self) -> int:
        """Delete what need not be kept; how many tables that were."""
        if self.keep == FOREVER or not await self._steady():
            return 0
        gone = 0
        async for about in all_tables(self.house.store):
            if self._is_due(about) and not self.house.is_used(about.id):
                now = await self.house.store.notes(about.id)  # somebody may have come back to it meanwhile
                if self._is_due(about._replace(notes=now)):
                    await remove(self.house, about.id)
                    gone += 1
        if gone:
            log.info("%d tables were no longer kept", gone)
        return gone

    def _is_due(self, about: About) -> bool:
        end = ends(self.keep, about)
        return end is not None and end < time.time()

    async def _steady(self) -> bool:
        """Can the clock be believed?  One that was set ahead must not delete everything at once.

        The store knows the time of the last sweep, and since when time has gone on evenly: for a day, before anything
        is deleted.  So there is a day to notice a wrong clock, and a wrong `--keep-…` too.
        """
        now, known = time.time(), (await self.house.store.notes(HOUSE)).get(CLOCK, b"")
        last, since = _times(known)
        if not 0 <= now - last <= JUMP:
            since = now
            log.warning("the clock has jumped, or this is the first sweep for long: nothing is deleted for a day")
        await self.house.store.note(HOUSE, CLOCK, f"{now} {since}".encode())
        return now - since >= GRACE


def _times(said: bytes) -> tuple[float, float]:
    try:
        last, since = (float(part) for part in said.split())
    except ValueError:
        return 0.0, 0.0
    return last, since


def _age(said: bytes) -> float:
    try:
        return time.time() - float(said.split()[0])
    except (ValueError, IndexError):
        return ORDER_KEPT + 1
