"""What an operator does with tables, also while servers run: list, delete, revoke, close, copy."""

from __future__ import annotations

import hashlib
import secrets
import time

import msgspec

from fabletop.engine.errors import BadOption
from fabletop.tables.entries import Head
from fabletop.tables.keeping import CHANGED, CLOSED, HOUSE, all_tables, erase, last_seen, order
from fabletop.tables.notes import COPIED_NOTE, INVITATION_NOTE, OVER_NOTE
from fabletop.tables.store import About, Conflict, SqlStore, Store, Stored

CHUNK = 500  # entries that are copied at once


async def listed(store: Store) -> list[dict[str, object]]:
    """A line for each table; nobody's name is in it."""
    found = []
    async for about in all_tables(store):
        stored = await store.load(about.id)
        if stored is not None:
            line = {"table": about.id, "game": _game(stored.head), "plies": len(stored.entries)}
            days = {"made": _day(about.made), "last": _day(last_seen(about))}
            found.append({**line, "over": OVER_NOTE in about.notes, **days})
    return found


def _game(head: bytes) -> str:
    try:
        return msgspec.json.decode(head, type=Head).game
    except msgspec.MsgspecError:
        return "?"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))


async def deleted(store: Store, table: str) -> None:
    await _known(store, table)
    await erase(store, table, await store.notes(table))
    await order(store, CHANGED + table)


async def revoked(store: Store, table: str) -> None:
    """The invitations that are out open nothing any longer; who sits stays."""
    await _known(store, table)
    await store.note(table, INVITATION_NOTE, secrets.token_hex(8).encode())
    await order(store, CHANGED + table)


async def closed(store: Store, shut: bool) -> None:
    """No new tables, or again."""
    if shut:
        await order(store, CLOSED)
    else:
        await store.forget(HOUSE, CLOSED)


async def _known(store: Store, table: str) -> None:
    if await store.load(table) is None:
        raise BadOption("there is no table {table}", table=table)


async def copied(source: SqlStore, target: SqlStore) -> tuple[int, int]:
    """All tables, logs and notes into another store, and compared afterwards: how many tables and entries.

    What was copied before and nobody has touched there since is brought up to date, so a first copy can be made while
    people play and a second, short one when the server has stopped.  Anything else that is there is left alone if it
    is the same, and refused if it is not.
    """
    tables = entries = 0
    async for about in all_tables(source):
        stored = _unmarked(await source.load(about.id))
        if stored is None:
            continue  # deleted meanwhile
        if not await _brought(target, about, stored):
            raise BadOption("table {table} is another one over there: nothing is overwritten", table=about.id)
        tables, entries = tables + 1, entries + len(stored.entries)
    for shelf, notes in (await source.shelves()).items():
        if shelf != HOUSE:
            for name, body in notes.items():
                await target.note(shelf, name, body)
            if not notes.items() <= (await target.notes(shelf)).items():
                raise Conflict(shelf)
    return tables, entries


async def _brought(target: SqlStore, about: About, stored: Stored) -> bool:
    """Is a table over there as it is here, and if it was not, is it now?"""
    found = await target.load(about.id)
    there = _unmarked(found)
    if found is None or there is None:
        await target.create(about.id, stored.head, about.made)
        there = Stored(stored.head, [], {})
    elif there == stored:
        return True
    elif found.notes.get(COPIED_NOTE) != _mark(there) or stored.entries[: len(there.entries)] != there.entries:
        return False
    if there.head != stored.head:
        await target.rewrite(about.id, stored.head)
    for first in range(len(there.entries), len(stored.entries), CHUNK):
        await target.append(about.id, first + 1, stored.entries[first : first + CHUNK])
    for name, body in stored.notes.items():
        await target.note(about.id, name, body)
    for name in there.notes.keys() - stored.notes.keys():
        await target.forget(about.id, name)
    await target.note(about.id, COPIED_NOTE, _mark(stored))
    return _unmarked(await target.load(about.id)) == stored


def _unmarked(stored: Stored | None) -> Stored | None:
    if stored is None:
        return None
    return stored._replace(notes={name: body for name, body in stored.notes.items() if name != COPIED_NOTE})


def _mark(stored: Stored) -> bytes:
    """What a copy is known by, as long as nobody has touched it."""
    said = (stored.head, stored.entries, sorted(stored.notes.items()))
    return hashlib.sha256(msgspec.msgpack.encode(said)).hexdigest().encode()
