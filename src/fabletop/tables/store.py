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
from collections.abc import Sequence
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


class Job(NamedTuple):
    """Rows to be written, and who waits for it.  Jobs of one kind become one statement."""

    insert: str
    row: str
    values: Sequence[Any]
    done: asyncio.Future[None]


TABLE = ("INSERT INTO tables VALUES", "(?, ?, ?)")
ENTRY = ("INSERT INTO entries VALUES", "(?, ?, ?)")
NOTE = ("INSERT OR REPLACE INTO notes VALUES", "(?, ?, ?)")
BATCH = 256  # jobs in one transaction
TIDY_AFTER = 1000  # jobs between two checkpoints


class SqliteStore:
    """One file.  Whatever waits for the disk at the same moment shares one transaction."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._tidying: queue.SimpleQueue[bool] = queue.SimpleQueue()
        with contextlib.closing(self._open(self.path)) as c:  # fails here, not in the thread, if the file is no good
            c.executescript(SCHEMA)
        self._threads = [
            threading.Thread(target=work, name=f"fabletop-store-{name}", daemon=True)
            for name, work in (("writer", self._write), ("tidier", self._tidy))
        ]
        for thread in self._threads:
            thread.start()

    @staticmethod
    def _open(path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        return connection

    async def create(self, table: str, head: bytes) -> None:
        await self._do(*TABLE, (table, head, time.time()))

    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None:
        values: list[Any] = []
        for i, body in enumerate(bodies):
            values += (table, first + i, body)
        await self._do(*ENTRY, values)

    async def note(self, table: str, name: str, body: bytes) -> None:
        await self._do(*NOTE, (table, name, body))

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
        self._tidying.put(False)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    async def _do(self, insert: str, row: str, values: Sequence[Any]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(insert, row, values, done))
        try:
            await done
        except sqlite3.IntegrityError:
            raise Conflict(f"table {values[0]} has this already") from None

    # The writer's thread

    def _write(self) -> None:
        written = 0
        with contextlib.closing(self._open(self.path)) as connection:
            connection.execute(f"PRAGMA wal_autocheckpoint={16 * TIDY_AFTER}")  # the tidier is there first
            while batch := self._batch():
                _settle(batch, self._commit(connection, batch))
                written += len(batch)
                if written >= TIDY_AFTER:
                    written = 0
                    self._tidying.put(True)

    def _batch(self) -> list[Job]:
        """Whatever waits; nothing at the end."""
        job = self._jobs.get()
        if job is None:
            return []
        batch = [job]
        with contextlib.suppress(queue.Empty):
            while len(batch) < BATCH:
                more = self._jobs.get_nowait()
                if more is None:
                    self._jobs.put(None)  # it was the end; come back to it
                    break
                batch.append(more)
        return batch

    def _commit(self, connection: sqlite3.Connection, batch: list[Job]) -> list[Exception | None]:
        """One transaction for all; if one of them cannot be, each stands or falls alone."""
        try:
            _insert(connection, batch)
        except sqlite3.Error as error:
            if len(batch) == 1:
                return [error]
            return [self._commit(connection, [job])[0] for job in batch]
        return [None] * len(batch)

    # The tidier's thread: moves what is written from the log into the file, so that the writer need not wait for it

    def _tidy(self) -> None:
        with contextlib.closing(self._open(self.path)) as connection:
            while self._tidying.get():
                with contextlib.suppress(sqlite3.Error):  # the writer does it some time
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _insert(connection: sqlite3.Connection, batch: list[Job]) -> None:
    """Each kind in one statement: a statement hands the interpreter's lock over once, however many rows it has."""
    kinds: dict[tuple[str, str], list[Any]] = {}
    for job in batch:
        kinds.setdefault((job.insert, job.row), []).extend(job.values)
    alone = len(kinds) == 1
    if not alone:
        connection.execute("BEGIN IMMEDIATE")
    try:
        for (insert, row), values in kinds.items():
            connection.execute(f"{insert} {', '.join([row] * (len(values) // row.count('?')))}", values)
        if not alone:
            connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _settle(batch: list[Job], errors: list[Exception | None]) -> None:
    """Tell those who wait, all at once."""

    def settle() -> None:
        for job, error in zip(batch, errors, strict=True):
            if job.done.cancelled():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)

    with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
        batch[0].done.get_loop().call_soon_threadsafe(settle)
