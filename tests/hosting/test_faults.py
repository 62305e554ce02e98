"""Faults while people play, in both stores: nothing that anybody has seen is lost or changed, and it goes on by itself.

Every client notes every ply it saw, and every move that was acknowledged to it.  What a fault lasts for is decided by
what the clients see, not by the clock.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
from tests.hosting.beds import Bed, Crowd, new_bed
from tests.hosting.test_operating import until
from tests.stores import NewStore

from fabletop.tables import house as houses
from fabletop.tables import journal
from fabletop.tables.house import House
from fabletop.tables.keep import DAY, Keep
from fabletop.tables.keeping import Keeper
from fabletop.testing.running import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="faults are made as Linux has them")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def bed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    made = new_bed(request.param, tmp_path_factory.mktemp("bed"), request)
    yield made
    made.end()
    assert "Traceback" not in made.server.log.read_text(encoding="utf-8")


@pytest.fixture
def crowd(bed: Bed) -> Iterator[Crowd]:
    found = Crowd(bed)
    found.plays_on()
    yield found
    found.over.set()
    found.end.set()


def readiness(bed: Bed) -> int:
    return httpx.get(f"{bed.url}/readyz", timeout=30).status_code


def test_a_full_disk_is_told_and_the_game_goes_on_by_itself_when_there_is_room(bed: Bed, crowd: Crowd) -> None:
    with bed.full():
        until(lambda: readiness(bed) == 503)
        refused = httpx.post(f"{bed.url}/api/tables", json={"game": "duck", "seats": ["person"]}, timeout=30)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert len(refused.text.splitlines()) == 1
        assert httpx.get(f"{bed.url}/healthz").status_code == 200
        seen = {
            player.table: httpx.get(f"{bed.url}/api/tables/{player.table}").json()["ply"] for player in crowd.players
        }
        for watcher in crowd.watchers:  # nothing is told that is not stored
            assert max(watcher.heard) <= seen[watcher.table]
    until(lambda: readiness(bed) == 200)
    crowd.goes_home()


def test_a_slow_disk_keeps_nobody_from_reading(bed: Bed, crowd: Crowd) -> None:
    new, made = {"game": "duck", "seats": ["person"]}, list[int]()

    def make() -> None:
        made.append(httpx.post(f"{bed.url}/api/tables", json=new, timeout=60).status_code)

    writing = threading.Thread(target=make)
    with bed.slow():
        writing.start()
        for _ in range(3):
            for path in ("/healthz", "/", *(f"/api/tables/{player.table}" for player in crowd.players)):
                assert httpx.get(bed.url + path, timeout=30).status_code == 200
        page = crowd.players[0].table
        with httpx.stream("GET", f"{bed.url}/t/{page}/live?since=0", timeout=30) as stream:
            assert any(line.startswith("data:") for line in stream.iter_lines())
        assert made in ([], [503])  # it was slow indeed: nothing was stored meanwhile
    writing.join()
    crowd.goes_home()


def test_a_store_that_is_gone_and_back_loses_nothing(bed: Bed, crowd: Crowd) -> None:
    with bed.gone():
        until(lambda: readiness(bed) == 503)
        assert httpx.get(f"{bed.url}/healthz").status_code == 200
    until(lambda: readiness(bed) == 200)
    crowd.goes_home()


def test_a_killed_server_or_worker_loses_nothing(bed: Bed, crowd: Crowd) -> None:
    bed.kill()
    crowd.goes_home()


def test_half_a_write_is_none(bed: Bed, crowd: Crowd) -> None:
    bed.half()
    crowd.goes_home()


class Clock:
    """The time of day as somebody has set it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.off)
        for module in (houses, journal):
            monkeypatch.setattr(module, "today", lambda: time.strftime("%Y-%m-%d", time.gmtime(time.time())))


@pytest.mark.parametrize("jump", [20 * 365 * DAY, -20 * 365 * DAY])
def test_a_clock_that_is_set_deletes_nothing_and_the_game_goes_on(
    new_store: NewStore, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def work() -> None:
        clock, keep = Clock(monkeypatch), Keep(finished=30 * DAY, abandoned=30 * DAY)
        house = House(new_store())
        keeper = Keeper(house, keep)
        table = (await house.make("mensch", {}, ["person"] * 4)).table
        seen: list[str] = []

        async def hour() -> None:
            clock.off += 3600
            await keeper.sweep()

        async def move() -> None:
            assert table.turn is not None
            await house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
            seen[:] = [entry.act for entry in table.log]

        for _ in range(30):  # a day and more: sweeps are believed
            await hour()
        await move()
        clock.off += jump
        for _ in range(12):
            await hour()
        assert [about.id for about in await house.store.about()] == [table.id]
        await move()
        clock.off -= jump  # somebody has noticed
        for _ in range(30):
            await hour()
        await move()
        await house.read_anew(table.id)
        assert [entry.act for entry in (await house.table(table.id)).log] == seen
        clock.off += 31 * DAY  # nobody was here for so long: a day to look, then it goes
        for hours in range(30):
            await hour()
            assert len(await house.store.about()) == (hours < 24) or jump > 0
        await house.close()

    run(work)
