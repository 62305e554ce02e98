"""The event store in PostgreSQL: many workers over one database, and all of them hear of everything.

Each write notifies the others with the table and its ply, and with the entries themselves where they are short: they
are what the same transaction has stored.  The log is the truth: whoever has missed one looks there.  Who thinks for a
table holds an advisory lock of its session: it is gone when the worker dies.  NOTIFY and session locks do not pass a
pooler in transaction mode, so give workers a direct connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import selectors
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fabletop.engine.errors import BadOption
from fabletop.tables.store import ENTRY, NOTE, SWAP, TELL, Changed, Heard, Job, SqlStore, StoreDown, line_of

EXTRA = "fabletop[postgres]"
try:
    import psycopg
    from psycopg.errors import UniqueViolation
except ImportError:
    raise BadOption('PostgreSQL needs another package: pip install "{package}"', package=EXTRA) from None

SCHEMA = """
SELECT pg_advisory_xact_lock(4711001);
CREATE TABLE IF NOT EXISTS tables (
    id text COLLATE "C" PRIMARY KEY, head bytea NOT NULL, made double precision NOT NULL
);
CREATE TABLE IF NOT EXISTS entries (
    tid text COLLATE "C" NOT NULL, n integer NOT NULL, body bytea NOT NULL, PRIMARY KEY (tid, n)
);
CREATE TABLE IF NOT EXISTS notes (
    tid text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, body bytea NOT NULL, PRIMARY KEY (tid, name)
);
"""
CHANNEL = "fabletop"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%s::text[]) AS said"
ENTRIES = "INSERT INTO entries SELECT * FROM unnest(%s::text[], %s::int[], %b::bytea[])"
LONGEST = 7000  # bytes of a notification; the database takes 8000
NEWS = (
    "SELECT entries.tid, entries.body FROM unnest(?::text[], ?::int[]) AS known (tid, ply) "
    "JOIN entries ON entries.tid = known.tid AND entries.n > known.ply ORDER BY entries.tid, entries.n"
)
PATIENCE = 5  # seconds for a connection
POLL = 0.5  # seconds after which a listening thread looks whether it is to end, or tries to connect again


def key_of(table: str) -> int:
    """A table's name as the number of a lock."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], signed=True)


def _parted(payload: str) -> tuple[str, str, str]:
    """A worker, a table, and what happened there."""
    worker, table, what = (*payload.split(" ", 2), "", "")[:3]
    return worker, table, what


def _arrived(connection: Any) -> Iterator[bytes]:
    """The notifications that are there; at this level, since every worker gets every one, its own included."""
    line = connection.pgconn
    line.consume_input()
    while notify := line.notifies():
        yield notify.extra


def _told(new: Mapping[int, bytes]) -> str:
    """The last of these plies, and all of them if they are short and none is missing in between."""
    first, last = min(new), max(new)
    if last - first + 1 != len(new) or sum(map(len, new.values())) + len(new) > LONGEST:
        return str(last)
    return f"{last} [{b','.join(new[ply] for ply in range(first, last + 1)).decode()}]"


