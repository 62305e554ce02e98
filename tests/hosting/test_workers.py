"""Several workers over one PostgreSQL: everybody hears everything once, one thinks, nothing is lost."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

import pytest
from tests.tables.devices import Device, answering, patient

from fabletop.engine.view import View
from fabletop.tables.errors import Stale
from fabletop.tables.house import House
from fabletop.tables.postgres import PostgresStore
from fabletop.tables.seats import Occupant, taken
from fabletop.tables.store import StoreDown
from fabletop.tables.table import Table
from fabletop.testing.postgres import Postgres
from fabletop.testing.running import run


@asynccontextmanager
async def workers(database: Postgres, count: int) -> AsyncIterator[list[House]]:
    """So many houses as so many processes would have them."""
    opened = [House(PostgresStore(database.url)) for _ in range(count)]
    for house in opened:
        await house.others.open()
    try:
        yield opened
    finally:
        for house in opened:
            await house.close()


async def until(what: Callable[[], object]) -> None:
    while not what():
        await asyncio.sleep(0.005)


def plies(said: bytes) -> list[int]:
    return [int(number) for number in re.findall(rb"^id: (\d+)$", said, re.MULTILINE)]


async def listening(house: House, table: str, heard: list[int]) -> None:
    async for said in house.listen(table, None, 0):
        heard += plies(said)


async def played(house: House, table: Table, moves: int) -> None:
    for _ in range(moves):
        if table.turn is None:
            return
        try:
            await house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
        except Stale:
            await asyncio.sleep(0)


def test_viewers_on_any_worker_hear_every_ply_once_and_in_order(database: Postgres) -> None:
    async def work() -> None:
        async with workers(database, 3) as opened:
            table = (await opened[0].make("mensch", {}, ["person"] * 4)).table
            copies = [await house.table(table.id) for house in opened]
            heard: list[list[int]] = [[] for _ in opened]
            tasks = [asyncio.create_task(listening(*pair)) for pair in zip(opened, [table.id] * 3, heard, strict=True)]
            # all of them play on, wherever the request lands
            await asyncio.gather(*(played(house, copy, 40) for house, copy in zip(opened, copies, strict=True)))
            last = max(copy.ply for copy in copies)
            await until(lambda: all(numbers and numbers[-1] == last for numbers in heard))
            assert all(numbers == list(range(1, last + 1)) for numbers in heard)
            assert copies[0].state == copies[1].state == copies[2].state
            for task in tasks:
                task.cancel()

    run(work)


def test_what_a_notification_tells_need_not_be_read_and_what_is_too_long_for_it_is(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with workers(database, 2) as (one, two):
            table = (await one.make("mensch", {}, ["person"] * 4)).table
            copy, reads, plain = await two.table(table.id), list[int](), two.store.news

            async def counted(known: Mapping[str, int]) -> dict[str, list[bytes]]:
                reads.append(len(known))
                return await plain(known)

            monkeypatch.setattr(two.store, "news", counted)
            await played(one, table, 10)
            await until(lambda: copy.ply == table.ply)
            assert reads == []
            monkeypatch.setattr("fabletop.tables.postgres.LONGEST", 0)
            await played(one, table, 3)
            await until(lambda: copy.ply == table.ply)
            assert reads
            assert copy.state == table.state

    run(work)


def test_who_comes_back_by_a_worker_that_lags_behind_hears_nothing_twice(database: Postgres) -> None:
    async def work() -> None:
        async with workers(database, 1) as (one,):
            late = House(PostgresStore(database.url))  # it hears of nothing
            table = (await one.make("mensch", {}, ["person"] * 4)).table
            copy = await late.table(table.id)
            await played(one, table, 6)
            assert copy.ply < table.ply - 1
            events = late.listen(table.id, None, table.ply - 1)
            assert plies(await anext(events)) == [table.ply]
            await events.aclose()
            await late.close()

    run(work)


class Thinker:
    """Counts who thinks, and waits until it may answer."""

    now, most, thoughts = 0, 0, 0
    go_on = threading.Event()
    lock = threading.Lock()

    def choose(self, view: View) -> str:
        with Thinker.lock:
            Thinker.now += 1
            Thinker.thoughts += 1
            Thinker.most = max(Thinker.most, Thinker.now)
        Thinker.go_on.wait(30)
        with Thinker.lock:
            Thinker.now -= 1
        return view.actions()[0]


def test_exactly_one_worker_thinks(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.work.bot", lambda game, level: Thinker())
    monkeypatch.setattr("fabletop.tables.work.HELD_BY_ANOTHER", 0.01)

    async def work() -> None:
        async with workers(database, 3) as opened:
            table = (await opened[0].make("garden", {}, ["person", "gentle"])).table
            for house in opened[1:]:
                await house.table(table.id)
            await opened[1].move(table.id, 0, table.ply, "place A")
            await until(lambda: Thinker.thoughts)
            await asyncio.sleep(0.2)  # time enough for the others to begin, if they could
            assert (Thinker.now, Thinker.thoughts) == (1, 1)
            Thinker.go_on.set()
            await until(lambda: all(house.memory[table.id].table.turn == 0 for house in opened))
            assert Thinker.most == 1
            assert Thinker.thoughts == sum(ply.by == 1 for ply in table.plies)

    run(work)


DYING = """
import asyncio, sys, threading
from fabletop.tables import work
from fabletop.tables.house import House
from fabletop.tables.postgres import PostgresStore

