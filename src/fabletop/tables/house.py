"""The house of all tables: it makes them, lets seats act, sets computer players to work, and tells who listens.

Append first, publish second: nothing is told that is not stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from fabletop.engine.errors import BadOption, FabletopError, quoted
from fabletop.players.registry import Player, bot, levels
from fabletop.tables import dice
from fabletop.tables.store import Conflict, Store
from fabletop.tables.table import PERSON, Entry, Head, Heard, NotYourTurn, SeatPlan, Table, hashed, named

log = logging.getLogger("fabletop.tables")

MOST_IN_MEMORY = 1000
HEARTBEAT = 15.0  # seconds; keeps proxies from closing a quiet line
BACKLOG = 1000  # entries that a listener may lag behind before it has to start again
_encode = msgspec.json.encode


class UnknownTable(FabletopError):  # noqa: N818
    """There is no table of this name."""


class Stale(FabletopError):  # noqa: N818
    """The table has gone on since."""


class NoSeat(FabletopError):  # noqa: N818
    """Whoever asks does not sit here."""


class Made(NamedTuple):
    """A new table and the tokens of its people: this is the only time they are known."""

    table: Table
    tokens: dict[int, str]


class _Seating:
    """A table in memory with those who listen and the computer players' minds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[_Listener] = set()
        self.players: dict[int, Player] = {}
        self.working: asyncio.Task[None] | None = None