class PostgresStore(SqlStore):
    """One database for all workers."""

    errors = (psycopg.Error, Changed, TimeoutError)
    conflicts = (UniqueViolation, Changed)
    mark = "%s"
    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._ending = False
        self._connection: Any = None
        self._locks: Any = None
        self._held: set[str] = set()
        self._claims = ThreadPoolExecutor(1, "fabletop-claims")
        self._listener: threading.Thread | None = None
        try:
            with self._connect() as connection, connection.transaction():
                connection.execute(SCHEMA)
        except psycopg.Error as error:
            raise BadOption("--store: the database cannot be used: {why}", why=line_of(error)) from None
        self._writer.start()

    def _connect(self) -> Any:
        return psycopg.connect(
            self.url, autocommit=True, connect_timeout=PATIENCE, application_name="fabletop",
            keepalives=1, keepalives_idle=5, keepalives_interval=2, keepalives_count=3, tcp_user_timeout=11_000,
        )  # fmt: skip

    # Writing

    def _store(self, batch: list[Job]) -> None:
        """In one go; once more when it is only the connection that is gone.

        If the first go has been stored after all, the second is a conflict, and the house reads what is there.
        """
        fresh = self._connection is None
        try:
            self._write_once(batch)
        except psycopg.OperationalError:
            if fresh:
                raise
            self._write_once(batch)

    def _write_once(self, batch: list[Job]) -> None:
        if self._connection is None:
            self._connection = self._connect()
        connection, rows = self._connection, [row for job in batch for row in job.rows]
        try:
            if all(job.kind == ENTRY for job in batch):  # what is done most: in one go to the database and back
                columns = [list(column) for column in zip(*rows, strict=True)]
                connection.execute(f"WITH stored AS ({ENTRIES}) {NOTIFY}", [*columns, self._news(batch)])
                return
            with connection.transaction():
                for statement, values in self._statements(batch):
                    connection.execute(statement, values)
                for job in batch:
                    if job.kind == SWAP:
                        self._swap(connection, job)
                if payloads := self._news(batch):
                    connection.execute(NOTIFY, [payloads])
        except psycopg.Error:
            if connection.closed or connection.broken:
                self._connection = None
            raise

    def _news(self, batch: list[Job]) -> list[str]:
        """What the others are told: for each table its new plies, changed notes, and what somebody says."""
        plies: dict[str, dict[int, bytes]] = {}
        news = []
        for job in batch:
            for row in job.rows:
                if job.kind == ENTRY:
                    plies.setdefault(row[0], {})[row[1]] = row[2]
                elif job.kind in (NOTE, SWAP) and ":" not in row[0] and row[0] != "house":
                    news.append(f"{self.worker} {row[0]} :{row[1]}")
                elif job.kind == TELL:
                    news.append(f"{self.worker} {row[0]} {row[1]}")
        return [*(f"{self.worker} {table} {_told(new)}" for table, new in plies.items()), *dict.fromkeys(news)]

    async def tell(self, table: str, said: str) -> None:
        with contextlib.suppress(StoreDown):
            await self._do(TELL, [(table, said)])

    # Hearing

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """In one go, however many tables there are news of."""
        found: dict[str, list[bytes]] = {}
        for table, body in await self._read(NEWS, list(known), list(known.values())):
            found.setdefault(table, []).append(body)
        return found

    async def listen(self, heard: Heard) -> None:
        await super().listen(heard)
        loop, ready = asyncio.get_running_loop(), threading.Event()

        def hear_all(news: list[tuple[str, str, str]]) -> None:
            for one in news:
                heard(*one)

        def pass_on(news: list[tuple[str, str, str]]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is gone
                loop.call_soon_threadsafe(hear_all, news)

        self._listener = threading.Thread(target=self._hear, args=(pass_on, ready), name="fabletop-ear", daemon=True)
        self._listener.start()
        await loop.run_in_executor(self._claims, ready.wait, PATIENCE)

    def _hear(self, pass_on: Callable[[list[tuple[str, str, str]]], None], ready: threading.Event) -> None:
        """Until the end; what was said while the line was gone is in the log, so everybody has to look."""
        own = f"{self.worker} ".encode()
        while not self._ending:
            try:
                with self._connect() as connection, selectors.DefaultSelector() as line:
                    connection.execute(f"LISTEN {CHANNEL}")
                    line.register(connection.fileno(), selectors.EVENT_READ)
                    pass_on([("", "", "gap")])
                    ready.set()
                    while not self._ending:  # all that has come at once is passed on at once
                        line.select(POLL)
                        others = [said.decode() for said in _arrived(connection) if not said.startswith(own)]
                        if others:
                            pass_on([_parted(said) for said in others])
            except psycopg.Error:
                time.sleep(POLL)

    # Who thinks

    async def claim(self, table: str) -> bool:
        return await self._locking(self._claim, table)

    async def release(self, table: str) -> None:
        if table in self._held:
            with contextlib.suppress(StoreDown):
                await self._locking(self._release, table)

    def _claim(self, table: str) -> bool:
        if table not in self._held:
            (got,) = self._lock("SELECT pg_try_advisory_lock(%s)", table)
            if got:
                self._held.add(table)
        return table in self._held

    def _release(self, table: str) -> bool:
        self._held.discard(table)
        self._lock("SELECT pg_advisory_unlock(%s)", table)
        return True

    def _lock(self, query: str, table: str) -> tuple[bool]:
        if self._locks is None:
            self._locks = self._connect()
        try:
            found: tuple[bool] = self._locks.execute(query, [key_of(table)]).fetchone()
        except psycopg.Error:
            self._locks.close()
            self._locks = None
            self._held.clear()  # they went with the connection
            raise
        return found

    async def _locking(self, work: Callable[[str], bool], table: str) -> bool:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._claims, work, table)
        except psycopg.Error:
            raise StoreDown("the database does not answer") from None

    async def close(self) -> None:
        self._ending = True
        await super().close()
        if self._listener:
            await asyncio.to_thread(self._listener.join)
        self._claims.shutdown()
        for connection in (self._connection, self._locks):
            if connection is not None:
                connection.close()
