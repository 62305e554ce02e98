"""Live: what is told live is told again later; tabs and browsers keep in step; nothing holds up the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn

import fabletop
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import levels
from fabletop.tables.entries import Entry, Head, SeatPlan, hashed
from fabletop.tables.house import House
from fabletop.tables.listeners import Encoder, as_heard
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web import boards
from fabletop.web.app import make_app
from fabletop.web.eyes import Eyes
from fabletop.web.limits import Limits
from fabletop.web.server import calm_collector
from fabletop.web.strips import page_encoder
from fabletop.words import Words

Visit = Callable[[], httpx.Client]
JSON = {"accept": "application/json"}
HELD_UP = 0.02  # seconds of work in one go that others would notice


def encoders() -> dict[str, Encoder]:
    """Programs and pages of both seats and a spectator, a shared device covered and lifted, in both languages."""
    english, german = Words("en"), Words("de")
    found = {f"program {seat}": as_heard(seat) for seat in (0, 1, None)}
    found |= {f"page {seat}": page_encoder(Eyes((seat,), None), german if seat else english) for seat in (0, 1)}
    found["page of a spectator"] = page_encoder(Eyes((), None), german)
    found |= {f"shared {lifted}": page_encoder(Eyes((0, 1), lifted), english) for lifted in (None, 0)}
    return found


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_what_is_told_live_is_told_again_to_whoever_comes_back(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabletop.tables.listeners.PIECES", 6)  # then some are told from the past
    live = dict.fromkeys(encoders(), b"")

    async def work() -> None:
        house, chance = House(SqliteStore(tmp_path / "tables.sqlite")), random.Random(1)
        table = (await house.make(game, {}, ["person", "person"])).table

        async def hear(name: str, encode: Encoder) -> None:
            async for told in house.follow(table.id, name, encode, 0, who=name):
                live[name] += told

        tasks = [asyncio.create_task(hear(*pair)) for pair in encoders().items()]
        for _ in range(25):
            if table.turn is None:
                break
            await house.move(table.id, table.turn, table.ply, chance.choice(table.actions(table.turn)))
            if (last := table.plies[-1].by) != CHANCE and chance.random() < 0.4:
                with contextlib.suppress(fabletop.IllegalAction):
                    await house.undo(table.id, last, table.ply)
        async with asyncio.timeout(30):
            while not all(b"id: %d\n" % table.ply in said for said in live.values()):
                await asyncio.sleep(0.01)
        for name, encode in encoders().items():
            again = b"".join(encode(past, before, entry) for past, before, entry in table.past())
            assert re.sub(rb'data: \{"notice".*\n\n', b"", live[name]) == again, name
            numbers = re.findall(rb"^id: (\d+)$", again, re.MULTILINE)
            assert [int(number) for number in numbers] == list(range(1, table.ply + 1))
        await house.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work)


def told(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The plies of a page's stream."""
    for line in lines:
        if line.startswith("data: ") and "ply" in (body := json.loads(line[6:])):
            yield body


def test_two_tabs_keep_in_step_others_see_an_undo_and_a_stale_move_catches_up(visit: Visit) -> None:
    host, guest = visit(), visit()
    made = host.post("/new/garden", data={"kind0": "here", "kind1": "here", "name0": "Ada", "name1": "Ben"})
    table = made.url.path
    with contextlib.ExitStack() as open_streams:
        streams = [
            told(open_streams.enter_context(client.stream("GET", f"{table}/live?since=0")).iter_lines())
            for client in (host, host, guest)
        ]
        scene = host.get(f"{table}/look").json()
        fields = {"ply": scene["ply"], "seat": scene["eye"], "act": scene["acts"][0][0]}
        assert host.post(f"{table}/move", data=fields, headers=JSON).status_code == 200
        first, second, other = (next(stream) for stream in streams)
        assert first == second
        assert first["ply"] == other["ply"] == scene["ply"] + 1
        assert first["strip"][0]["say"] == other["strip"][0]["say"]
        # the other tab has not noticed yet: it is told kindly, and what it looks at next is what the stream has said
        stale = host.post(f"{table}/move", data=fields, headers=JSON)
        assert stale.status_code == 409
        assert stale.json()["ply"] == first["ply"]
        caught_up = host.get(f"{table}/look").json()
        assert {key: caught_up[key] for key in ("ply", "acts", "status", "undo")} == {
            key: first[key] for key in ("ply", "acts", "status", "undo")
        }
        assert host.post(f"{table}/undo", data={"ply": first["ply"]}, headers=JSON).status_code == 200
        taken_back = [next(stream) for stream in streams]
        assert [event["ply"] for event in taken_back] == [first["ply"] + 1] * 3
        assert all("takes the last move back" in event["strip"][0]["say"] for event in taken_back)
        assert taken_back[0]["acts"] == scene["acts"]
        assert guest.get(f"{table}/look").json()["ply"] == taken_back[2]["ply"]
    # a tab that was asleep meanwhile hears exactly what it has missed
    with guest.stream("GET", f"{table}/live?since=0", headers={"last-event-id": str(first["ply"])}) as stream:
        assert next(told(stream.iter_lines())) == taken_back[2]


