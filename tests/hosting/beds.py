"""A server that things are done to, and a crowd that plays there and notes what it sees: every ply, every move that
was acknowledged."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from tests.hosting.test_operating import children, until
from tests.web.test_serving import Heard, bearer, events

from fabletop.testing.postgres import Postgres
from fabletop.testing.serving import Server, launched

PACE = 0.05


class Bed:
    """A server that things are done to; it may have several lives."""

    url = ""

    def __init__(self, data: Path, *more: str) -> None:
        self.data, self.more = data, more
        self._life = contextlib.ExitStack()

    def start(self) -> None:
        self.server: Server = self._life.enter_context(launched(self.data, PACE, "--limits", "0", *self.more))
        self.url = self.server.url

    def end(self) -> None:
        self._life.close()

    def kill(self) -> None:
        """The server or one of its workers, at once; what is left of it is what the system kept."""
        raise NotImplementedError

    def full(self) -> contextlib.AbstractContextManager[None]:
        raise NotImplementedError

    def slow(self) -> contextlib.AbstractContextManager[None]:
        """Writes take as long as this lasts."""
        raise NotImplementedError

    def gone(self) -> contextlib.AbstractContextManager[None]:
        raise NotImplementedError

    def half(self) -> None:
        """The store is interrupted in the middle of a write."""
        raise NotImplementedError


class SqliteBed(Bed):
    def kill(self) -> None:
        self.end()
        self.start()

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        pid = self.server.process.pid
        hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
        yield
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))

    @contextlib.contextmanager
    def slow(self) -> Iterator[None]:
        with contextlib.closing(sqlite3.connect(self.data / "tables.sqlite", timeout=30)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    gone = slow  # for longer than anybody waits

    def half(self) -> None:
        """The machine lost its power while the log was written: what stands at its end is half a frame."""
        self.end()
        with (self.data / "tables.sqlite-wal").open("ab") as log:
            log.write(os.urandom(2000))
        self.start()


class PostgresBed(Bed):
    def __init__(self, data: Path, database: Postgres) -> None:
        super().__init__(data, "--store", database.url, "--workers", "2")
        self.database = database

    def kill(self) -> None:
        workers = children(self.server.process.pid)
        os.kill(workers[0], signal.SIGKILL)
        until(lambda: workers[0] not in (now := children(self.server.process.pid)) and len(now) == 2)

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.database.url, autocommit=True)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Each write meets the error that the server has for it."""
        with self._connect() as other:
            other.execute(
                "CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
            )
            for table in ("entries", "notes", "tables"):
                other.execute(f"CREATE TRIGGER no_room BEFORE INSERT ON {table} EXECUTE FUNCTION no_room()")
            yield
            other.execute("DROP FUNCTION no_room CASCADE")

    @contextlib.contextmanager
    def slow(self) -> Iterator[None]:
        with self._connect() as other, other.transaction():
            other.execute("LOCK TABLE tables, entries, notes IN SHARE MODE")  # read, but do not write
            yield

    @contextlib.contextmanager
    def gone(self) -> Iterator[None]:
        self.database.stop()
        yield
        self.database.start()

    def half(self) -> None:
        """Each worker's line breaks while its write waits in the middle of a transaction."""
        with self.slow(), self._connect() as other:
            ours = "application_name = 'fabletop' AND query LIKE '%INSERT INTO entries%' AND wait_event_type = 'Lock'"
            until(lambda: bool(other.execute(f"SELECT 1 FROM pg_stat_activity WHERE {ours}").fetchall()))
            other.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")


