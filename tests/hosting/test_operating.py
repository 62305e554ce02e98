"""An operator's commands, in both stores, while a server runs on them; and several workers behind one port."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.test_serving import bearer, events

from fabletop.tables.opening import open_store
from fabletop.testing.postgres import Postgres
from fabletop.testing.running import run
from fabletop.testing.serving import Server, launched


def command(*arguments: str) -> Any:
    ended = subprocess.run(
        [sys.executable, "-m", "fabletop.cli", "tables", *arguments], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def until(what: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The arguments that say where tables are."""
    if request.param == "sqlite":
        return ["--data", str(tmp_path)]
    database: Postgres = request.getfixturevalue("database")
    return ["--data", str(tmp_path), "--store", database.url]


@pytest.fixture
def server(place: list[str], tmp_path: Path) -> Iterator[Server]:
    with launched(tmp_path, 0.0, "--limits", "0", *place[2:]) as running:
        yield running


def test_an_operator_closes_the_house_revokes_and_deletes_while_people_play(server: Server, place: list[str]) -> None:
    new = {"game": "duck", "seats": ["person"]}
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30) as host:
        host.get("/")
        page = host.post("/new/garden", data={"kind0": "here", "kind1": "elsewhere"}).headers["location"]
        table = page.rpartition("/")[2]

        def invitation() -> str:
            return str(re.findall(r"invite=([\w-]+)", host.get(f"{page}/seats").text)[0])

        old = invitation()
        lines = command(*place, "--json", "list")
        assert [(line["table"], line["game"], line["over"]) for line in lines] == [(table, "garden", False)]
        assert command(*place, "--json", "close") == {"ok": True}
        until(lambda: httpx.post(f"{server.url}/api/tables", json=new).status_code == 503)
        assert host.get(page).status_code == 200  # games that have begun go on
        command(*place, "--json", "open")
        until(lambda: httpx.post(f"{server.url}/api/tables", json=new).status_code == 201)
        command(*place, "--json", "revoke", table)
        until(lambda: invitation() != old)
        with httpx.Client(base_url=server.url, headers={"origin": server.url}) as guest:
            join = {"seat": "1", "do": "join", "invite": old}
            assert guest.post(f"{page}/seat", data=join).status_code == 403
            assert guest.post(f"{page}/seat", data=join | {"invite": invitation()}).status_code == 303
        command(*place, "--json", "delete", table)
        until(lambda: host.get(page).status_code == 404)
        assert table not in host.get("/").text
    assert table not in {line["table"] for line in command(*place, "--json", "list")}


