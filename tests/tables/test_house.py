"""What the house of all tables promises to those who act, listen or come back."""

from __future__ import annotations

import asyncio
import random
import re
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest
from prometheus_client import REGISTRY
from tests.tables.test_tables import house, play_out
from tests.web.made import ADA, BEN

from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.errors import Stale
from fabletop.tables.house import House
from fabletop.tables.listeners import PIECES, Interrupted, Listener, as_heard, at_once
from fabletop.tables.live import LiveTable
from fabletop.tables.notes import OVER_NOTE
from fabletop.tables.seats import PERSON, Occupant, taken
from fabletop.tables.store import Conflict, SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run

PEOPLE = ["person", "person"]


def test_an_answer_to_a_ply_that_has_not_come_yet_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            act, ply = table.actions(0)[0], table.ply
            for wrong in (ply + 1, ply + 1000):
                with pytest.raises(Stale, match=f"the table is at ply {ply}, not {wrong}"):
                    await open_house.move(table.id, 0, wrong, act)
                with pytest.raises(Stale):
                    await open_house.undo(table.id, 0, wrong)
            assert table.ply == ply

    run(work)


def test_a_listener_that_does_not_keep_up_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.listeners.BACKLOG", 5)

    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("mensch", {}, PEOPLE)).table
            slow = open_house.listen(table.id, None, table.ply)
            await anext(slow)  # it has heard something, a heartbeat, and does not ask again
            for _ in range(10):
                assert table.turn is not None
                await open_house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
            with pytest.raises(Interrupted):
                await anext(slow)

    run(work)


