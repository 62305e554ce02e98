"""The event store: append first, publish second.

`append` adds entries to a table's log and fails when one of their numbers exists: that is all the concurrency
control there is.  One thread writes, and whatever waits for the disk at the same moment shares one transaction; a few
threads read.  Nothing here blocks the event loop.  SQLite is one file for one process; PostgreSQL, for many workers,
is in `postgres.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from fabletop.engine.errors import FabletopError
from fabletop.tables import counts

log = logging.getLogger("fabletop.store")

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


class Changed(Exception):  # noqa: N818
    """A note is no longer what somebody took it for."""


class StoreDown(FabletopError):  # noqa: N818
    """Nothing can be stored or read just now: the disk is full, or what is on it is damaged."""


class Stored(NamedTuple):
    """All that is known of a table: its head, its log, and notes that are overwritten (who sits where)."""

    head: bytes
    entries: list[bytes]
    notes: dict[str, bytes]


class About(NamedTuple):
    """One line about a table: when it was made, and its notes."""

    id: str
    made: float
    notes: dict[str, bytes]


# A worker, a table, and what happened there: a ply's number and perhaps the entries that lead to it, ":" and the name
# of a note, or what somebody says.
# "gap": much may have happened, look at everything.
Heard = Callable[[str, str, str], None]


class Store(Protocol):
    worker: str  # the name of this one among several
    shared: bool  # may there be several?

    async def create(self, table: str, head: bytes, made: float | None = None) -> None: ...
    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None: ...
    async def rewrite(self, table: str, head: bytes) -> None: ...  # a name is to be forgotten
    async def note(self, table: str, name: str, body: bytes) -> None: ...
    async def swap(self, table: str, name: str, old: bytes | None, new: bytes) -> None: ...  # or Conflict
    async def notes(self, table: str) -> dict[str, bytes]: ...
    async def load(self, table: str) -> Stored | None: ...
    async def since(self, table: str, ply: int) -> list[bytes]: ...  # the entries after the first so many
    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]: ...  # the same for many tables at once
    async def about(self, after: str = "", most: int = 1000) -> list[About]: ...  # tables in the order of their names
    async def shelves(self) -> dict[str, dict[str, bytes]]: ...  # notes that are no table's
    async def delete(self, table: str) -> None: ...
    async def forget(self, table: str, name: str) -> None: ...  # one note
    async def ping(self) -> None: ...  # can it write?

    # Several workers: who thinks, and what the others hear
    async def claim(self, table: str) -> bool: ...  # to be the one that thinks for a table's computer players
    async def release(self, table: str) -> None: ...
    async def tell(self, table: str, said: str) -> None: ...
    async def listen(self, heard: Heard) -> None: ...
    async def close(self) -> None: ...


TABLE, ENTRY, NOTE, HEAD, SWAP = "tables", "entries", "notes", "head", "swap"
DELETE, FORGET, TELL = "delete", "forget", "tell"


class Job(NamedTuple):
    """Rows of one kind to be written, and who waits for it."""

    kind: str
    rows: Sequence[tuple[Any, ...]]
    done: asyncio.Future[None]


PATIENCE = 5.0  # seconds that the database may take for anything
SILENT = "the database does not answer"
BATCH = 256  # jobs in one transaction
ROWS = 4000  # and rows
READERS = 2


class SqlStore:
    """What both databases share: one thread that writes, a few that read, and the same few statements."""

    errors: tuple[type[Exception], ...]  # of the database; TimeoutError: it does not answer
    conflicts: tuple[type[Exception], ...]
    mark = "?"  # where a value goes
    shared = False

    def __init__(self) -> None:
        self.worker = secrets.token_hex(4)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "fabletop-reader")
        self._own = threading.local()  # each reader's connection
        self._opened: list[Any] = []
        self._writer = threading.Thread(target=self._write, name="fabletop-writer", daemon=True)
        self._began: float | None = None  # when the writer has begun with what it is at
        self._waiting: set[asyncio.Future[None]] = set()
        self._watching = False
        self._heard: Heard | None = None

    def _connect(self) -> Any:
        raise NotImplementedError

    # Writing

    async def create(self, table: str, head: bytes, made: float | None = None) -> None:
        await self._do(TABLE, [(table, head, time.time() if made is None else made)])

    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None:
        await self._do(ENTRY, [(table, first + i, body) for i, body in enumerate(bodies)])

    async def rewrite(self, table: str, head: bytes) -> None:
        await self._do(HEAD, [(head, table)])

    async def note(self, table: str, name: str, body: bytes) -> None:
        await self._do(NOTE, [(table, name, body)])

    async def swap(self, table: str, name: str, old: bytes | None, new: bytes) -> None:
        """Write a note if it still is what it was: None, if there was none."""
        await self._do(SWAP, [(table, name, old, new)])

    async def delete(self, table: str) -> None:
        await self._do(DELETE, [(table,)])

    async def forget(self, table: str, name: str) -> None:
        await self._do(FORGET, [(table, name)])

    async def ping(self) -> None:
        await self.note("house", "ping", str(time.time()).encode())

    async def _do(self, kind: str, rows: Sequence[tuple[Any, ...]]) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        try:
            if self._stuck():  # nobody need wait for it, and nothing piles up
                raise TimeoutError(SILENT)
            if not self._watching:
                self._watching = True
                loop.call_later(PATIENCE / 5, self._watch, loop)
            self._waiting.add(done)
            self._jobs.put(Job(kind, rows, done))
            await done
        except self.conflicts:
            raise Conflict(f"table {rows[0][0]} has this already") from None
        except self.errors as error:
            counts.STORE_FAILED.inc()
            log.error("nothing can be stored: %s", line_of(error))
            raise StoreDown("nothing can be stored just now; please wait a little") from None
        finally:
            self._waiting.discard(done)

    def _stuck(self) -> bool:
        """Has the database not answered for so long that nobody should wait for it?"""
        began = self._began
        return began is not None and time.monotonic() - began > PATIENCE

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """As long as somebody waits: once the database is stuck, nobody does."""
        if self._stuck():
            for done in self._waiting:
                if not done.done():
                    done.set_exception(TimeoutError(SILENT))
        self._watching = bool(self._waiting)
        if self._watching:
            loop.call_later(PATIENCE / 5, self._watch, loop)

    # Reading

    async def notes(self, table: str) -> dict[str, bytes]:
        return dict(await self._read("SELECT name, body FROM notes WHERE tid = ?", table))

    async def since(self, table: str, ply: int) -> list[bytes]:
        found = await self._read("SELECT body FROM entries WHERE tid = ? AND n > ? ORDER BY n", table, ply)
        return [body for (body,) in found]

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        return {table: await self.since(table, ply) for table, ply in known.items()}

    async def load(self, table: str) -> Stored | None:
        head = await self._read("SELECT head FROM tables WHERE id = ?", table)
        if not head:
            return None
        notes = await self.notes(table)  # before the entries: what chance has waited for is older than its entry
        return Stored(head[0][0], await self.since(table, 0), notes)

    async def about(self, after: str = "", most: int = 1000) -> list[About]:
        found = await self._read("SELECT id, made FROM tables WHERE id > ? ORDER BY id LIMIT ?", after, most)
        return [About(id, made, await self.notes(id)) for id, made in found]

    async def shelves(self) -> dict[str, dict[str, bytes]]:
        rows = await self._read("SELECT tid, name, body FROM notes WHERE tid NOT IN (SELECT id FROM tables)")
        found: dict[str, dict[str, bytes]] = {}
        for tid, name, body in rows:
            found.setdefault(tid, {})[name] = body
        return found

    async def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            async with asyncio.timeout(3 * PATIENCE):  # there may be many before it
                return await asyncio.get_running_loop().run_in_executor(self._readers, self._select, query, values)
        except self.errors as error:
            counts.STORE_FAILED.inc()
            log.error("nothing can be read: %s", line_of(error) or SILENT)
            raise StoreDown("this cannot be read just now; please wait a little") from None

    def _select(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        kept = getattr(self._own, "connection", None)
        if kept is not None:
            try:
                return list(kept.execute(query.replace("?", self.mark), values).fetchall())
            except self.errors:  # perhaps it is the connection: once more with a new one
                self._own.connection = None
                self._opened.remove(kept)
                with contextlib.suppress(Exception):
                    kept.close()
        new = self._connect()
        found = list(new.execute(query.replace("?", self.mark), values).fetchall())
        self._own.connection = new
        self._opened.append(new)
        return found

    def _swap(self, connection: Any, job: Job) -> None:
        for table, name, old, new in job.rows:
            if old is None:
                query, values = "INSERT INTO notes VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (table, name, new)
            else:
                query = "UPDATE notes SET body = ? WHERE tid = ? AND name = ? AND body = ?"
                values = (new, table, name, old)  # type: ignore[assignment]
            if connection.execute(query.replace("?", self.mark), values).rowcount != 1:
                raise Changed

    # One process is all there is, unless the database says otherwise

    async def claim(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass

    async def tell(self, table: str, said: str) -> None:
        pass

    async def listen(self, heard: Heard) -> None:
        self._heard = heard

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join, 2 * PATIENCE)  # not for ever, if the database does not answer
        self._readers.shutdown(wait=not self._stuck(), cancel_futures=True)
        for connection in self._opened:
            with contextlib.suppress(Exception):
                connection.close()

    # The writer's thread

    def _write(self) -> None:
        while batch := self._batch():
            if in_time := [job for job in batch if not job.done.done()]:  # who was sent away must not be surprised
                self._began = time.monotonic()
                errors = self._commit(in_time)
                self._began = None
                self._settle(in_time, errors)

    def _settle(self, batch: list[Job], errors: list[Exception | None]) -> None:
        """Tell those who wait, all at once; what nobody waits for any longer is heard of as if another had done it."""

        def settle() -> None:
            for job, error in zip(batch, errors, strict=True):
                if not job.done.done():
                    if error is None:
                        job.done.set_result(None)
                    else:
                        job.done.set_exception(error)
                elif error is None and job.kind == ENTRY and self._heard:
                    table, ply, _ = job.rows[-1]
                    self._heard(self.worker, table, str(ply))

        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            batch[0].done.get_loop().call_soon_threadsafe(settle)

    def _batch(self) -> list[Job]:
        """Whatever waits; nothing at the end."""
        job = self._jobs.get()
        if job is None:
            return []
        batch, rows = [job], len(job.rows)
        with contextlib.suppress(queue.Empty):
            while len(batch) < BATCH and rows < ROWS:
                more = self._jobs.get_nowait()
                if more is None:
                    self._jobs.put(None)  # it was the end; come back to it
                    break
                batch.append(more)
                rows += len(more.rows)
        return batch

    def _commit(self, batch: list[Job]) -> list[Exception | None]:
        """One transaction for all; if one of them cannot be, each stands or falls alone."""
        try:
            self._store(batch)
        except self.errors as error:
            if len(batch) == 1:
                return [error]
            return [self._commit([job])[0] for job in batch]
        return [None] * len(batch)

    def _store(self, batch: list[Job]) -> None:
        raise NotImplementedError

    def _statements(self, batch: list[Job]) -> Iterator[tuple[str, list[Any]]]:
        """Each kind in one statement: a statement hands the interpreter's lock over once, however many rows it has."""
        kinds: dict[str, list[tuple[Any, ...]]] = {}
        for job in batch:
            kinds.setdefault(job.kind, []).extend(job.rows)
        for kind in (TABLE, ENTRY):
            if kind in kinds:
                yield self._insert(kind, kinds[kind], "")
        if NOTE in kinds:
            latest = {row[:2]: row for row in kinds[NOTE]}
            yield self._insert(
                NOTE, list(latest.values()), " ON CONFLICT (tid, name) DO UPDATE SET body = excluded.body"
            )
        for row in kinds.get(HEAD, ()):
            yield "UPDATE tables SET head = ? WHERE id = ?".replace("?", self.mark), list(row)
        for row in kinds.get(FORGET, ()):
            yield "DELETE FROM notes WHERE tid = ? AND name = ?".replace("?", self.mark), list(row)
        for row in kinds.get(DELETE, ()):
            for what in ("entries WHERE tid", "notes WHERE tid", "tables WHERE id"):
                yield f"DELETE FROM {what} = {self.mark}", list(row)

    def _insert(self, kind: str, rows: list[tuple[Any, ...]], otherwise: str) -> tuple[str, list[Any]]:
        places = ", ".join([f"({', '.join([self.mark] * 3)})"] * len(rows))
        return f"INSERT INTO {kind} VALUES {places}{otherwise}", [value for row in rows for value in row]


