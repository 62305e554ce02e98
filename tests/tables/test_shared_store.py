"""Small promises of the store that workers share (found by `make mutants`): who thinks, and what the others hear."""

from __future__ import annotations

import asyncio

import msgspec
import psycopg
import pytest

from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.live import LiveTable
from fabletop.tables.postgres import PostgresStore, _told
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.store import StoreDown
from fabletop.tables.table import Table
from fabletop.testing.postgres import Postgres
from fabletop.testing.running import run


def test_one_worker_at_a_time_thinks_for_a_table(database: Postgres) -> None:
    async def work() -> None:
        one, two = PostgresStore(database.url), PostgresStore(database.url)
        assert await one.claim("t")
        assert await one.claim("t")  # it has it already
        assert not await two.claim("t")
        assert await two.claim("another")
        await one.release("t")
        assert await two.claim("t")
        await one.close()
        await two.close()

    run(work)


def test_a_claim_goes_with_the_line_to_the_database(database: Postgres) -> None:
    async def work() -> None:
        one, two = PostgresStore(database.url), PostgresStore(database.url)
        assert await one.claim("t")
        one._locks.close()
        with pytest.raises(StoreDown, match="does not answer"):
            await one.claim("another")
        async with asyncio.timeout(60):  # until the database has noticed
            while not await two.claim("t"):
                await asyncio.sleep(0.05)
        assert not await one.claim("t")
        await one.close()
        await two.close()

    run(work)


def test_a_release_that_nobody_hears_hurts_nobody(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = PostgresStore(database.url)
        assert await store.claim("t")

        def gone(query: str, table: str) -> tuple[bool]:
            raise psycopg.OperationalError("gone")

        monkeypatch.setattr(store, "_lock", gone)
        await store.release("t")
        await store.close()

    run(work)


def test_the_others_hear_what_is_noted(database: Postgres) -> None:
    async def work() -> None:
        one, two = PostgresStore(database.url), PostgresStore(database.url)
        heard: list[tuple[str, str]] = []
        told = asyncio.Event()

        def hear(worker: str, table: str, what: str) -> None:
            heard.append((table, what))
            if table == "t":
                told.set()

        await two.listen(hear)
        await one.create("t", b"{}")
        await one.note("t", "seats", b"[]")
        await asyncio.wait_for(told.wait(), 60)
        assert heard[-1] == ("t", ":seats")
        await one.close()
        await two.close()

    run(work)


def test_short_plies_are_told_whole_unless_one_is_missing() -> None:
    assert _told({3: b'"a"', 4: b'"b"'}) == '4 ["a","b"]'
    assert _told({3: b'"a"', 5: b'"b"'}) == "5"
    assert _told({3: b"x" * 100_000}) == "3"


def test_who_sits_where_is_read_as_the_store_has_it() -> None:
    table = Table("t", Head("duck", {}, [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")], "00" * 32))
    live, seats = LiveTable(table), [Occupant(PERSON, "Ada"), Occupant("fair", "Owl")]
    before = table.seats
    live.read(None)
    assert (table.seats, live.seats_note) == (before, None)
    live.read(note := msgspec.json.encode(seats))
    assert (table.seats, live.seats_note) == (seats, note)