class Guest(threading.Thread):
    """Until the end, however often the line is cut."""

    def __init__(self, bed: Bed, end: threading.Event, made: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self.bed, self.end, self.table = bed, end, made["table"]
        self.token = made["seats"][0]["token"]
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self.end.is_set():
            try:
                with httpx.Client(base_url=self.bed.url, timeout=30, headers=bearer(self.token)) as client:
                    self.visit(client, f"/api/tables/{self.table}")
            except (httpx.HTTPError, ValueError):
                time.sleep(0.05)

    def visit(self, client: httpx.Client, path: str) -> None:
        raise NotImplementedError


class Player(Guest):
    """Plays, and notes which moves were acknowledged."""

    last, refused = 0, 0

    def __init__(self, bed: Bed, end: threading.Event, made: dict[str, Any]) -> None:
        super().__init__(bed, end, made)
        self.acknowledged: dict[int, str] = {}

    def visit(self, client: httpx.Client, path: str) -> None:
        while not self.end.is_set():
            state = client.get(path).json()
            if state.get("actions"):
                move = {"ply": state["ply"], "act": state["actions"][0]}
                answer = client.post(f"{path}/moves", json=move)
                if answer.status_code == 200:
                    self.acknowledged[state["ply"] + 1] = move["act"]
                    self.last = answer.json()["ply"]
                elif answer.status_code == 503:
                    self.refused += 1
                elif answer.status_code != 409:
                    self.wrong.append(f"{answer.status_code} {answer.text}")
            time.sleep(0.02)


class Watcher(Guest):
    """Looks on, and notes every ply."""

    def __init__(self, bed: Bed, end: threading.Event, made: dict[str, Any]) -> None:
        super().__init__(bed, end, made)
        self.heard: Heard = {}

    def visit(self, client: httpx.Client, path: str) -> None:
        headers = {"last-event-id": str(max(self.heard, default=0))}
        with client.stream("GET", f"{path}/events", headers=headers, timeout=20) as stream:
            for number, body in events(stream.iter_lines()):
                if number != max(self.heard, default=0) + 1:
                    self.wrong.append(f"ply {number} after {max(self.heard, default=0)}")
                self.heard[number] = body
                if self.end.is_set():
                    return


class Crowd:
    """Two tables with people and computer players, and those who look on."""

    def __init__(self, bed: Bed) -> None:
        self.bed, self.end, self.over = bed, threading.Event(), threading.Event()
        new = {"game": "mensch", "seats": ["person", "random"]}
        made = [httpx.post(f"{bed.url}/api/tables", json=new, timeout=30).json() for _ in range(2)]
        self.players = [Player(bed, self.end, one) for one in made]
        self.watchers = [Watcher(bed, self.over, one) for one in made for _ in range(2)]
        for guest in (*self.players, *self.watchers):
            guest.start()

    def plays_on(self) -> None:
        """Everybody hears of five plies more."""
        reached = [max(watcher.heard, default=0) + 5 for watcher in self.watchers]
        until(lambda: all(max(w.heard, default=0) >= n for w, n in zip(self.watchers, reached, strict=True)), 90)
        until(lambda: all(player.acknowledged for player in self.players), 90)

    def leaves(self) -> None:
        for guests, end in ((self.watchers, self.over), (self.players, self.end)):  # one ply more ends a watcher
            end.set()
            for guest in guests:
                guest.join(40)
                assert guest.wrong == []

    def goes_home(self) -> None:
        """All that was ever seen is there, as it was seen."""
        self.plays_on()
        self.leaves()
        for player in self.players:
            last = max(max(w.heard) for w in self.watchers if w.table == player.table)
            found = told(self.bed, player, max(last, player.last))
            for watcher in self.watchers:
                if watcher.table == player.table:
                    assert watcher.heard == {number: found[number] for number in watcher.heard}
            assert player.acknowledged
            for ply, act in player.acknowledged.items():
                assert (found[ply]["by"], found[ply]["act"]) == (0, act)


def told(bed: Bed, guest: Guest, last: int) -> Heard:
    """What a table tells from its beginning to a ply; a stream that has ended early is asked again, as browsers do."""
    found: Heard = {}
    for _ in range(60):
        headers = {**bearer(guest.token), "last-event-id": str(max(found, default=0))}
        with httpx.stream("GET", f"{bed.url}/api/tables/{guest.table}/events", timeout=30, headers=headers) as stream:
            for number, body in events(stream.iter_lines()):
                found[number] = body
                if number >= last:
                    return found
            ended = stream.status_code
        time.sleep(0.25)
    raise AssertionError(f"ply {last} is not told: {sorted(found)}, status {ended}")


def new_bed(kind: str, data: Path, request: pytest.FixtureRequest) -> SqliteBed | PostgresBed:
    """A server on an empty store of this kind."""
    if kind == "sqlite":
        sqlite = SqliteBed(data)
        sqlite.start()
        return sqlite
    database: Postgres = request.getfixturevalue("postgres")
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS tables, entries, notes")
    postgres = PostgresBed(data, database)
    postgres.start()
    return postgres
