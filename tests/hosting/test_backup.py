"""A backup that is made while people play brings back all that was seen before it; seats and cookies work on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import psycopg
import pytest
from tests.hosting.beds import Crowd, PostgresBed, SqliteBed, new_bed, told
from tests.hosting.test_operating import command
from tests.web.test_serving import bearer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a crowd lives on Linux")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_made_while_people_play_brings_everything_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    data.mkdir()
    copies.mkdir()
    bed = new_bed(kind, data, request)
    crowd = Crowd(bed)
    with httpx.Client(base_url=bed.url, headers={"origin": bed.url}, timeout=30) as browser:
        browser.get("/")
        page = browser.post("/start/duck").headers["location"]
        crowd.plays_on()
        seen = [(watcher, dict(watcher.heard)) for watcher in crowd.watchers]
        acknowledged = [(player, dict(player.acknowledged)) for player in crowd.players]
        save(bed, copies)
        crowd.plays_on()  # what comes after the backup is gone with the machine
        crowd.leaves()
        bed.end()
        shutil.rmtree(data)
        data.mkdir()
        restore(bed, copies)
        bed.start()
        for watcher, heard in seen:
            assert told(bed, watcher, max(heard)).items() >= heard.items()
        for player, moves in acknowledged:
            found = told(bed, player, max(moves))
            assert all((found[ply]["by"], found[ply]["act"]) == (0, act) for ply, act in moves.items())
            path = f"{bed.url}/api/tables/{player.table}"
            assert httpx.get(path, headers=bearer(player.token), timeout=30).json()["seat"] == 0
        again = browser.get(f"{bed.url}{page}/look")
        assert again.json()["own"]  # the same browser sits there
        assert page in browser.get(bed.url).text
    bed.end()


def save(bed: SqliteBed | PostgresBed, copies: Path) -> None:
    """As docs/run-a-server.md says."""
    shutil.copy(bed.data / "secret", copies)
    if isinstance(bed, PostgresBed):
        tool, file = bed.database.bin / "pg_dump", f"--file={copies / 'tables.dump'}"
        subprocess.run([tool, "--format=custom", file, bed.database.url], check=True, timeout=60)
    else:
        command("--data", str(bed.data), "--json", "backup", str(copies / "tables.sqlite"))


def restore(bed: SqliteBed | PostgresBed, copies: Path) -> None:
    shutil.copy(copies / "secret", bed.data)
    if isinstance(bed, PostgresBed):
        with psycopg.connect(bed.database.url, autocommit=True) as connection:
            connection.execute("DROP TABLE tables, entries, notes")
        url = f"--dbname={bed.database.url}"
        tool = bed.database.bin / "pg_restore"
        subprocess.run([tool, "--exit-on-error", url, copies / "tables.dump"], check=True, timeout=60)
    else:
        shutil.copy(copies / "tables.sqlite", bed.data)