def test_what_chance_still_owed_when_the_process_died_happens_at_the_next_look(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        head = Head("maumau", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "5eed" * 16)
        whole = Table("half-dealt", head).opening()
        await store.create("half-dealt", msgspec.json.encode(head))
        await store.append("half-dealt", 1, [msgspec.json.encode(entry) for entry in whole[:4]])
        open_house = House(store)
        try:
            table = await open_house.table("half-dealt")
            assert [entry.act for entry in table.log] == [entry.act for entry in whole]
            stored = await store.load("half-dealt")
            assert stored is not None
            assert [msgspec.json.decode(body, type=Entry) for body in stored.entries] == whole
        finally:
            await open_house.close()

    run(work)


def test_a_table_that_somebody_listens_to_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.memory.MOST_IN_MEMORY", 2)

    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            heard = open_house.listen(table.id, None, table.ply)
            waiting = asyncio.ensure_future(anext(heard))
            await asyncio.sleep(0.01)
            for _ in range(5):
                await open_house.make("maumau", {}, PEOPLE)
            assert await open_house.table(table.id) is table
            await open_house.move(table.id, 0, table.ply, table.actions(0)[0])
            said = await asyncio.wait_for(waiting, 5)
            while b'"ply"' not in said:  # a heartbeat
                said = await asyncio.wait_for(anext(heard), 5)
            await heard.aclose()

    run(work)


def test_every_ply_is_heard_once_and_in_order_whether_the_line_takes_it_or_not(tmp_path: Path) -> None:
    chance = random.Random(4)

    async def played(open_house: House) -> tuple[int, int]:
        """How many pieces the line took, and how many there were."""
        heard, taken = list[bytes](), 0
        table = (await open_house.make("duck", {}, PEOPLE)).table

        def line(said: bytes) -> bool:
            nonlocal taken
            takes = chance.random() < 0.6
            if takes:
                heard.append(said)
                taken += 1
            return takes

        async def listen() -> None:
            async for said in open_house.listen(table.id, None, 0, line=line):
                heard.append(said)

        listening = asyncio.create_task(listen())
        while table.turn is not None:
            await open_house.move(table.id, table.turn, table.ply, chance.choice(table.actions(table.turn)))
            if chance.random() < 0.7:
                await asyncio.sleep(0)
        await listening  # it ends with the game
        numbers = re.findall(rb"^id: (\d+)$", b"".join(heard), re.MULTILINE)
        assert [int(number) for number in numbers] == list(range(1, table.ply + 1))
        return taken, len(heard)

    async def work() -> None:
        async with house(tmp_path) as open_house:
            for _ in range(50):  # a game may be short
                taken, pieces = await played(open_house)
                if 0 < taken < pieces:
                    return
            raise AssertionError("the line took all or nothing")

    run(work)


def test_no_more_pages_are_drawn_at_once_than_others_can_wait_for_and_programs_never_wait() -> None:
    encode = as_heard(None)
    pages = [Listener(f"page {number}", encode, "who") for number in range(40) for _ in range(1 + (number == 30))]
    programs = [Listener(seat, encode) for seat in range(4)]
    for plies in (1, 2, 12, 500):
        found = at_once([*pages, *programs], plies)
        drawn = {key for key in found if isinstance(key, str)}
        assert len(drawn) == min(40, max(1, PIECES // plies))
        assert "page 30" in drawn  # at which the most look
        assert set(range(4)) <= found.keys()


def test_what_is_told_is_on_the_disk(tmp_path: Path) -> None:
    """With anything less than FULL a power cut takes back what people have seen."""
    connection = SqliteStore._open(str(tmp_path / "tables.sqlite"))
    try:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        connection.close()


def test_a_finished_game_is_told_to_its_end_and_no_further(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("duck", {}, PEOPLE)).table
            await play_out(open_house, table)
            heard = [said async for said in open_house.listen(table.id, 0, 0)]
            assert b"".join(heard).count(b"id: ") == table.ply

    run(work)


def counted() -> dict[str, float]:
    """All figures; those of several games are added up, whichever were played before in this process."""
    found: dict[str, float] = defaultdict(float)
    for sample in (sample for metric in REGISTRY.collect() for sample in metric.samples):
        if "le" not in sample.labels:
            found[sample.name] += sample.value
    return found


def test_what_happens_is_counted_for_the_operator(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            before = counted()
            table = (await open_house.make("duck", {}, ["random", "random"])).table
            while table.turn is not None:
                await asyncio.sleep(0.01)
            after = counted()
            grown = {name for name, value in after.items() if value > before.get(name, 0)}
            assert {"fabletop_tables_made_total", "fabletop_plies_total"} <= grown
            assert {f"fabletop_{name}_seconds_count" for name in ("thinking", "store_write")} <= grown
            plies = "fabletop_plies_total"
            assert after[plies] - before.get(plies, 0) == table.ply

    run(work)


def test_who_lags_behind_is_let_go_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.listeners.BACKLOG", 3)

    async def work() -> None:
        listener, before = Listener("key", as_heard(None)), counted()
        for ply in range(1, 4):
            listener.tell(ply, b"said")
        assert len(await listener.hear()) == 3
        for ply in range(4, 9):
            listener.tell(ply, b"said")
        with pytest.raises(Interrupted):
            await listener.hear()
        name = "fabletop_streams_let_go_total"
        assert counted()[name] - before[name] == 1

    run(work)


def test_who_comes_while_devices_are_asked_for_links_is_asked_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            live = open_house.memory[table.id]
            live.called, live.called_at = {"n": 7, "head": "ab", "devices": [1]}, table.ply
            for who in ("", "somebody"):
                heard = open_house.follow(table.id, who, as_heard(None), table.ply, who=who)
                said = b""
                while b'"n":7' not in said:  # or who is here
                    said = await asyncio.wait_for(anext(heard), 20)
                await heard.aclose()
                assert b'"devices":[1]' in said
            assert open_house.called(table.id) == live.called
            assert open_house.called("elsewhere") is None

    run(work)


def test_who_is_here_and_who_has_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            assert not open_house.is_used(table.id)
            assert open_house.here(table.id) == open_house.here("elsewhere") == set()
            here = open_house.follow(table.id, "ada", as_heard(None), 0, who="ada")
            await anext(here)
            assert open_house.here(table.id) == {"ada"}
            assert open_house.is_used(table.id)
            assert open_house.streams == 1
            open_house.gone = 0.0
            assert not open_house.is_gone(table.id, "ada")  # she looks
            assert open_house.is_gone(table.id, "ben")
            open_house.gone = 60.0
            assert not open_house.is_gone(table.id, "ben")  # the table has just been read
            assert not open_house.is_gone("elsewhere", "ben")
            await here.aclose()
            assert open_house.streams == 0

    run(work)


def test_a_sign_of_life_counts_for_who_sits_here_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            seats = [Occupant("person", "Ada", "ada"), Occupant("person", "Ben", "ben")]
            table = (await open_house.make("maumau", {}, PEOPLE, ["Ada", "Ben"], occupants=seats)).table
            for browser in ("ada", "stranger"):
                open_house.greet(table.id, browser)
                open_house.greet("elsewhere", browser)
            assert set(open_house.memory[table.id].alive) == {"ada"}

    run(work)


def test_a_house_that_closes_keeps_nobody_and_starts_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            open_house.dismiss()
            with pytest.raises(Interrupted):
                await asyncio.wait_for(anext(open_house.listen(table.id, None, table.ply)), 20)
            alone = (await open_house.make("duck", {}, ["random", "random"])).table
            assert open_house.memory[alone.id].working is None

    run(work)


def test_seats_that_change_all_the_time_are_given_up_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        try:
            made = await house.make("maumau", {}, [PERSON, PERSON], ["Ada", "Ben"], occupants=[ADA, BEN])

            async def swap(*_: object) -> None:
                raise Conflict

            monkeypatch.setattr(house.store, "swap", swap)
            with pytest.raises(Stale, match="change all the time"):
                await house.reseat(made.table.id, 0, lambda now: taken(now, "c", "Eva"))
            assert made.table.names == ("Ada", "Ben")
        finally:
            await house.close()

    run(work)


def test_a_house_that_closes_lets_its_listeners_go(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            events = open_house.listen(table.id, 0, table.ply)
            waits = asyncio.ensure_future(anext(events))
            while not open_house.streams:
                await asyncio.sleep(0)
            await open_house.close()
            with pytest.raises(Interrupted):
                await asyncio.wait_for(waits, 30)
            assert open_house.work.ending

    run(work)


def test_only_a_game_that_is_over_is_dated_when_it_is_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
        async with house(tmp_path) as again:
            dated: list[str] = []

            async def date(live: LiveTable) -> None:
                dated.append(live.table.id)

            again.journal.date = date  # type: ignore[method-assign]
            await again.table(table.id)
            assert dated == []  # looking at it is no move

    run(work)


def test_an_end_that_a_crash_kept_from_being_noted_is_noted_when_the_table_is_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("maumau", {}, PEOPLE)).table
            await play_out(open_house, table)
            noted = (await open_house.store.notes(table.id))[OVER_NOTE]
            await open_house.store.forget(table.id, OVER_NOTE)
        async with house(tmp_path) as again:
            await again.table(table.id)
            assert (await again.store.notes(table.id))[OVER_NOTE] == noted

    run(work)
