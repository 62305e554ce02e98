"""The data folder: one server, for its owner's eyes, whole or refused; and seats that nobody takes by a trick."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.web.made import ADA, BEN

from fabletop.engine.errors import BadOption
from fabletop.tables.house import House
from fabletop.tables.seats import PERSON
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run
from fabletop.testing.serving import launched
from fabletop.web.folder import held

NEW = {"game": "mensch", "seats": ["person", "person"]}


def refused(*arguments: str, **environment: str) -> str:
    """What `fabletop serve` says when it does not start: one line."""
    command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", "1", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})
    assert ended.returncode == 2, ended
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    return ended.stderr


def test_a_second_server_on_one_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with launched(tmp_path) as server:
        said = refused("--data", str(tmp_path))
        assert "another server uses this folder" in said
        assert str(server.process.pid) in said
        assert httpx.post(f"{server.url}/api/tables", json=NEW).status_code == 201
        server.process.kill()
        server.process.wait()
    with launched(tmp_path) as again:  # whoever is killed leaves nothing in the way
        assert httpx.get(f"{again.url}/healthz").status_code == 200
        if os.name == "posix":
            for name in ("tables.sqlite", "tables.sqlite-wal", "secret"):
                assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def test_what_others_could_read_is_closed_at_the_next_start(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "tables.sqlite").execute("CREATE TABLE x (y)").connection.close()
    (tmp_path / "tables.sqlite").chmod(0o644)
    with launched(tmp_path):
        assert stat.S_IMODE((tmp_path / "tables.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "   \n", "short", "\x00" * 64, "é" * 64])
def test_a_secret_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text, encoding="utf-8")
    assert "this is no secret" in refused("--data", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "environment", "says"),
    [
        (["--data", "/dev/null"], {}, "cannot be used"),
        (["--data", "/dev/null", "--store", "postgresql://x@127.0.0.1:1/x"], {}, "/dev/null: cannot be used"),
        (["--trusted-proxies", "proxy"], {}, "--trusted-proxies proxy"),
        (["--limits", "-1"], {}, "--limits"),
        (["--limits", "nan"], {}, "--limits"),
        (["--port", "0"], {}, "--port"),
        ([], {"FABLETOP_PACE": "quick"}, "FABLETOP_PACE=quick"),
        ([], {"FABLETOP_GONE": "-3"}, "FABLETOP_GONE=-3"),
    ],
)
def test_odd_settings_are_told_in_one_line(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], says: str
) -> None:
    assert says in refused(*(["--data", str(tmp_path)] if "--data" not in arguments else []), *arguments, **environment)


def test_a_damaged_file_is_refused_and_what_can_be_saved_is_saved(tmp_path: Path) -> None:
    with launched(tmp_path, 0.0, "--limits", "0") as server, httpx.Client(base_url=server.url, timeout=30) as client:
        made = [client.post("/api/tables", json=NEW | {"names": ["x" * 40] * 2}).json()["table"] for _ in range(90)]
        plies = {table: client.get(f"/api/tables/{table}").json()["ply"] for table in made}
        server.process.terminate()
        server.process.wait(20)
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()
    pages = path.stat().st_size // size
    hurt = next(page for page in range(pages - 1, 2, -1) if page != root)  # a page in the middle of the rows
    with path.open("r+b") as file:
        file.seek((hurt - 1) * size)
        file.write(os.urandom(size))
    said = refused("--data", str(tmp_path))
    assert "is damaged" in said
    assert "fabletop serve --repair" in said
    with launched(tmp_path, 0.0, "--repair", "--limits", "0") as server, httpx.Client(base_url=server.url) as client:
        answers = {table: client.get(f"/api/tables/{table}") for table in made}
        found = {table: answer.json()["ply"] for table, answer in answers.items() if answer.status_code == 200}
        assert len(found) >= len(made) // 2
        assert client.post("/api/tables", json=NEW).status_code == 201
        assert found == {table: plies[table] for table in found}  # what chance had dealt is dealt again, and the same
    assert len(list(tmp_path.glob("tables.sqlite.damaged-*"))) == 1


def test_seats_are_not_taken_by_a_trick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABLETOP_GONE", "30")
    with launched(tmp_path) as server:

        def browser() -> httpx.Client:
            client = httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=30)
            client.get("/")
            return client

        host = browser()
        table = host.post("/new/garden", data={"kind0": "here", "kind1": "elsewhere"}).headers["location"]
        invite = re.findall(r"invite=([\w-]+)", host.get(f"{table}/seats").text)[0]
        guests = [browser() for _ in range(6)]
        join = {"seat": "1", "do": "join", "invite": invite}
        with ThreadPoolExecutor(6) as threads:
            answers = list(threads.map(lambda guest: guest.post(f"{table}/seat", data=join), guests))
        assert sorted(answer.status_code for answer in answers) == [303, *[422] * 5]  # losers are told so
        (winner,) = [guest for guest, answer in zip(guests, answers, strict=True) if answer.status_code == 303]
        # the winner's browser has no script, so no stream: nobody can give its seat away while it is there
        early = host.post(f"{table}/seat", data={"seat": "1", "do": "replace"})
        assert early.status_code == 422
        assert "was here a moment ago" in early.text
        assert "stands in" not in winner.get(f"{table}/seats").text
        for client in (host, *guests):
            client.close()


def test_nobody_sits_down_when_the_game_is_over(tmp_path: Path) -> None:
    with launched(tmp_path) as server, httpx.Client(base_url=server.url, headers={"origin": server.url}) as host:
        host.get("/")
        table = host.post("/new/nutcracker", data={"kind0": "here", "kind1": "elsewhere"}).headers["location"]
        invite = re.findall(r"invite=([\w-]+)", host.get(f"{table}/seats").text)[0]
        for seat in ("1", "0"):
            host.post(f"{table}/seat", data={"seat": seat, "do": "replace"})
        with host.stream("GET", f"{table}/live?since=0", timeout=60) as stream:
            assert any('"over":true' in line for line in stream.iter_lines())
        record = host.get(f"{table}/record").text
        with httpx.Client(base_url=server.url, headers={"origin": server.url}) as guest:
            late = guest.post(
                f"{table}/seat", data={"seat": "1", "do": "join", "invite": invite, "name": "Rumpelstilz"}
            )
        assert late.status_code == 422
        assert host.get(f"{table}/record").text == record


def test_a_folder_for_the_tables_is_made_and_held_by_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tables"
    with held(folder), pytest.raises(BadOption, match="another server uses this folder"), held(folder):
        raise AssertionError


def test_the_tables_are_nobody_elses_to_read(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        await house.make("maumau", {}, [PERSON, PERSON], ["Ada", "Ben"], occupants=[ADA, BEN])
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        await house.close()
        assert set(modes.values()) == {0o600}, modes

    run(work)
