"""The house of all tables: it makes them, lets seats act, sets computer players to work, and tells who listens.

Append first, publish second: nothing is told that is not stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fabletop.engine.errors import BadOption, FabletopError, quoted
from fabletop.engine.game import State
from fabletop.players.registry import Player, bot, levels
from fabletop.tables import dice
from fabletop.tables.events import HEARTBEAT, event, notice
from fabletop.tables.seats import PERSON, Sitting
from fabletop.tables.store import Conflict, Store
from fabletop.tables.table import Entry, Head, NotYourTurn, SeatPlan, Table, hashed

log = logging.getLogger("fabletop.tables")

MOST_IN_MEMORY = 1000
QUIET = 15.0  # seconds until a heartbeat keeps proxies from closing a quiet line
SEATS_NOTE, OVER_NOTE = "seats", "over"
BACKLOG = 200  # tellings that a listener may lag behind before it has to start again
_encode = msgspec.json.encode


class UnknownTable(FabletopError):  # noqa: N818
    """There is no table of this name."""


class Stale(FabletopError):  # noqa: N818
    """An answer to another ply than the table's: mostly it has gone on since."""


def in_time(table: Table, ply: int) -> None:
    if ply != table.ply:
        raise Stale(f"the table is at ply {table.ply}, not {ply}")


class NoSeat(FabletopError):  # noqa: N818
    """Whoever asks does not sit here."""


class Made(NamedTuple):
    """A new table and the tokens of its people: this is the only time they are known."""

    table: Table
    tokens: dict[int, str]


class Interrupted(Exception):  # noqa: N818
    """A listener was too slow, or the house closes: it may come back and ask for what it has missed."""


Telling: TypeAlias = Callable[[Table, State, Entry], bytes]  # of the table after an entry, the position before it


