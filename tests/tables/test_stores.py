"""What every store promises: the same tests for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fabletop.engine.errors import BadOption
from fabletop.tables import store as stores
from fabletop.tables.house import House
from fabletop.tables.keep import Keep
from fabletop.tables.keeping import Keeper, all_tables, order
from fabletop.tables.operating import copied
from fabletop.tables.seats import Occupant, taken
from fabletop.tables.store import Conflict, Job, SqliteStore, SqlStore, StoreDown
from fabletop.testing.running import run

NewStore = Callable[[], SqlStore]


def test_of_many_at_once_exactly_one_wins(new_store: NewStore) -> None:
    async def work() -> None:
        one, two = new_store(), new_store()
        await one.create("t", b"{}")
        with pytest.raises(Conflict):
            await two.create("t", b"{}")
        for first in (1, 3, 5):
            answers = await asyncio.gather(
                *(store.append("t", first, [b"%d" % i, b"more"]) for i in range(10) for store in (one, two)),
                return_exceptions=True,
            )
            assert sum(answer is None for answer in answers) == 1
            assert sum(isinstance(answer, Conflict) for answer in answers) == 19
        stored = await two.load("t")
        assert stored is not None
        assert len(stored.entries) == 6
        assert await one.since("t", 4) == stored.entries[4:]
        await one.create("v", b"{}")
        await one.append("v", 1, [b"first", b"second"])
        news = await one.news({"v": 1, "t": 4, "u": 0, "w": 9})
        assert {table: bodies for table, bodies in news.items() if bodies} == {
            "t": stored.entries[4:],
            "v": [b"second"],
        }
        assert await one.load("u") is None
        await one.close()
        await two.close()

    run(work)


def test_half_a_write_is_none(new_store: NewStore) -> None:
    async def work() -> None:
        store = new_store()
        await store.create("t", b"{}")
        await store.append("t", 2, [b"two"])
        with pytest.raises(Conflict):
            await store.append("t", 1, [b"one", b"another two"])
        stored = await store.load("t")
        assert stored is not None
        assert stored.entries == [b"two"]
        await store.close()

    run(work)


def test_notes_are_overwritten_swapped_and_forgotten(new_store: NewStore) -> None:
    async def work() -> None:
        one, two = new_store(), new_store()
        await asyncio.gather(*(one.note("t", "names", b"%d" % i) for i in range(20)), one.note("t", "other", b"x"))
        assert await two.notes("t") == {"names": b"19", "other": b"x"}
        answers = await asyncio.gather(
            *(store.swap("t", "names", b"19", b"new %d" % i) for i in range(5) for store in (one, two)),
            *(store.swap("t", "fresh", None, b"new") for store in (one, two)),
            return_exceptions=True,
        )
        assert sum(answer is None for answer in answers) == 2
        assert sum(isinstance(answer, Conflict) for answer in answers) == 10
        await two.forget("t", "other")
        assert set(await one.notes("t")) == {"names", "fresh"}
        await one.close()
        await two.close()

    run(work)


def test_tables_are_listed_and_deleted_with_all_that_belongs_to_them(new_store: NewStore) -> None:
    async def work() -> None:
        store = new_store()
        for name in ("c", "a", "B", "b"):
            await store.create(name, b"{}", 5.0)
            await store.append(name, 1, [b"x"])
            await store.note(name, "seats", b"[]")
        await store.note("browser:x", "a", b"{}")
        assert [about.id for about in await store.about(most=2)] == ["B", "a"]
        assert [about.id async for about in all_tables(store)] == ["B", "a", "b", "c"]
        assert (await store.about("b"))[0] == ("c", 5.0, {"seats": b"[]"})
        assert await store.shelves() == {"browser:x": {"a": b"{}"}}
        await store.delete("a")
        assert await store.load("a") is None
        assert await store.since("a", 0) == []
        assert await store.notes("a") == {}
        assert [about.id async for about in all_tables(store)] == ["B", "b", "c"]
        await store.ping()
        await store.close()

    run(work)


def test_whoever_was_second_reads_on_and_listeners_stay(new_store: NewStore) -> None:
    """Two houses on one store, without notifications: a conflict is no end."""

    async def work() -> None:
        one, two = House(new_store()), House(new_store())
        table = (await one.make("mensch", {}, ["person", "person"])).table
        other = await two.table(table.id)
        heard: list[bytes] = []

        async def listen() -> None:
            async for said in one.listen(table.id, None, 0):
                heard.append(said)

        listening = asyncio.create_task(listen())
        assert other.turn is not None
        await two.move(other.id, other.turn, other.ply, other.actions(other.turn)[0])
        with pytest.raises(Exception, match="gone on elsewhere"):
            await one.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
        assert table.state == other.state
        while not any(b'"ply":%d,' % other.ply in said for said in heard):
            await asyncio.sleep(0.001)
        listening.cancel()
        await one.close()
        await two.close()

    run(work)


def test_two_houses_never_give_one_seat_to_two_people(new_store: NewStore) -> None:
    async def work() -> None:
        houses = [House(new_store()) for _ in range(2)]
        occupants = [Occupant("person", "Ada", "ada"), Occupant("person", "free")]
        table = (await houses[0].make("garden", {}, ["person", "person"], occupants=occupants)).table
        await houses[1].table(table.id)
        await asyncio.gather(
            *(
                house.reseat(table.id, 1, lambda now, who=f"guest {i}": taken(now, who, who) if now.free else now)  # type: ignore[misc]
                for i in range(6)
                for house in houses
            )
        )
        stored = await houses[0].store.load(table.id)
        assert stored is not None
        seen = {(await house.table(table.id)).seats[1].browser for house in houses}
        assert len(seen) == 1
        assert seen.pop().encode() in stored.notes["seats"]
        for house in houses:
            await house.close()

    run(work)


def test_what_need_not_be_kept_is_deleted_and_the_rest_stays(new_store: NewStore) -> None:
    async def work() -> None:
        store = new_store()
        house = House(store)
        day = 86400.0
        for name, made, notes in (
            ("new", None, {}),
            ("finished", 1.0, {"over": b"{}"}),
            ("abandoned", 1.0, {}),
            ("played today", 1.0, {"seen": b"2999-01-01"}),
        ):
            await store.create(name, b"{}", made)
            for note, body in notes.items():
                await store.note(name, note, body)
        await store.note("finished", "seats", b'[{"kind":"person","name":"Ada","browser":"ada"}]')
        await store.note("browser:ada", "finished", b"{}")
        assert await Keeper(house).sweep() == 0
        assert await Keeper(house, Keep(finished=30 * day)).sweep() == 0  # not on the first day
        await store.note("house", "clock", f"{time.time()} {time.time() - day}".encode())
        assert await Keeper(house, Keep(finished=30 * day)).sweep() == 1
        assert await store.notes("browser:ada") == {}
        assert {about.id for about in await store.about()} == {"new", "abandoned", "played today"}
        assert await Keeper(house, Keep(abandoned=30 * day)).sweep() == 1
        assert {about.id for about in await store.about()} == {"new", "played today"}
        await order(store, "closed")
        assert "closed" in await store.notes("house")
        await house.close()

    run(work)


def test_what_was_copied_is_brought_up_to_date_until_somebody_touches_it(new_store: NewStore, tmp_path: Path) -> None:
    """A first copy while people play, a second when the server has stopped."""

    async def work() -> None:
        source, target = new_store(), SqliteStore(tmp_path / "target.sqlite")
        for name in ("a", "b"):
            await source.create(name, b"{}", 5.0)
            await source.append(name, 1, [b"1", b"2"])
            await source.note(name, "seats", b"[1]")
        assert await copied(source, target) == (2, 4)
        await source.append("a", 3, [b"3"])
        await source.note("a", "seats", b"[2]")
        await source.note("b", "seats", b"[3]")
        await source.forget("b", "seats")
        await source.note("b", "over", b"{}")
        await source.rewrite("b", b'{"name": "forgotten"}')
        await source.create("c", b"{}", 6.0)
        for _ in range(2):
            assert await copied(source, target) == (3, 5)
        a, b = await target.load("a"), await target.load("b")
        assert a is not None
        assert b is not None
        assert (a.entries, a.notes["seats"]) == ([b"1", b"2", b"3"], b"[2]")
        assert (b.head, set(b.notes)) == (b'{"name": "forgotten"}', {"over", "copied"})
        await target.note("a", "seats", b"[somebody plays there now]")
        await source.append("a", 4, [b"4"])
        with pytest.raises(BadOption, match="nothing is overwritten"):
            await copied(source, target)
        assert await target.since("a", 3) == []
        await source.close()
        await target.close()

    run(work)


def test_nobody_waits_for_a_database_that_does_not_answer(new_store: NewStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.2)

    async def work() -> None:
        store, goes_on, stuck = new_store(), threading.Event(), threading.Event()
        await store.create("t", b"{}")
        write, heard = store._store, asyncio.Queue[tuple[str, str]]()
        await store.listen(lambda worker, table, what: heard.put_nowait((table, what)))

        def hangs(batch: list[Job]) -> None:
            stuck.set()
            goes_on.wait()
            write(batch)

        store._store = hangs  # type: ignore[method-assign]
        first = asyncio.create_task(store.append("t", 1, [b"1"]))
        await asyncio.to_thread(stuck.wait)
        second = asyncio.create_task(store.append("t", 2, [b"2"]))
        for waiting in (first, second):
            with pytest.raises(StoreDown):
                await waiting
        with pytest.raises(StoreDown):  # at once: nothing piles up
            await store.append("t", 2, [b"3"])
        goes_on.set()
        while await heard.get() != ("t", "1"):  # what was under way is stored after all, and heard of
            pass
        await store.note("t", "later", b"")
        assert await store.since("t", 0) == [b"1"]  # what had not begun is not
        await store.close()

    run(work)
