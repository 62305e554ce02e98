"""Those who listen at a table: each is told every entry, those with the same key the very same bytes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from fabletop.engine.game import State
from fabletop.tables import counts
from fabletop.tables.entries import Entry
from fabletop.tables.events import event
from fabletop.tables.table import Table

GRACE = 5.0  # seconds that a listener who is let go may take to notice it
PIECES = 48  # pages that are drawn and written in one go
BACKLOG = 200  # messages that a listener may lag behind before it has to start again


class Interrupted(Exception):  # noqa: N818
    """A listener was too slow, or the house closes: it may come back and ask for what it has missed."""


Line: TypeAlias = Callable[[bytes], bool]  # writes at once, if it can
Encoder: TypeAlias = Callable[[Table, State, Entry], bytes]  # of the table after an entry, the position before it


class Listener:
    """Somebody who is told of each entry; those with the same key are told the very same bytes.

    Who has heard everything and has a `line` is written to at once: that saves waking somebody who only passes it on.
    """

    def __init__(
        self,
        key: object,
        encode: Encoder,
        who: str = "",
        *,
        cut: Callable[[], None] | None = None,
        line: Line | None = None,
    ) -> None:
        self.key, self.encode, self.who, self.cut, self.line = key, encode, who, cut, line
        self.cutting: asyncio.TimerHandle | None = None
        self.news: list[tuple[int, bytes]] = []  # with the ply it reaches; 0: no ply; nothing said: it is in the past
        self.last = 0  # the ply that it has heard of
        self.interrupted = False
        self.quiet = True  # since the last heartbeat
        self._asleep: asyncio.Future[None] | None = None

    def tell(self, ply: int, said: bytes, *, last: bool = False) -> None:
        if self.interrupted:
            return
        self.quiet = False
        if self.line and not last and self._asleep and not self._asleep.done() and self.line(said):
            self.last = ply or self.last
            return
        self.news.append((ply, said))
        if len(self.news) > BACKLOG:
            counts.LET_GO.inc()
            self.interrupt()
        self._wake()

    def interrupt(self) -> None:
        """It has to start again; if it does not even hear that, its line is cut."""
        self.interrupted, self.news = True, []
        if self.cut and not self.cutting:
            self.cutting = asyncio.get_running_loop().call_later(GRACE, self.cut)
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


def at_once(listeners: Collection[Listener], plies: int) -> dict[object, Encoder]:
    """The encoders of those who are told so many plies at once; too many pages would hold everybody up, so those that
    the fewest look at are told from the past, one after the other."""
    found = {listener.key: listener.encode for listener in listeners}
    if len(found) * plies > PIECES:
        pages = Counter(listener.key for listener in listeners if listener.who)
        for key, _ in pages.most_common()[max(1, PIECES // plies) :]:
            del found[key]
    return found


def as_heard(seat: int | None) -> Encoder:
    """Each entry as a seat hears of it."""

    def encode(table: Table, before: State, entry: Entry) -> bytes:
        told = before.tell(seat, entry.act) if table.game.has_secrets and entry.is_ply else entry.act
        if seat is not None and seat == table.turn:
            return event(table.message(seat, entry, told), table.ply)
        said = table.alike.get(told)
        if said is None:  # whoever is not to act and is told the same words hears the very same
            said = table.alike[told] = event(table.message(None, entry, told), table.ply)
        return said

    return encode


def retold(table: Table, encode: Encoder, since: int) -> Iterator[tuple[int, bytes]]:
    """The entries after ply `since`, with their numbers; a listener keeps nothing of it afterwards."""
    for past, before, entry in table.past(since):
        yield past.ply, encode(past, before, entry)
