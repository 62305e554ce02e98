"""Computer players think in their own place: people come first, nobody waits for them, and they sleep."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from fabletop.engine.registry import game_ids
from fabletop.engine.view import View
from fabletop.players.hints import Hint
from fabletop.players.registry import levels
from fabletop.tables import warming
from fabletop.tables.errors import Closed, UnknownTable
from fabletop.tables.house import House
from fabletop.tables.keeping import Keeper, order
from fabletop.tables.store import SqliteStore
from fabletop.tables.thinkers import Thinkers
from fabletop.testing.running import run
from fabletop.web.help_page import HelpPages
from fabletop.web.limits import Limits
from fabletop.web.pages import Pages


class Heads:
    """How many think at once, and at the most; all of them until they are told to go on."""

    def __init__(self) -> None:
        self.go_on, self.most, self._now, self._lock = threading.Event(), 0, 0, threading.Lock()

    def think(self) -> None:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        self.go_on.wait(30)
        with self._lock:
            self._now -= 1


@pytest.mark.parametrize("places", [1, 2])
def test_tables_with_people_come_first_and_no_more_think_than_there_are_places(places: int) -> None:
    async def work() -> None:
        thinkers, heads, order_ = Thinkers(places), Heads(), list[str]()

        def think(name: str) -> str:
            heads.think()
            order_.append(name)
            return name

        both = [asyncio.create_task(thinkers.think(think, "busy", people=False)) for _ in range(places)]
        alone = [asyncio.create_task(thinkers.think(think, "alone", people=False)) for _ in range(20)]
        await asyncio.sleep(0)
        people = [asyncio.create_task(thinkers.think(think, "people", people=True)) for _ in range(3)]
        gone = asyncio.create_task(thinkers.think(think, "gone", people=True))
        await asyncio.sleep(0)
        assert (thinkers.busy, thinkers.waiting) == (places, 24)
        gone.cancel()
        heads.go_on.set()
        await asyncio.gather(*both, *alone, *people)
        if places == 1:  # of two that think at once, either may be the first to end
            assert order_[:4] == ["busy", "people", "people", "people"]
        assert "gone" not in order_
        assert heads.most == places
        assert (thinkers.busy, thinkers.waiting) == (0, 0)
        thinkers.close()

    run(work)


class Ponderer:
    """A computer player that thinks until it is told to stop."""

    go_on = threading.Event()

    def choose(self, view: View) -> str:
        self.go_on.wait(30)
        return view.actions()[0]


def test_many_thinkers_keep_nobody_from_reading_or_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.work.bot", lambda game, level: Ponderer())

    async def work() -> None:
        before = House(SqliteStore(tmp_path / "tables.sqlite"))
        people = [(await before.make("mensch", {}, ["person", "person"])).table for _ in range(5)]
        await before.close()
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        for _ in range(40):
            await house.make("garden", {}, ["gentle", "gentle"])
        await asyncio.sleep(0)
        assert house.work.thinkers.busy == house.work.thinkers.most
        for made in people:  # each is read, and played on, while all of them think
            table = await house.table(made.id)
            assert table.turn is not None
            await house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
        assert house.work.thinkers.waiting > 30
        Ponderer.go_on.set()
        await house.close()

    run(work)


def test_hints_are_thought_of_in_the_same_place_and_only_while_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads, asked = Heads(), list[int]()

    def ponder(view: View) -> Hint:
        heads.think()
        asked.append(len(view.actions()))
        return Hint(view.actions()[0], {})

    monkeypatch.setattr("fabletop.web.help_page.hint", ponder)
    monkeypatch.setattr("fabletop.web.help_page.PATIENCE", 0.001)

    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        thinkers = house.work.thinkers
        pages = HelpPages(Pages(house, "x" * 32, Limits()))
        tables = [(await house.make("garden", {}, ["person", "person"])).table for _ in range(12)]
        for table in tables:
            assert await pages._thought(table, 0, table.state.view(0)) is None
        assert (thinkers.busy, thinkers.waiting) == (thinkers.most, 12 - thinkers.most)
        await house.move(tables[-1].id, 0, tables[-1].ply, "place A")  # the hint comes too late for it
        assert await pages._thought(tables[-1], 1, tables[-1].state.view(1)) is None
        assert thinkers.waiting == 12 - thinkers.most
        heads.go_on.set()
        monkeypatch.setattr("fabletop.web.help_page.PATIENCE", 30)
        for table in tables:
            assert table.turn is not None
            assert await pages._thought(table, table.turn, table.state.view(table.turn)) is not None
        assert len(asked) == 12
        assert heads.most == thinkers.most
        await house.close()

    run(work)


def test_a_person_may_take_back_while_a_computer_player_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.work.bot", lambda game, level: Ponderer())
    Ponderer.go_on.clear()

    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        table = (await house.make("garden", {}, ["person", "gentle"])).table
        await house.move(table.id, 0, table.ply, "place A")
        assert table.turn == 1
        while not house.work.thinkers.busy:
            await asyncio.sleep(0)
        await house.undo(table.id, 0, table.ply)
        Ponderer.go_on.set()
        while house.work.thinkers.busy:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        assert (table.turn, table.plies) == (0, [])  # what was thought of is no longer asked for
        await house.close()

    run(work)


def test_computer_players_alone_sleep_when_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.live.AWAKE", -1.0)

    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        alone = (await house.make("mensch", {}, ["random"] * 4)).table
        mixed = (await house.make("mensch", {}, ["person", "random", "random", "random"])).table
        while mixed.turn != 0:
            await asyncio.sleep(0.001)
        assert house.memory[alone.id].working is None
        ply = alone.ply
        assert (await house.table(alone.id)).ply == ply
        async for said in house.listen(alone.id, None, ply):  # somebody looks
            if b'"ply":%d,' % (ply + 20) in said:
                break
        assert alone.ply >= ply + 20
        await house.close()

    run(work)


def test_an_order_closes_the_house_and_another_has_a_table_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        keeper = Keeper(house)
        await keeper.open()
        table = (await house.make("duck", {}, ["person"])).table
        operator = SqliteStore(tmp_path / "tables.sqlite")
        await order(operator, "closed")
        await keeper._obey()
        with pytest.raises(Closed):
            await house.make("duck", {}, ["person"])
        await operator.forget("house", "closed")
        await operator.delete(table.id)
        await order(operator, f"changed:{table.id}")
        await keeper._obey()
        await house.make("duck", {}, ["person"])
        with pytest.raises(UnknownTable):
            await house.table(table.id)
        await operator.note("house", "changed:long ago", b"1.0 ")
        for _ in range(2):
            await keeper._obey()
        assert {name for name in await operator.notes("house") if name.startswith("changed:")} == {
            f"changed:{table.id}"
        }
        await operator.close()
        await keeper.close()
        await house.close()

    run(work)


def test_a_worker_that_takes_anothers_place_has_thought_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set[tuple[str, str]]()

    class Asked:
        def __init__(self, id: str, level: str) -> None:
            self.who = id, level

        def choose(self, view: View) -> str:
            assert len(view.actions()) > 1
            asked.add(self.who)
            return view.actions()[0]

    monkeypatch.setattr(warming, "bot", Asked)
    warming.warm_up()
    with_a_choice = {id for id, _ in asked}
    assert asked == {(id, level) for id in with_a_choice for level in levels(id) if level in warming.LEVELS}
    assert len(with_a_choice) >= len(game_ids()) - 1  # in one, as it is usually played, there is nothing to decide
