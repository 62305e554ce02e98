"""A person takes away or deletes what belongs to her device; unwanted names are refused."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import httpx
import pytest

from fabletop.engine.errors import BadOption
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run
from fabletop.testing.serving import launched
from fabletop.web.app import make_app
from fabletop.web.names import Names


def browser(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, headers={"origin": url}, timeout=30)
    client.get("/")
    return client


def test_what_belongs_to_a_device_can_be_taken_away_and_deleted(tmp_path: Path) -> None:
    with launched(tmp_path, 0.0, "--keep-finished", "90d") as server:
        ada, ben = browser(server.url), browser(server.url)
        assert "90 days" in ada.get("/privacy").text
        alone = ada.post("/new/duck", data={"kind0": "here", "kind1": "random", "name0": "Adelheid"}).headers[
            "location"
        ]
        both = ada.post("/new/garden", data={"kind0": "here", "kind1": "elsewhere", "name0": "Adelheid"}).headers[
            "location"
        ]
        invite = re.findall(r"invite=([\w-]+)", ada.get(f"{both}/seats").text)[0]
        assert (
            ben.post(f"{both}/seat", data={"seat": "1", "do": "join", "invite": invite, "name": "Ben"}).status_code
            == 303
        )
        mine = ada.get("/mine.json")
        assert "attachment" in mine.headers["content-disposition"]
        assert {line["table"] for line in mine.json()["tables"]} == {alone[3:], both[3:]}
        assert {name for line in mine.json()["tables"] for name in line["names"]} == {"Adelheid"}
        assert [line["table"] for line in ben.get("/mine.json").json()["tables"]] == [both[3:]]
        assert ada.post("/forget", headers={"origin": "https://evil.example"}).status_code == 403
        gone = ada.post("/forget")
        assert gone.status_code == 200
        assert "fabletop" not in ada.cookies
        assert ben.get(alone).status_code == 404
        left = ben.get(both).text + ben.get(f"{both}/seats").text
        assert "Adelheid" not in left
        assert "Ben" in left  # the other's seat and game stay, and a computer player goes on
        assert "stands in" in ben.get(f"{both}/seats").text
        ada.close()
        ben.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:  # nor is it anywhere in the store
        assert (
            connection.execute("SELECT name FROM notes WHERE name LIKE 'changed:%'").fetchall() == []
        )  # nobody to tell
        for table in ("tables", "entries", "notes"):
            assert not any(
                b"Adelheid" in bytes(str(row), "utf-8") for row in connection.execute(f"SELECT * FROM {table}")
            )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Adelheid" not in (tmp_path / "tables.sqlite").read_bytes()  # nor where it once stood


def test_unwanted_names_are_refused_and_hidden_letters_taken_out(tmp_path: Path) -> None:
    listed = tmp_path / "unwanted"
    listed.write_text("# nobody is called so\nrumpel\\w*\n^admin$\n", encoding="utf-8")
    names = Names.read(str(listed))
    for name in ("Rumpelstilz", "ADMIN", "ｒumpel"):
        with pytest.raises(BadOption):
            names.checked(name)
    assert names.checked("Administrator") == "Administrator"
    assert names.checked("Ad\u202ea\x00") == "Ada"
    assert Names().checked("Rumpelstilz 👨‍👩‍👧") == "Rumpelstilz 👨‍👩‍👧"
    listed.write_text("(", encoding="utf-8")
    with pytest.raises(BadOption, match="--unwanted-names"):
        Names.read(str(listed))


def test_programs_cannot_bring_names_that_nobody_may_have(tmp_path: Path) -> None:
    async def work() -> None:
        app = make_app(lambda: SqliteStore(tmp_path / "tables.sqlite"), unwanted=Names("rumpel"))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
        ):
            wanted = {"game": "duck", "seats": ["person"], "names": ["Rumpelstilz"]}
            assert (await client.post("/api/tables", json=wanted)).status_code == 422
            made = (await client.post("/api/tables", json=wanted | {"names": ["Ad\u202ea"]})).json()
            assert (await client.get(f"/api/tables/{made['table']}")).json()["seats"][0]["name"] == "Ada"

    run(work)
