"""The house of all tables: it makes them, lets seats act, sets computer players to work, and tells who listens.

Append first, publish second: nothing is told that is not stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from fabletop.engine.errors import IllegalAction
from fabletop.engine.spec import Value
from fabletop.tables import counts
from fabletop.tables.calls import Call, Called, TooLate
from fabletop.tables.cup import Given
from fabletop.tables.errors import Closed, NoSeat, Stale
from fabletop.tables.events import HEARTBEAT
from fabletop.tables.journal import Journal
from fabletop.tables.listeners import Encoder, Line, Listener, as_heard, retold
from fabletop.tables.live import LiveTable
from fabletop.tables.memory import Memory
from fabletop.tables.notes import SEATS_NOTE, today
from fabletop.tables.others import FORGOTTEN, LINK, Others
from fabletop.tables.plans import NewTable, planned
from fabletop.tables.seats import Occupant
from fabletop.tables.store import Conflict, Store, StoreDown
from fabletop.tables.table import Table
from fabletop.tables.work import Work

log = logging.getLogger("fabletop.tables")

QUIET = 15.0  # seconds until a heartbeat keeps proxies from closing a quiet line
GONE = 30.0  # seconds without a sign of life after which others may let a computer player stand in
SWAPS = 20  # times that a change of seats is tried when others change them, too
_encode = msgspec.json.encode
Turn: TypeAlias = Callable[[], Awaitable[None]]


async def next_round() -> None:
    """The next round of the event loop."""
    await asyncio.sleep(0)


def in_time(table: Table, ply: int) -> None:
    """A device that has sat down meanwhile changes nothing for whoever acts."""
    if ply == table.ply:  # mostly: so this comes first
        return
    if not 0 <= ply <= table.ply or any(entry.sit is None for entry in table.log[ply:]):
        raise Stale(f"the table is at ply {table.ply}, not {ply}")


class House:
    """All tables of one process."""

    def __init__(self, store: Store, pace: float = 0.0, gone: float = GONE) -> None:
        self.store, self.gone = store, gone
        self.journal = Journal(store)
        self.memory = Memory(self.journal)
        self.others = Others(self)
        self.work = Work(self.journal, self.others, pace)
        self.closed = False  # for new tables
        self._beating: asyncio.Task[None] | None = None

    async def make(
        self,
        game: str,
        options: Mapping[str, Value],
        seats: Sequence[str],
        names: Sequence[str] | None = None,
        *,
        occupants: Sequence[Occupant] | None = None,
        colours: Sequence[int | None] | None = None,
        lots: Sequence[Sequence[int]] = (),
        id: str = "",
        waits: bool = False,
        begun: Table | None = None,
        plies: int = 0,
    ) -> NewTable:
        """A new table; each seat is "person" or a level of computer player.

        With `occupants` (one for each seat) the seats belong to browsers, there are no tokens, and people roll their
        dice themselves.  An `id` of somebody's choice makes sure that there is only one such table: else Conflict.
        With `waits` chance begins when every person's device has sat down, or when somebody says so (`start`).
        With `begun` it goes on from the first so many plies of another game, with dice of its own.
        """
        if self.closed:
            raise Closed("There are no new tables just now. Games that have begun go on.")
        made = planned(game, options, seats, names, occupants is None, colours, lots, waits, begun, plies)
        table = Table(id or secrets.token_urlsafe(12), made.head)
        try:
            await self.store.create(table.id, _encode(table.head))
        except Conflict:
            if id:
                raise
            raise StoreDown("nothing can be stored just now; please wait a little") from None  # it was, unheard by us
        seats_note = None
        if occupants is not None:
            table.seats = list(occupants)
            seats_note = _encode(table.seats)
            await self.store.note(table.id, SEATS_NOTE, seats_note)
        log.info("table %s: %s", table.id, table.game.described())
        counts.MADE.labels(game).inc()
        live = LiveTable(table)
        live.day, live.seats_note = today(), seats_note
        self.memory.add(live)
        async with live.lock:
            await self.journal.append(live, table.opening())
        self.work.wake(live)
        return NewTable(table, made.tokens)

    async def table(self, id: str) -> Table:
        return (await self._live(id)).table

    async def move(self, id: str, seat: int | None, ply: int, act: str, salt: str = "") -> int:
        """A seat's answer to a ply; the new ply.  Nothing is stored unless it is legal and in time."""
        live = await self.memory.live(id)
        async with live.lock:
            table = live.table
            if seat is None:
                raise NoSeat("a spectator cannot act; send the token of your seat")
            in_time(table, ply)
            await self.journal.append(live, table.answer(seat, act, salt))
        self.work.wake(live)
        return table.ply

    async def roll(self, id: str, seat: int, ply: int, salt: str = "", given: Given | None = None) -> int:
        """A person rolls; her device's link comes with it, the others' are called for."""
        live = await self._live(id)
        async with live.lock:
            table = live.table
            in_time(table, ply)
            if table.cup is None or table.roller != seat:
                await self.journal.append(live, table.roll(seat, salt))
            else:
                call = Call(table.cup, table.device_of(seat))
                if given:
                    with contextlib.suppress(TooLate, IllegalAction):  # then this device is silent
                        call.take(given)
                await self.work.ask(live, call)
                await self.journal.append(live, table.roll(seat, salt, call.shake()))
        self.work.wake(live)
        return table.ply

    async def sit(self, id: str, seats: Sequence[int], anchor: str) -> int:
        """A device sits down for seats, with the anchor of its chain; its number."""
        live = await self._live(id)
        async with live.lock:
            number, entries = live.table.sit(sorted(seats), anchor)
            await self.journal.append(live, entries)
            await self.journal.append(live, live.table.opening())
        self.work.wake(live)
        return number

    async def link(self, id: str, given: Given) -> None:
        """A device answers a call."""
        live = await self._live(id)
        if live.call is not None:
            live.call.take(given)
        elif live.called is not None:  # by another worker
            self.others.tell(id, LINK + _encode(given).decode())
        else:
            raise TooLate("nobody is being asked for a link now")

    async def start(self, id: str) -> Table:
        """Somebody says that chance may begin, whoever is still missing."""
        live = await self._live(id)
        async with live.lock:
            live.table.started = True
            await self.journal.append(live, live.table.opening())
        self.work.wake(live)
        return live.table

    def called(self, id: str) -> Called | None:
        """What the devices at a table are asked for right now."""
        live = self.memory.get(id)
        return None if live is None else live.call.said() if live.call else live.called

    async def reseat(self, id: str, seat: int, change: Callable[[Occupant], Occupant]) -> Table:
        """Change who sits in a seat; everybody hears of it, and the game goes on."""
        live = await self._live(id)
        async with live.lock:
            if live.gone:
                raise Stale("the table has been read anew")
            table = live.table
            colours = table.colours
            for _ in range(SWAPS):
                seats = list(table.seats)
                seats[seat] = change(seats[seat])
                try:
                    await self._swap_seats(live, seats)
                    break
                except Conflict:  # another worker was first: look again, and decide again
                    await self._read_seats(live)
            else:
                raise Stale("the seats change all the time")
            self._tell_who_is_here(live)
            if table.colours != colours:
                self.notify(id, {"look": True})  # everything is to be drawn anew
            await self.journal.append(live, table.opening())  # what chance was waiting for
        self.work.wake(live)
        return table

    async def _swap_seats(self, live: LiveTable, seats: list[Occupant]) -> None:
        new = _encode(seats)
        await self.store.swap(live.table.id, SEATS_NOTE, live.seats_note, new)
        live.table.seats, live.seats_note = seats, new

    async def _read_seats(self, live: LiveTable) -> None:
        live.read((await self.store.notes(live.table.id)).get(SEATS_NOTE))

    def notify(self, id: str, body: dict[str, object]) -> None:
        """Tell those who are at the table now, by whichever worker."""
        self.others.notify(id, body)

    def here(self, id: str) -> set[str]:
        """The browsers that are at a table now."""
        live, now = self.memory.get(id), time.monotonic()
        if live is None:
            return set()
        found = {listener.who for listener in live.listeners}
        return found.union(*(who for at, who in live.elsewhere.values() if now - at < FORGOTTEN))

    def greet(self, id: str, browser: str) -> None:
        """A sign of life of a browser that has no stream, or not yet."""
        live = self.memory.get(id)
        if live and any(occupant.browser == browser for occupant in live.table.seats):
            live.alive[browser] = time.monotonic()

    def is_gone(self, id: str, browser: str) -> bool:
        """Has this browser been away for so long that nobody need wait for it?"""
        live = self.memory.get(id)
        if live is None or browser in self.here(id):
            return False
        return time.monotonic() - max(live.loaded, live.alive.get(browser, 0.0)) >= self.gone

    def _tell_who_is_here(self, live: LiveTable) -> None:
        live.notify({"seats": True})
        self.others.tell_presence(live)

    async def undo(self, id: str, seat: int | None, ply: int) -> int:
        """Take back the seat's own last decision, with what computer players have answered."""
        live = await self._live(id)
        async with live.lock:
            table = live.table
            if seat is None:
                raise NoSeat("a spectator cannot take anything back")
            in_time(table, ply)
            await self.journal.append(live, table.undo(seat))
        return table.ply

    def listen(
        self,
        id: str,
        seat: int | None,
        since: int,
        *,
        cut: Callable[[], None] | None = None,
        line: Line | None = None,
        turn: Turn = next_round,
    ) -> AsyncGenerator[bytes, None]:
        """Every entry after ply `since`, as a seat hears of it, until the game is over."""
        return self.follow(id, seat, as_heard(seat), since, cut=cut, line=line, turn=turn)

    async def follow(
        self,
        id: str,
        key: object,
        encode: Encoder,
        since: int,
        *,
        who: str = "",
        cut: Callable[[], None] | None = None,
        line: Line | None = None,
        turn: Turn = next_round,
    ) -> AsyncGenerator[bytes, None]:
        """What `encode` makes of every entry after ply `since`: the past ones and then each new one as it comes.

        Entries that come at once are told at once; when nothing comes, there is a heartbeat now and then.  Whoever
        says who he is also gets notices, and stays when the game is over.  `cut` ends the line of one who lags behind,
        and what `line` takes is not yielded.
        Each past entry waits for its `turn`: a long past must not keep the others waiting.
        """
        live = await self._live(id)
        if since > live.table.ply and self.store.shared:  # by another worker more was heard than is known here
            async with live.lock:
                await self.journal.catch_up(live)
        since = min(since, live.table.ply)
        listener = Listener(key, encode, who, cut=cut, line=line)
        listener.interrupted = self.work.ending
        live.listeners.add(listener)
        self.work.wake(live)
        self._beating = self._beating or asyncio.create_task(self._beat())
        if who:
            self._tell_who_is_here(live)
        try:
            listener.last = since
            for listener.last, said in retold(live.table, encode, since):
                yield said
                await turn()
            live.call_said(listener)
            while who or live.table.turn is not None or listener.last < live.table.ply:
                for ply, said in await listener.hear():
                    if ply == 0 or said:
                        if ply == 0 or ply > listener.last:
                            listener.last = ply or listener.last
                            yield said
                        continue
                    for past, told in retold(live.table, encode, listener.last):
                        if past > ply:
                            break
                        listener.last = past
                        yield told
                        await turn()
        finally:
            if listener.cutting:
                listener.cutting.cancel()
            live.listeners.discard(listener)
            if not live.listeners:
                live.table.drawn = {}  # nobody looks any longer
            if who:
                self.greet(id, who)
                self._tell_who_is_here(live)

    async def _beat(self) -> None:
        """A heartbeat for each listener that has heard nothing for a while, evenly spread over the time."""
        while True:
            everybody = [listener for live in self.memory for listener in live.listeners]
            for listener in everybody:
                if listener.quiet:
                    listener.tell(0, HEARTBEAT)
                listener.quiet = True
                await asyncio.sleep(QUIET / len(everybody))
            if not everybody:
                await asyncio.sleep(QUIET)

    async def look_again(self, live: LiveTable) -> bool:
        """Read what others have stored, and go on from there; have the seats changed?"""
        async with live.lock:
            before = live.seats_note
            await self._read_seats(live)
            await self.journal.catch_up(live)
        self.work.wake(live)
        return live.seats_note != before

    @property
    def in_memory(self) -> int:
        return len(self.memory)

    @property
    def streams(self) -> int:
        return sum(len(live.listeners) for live in self.memory)

    def is_used(self, id: str) -> bool:
        """Does somebody look at this table right now?"""
        live = self.memory.get(id)
        return live is not None and bool(live.listeners)

    async def read_anew(self, id: str) -> None:
        """Somebody has changed or deleted this table behind our back."""
        if live := await self.memory.taken_out(id):
            if live.working:
                live.working.cancel()
            for listener in list(live.listeners):
                listener.interrupt()
            if await self.store.load(id) is None:
                await self.store.delete(id)  # what has come in between

    def dismiss(self) -> None:
        """Let all listeners go: they would never end by themselves."""
        self.work.ending = True
        for live in self.memory:
            for listener in live.listeners:
                listener.interrupt()

    async def close(self) -> None:
        self.dismiss()
        if self._beating:
            self._beating.cancel()
        for live in self.memory:
            if live.working:
                live.working.cancel()
        self.work.end()
        self.others.close()
        self.memory.close()
        await self.store.close()

    # Inside

    async def _live(self, id: str) -> LiveTable:
        live = await self.memory.live(id)
        live.looked = time.monotonic()
        self.work.wake(live)
        return live