class _Listener:
    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.queue: asyncio.Queue[Heard | None] = asyncio.Queue(BACKLOG)

    def tell(self, heard: Heard) -> None:
        try:
            self.queue.put_nowait(heard)
        except asyncio.QueueFull:  # too slow: it will come back and ask for what it has missed
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class House:
    """All tables of one process."""

    def __init__(self, store: Store, pace: float = 0.0) -> None:
        self.store, self.pace = store, pace
        self._seatings: OrderedDict[str, _Seating] = OrderedDict()
        self._loading = asyncio.Lock()

    async def make(
        self, game: str, options: Mapping[str, Any], seats: Sequence[str], names: Sequence[str] | None = None
    ) -> Made:
        """A new table; each seat is "person" or a level of computer player."""
        allowed = (PERSON, *levels(game))
        for kind in seats:
            if kind not in allowed:
                raise BadOption(f"a seat is one of {', '.join(allowed)}, not {quoted(kind)}")
        tokens = {seat: secrets.token_urlsafe(24) for seat, kind in enumerate(seats) if kind == PERSON}
        plans = [
            SeatPlan(kind, names[seat] if names else f"seat {seat}", hashed(tokens[seat]) if seat in tokens else "")
            for seat, kind in enumerate(seats)
        ]
        table = Table(secrets.token_urlsafe(12), Head(game, dict(options), plans, dice.new_seed()))
        await self.store.create(table.id, _encode(table.head))
        seating = self._seatings[table.id] = _Seating(table)
        self._forget_some()
        async with seating.lock:
            await self._append(seating, table.opening())
        self._wake(seating)
        return Made(table, tokens)

    async def table(self, id: str) -> Table:
        return (await self._seating(id)).table

    async def move(self, id: str, seat: int | None, ply: int, act: str, salt: str = "") -> int:
        """A seat's answer to a ply; the new ply.  Nothing is stored unless it is legal and in time."""
        seating = await self._seating(id)
        async with seating.lock:
            table = seating.table
            if seat is None:
                raise NoSeat("a spectator cannot act; send the token of your seat")
            if ply != table.ply:
                raise Stale(f"ply {ply} is past; the table is at ply {table.ply}")
            await self._append(seating, table.answer(seat, act, salt))
        self._wake(seating)
        return table.ply

    async def undo(self, id: str, seat: int | None, ply: int) -> int:
        """Take back the seat's own last decision."""
        seating = await self._seating(id)
        async with seating.lock:
            table = seating.table
            if seat is None:
                raise NoSeat("a spectator cannot take anything back")
            if ply != table.ply:
                raise Stale(f"ply {ply} is past; the table is at ply {table.ply}")
            await self._append(seating, [table.undo(seat)])
        return table.ply

    async def listen(self, id: str, seat: int | None, since: int) -> AsyncGenerator[Heard | None, None]:
        """Every entry after ply `since`, the past ones and then each new one, until the game is over.

        None now and then, when nothing happens: a chance to find out whether anybody is still there.
        """
        seating = await self._seating(id)
        listener = _Listener(seat)
        seating.listeners.add(listener)
        try:
            last = since
            for heard in seating.table.heard(seat, since):
                last = heard.ply
                yield heard
            while seating.table.turn is not None or last < seating.table.ply:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        new = await listener.queue.get()
                except TimeoutError:
                    yield None
                    continue
                if new is None:
                    return
                if new.ply > last:
                    last = new.ply
                    yield new
        finally:
            seating.listeners.discard(listener)

    async def close(self) -> None:
        for seating in self._seatings.values():
            if seating.working:
                seating.working.cancel()
            for listener in seating.listeners:
                listener.queue.put_nowait(None)
        await self.store.close()

    # Inside

    async def _seating(self, id: str) -> _Seating:
        if id in self._seatings:
            self._seatings.move_to_end(id)
            return self._seatings[id]
        async with self._loading:
            if id in self._seatings:
                return self._seatings[id]
            stored = await self.store.load(id)
            if stored is None:
                raise UnknownTable("there is no table of this name")
            table = Table(id, msgspec.json.decode(stored.head, type=Head))
            for body in stored.entries:
                table.add(msgspec.json.decode(body, type=Entry))
            seating = self._seatings[id] = _Seating(table)
            self._forget_some()
        async with seating.lock:
            await self._append(seating, table.opening())  # what a crash has left undone
        self._wake(seating)
        return seating

    def _forget_some(self) -> None:
        """Tables that nobody has asked for lately leave the memory; the store has them."""
        for id in list(self._seatings):
            if len(self._seatings) <= MOST_IN_MEMORY:
                return
            seating = self._seatings[id]
            if not seating.listeners and not seating.lock.locked() and seating.working is None:
                del self._seatings[id]

    async def _append(self, seating: _Seating, entries: list[Entry]) -> None:
        if not entries:
            return
        table = seating.table
        try:
            await self.store.append(table.id, table.ply + 1, [_encode(entry) for entry in entries])
        except Conflict:
            self._seatings.pop(table.id, None)  # another process was first: read it anew
            raise Stale("the table has gone on elsewhere") from None
        audience = {listener.seat for listener in seating.listeners}
        for entry in entries:
            told = {seat: table.state.tell(seat, entry.act) if entry.undo < 0 else "" for seat in audience}
            table.add(entry)
            heard = {seat: table.telling(seat, entry, told[seat]) for seat in audience}
            for listener in seating.listeners:
                listener.tell(heard[listener.seat])
        log.info("table %s: ply %d, to act: %s", table.id, table.ply, named(table.turn))

    def _wake(self, seating: _Seating) -> None:
        """Set the computer players to work, if it is their turn and they are not at it."""
        if seating.table.computer() and (seating.working is None or seating.working.done()):
            seating.working = asyncio.create_task(self._work(seating))

    async def _work(self, seating: _Seating) -> None:
        table = seating.table
        try:
            while (level := table.computer()) is not None:
                if self.pace:
                    await asyncio.sleep(self.pace)
                async with seating.lock:
                    seat = table.turn
                    if seat is None or table.computer() != level:
                        continue
                    if seat not in seating.players:
                        seating.players[seat] = bot(table.game.id, level)
                    view = table.state.view(seat)
                    act = await asyncio.to_thread(seating.players[seat].choose, view)
                    await self._append(seating, table.answer(seat, act))
        except (Stale, NotYourTurn):
            pass
        finally:
            seating.working = None
