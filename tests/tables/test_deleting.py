"""A table that is deleted is gone, whatever happens there at the same moment; and only what may go is deleted."""

from __future__ import annotations

import asyncio
import time

import pytest
from tests.stores import NewStore

from fabletop.tables.errors import Stale, UnknownTable
from fabletop.tables.house import House
from fabletop.tables.keep import DAY, Keep
from fabletop.tables.keeping import CHANGED, HOUSE, Keeper, remove
from fabletop.tables.seats import Occupant, taken
from fabletop.tables.store import About, Conflict, Stored, StoreDown
from fabletop.testing.running import run


def test_whoever_acts_at_a_table_that_is_deleted_leaves_nothing_behind(new_store: NewStore) -> None:
    async def work() -> None:
        house = House(new_store())
        occupants = [Occupant("person", "Ada", "ada"), Occupant("person", "free")]
        table = (await house.make("garden", {}, ["person", "person"], occupants=occupants)).table
        live = house.memory[table.id]

        def acting(ply: int) -> list[asyncio.Task[object]]:
            return [
                asyncio.create_task(house.move(table.id, 0, ply, "place A")),
                asyncio.create_task(house.undo(table.id, 0, ply + 1)),
                asyncio.create_task(house.reseat(table.id, 1, lambda now: taken(now, "ben", "Ben"))),
            ]

        async with live.lock:
            before = acting(0)
            await asyncio.sleep(0)
            removing = asyncio.create_task(remove(house, table.id))
            while len(getattr(live.lock, "_waiters", None) or ()) < 4:
                await asyncio.sleep(0.001)
            after = acting(2)  # deleted, and still in memory; they come behind whoever deletes it
            await asyncio.sleep(0)
        await removing
        said = await asyncio.gather(*before, *after, return_exceptions=True)
        assert all(isinstance(one, Stale | UnknownTable) for one in said[3:]), said
        assert await house.store.load(table.id) is None
        assert await house.store.since(table.id, 0) == []
        assert await house.store.notes(table.id) == {}
        with pytest.raises(UnknownTable):
            await house.table(table.id)
        orders = {name for name in await house.store.notes(HOUSE) if name.startswith(CHANGED)}
        assert orders == ({CHANGED + table.id} if house.store.shared else set())  # other workers are told
        await house.close()

    run(work)


def test_a_table_that_is_being_read_while_it_is_deleted_does_not_come_back(
    new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        before, house = House(new_store()), House(new_store())
        table = (await before.make("mensch", {}, ["person", "person"])).table
        await before.close()
        read, go_on, load = asyncio.Event(), asyncio.Event(), house.store.load

        async def slow(id: str) -> Stored | None:
            found = await load(id)
            read.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(house.store, "load", slow)
        looking = asyncio.create_task(house.table(table.id))
        await read.wait()
        removing = asyncio.create_task(remove(house, table.id))
        await asyncio.sleep(0.01)
        go_on.set()
        await asyncio.gather(looking, removing)
        with pytest.raises(UnknownTable):
            await house.table(table.id)
        await house.close()

    run(work)


def test_a_table_that_somebody_has_come_back_to_is_kept(new_store: NewStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading about all tables and deleting the old ones takes its time."""

    async def work() -> None:
        store = new_store()
        house, about = House(store), store.about
        for name in ("old", "played again"):
            await store.create(name, b"{}", 1.0)

        async def read(after: str = "", most: int = 1000) -> list[About]:
            found = await about(after, most)
            await store.note("played again", "seen", b"2999-01-01")
            return found

        monkeypatch.setattr(store, "about", read)
        await store.note(HOUSE, "clock", f"{time.time()} {time.time() - DAY}".encode())
        assert await Keeper(house, Keep(abandoned=30 * DAY)).sweep() == 1
        assert [one.id for one in await about()] == ["played again"]
        await house.close()

    run(work)


def test_a_table_that_was_stored_without_our_hearing_of_it_is_told_as_such(
    new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to the database was cut after it had stored the table: trying again meets itself."""

    async def work() -> None:
        house = House(new_store())

        async def twice(table: str, head: bytes, made: float | None = None) -> None:
            raise Conflict(table)

        monkeypatch.setattr(house.store, "create", twice)
        with pytest.raises(StoreDown):
            await house.make("duck", {}, ["person"])
        with pytest.raises(Conflict):
            await house.make("duck", {}, ["person"], id="again")
        await house.close()

    run(work)