class Ponderer:
    def choose(self, view):
        print("thinks", flush=True)
        threading.Event().wait()

async def main():
    work.bot = lambda game, level: Ponderer()
    house = House(PostgresStore(sys.argv[1]))
    await house.others.open()
    await house.table(sys.argv[2])
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_another_takes_over_when_the_one_that_thinks_is_killed(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabletop.tables.work.HELD_BY_ANOTHER", 0.05)

    async def work() -> None:
        async with workers(database, 1) as (house,):
            table = (await house.make("garden", {}, ["person", "person"])).table
            await house.store.note(table.id, "seats", b'[{"kind":"person","name":"a"},{"kind":"random","name":"b"}]')
            await house.move(table.id, 0, table.ply, "place A")
            command = [sys.executable, "-c", DYING, database.url, table.id]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
                assert other.stdout is not None
                assert await asyncio.to_thread(other.stdout.readline) == "thinks\n"
                await house.look_again(house.memory[table.id])  # here it is the computer's turn, too
                await asyncio.sleep(0.3)
                assert table.ply == 1  # the other has it
                other.kill()
                await until(lambda: table.ply >= 2)

    run(work)


def test_a_database_that_is_gone_and_back_loses_nothing(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with workers(database, 2) as (one, two):
            table = (await one.make("mensch", {}, ["person"] * 4)).table
            copy = await two.table(table.id)
            heard: list[int] = []
            task = asyncio.create_task(listening(two, table.id, heard))
            await played(one, table, 10)
            await asyncio.to_thread(database.stop)
            ply = table.ply
            assert table.turn is not None
            with pytest.raises(StoreDown):
                await one.move(table.id, table.turn, ply, table.actions(table.turn)[0])
            with pytest.raises(StoreDown):
                await one.store.ping()
            assert table.ply == ply  # nothing is told that is not stored
            await asyncio.to_thread(database.start)
            await played(one, table, 10)
            assert table.ply > ply
            await until(lambda: copy.ply == table.ply and heard and heard[-1] == table.ply)
            assert heard == list(range(1, table.ply + 1))
            stored = await two.store.load(table.id)
            assert stored is not None
            assert len(stored.entries) == table.ply
            task.cancel()

    run(work)


def test_who_is_here_signs_and_seats_reach_every_worker(database: Postgres) -> None:
    async def work() -> None:
        async with workers(database, 2) as (one, two):
            occupants = [Occupant("person", "Ada", "ada"), Occupant("person", "free")]
            table = (await one.make("garden", {}, ["person", "person"], occupants=occupants)).table
            copy = await two.table(table.id)
            told: list[bytes] = []

            async def look() -> None:
                async for said in two.follow(table.id, "page", lambda *_: b"", 0, who="ada"):
                    told.append(said)

            task = asyncio.create_task(look())
            await until(lambda: "ada" in one.here(table.id))
            one.notify(table.id, {"sign": "hello"})
            await until(lambda: any(b'"sign":"hello"' in said for said in told))
            await one.reseat(table.id, 1, lambda now: taken(now, "ben", "Ben"))
            await until(lambda: copy.seats[1].browser == "ben")
            task.cancel()
            await until(lambda: "ada" not in one.here(table.id))

    run(work)


async def two_devices(one: House, two: House) -> tuple[Table, Device, Device]:
    """A table at which two people sit down by different workers: the first's table, and their devices."""
    occupants = [Occupant("person", "Ada", "a"), Occupant("person", "Ben", "b")]
    made = await one.make("maumau", {}, ["person"] * 2, ["Ada", "Ben"], occupants=occupants, waits=True)
    return made.table, Device(made.table, (0,)), Device(await two.table(made.table.id), (1,))


def test_devices_shake_the_cup_by_whichever_worker_they_are_at(database: Postgres) -> None:
    async def work() -> None:
        async with workers(database, 2) as (one, two):
            table, ada, ben = await two_devices(one, two)
            tasks = [asyncio.create_task(answering(house, table.id, [d])) for house, d in ((one, ada), (two, ben))]
            await ada.sit(one)
            await until(lambda: ben.table.ply == 1)
            await ben.sit(two)
            await until(lambda: table.plies and table.turn is not None and table.turn >= 0)
            shake = table.plies[0].shake
            assert shake is not None
            assert [device for device, _, _ in shake.links] == [1, 2]
            for task in tasks:
                task.cancel()

    with patient():
        run(work)


def test_a_call_is_not_forgotten_for_what_led_to_it(database: Postgres) -> None:
    """It may be heard before the plies that it comes after have been read."""

    async def work() -> None:
        async with workers(database, 2) as (one, two):
            table, ada, ben = await two_devices(one, two)
            await ada.sit(one)
            await until(lambda: ben.table.ply == 1)
            live = one.memory.get(table.id)
            assert live is not None
            async with live.lock:  # reading what is stored takes its time
                await ben.sit(two)
                await until(lambda: live.called)
                assert table.ply == 1
            await until(lambda: table.ply == 2)
            assert one.called(table.id) == two.called(table.id) is not None
            tasks = [asyncio.create_task(answering(house, table.id, [d])) for house, d in ((one, ada), (two, ben))]
            await until(lambda: table.plies)
            assert one.called(table.id) is None
            for task in tasks:
                task.cancel()

    with patient():
        run(work)