class Watchdog:
    """What has kept the loop of a server busy for too long, in time of the CPU.

    A busy machine makes anything slow now and then: only what is slow every time it is tried has held anybody up.
    """

    def __init__(self) -> None:
        self.slow: list[str] = []

    def watches(self, step: Callable[[], object], tries: int = 4) -> None:
        for _ in range(tries):
            self.slow.clear()
            step()
            if not self.slow:
                return
        raise AssertionError("\n".join(self.slow))


@contextlib.contextmanager
def watched_server(data: Path) -> Iterator[tuple[str, Watchdog]]:
    """A server in a thread of this process, and a watchdog at its loop."""
    dog = Watchdog()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        app = make_app(lambda: SqliteStore(data / "tables.sqlite"), limits=Limits(generous=0))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, loop="asyncio"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        plain_run, thresholds = asyncio.Handle._run, gc.get_threshold()

        def timed_run(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            plain_run(handle)
            if threading.current_thread() is thread and (spent := time.thread_time() - began) > HELD_UP:
                dog.slow.append(f"{spent:.3f} s: {handle!r}")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", timed_run)
            gc.collect()
            calm_collector()  # as `fabletop serve` does: what other tests have left is not the server's
            thread.start()
            url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            try:
                yield url, dog
            finally:
                server.should_exit = True
                thread.join()
                gc.set_threshold(*thresholds)
                gc.unfreeze()


def test_the_watchdog_barks_at_what_is_slow_every_time_and_at_nothing_else() -> None:
    dog, once = Watchdog(), iter(["a busy machine"])
    dog.watches(lambda: dog.slow.extend(once))
    with pytest.raises(AssertionError, match="too long"):
        dog.watches(lambda: dog.slow.append("too long"))


def test_nothing_holds_up_the_event_loop_while_computer_players_play(tmp_path: Path) -> None:
    with watched_server(tmp_path) as (url, dog), httpx.Client(base_url=url, timeout=60) as client:
        client.headers["origin"] = url
        client.follow_redirects = True

        def heard(table: str, plies: int) -> int:
            with client.stream("GET", f"{table}/live?since=0") as stream:
                return next(int(e["ply"]) for e in told(stream.iter_lines()) if e["ply"] >= plies or e["over"])

        def looked(table: str, *pages: str) -> None:
            assert [client.get(table + page).status_code for page in pages] == [200] * len(pages)

        def played(game: str) -> None:
            level = next((name for name in ("fair", "gentle") if name in levels(game)), "random")
            table = client.post(f"/new/{game}", data={"kind0": level, "kind1": "random"}).url.path
            assert heard(table, 30) > 5
            looked(table, "", "/look", "/seats")
            mine = client.post(f"/new/{game}", data={"kind0": "here", "kind1": "random"}).url.path
            looked(mine, "", "/look", "/hint", "/seats")
            looked("", f"/rules/{game}", f"/rules/{game}/reference", f"/learn/{game}", f"/lab/{game}", f"/new/{game}")

        for game in fabletop.game_ids():
            dog.watches(lambda game=game: played(game))  # type: ignore[misc]
        # a long game, told again from its beginning, and all that can be seen of it afterwards
        table = client.post("/new/mensch", data={f"kind{seat}": "random" for seat in range(4)}).url.path
        length = heard(table, 10_000)
        assert length > 300
        dog.watches(lambda: heard(table, length))
        dog.watches(lambda: looked(table, "", "/look", "/dice", "/dice.json", "/record", "/watch", "/frame", "/review"))
        dog.watches(lambda: looked("", "/", "/games", "/privacy", "/mine.json", "/api", "/lab", "/metrics", "/readyz"))
        # what is reckoned elsewhere while the page shows how far it is
        table = client.post("/new/duck", data={"kind0": "random", "kind1": "random"}).url.path
        heard(table, 10_000)
        dog.watches(lambda: looked(table, "/review/watch"))
        dog.watches(lambda: looked("", "/lab/duck/watch?games=2000"))


def test_a_log_full_of_take_backs_holds_nobody_up(tmp_path: Path) -> None:
    """A thousand moves and take-backs, as an older server allowed them: reads, moves and streams stay quick."""
    head = Head(
        "garden", {}, [SeatPlan("person", "Ada", hashed("a")), SeatPlan("person", "Ben", hashed("b"))], "ab" * 32
    )
    table, chance = Table("t", head), random.Random(2)
    while len(table.plies) < 40:
        for entry in table.answer(table.turn or 0, chance.choice(table.actions(table.turn))):
            table.add(entry)
    who, act = table.turn or 0, table.actions(table.turn)[0]
    log = table.log + [Entry(who, act), Entry(who, undo=40)] * 1000

    async def prepared() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create("t", msgspec.json.encode(head))
        for first in range(0, len(log), 500):
            await store.append("t", first + 1, [msgspec.json.encode(entry) for entry in log[first : first + 500]])
        await store.close()

    run(prepared)
    seat = {"authorization": f"Bearer {'ab'[who]}"}
    with watched_server(tmp_path) as (url, dog), httpx.Client(base_url=url, timeout=60) as client:

        def looked() -> None:
            assert client.get("/api/tables/t", headers=seat).json()["ply"] == len(log)
            assert client.get("/t/t").status_code == client.get("/t/t/look").status_code == 200

        def heard(path: str, since: int) -> None:
            with client.stream("GET", path, headers={"last-event-id": str(since)}) as stream:
                lines = (line for line in stream.iter_lines() if line.startswith("data: "))
                plies = (said["ply"] for line in lines if "ply" in (said := json.loads(line[6:])))
                assert all(next(plies) == number for number in range(since + 1, len(log) + 1))

        dog.watches(looked)
        dog.watches(lambda: heard("/t/t/live", len(log) - 3))
        dog.watches(lambda: heard("/api/tables/t/events", 0))
        moved = client.post("/api/tables/t/moves", json={"ply": len(log), "act": act}, headers=seat)
        assert moved.json() == {"ply": len(log) + 1}
        refused = client.post("/api/tables/t/undo", json={"ply": len(log) + 1}, headers=seat)
        assert refused.status_code == 422
        assert "too often" in refused.json()["error"]


def test_a_very_long_game_holds_nobody_up_when_it_is_over(tmp_path: Path) -> None:
    """Five thousand plies by chance: its record, its dice and its beginning are a lot to tell."""
    seats = [SeatPlan("person", f"seat {seat}") for seat in range(4)]
    head = Head("garden", {}, seats, "ab" * 32, version=fabletop.game("garden").version, dice=2)
    table, chance = Table("t", head), random.Random(2)
    for entry in table.opening():
        table.add(entry)
    while table.turn is not None:
        for entry in table.answer(table.turn, chance.choice(table.actions(table.turn))):
            table.add(entry)
    assert len(table.plies) > 4000

    async def prepared() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create("t", msgspec.json.encode(head))
        await store.append("t", 1, [msgspec.json.encode(entry) for entry in table.log])
        await store.close()

    run(prepared)
    with watched_server(tmp_path) as (url, dog), httpx.Client(base_url=url, timeout=60) as client:

        def looked() -> None:
            pages = ("", "/look", "/record", "/dice", "/dice.json", "/watch", "/watch?ply=2000", "/frame?ply=4000")
            answers = [client.get(f"/t/t{page}") for page in pages] + [client.get("/api/tables/t/record")]
            assert [answer.status_code for answer in answers] == [200] * len(answers)

        dog.watches(looked)


def test_the_first_drawing_of_a_board_in_a_language_is_made_off_the_loop_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str, bool]] = []
    draw_once = boards.draw_once

    def noted(game: Game, words: Words) -> None:
        looping = asyncio._get_running_loop() is not None
        drawn.append((game.id, words.language, looping))
        draw_once(game, words)

    monkeypatch.setattr(boards, "draw_once", noted)
    with watched_server(tmp_path) as (url, _), httpx.Client(base_url=url, follow_redirects=True) as client:
        client.headers["origin"] = url
        table = client.post("/new/duck", data={"kind0": "random", "kind1": "random"}).url.path
        for language in ("de", "en", "de"):
            client.headers["accept-language"] = language
            client.cookies.clear()
            assert [client.get(table + page).status_code for page in ("", "/look")] == [200, 200]
            with client.stream("GET", f"{table}/live?since=0") as stream:
                assert next(told(stream.iter_lines()))["ply"] == 1
    assert drawn == [("duck", "en", False), ("duck", "de", False)]
