"""Live: what is told live is told again later; tabs and browsers keep in step; nothing holds up the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

import fabletop
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import levels
from fabletop.tables.house import House, Telling, as_heard
from fabletop.tables.store import SqliteStore
from fabletop.web.app import make_app
from fabletop.web.seen import Eyes, page_telling
from fabletop.words import Words

Visit = Callable[[], httpx.Client]
JSON = {"accept": "application/json"}
HELD_UP = 0.05  # seconds of work in one go that others would notice


def tellings() -> dict[str, Telling]:
    """Programs and pages of both seats and a spectator, a shared device covered and lifted, in both languages."""
    english, german = Words("en"), Words("de")
    found = {f"program {seat}": as_heard(seat) for seat in (0, 1, None)}
    found |= {f"page {seat}": page_telling(Eyes((seat,), None), german if seat else english) for seat in (0, 1)}
    found["page of a spectator"] = page_telling(Eyes((), None), german)
    found |= {f"shared {lifted}": page_telling(Eyes((0, 1), lifted), english) for lifted in (None, 0)}
    return found


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_what_is_told_live_is_told_again_to_whoever_comes_back(tmp_path: Path, game: str) -> None:
    live = dict.fromkeys(tellings(), b"")

    async def work() -> None:
        house, chance = House(SqliteStore(tmp_path / "tables.sqlite")), random.Random(1)
        table = (await house.make(game, {}, ["person", "person"])).table

        async def hear(name: str, telling: Telling) -> None:
            async for told in house.follow(table.id, name, telling, 0, who=name):
                live[name] += told

        tasks = [asyncio.create_task(hear(*pair)) for pair in tellings().items()]
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
        for name, telling in tellings().items():
            again = b"".join(telling(past, before, entry) for past, before, entry in table.past())
            assert re.sub(rb'data: \{"notice".*\n\n', b"", live[name]) == again, name
            numbers = re.findall(rb"^id: (\d+)$", again, re.MULTILINE)
            assert [int(number) for number in numbers] == list(range(1, table.ply + 1))
        await house.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work())).result()


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
        assert first["say"] == other["say"]
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
        assert all("takes the last move back" in event["say"] for event in taken_back)
        assert taken_back[0]["acts"] == scene["acts"]
        assert guest.get(f"{table}/look").json()["ply"] == taken_back[2]["ply"]
    # a tab that was asleep meanwhile hears exactly what it has missed
    with guest.stream("GET", f"{table}/live?since=0", headers={"last-event-id": str(first["ply"])}) as stream:
        assert next(told(stream.iter_lines())) == taken_back[2]


@contextlib.contextmanager
def watched_server(data: Path) -> Iterator[tuple[str, list[str]]]:
    """A server in a thread of this process, and what has kept its loop busy for too long (in time of the CPU)."""
    slow: list[str] = []
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        app = make_app(lambda: SqliteStore(data / "tables.sqlite"))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, loop="asyncio"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        plain_run = asyncio.Handle._run

        def timed_run(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            plain_run(handle)
            if threading.current_thread() is thread and (spent := time.thread_time() - began) > HELD_UP:
                slow.append(f"{spent:.3f} s: {handle!r}")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", timed_run)
            thread.start()
            url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            try:
                yield url, slow
            finally:
                server.should_exit = True
                thread.join()


def test_nothing_holds_up_the_event_loop_while_computer_players_play(tmp_path: Path) -> None:
    with watched_server(tmp_path) as (url, slow), httpx.Client(base_url=url, timeout=60) as client:
        client.headers["origin"] = url
        client.follow_redirects = True
        client.get("/")
        client.get("/healthz")
        slow.clear()  # what is imported for the first visitor

        def heard(table: str, plies: int) -> int:
            with client.stream("GET", f"{table}/live?since=0") as stream:
                return next(int(e["ply"]) for e in told(stream.iter_lines()) if e["ply"] >= plies or e["over"])

        for game in fabletop.game_ids():
            level = next((name for name in ("fair", "gentle") if name in levels(game)), "random")
            table = client.post(f"/new/{game}", data={"kind0": level, "kind1": "random"}).url.path
            assert heard(table, 30) > 5
            assert client.get(table).status_code == 200
        # a long game, told again from its beginning
        table = client.post("/new/mensch", data={f"kind{seat}": "random" for seat in range(4)}).url.path
        assert heard(table, 1000) == heard(table, 1000) > 300
        assert client.get(table).status_code == 200
    assert not slow, "\n".join(slow)
