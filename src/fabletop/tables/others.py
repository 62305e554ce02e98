"""The other workers: what they store and say is heard here, and what happens here is said to them.

The log is the truth: when another worker has stored something, it is read from there.  Everything else that workers
say to one another (who is here, a friendly sign, a call for links and its answers) is gone when it is missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from fabletop.engine.errors import FabletopError
from fabletop.tables.cup import Given
from fabletop.tables.entries import Entry
from fabletop.tables.live import LiveTable
from fabletop.tables.notes import SEATS_NOTE
from fabletop.tables.store import StoreDown

if TYPE_CHECKING:
    from fabletop.tables.house import House

PRESENT = 20.0  # seconds after which a worker says again who is here
FORGOTTEN = 3 * PRESENT
AGAIN = 0.5  # seconds until it is tried again to read
LONGEST = 7000  # bytes that are said at once
NOTICE, HERE, WHO, CALL, LINK, GAP = "!", "@", "?", "c", "l", "gap"


class Others:
    """All other workers, for a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._open = False
        self._errands: set[asyncio.Task[None]] = set()
        self._due: set[LiveTable] = set()  # where others have stored what has not been read yet
        self._reading = False

    async def open(self) -> None:
        self._open = True
        await self.house.store.listen(self._heard)

    def close(self) -> None:
        self._open = False
        for task in list(self._errands):
            task.cancel()

    def tell(self, id: str, said: str) -> None:
        if self._open and len(said) < LONGEST:
            self._spawn(self.house.store.tell(id, said))

    def notify(self, id: str, body: dict[str, object]) -> None:
        """Tell those who are at a table now, by whichever worker."""
        if live := self.house.memory.get(id):
            live.notify(body)
        self.tell(id, NOTICE + msgspec.json.encode(body).decode())

    def tell_presence(self, live: LiveTable) -> None:
        sit = {occupant.browser for occupant in live.table.seats}
        who = sorted({listener.who for listener in live.listeners} & sit - {""})
        self.tell(live.table.id, HERE + " ".join(who))

    def present(self) -> None:
        """Say again who is here: other workers forget it after a while."""
        for live in self.house.memory:
            if live.listeners:
                self.tell_presence(live)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _heard(self, worker: str, id: str, what: str) -> None:
        """Another worker has done something at a table."""
        if what == GAP:  # we may have missed anything
            for known in self.house.memory:
                self._spawn(self._look_again(known))
        elif live := self.house.memory.get(id):
            if what[:1].isdecimal():
                self._stored(live, *what.partition(" ")[::2])
            elif what == f":{SEATS_NOTE}":
                self._spawn(self._look_again(live))
            elif not what.startswith(":"):
                self._told(worker, live, what[0], what[1:])

    def _stored(self, live: LiveTable, ply: str, said: str) -> None:
        """Another worker has stored entries up to a ply; `said`: these, unless they are too long to be said."""
        if int(ply) <= live.table.ply:
            return
        if said and not live.lock.locked():
            entries = msgspec.json.decode(said, type=list[Entry])
            if live.table.ply + len(entries) == int(ply):
                self.house.journal.happened(live, entries)
                self.house.work.wake(live)
                return
        self._read_soon(live)

    def _read_soon(self, live: LiveTable) -> None:
        self._due.add(live)
        if not self._reading:
            self._reading = True
            self._spawn(self._read())

    async def _read(self) -> None:
        """What others have stored: in one go for all tables of which there are news meanwhile."""
        try:
            while self._due:
                due, self._due = {live: live.table.ply for live in self._due}, set()
                try:
                    found = await self.house.store.news({live.table.id: ply for live, ply in due.items()})
                except StoreDown:
                    self._due |= due.keys()
                    await asyncio.sleep(AGAIN)
                    continue
                for live, ply in due.items():
                    heard = self._hear(live, ply, found.get(live.table.id, []))
                    if live.lock.locked():
                        self._spawn(heard)  # nobody else waits for it
                    else:
                        await heard
                        await asyncio.sleep(0)
        finally:
            self._reading = False

    async def _hear(self, live: LiveTable, after: int, bodies: Sequence[bytes]) -> None:
        async with live.lock:
            self.house.journal.hear(live, after, bodies)
        self.house.work.wake(live)

    def _told(self, worker: str, live: LiveTable, kind: str, said: str) -> None:
        if kind == NOTICE:
            live.notify(msgspec.json.decode(said))
        elif kind == HERE:
            live.elsewhere[worker] = (time.monotonic(), frozenset(said.split()))
            live.notify({"seats": True})
        elif kind == WHO and live.listeners:
            self.tell_presence(live)
        elif kind == CALL:
            at, called = msgspec.json.decode(said)
            if at >= live.table.ply:  # otherwise the table has gone on since
                live.called_at, live.called = at, called
                for listener in live.listeners:
                    live.call_said(listener)
        elif kind == LINK and live.call:
            with contextlib.suppress(FabletopError):  # too late, or no link of this device: it is silent
                live.call.take(Given(*msgspec.json.decode(said)))

    async def _look_again(self, live: LiveTable) -> None:
        """Read what others have stored, and go on from there."""
        try:
            changed = await self.house.look_again(live)
        except StoreDown:
            return  # there will be another notification, or a gap
        if changed:
            live.notify({"seats": True})
