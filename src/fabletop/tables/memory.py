"""The tables that are in memory: each is read once, and leaves again when nobody has asked for it lately."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec

from fabletop.engine.errors import FabletopError
from fabletop.tables.calls import AFTER_A_RESTART
from fabletop.tables.entries import Entry, Head
from fabletop.tables.errors import UnknownTable
from fabletop.tables.journal import Journal
from fabletop.tables.live import LiveTable
from fabletop.tables.notes import INVITATION_NOTE, OVER_NOTE, SEATS_NOTE, SEEN_NOTE
from fabletop.tables.seats import Occupant
from fabletop.tables.store import Stored, StoreDown
from fabletop.tables.table import Table

log = logging.getLogger("fabletop.tables")

MOST_IN_MEMORY = 1000  # some 18 KB each, and 60 to 90 while pages look at it
IDLE = 600.0  # seconds after which a table leaves that nobody has asked for
LOADERS = 2  # tables that are read at once


def _folded(id: str, stored: Stored) -> Table:
    """A table as the store knows it."""
    table = Table(id, msgspec.json.decode(stored.head, type=Head))
    for body in stored.entries:
        table.add(msgspec.json.decode(body, type=Entry))
    if SEATS_NOTE in stored.notes:
        table.seats = msgspec.json.decode(stored.notes[SEATS_NOTE], type=list[Occupant])
    table.invitation = stored.notes.get(INVITATION_NOTE, b"").decode("ascii", "replace")
    return table


class Memory:
    """The tables in memory, by their names; the store has all of them."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loaders = ThreadPoolExecutor(LOADERS, "fabletop-loader")

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(list(self._tables.values()))

    def __getitem__(self, id: str) -> LiveTable:
        return self._tables[id]

    def get(self, id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._tables.get(id)

    async def taken_out(self, id: str) -> LiveTable | None:
        """A table, no longer in memory; whoever still wants to write there has to look again."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        if live := self._tables.get(id):
            async with live.lock:
                live.gone = True
                self._tables.pop(id, None)
        return live

    def add(self, live: LiveTable) -> None:
        self._tables[live.table.id] = live
        self.tidy()

    def close(self) -> None:
        self._loaders.shutdown(wait=False)

    async def live(self, id: str) -> LiveTable:
        """A table, read from the store if need be."""
        if id in self._tables:
            self._tables.move_to_end(id)
            return self._tables[id]
        if id not in self._loading:  # however many ask, it is read once
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        stored = await self.journal.store.load(id)
        if stored is None:
            raise UnknownTable("there is no table of this name")
        try:
            table = await asyncio.get_running_loop().run_in_executor(self._loaders, _folded, id, stored)
        except (msgspec.MsgspecError, FabletopError, ValueError) as error:
            log.error("table %s: what is stored cannot be read: %s", id, error)
            raise StoreDown("what is stored of this table is damaged") from None
        live = LiveTable(table)
        live.patience = AFTER_A_RESTART
        live.day = stored.notes.get(SEEN_NOTE, b"").decode("ascii", "replace")
        live.over_noted = OVER_NOTE in stored.notes
        async with live.lock:
            self.add(live)
            await self.journal.append(live, table.opening())  # what a crash has left undone
            if table.turn is None and not live.over_noted:
                await self.journal.date(live)
        return live

    def tidy(self) -> None:
        """Tables that nobody has asked for lately leave the memory; the store has them."""
        before = time.monotonic() - IDLE
        for id, live in list(self._tables.items()):  # the longest forgotten comes first
            if len(self._tables) <= MOST_IN_MEMORY and live.looked > before:
                return
            if not live.listeners and not live.lock.locked() and live.working is None:
                del self._tables[id]