class _Seating:
    """A table in memory with those who listen and the computer players' minds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[_Listener] = set()
        self.players: dict[tuple[int, str], Player] = {}
        self.working: asyncio.Task[None] | None = None


class _Listener:
    """Somebody who is told of each entry; those with the same key are told the very same bytes."""

    def __init__(self, key: object, telling: Telling, who: str = "") -> None:
        self.key, self.telling, self.who = key, telling, who
        self.news: list[tuple[int, bytes]] = []  # with the ply it reaches; 0: no ply
        self.interrupted = False
        self.quiet = True  # since the last heartbeat
        self._asleep: asyncio.Future[None] | None = None

    def tell(self, ply: int, said: bytes) -> None:
        self.quiet = False
        self.news.append((ply, said))
        self.interrupted |= len(self.news) > BACKLOG
        self._wake()

    def interrupt(self) -> None:
        self.interrupted = True
        self._wake()

    def _wake(self) -> None:
        if self._asleep and not self._asleep.done():
            self._asleep.set_result(None)

    async def hear(self) -> list[tuple[int, bytes]]:
        """All that is new, once something is."""
        if not self.news and not self.interrupted:
            self._asleep = asyncio.get_running_loop().create_future()
            await self._asleep
        if self.interrupted:
            raise Interrupted
        news, self.news = self.news, []
        return news


def as_heard(seat: int | None) -> Telling:
    """Each entry as a seat hears of it."""

    def telling(table: Table, before: State, entry: Entry) -> bytes:
        told = before.tell(seat, entry.act) if entry.undo < 0 else ""
        if seat is not None and seat == table.turn:
            return event(table.telling(seat, entry, told), table.ply)
        if told not in table.alike:  # whoever is not to act and is told the same words hears the very same
            table.alike[told] = event(table.telling(None, entry, told), table.ply)
        return table.alike[told]

    return telling


def _retold(table: Table, telling: Telling, since: int) -> Iterator[tuple[int, bytes]]:
    """The entries after ply `since`, with their numbers; a listener keeps nothing of it afterwards."""
    for past, before, entry in table.past(since):
        yield past.ply, telling(past, before, entry)


class House:
    """All tables of one process."""

    def __init__(self, store: Store, pace: float = 0.0) -> None:
        self.store, self.pace = store, pace
        self._seatings: OrderedDict[str, _Seating] = OrderedDict()
        self._loading = asyncio.Lock()
        self._closing = False
        self._beating: asyncio.Task[None] | None = None

    async def make(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[str],
        names: Sequence[str] | None = None,
        *,
        browsers: Sequence[str] | None = None,
    ) -> Made:
        """A new table; each seat is "person" or a level of computer player.

        With `browsers` (one for each seat, "" for a free one) the seats belong to browsers, there are no tokens,
        and people roll their dice themselves.
        """
        allowed = (PERSON, *levels(game))
        for kind in seats:
            if kind not in allowed:
                raise BadOption(f"a seat is one of {', '.join(allowed)}, not {quoted(kind)}")
        people = [seat for seat, kind in enumerate(seats) if kind == PERSON]
        tokens = {seat: secrets.token_urlsafe(24) for seat in people} if browsers is None else {}
        plans = [
            SeatPlan(kind, names[seat] if names else f"seat {seat}", hashed(tokens[seat]) if seat in tokens else "")
            for seat, kind in enumerate(seats)
        ]
        table = Table(
            secrets.token_urlsafe(12), Head(game, dict(options), plans, dice.new_seed(), browsers is not None)
        )
        await self.store.create(table.id, _encode(table.head))
        if browsers is not None:
            table.seats = [
                Sitting(plan.kind, plan.name, browser) for plan, browser in zip(plans, browsers, strict=True)
            ]
            await self.store.note(table.id, SEATS_NOTE, _encode(table.seats))
        log.info("table %s: %s", table.id, table.game.described())
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
            in_time(table, ply)
            await self._append(seating, table.answer(seat, act, salt))
        self._wake(seating)
        return table.ply

    async def roll(self, id: str, seat: int, ply: int, salt: str = "") -> int:
        """A person rolls."""
        seating = await self._seating(id)
        async with seating.lock:
            table = seating.table
            in_time(table, ply)
            await self._append(seating, table.roll(seat, salt))
        self._wake(seating)
        return table.ply

    async def reseat(self, id: str, seat: int, change: Callable[[Sitting], Sitting]) -> Table:
        """Change who sits in a seat; everybody hears of it, and the game goes on."""
        seating = await self._seating(id)
        async with seating.lock:
            table = seating.table
            seats = list(table.seats)
            seats[seat] = change(seats[seat])
            await self.store.note(id, SEATS_NOTE, _encode(seats))
            table.seats = seats
            self._tell_who_is_here(seating)
            await self._append(seating, table.opening())  # what chance was waiting for
        self._wake(seating)
        return table

    def notify(self, id: str, body: dict[str, Any]) -> None:
        """Tell those who are at the table now."""
        if id in self._seatings:
            said = notice(body)
            for listener in self._seatings[id].listeners:
                if listener.who:
                    listener.tell(0, said)

    def here(self, id: str) -> set[str]:
        """The browsers that are at a table now."""
        return {listener.who for listener in self._seatings[id].listeners} if id in self._seatings else set()

    def _tell_who_is_here(self, seating: _Seating) -> None:
        self.notify(seating.table.id, {"seats": True})

    async def undo(self, id: str, seat: int | None, ply: int) -> int:
        """Take back the seat's own last decision."""
        seating = await self._seating(id)
        async with seating.lock:
            table = seating.table
            if seat is None:
                raise NoSeat("a spectator cannot take anything back")
            in_time(table, ply)
            await self._append(seating, [table.undo(seat)])
        return table.ply

    def listen(self, id: str, seat: int | None, since: int) -> AsyncGenerator[bytes, None]:
        """Every entry after ply `since`, as a seat hears of it, until the game is over."""
        return self.follow(id, seat, as_heard(seat), since)

    async def follow(
        self, id: str, key: object, telling: Telling, since: int, *, who: str = ""
    ) -> AsyncGenerator[bytes, None]:
        """What `telling` makes of every entry after ply `since`: the past ones and then each new one as it comes.

        Entries that come at once are told at once; when nothing comes, there is a heartbeat now and then.  Whoever
        says who he is also gets notices, and stays when the game is over.
        """
        seating = await self._seating(id)
        listener = _Listener(key, telling, who)
        listener.interrupted = self._closing
        seating.listeners.add(listener)
        self._beating = self._beating or asyncio.create_task(self._beat())
        if who:
            self._tell_who_is_here(seating)
        try:
            last = since
            for last, said in _retold(seating.table, telling, since):  # noqa: B007
                yield said
                await asyncio.sleep(0)  # a long past must not keep the others waiting
            while who or seating.table.turn is not None or last < seating.table.ply:
                for ply, said in await listener.hear():
                    if ply == 0 or ply > last:
                        last = ply or last
                        yield said
        finally:
            seating.listeners.discard(listener)
            if who:
                self._tell_who_is_here(seating)

    async def _beat(self) -> None:
        """A heartbeat for each listener that has heard nothing for a while, evenly spread over the time."""
        while True:
            everybody = [listener for seating in self._seatings.values() for listener in seating.listeners]
            for listener in everybody:
                if listener.quiet:
                    listener.tell(0, HEARTBEAT)
                listener.quiet = True
                await asyncio.sleep(QUIET / len(everybody))
            if not everybody:
                await asyncio.sleep(QUIET)

    def dismiss(self) -> None:
        """Let all listeners go: they would never end by themselves."""
        self._closing = True
        for seating in self._seatings.values():
            for listener in seating.listeners:
                listener.interrupt()

    async def close(self) -> None:
        self.dismiss()
        if self._beating:
            self._beating.cancel()
        for seating in self._seatings.values():
            if seating.working:
                seating.working.cancel()
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
            if SEATS_NOTE in stored.notes:
                table.seats = msgspec.json.decode(stored.notes[SEATS_NOTE], type=list[Sitting])
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
        self._publish(seating, entries)
        if table.turn is None:
            log.info("table %s: over after %d plies", table.id, table.ply)
            await self.store.note(table.id, OVER_NOTE, _encode(table.state.result))

    def _publish(self, seating: _Seating, entries: list[Entry]) -> None:
        """What is stored happens, and everybody hears of it: each telling is made once for all with the same key."""
        table, tellings = seating.table, {listener.key: listener.telling for listener in seating.listeners}
        told: dict[object, bytes | None] = dict.fromkeys(tellings, b"")
        for entry in entries:
            table.add(entry)
            for key, telling in tellings.items():
                if (so_far := told[key]) is not None:
                    try:
                        told[key] = so_far + telling(table, table.before, entry)
                    except Exception:  # whoever cannot be told must not keep the game from going on
                        log.exception("table %s: ply %d cannot be told", table.id, table.ply)
                        told[key] = None
        for listener in seating.listeners:
            said = told[listener.key]
            if said is None:
                listener.interrupt()
            else:
                listener.tell(table.ply, said)

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
                    if (seat, level) not in seating.players:
                        seating.players[seat, level] = bot(table.game.id, level)
                    view = table.state.view(seat)
                    act = await asyncio.to_thread(seating.players[seat, level].choose, view)
                    await self._append(seating, table.answer(seat, act))
        except (Stale, NotYourTurn):
            pass
        finally:
            seating.working = None