def test_all_tables_move_to_another_store_and_back(database: Postgres, tmp_path: Path) -> None:
    here, back = tmp_path / "here", tmp_path / "back"
    here.mkdir()
    with launched(here) as server:
        seats = ["person"] * 2
        for game in ("mensch", "maumau", "duck"):
            made = httpx.post(f"{server.url}/api/tables", json={"game": game, "seats": seats}).json()
            path = f"{server.url}/api/tables/{made['table']}"
            for _ in range(6):
                for seat in made["seats"]:
                    state = httpx.get(path, headers=bearer(seat["token"])).json()
                    if state["actions"]:
                        move = {"ply": state["ply"], "act": state["actions"][0]}
                        httpx.post(f"{path}/moves", json=move, headers=bearer(seat["token"]))
        with httpx.Client(base_url=server.url, headers={"origin": server.url}) as host:
            host.get("/")
            host.post("/start/garden")
        copy = tmp_path / "copy.sqlite"  # while it runs
        assert command("--data", str(here), "--json", "backup", str(copy))["tables"] == 4
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    there = command("--data", str(here), "--json", "move", "--to", database.url)
    assert there["tables"] == 4
    assert command("--store", database.url, "--json", "move", "--to", str(back)) == there
    assert command("--data", str(here), "--json", "move", "--to", str(back)) == there  # what is the same is left alone

    def rows(folder: Path) -> list[list[Any]]:
        with sqlite3.connect(folder / "tables.sqlite") as found:
            kept = "WHERE tid <> 'house' AND name <> 'copied'"
            return [found.execute(f"SELECT * FROM {name} {where} ORDER BY 1, 2").fetchall()
                    for name, where in (("tables", ""), ("entries", ""), ("notes", kept))]  # fmt: skip

    assert rows(here) == rows(back)

    async def other_ply() -> None:
        store = open_store(database.url, tmp_path)
        (first, *_) = await store.about()
        await store.append(first.id, 10_000, [b"{}"])
        await store.close()

    run(other_ply)
    refused = subprocess.run(
        [sys.executable, "-m", "fabletop.cli", "tables", "--data", str(here), "move", "--to", database.url],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert refused.returncode == 2
    assert "nothing is overwritten" in refused.stderr


def test_workers_share_one_port_and_are_replaced_without_anybody_noticing(database: Postgres, tmp_path: Path) -> None:
    """Two workers; one is killed, then all are replaced, while people play and watch."""
    with launched(tmp_path, 0.05, "--store", database.url, "--workers", "2", "--limits", "0") as server:
        new = {"game": "mensch", "seats": ["person", "random", "random"]}
        made = httpx.post(f"{server.url}/api/tables", json=new, timeout=30).json()
        path, seat = f"{server.url}/api/tables/{made['table']}", bearer(made["seats"][0]["token"])
        heard: dict[int, dict[str, Any]] = {}
        over = threading.Event()

        def listen() -> None:
            while not over.is_set():
                headers = {"last-event-id": str(max(heard, default=0))}
                try:
                    with httpx.stream("GET", f"{path}/events", headers=headers, timeout=5) as stream:
                        for number, body in events(stream.iter_lines()):
                            assert heard.setdefault(number, body) == body
                            if over.is_set():
                                return
                except httpx.HTTPError:
                    time.sleep(0.05)

        def play() -> None:
            while not over.is_set():
                while True:
                    try:
                        state = httpx.get(path, headers=seat, timeout=5).json()
                        if state.get("result") is not None:
                            over.set()
                        if state.get("actions"):
                            move = {"ply": state["ply"], "act": state["actions"][0]}
                            httpx.post(f"{path}/moves", json=move, headers=seat, timeout=5)
                        break
                    except httpx.HTTPError:
                        time.sleep(0.02)
                time.sleep(0.02)

        threads = [threading.Thread(target=listen) for _ in range(4)] + [threading.Thread(target=play)]
        for thread in threads:
            thread.start()
        try:
            pids = children(server.process.pid)
            assert len(pids) == 2
            until(lambda: len(heard) > 10)
            subprocess.run(["kill", "-9", str(pids[0])], check=True)
            reached = max(heard)
            until(lambda: max(heard) > reached + 5 or over.is_set())
            until(lambda: len(children(server.process.pid)) == 2)
            before = set(children(server.process.pid))
            server.process.send_signal(signal.SIGHUP)
            until(lambda: not before & set(children(server.process.pid)) or over.is_set(), 60)
            reached = max(heard)
            until(lambda: max(heard) > reached + 5 or over.is_set())
            figures = httpx.get(f"{server.url}/metrics").text
            assert "fabletop_plies_total" in figures
        finally:
            over.set()
            for thread in threads:
                thread.join()
        assert list(heard) == list(range(1, max(heard) + 1))  # every ply once, in order, over all lives
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0


def children(pid: int) -> list[int]:
    """The workers of a server: other children are Python's own."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (status.parent / "cmdline").read_bytes():
                found.append(int(status.parent.name))
        except OSError:
            continue
    return sorted(found)


def test_several_workers_need_a_database(tmp_path: Path) -> None:
    for arguments in (["--workers", "2"], ["--store", "mysql://x"], ["--store", "postgresql://nobody@127.0.0.1:1/x"]):
        ended = subprocess.run(
            [sys.executable, "-m", "fabletop.cli", "serve", "--data", str(tmp_path), *arguments],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert ended.returncode == 2
        assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
