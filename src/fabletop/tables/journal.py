"""A table's log in the store.  Append first, publish second: nothing is told that is not stored."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Sequence

import msgspec

from fabletop.tables import counts
from fabletop.tables.entries import Entry
from fabletop.tables.errors import Stale
from fabletop.tables.listeners import at_once
from fabletop.tables.live import LiveTable
from fabletop.tables.notes import OVER_NOTE, SEEN_NOTE, today
from fabletop.tables.store import Conflict, Store, StoreDown

log = logging.getLogger("fabletop.tables")


class Journal:
    """What happens at the tables is written down here, and then told to those who listen.

    Whoever calls holds the table's lock.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    async def append(self, live: LiveTable, entries: list[Entry]) -> None:
        """Store what is to happen, then let it happen; Stale, if another process was first."""
        if not entries:
            return
        if live.gone:
            raise Stale("the table has been read anew")
        table = live.table
        began = time.perf_counter()
        try:
            await self.store.append(table.id, table.ply + 1, [msgspec.json.encode(entry) for entry in entries])
        except Conflict:  # another process was first
            await self.catch_up(live)
            raise Stale("the table has gone on elsewhere") from None
        counts.STORED.observe(time.perf_counter() - began)
        counts.PLIES.inc(len(entries))
        self.happened(live, entries)
        if table.turn is None:
            log.info("table %s: over after %d plies", table.id, table.ply)
            counts.OVER.labels(table.game.id).inc()
        if table.turn is None or live.day != today():
            await self.date(live)

    async def date(self, live: LiveTable) -> None:
        """Note the day on which somebody has moved, and that the game is over; what fails is done another time.

        The day never goes back, whatever the clock does: rather is a table kept too long.
        """
        table, day = live.table, today()
        with contextlib.suppress(StoreDown):
            if day > live.day:
                await self.store.note(table.id, SEEN_NOTE, day.encode())
                live.day = day
            if table.turn is None and not live.over_noted:
                await self.store.note(table.id, OVER_NOTE, msgspec.json.encode(table.state.result))
                live.over_noted = True

    async def catch_up(self, live: LiveTable) -> None:
        """Read what others have stored."""
        known = live.table.ply
        self.hear(live, known, await self.store.since(live.table.id, known))

    def hear(self, live: LiveTable, after: int, bodies: Sequence[bytes]) -> None:
        """What others have stored after a ply; some of it may be known meanwhile."""
        if new := bodies[live.table.ply - after :]:
            self.happened(live, [msgspec.json.decode(body, type=Entry) for body in new])

    def happened(self, live: LiveTable, entries: list[Entry]) -> None:
        """What is stored happens, and everybody hears of it: each message is made once for all with the same key."""
        table, encoders = live.table, at_once(live.listeners, len(entries))
        told: dict[object, bytes | None] = dict.fromkeys(encoders, b"")
        for entry in entries:
            table.add(entry)
            for key, encode in encoders.items():
                if (so_far := told[key]) is not None:
                    try:
                        told[key] = so_far + encode(table, table.before, entry)
                    except Exception:  # whoever cannot be told must not keep the game from going on
                        log.exception("table %s: ply %d cannot be told", table.id, table.ply)
                        told[key] = None
        if table.ply > live.called_at:  # not for what led to the call, and is read only now
            live.called = None
        over = table.turn is None
        for listener in live.listeners:
            said = told.get(listener.key, b"")
            if said is None:
                listener.interrupt()
            else:
                listener.tell(table.ply, said, last=over or not said)
