"""The event store: append first, publish second.

`append` adds entries to a table's log and fails when one of their numbers exists: that is all the concurrency
control there is.  SQLite with one writer thread and group commit; nothing here blocks the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, head BLOB NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    tid TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tid, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (tid TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tid, name))
    WITHOUT ROWID;
"""


class Conflict(Exception):  # noqa: N818
    """Somebody else has written this entry first."""


class Stored(NamedTuple):
    """All that is known of a table: its head, its log, and notes that are overwritten (who sits where)."""

    head: bytes
    entries: list[bytes]
    notes: dict[str, bytes]


class Store(Protocol):
    async def create(self, table: str, head: bytes) -> None: ...
    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None: ...
    async def note(self, table: str, name: str, body: bytes) -> None: ...
    async def notes(self, table: str) -> dict[str, bytes]: ...
    async def load(self, table: str) -> Stored | None: ...
    async def close(self) -> None: ...


Work = Callable[[sqlite3.Connection], Any]


class SqliteStore:
    """One file.  Whatever waits for the disk at the same moment shares one transaction."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._jobs: queue.SimpleQueue[tuple[Work, asyncio.AbstractEventLoop, asyncio.Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._open(self.path).close()  # fail here, not in the thread, when the file cannot be used
        self._thread = threading.Thread(target=self._run, name="fabletop-store", daemon=True)
        self._thread.start()

    @staticmethod
    def _open(path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        connection.executescript(SCHEMA)
        return connection

    async def create(self, table: str, head: bytes) -> None:
        made = time.time()
        await self._do(lambda c: c.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, head, made)), table, 0)

    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None:
        rows = [(table, first + i, body) for i, body in enumerate(bodies)]
        await self._do(lambda c: c.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows), table, first)

    async def note(self, table: str, name: str, body: bytes) -> None:
        await self._do(
            lambda c: c.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", (table, name, body)), table, 0
        )

    async def notes(self, table: str) -> dict[str, bytes]:
        return await asyncio.to_thread(self._notes, table)

    def _notes(self, table: str) -> dict[str, bytes]:
        with contextlib.closing(self._open(self.path)) as c:
            return dict(c.execute("SELECT name, body FROM notes WHERE tid = ?", (table,)))

    async def load(self, table: str) -> Stored | None:
        return await asyncio.to_thread(self._load, table)

    def _load(self, table: str) -> Stored | None:
        with contextlib.closing(self._open(self.path)) as c:
            head = c.execute("SELECT head FROM tables WHERE id = ?", (table,)).fetchone()
            if head is None:
                return None
            entries = [body for (body,) in c.execute("SELECT body FROM entries WHERE tid = ? ORDER BY n", (table,))]
            return Stored(head[0], entries, dict(c.execute("SELECT name, body FROM notes WHERE tid = ?", (table,))))

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _do(self, work: Work, table: str, n: int) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((work, loop, done))
        try:
            await done
        except sqlite3.IntegrityError:
            raise Conflict(f"table {table} has an entry {n}") from None

    def _run(self) -> None:
        connection = self._open(self.path)
        while (job := self._jobs.get()) is not None:
            batch = [job]
            with contextlib.suppress(queue.Empty):
                while len(batch) < 256 and (more := self._jobs.get_nowait()) is not None:
                    batch.append(more)
                if len(batch) < 256:
                    self._jobs.put(None)  # it was the end; come back to it
            self._commit(connection, batch)
        connection.close()

    def _commit(self, connection: sqlite3.Connection, batch: list[Any]) -> None:
        """One transaction for all; each job stands or falls alone."""
        failed: dict[int, Exception] = {}
        try:
            connection.execute("BEGIN IMMEDIATE")
            for i, (work, _, _) in enumerate(batch):
                connection.execute("SAVEPOINT job")
                try:
                    work(connection)
                except sqlite3.Error as error:
                    connection.execute("ROLLBACK TO job")
                    failed[i] = error
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:  # a full disk, say: nothing of this batch has happened
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            failed = dict.fromkeys(range(len(batch)), error)
        for i, (_, loop, done) in enumerate(batch):
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                loop.call_soon_threadsafe(_settle, done, failed.get(i))


def _settle(done: asyncio.Future[Any], error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