def line_of(error: Exception) -> str:
    return " ".join(str(error).split())


TIDY_AFTER = 1000  # jobs between two checkpoints


class SqliteStore(SqlStore):
    """One file, for its owner alone to read."""

    errors, conflicts = (sqlite3.Error, Changed, TimeoutError), (sqlite3.IntegrityError, Changed)

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self.path = str(path)
        self._tidying: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._written = 0
        for part in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):  # the database tells it better
                if not part:
                    os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                Path(self.path + part).chmod(0o600)
        with contextlib.closing(self._connect()) as c:  # fails here, not in the thread, if the file is no good
            c.executescript(SCHEMA)
        self._connection: sqlite3.Connection | None = None
        self._tidier = threading.Thread(target=self._tidy, name="fabletop-tidier", daemon=True)
        self._writer.start()
        self._tidier.start()

    @staticmethod
    def _open(path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")  # what is deleted does not stay in the file
        connection.execute("PRAGMA busy_timeout=5000")
        return connection

    def _connect(self) -> sqlite3.Connection:
        return self._open(self.path)

    async def close(self) -> None:
        await super().close()
        self._tidying.put(False)
        await asyncio.to_thread(self._tidier.join)

    def _write(self) -> None:
        try:
            super()._write()
        finally:
            if self._connection:
                self._connection.close()

    def _store(self, batch: list[Job]) -> None:
        if self._connection is None:
            self._connection = self._connect()
            self._connection.execute(f"PRAGMA wal_autocheckpoint={16 * TIDY_AFTER}")  # the tidier is there first
        connection, statements = self._connection, list(self._statements(batch))
        swaps = [job for job in batch if job.kind == SWAP]
        alone = len(statements) == 1 and not swaps
        try:
            if not alone:
                connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                connection.execute(statement, values)
            for job in swaps:
                self._swap(connection, job)
            if not alone:
                connection.execute("COMMIT")
        except self.errors:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._written += len(batch)
        if self._written >= TIDY_AFTER:
            self._written = 0
            self._tidying.put(True)

    # The tidier's thread: moves what is written from the log into the file, so that the writer need not wait for it

    def _tidy(self) -> None:
        with contextlib.closing(self._connect()) as connection:
            while self._tidying.get():
                with contextlib.suppress(sqlite3.Error):  # the writer does it some time
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
