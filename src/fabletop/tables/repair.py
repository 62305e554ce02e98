"""A damaged file of tables: find out, and save what can be saved."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fabletop.engine.errors import BadOption
from fabletop.tables.entries import Entry, Head
from fabletop.tables.store import SCHEMA, SqliteStore

KEYS = {"tables": "id", "entries": "tid, n", "notes": "tid, name"}


class Saved(NamedTuple):
    """What a repair has found again."""

    tables: int
    plies: int
    shortened: int  # tables whose log ends earlier than it did
    old: Path  # the damaged file, kept


def damage(path: Path) -> str:
    """What is wrong with the file, in one line; empty when nothing is."""
    if not path.exists():
        return ""
    try:
        with contextlib.closing(SqliteStore._open(str(path))) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        return " ".join(str(error).split())
    return "" if found == "ok" else " ".join(str(found).split())


def repaired(path: Path) -> Saved:
    """A new file with every table, ply and note that can still be read; the damaged one is kept beside it."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    new, old = path.with_name(f"{path.name}.repairing"), path.with_name(f"{path.name}.damaged-{stamp}")
    for part in ("", "-wal", "-shm"):
        path.with_name(new.name + part).unlink(missing_ok=True)
    try:
        source = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        heads = {id: (head, made) for id, head, made in _rows(source, "tables") if _reads(head, Head)}
        notes = list(_rows(source, "notes"))
        logs: dict[str, dict[int, bytes]] = {}
        for tid, n, body in _rows(source, "entries"):
            logs.setdefault(tid, {})[n] = body
    except sqlite3.Error as error:
        raise BadOption(
            "{file}: nothing in it can be read: {why}; put it back from a backup", file=path, why=error
        ) from None
    plies = shortened = 0
    with contextlib.closing(SqliteStore._open(str(new))) as target:
        new.chmod(0o600)
        target.executescript(SCHEMA)
        target.execute("BEGIN")
        for id, (head, made) in heads.items():
            target.execute("INSERT INTO tables VALUES (?, ?, ?)", (id, head, made))
            log, n = logs.get(id, {}), 1
            while n in log and _reads(log[n], Entry):
                target.execute("INSERT INTO entries VALUES (?, ?, ?)", (id, n, log[n]))
                n += 1
            plies += n - 1
            shortened += bool(log) and max(log) >= n
        target.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", notes)
        target.execute("COMMIT")
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    source.close()
    for part in ("-wal", "-shm"):
        path.with_name(path.name + part).unlink(missing_ok=True)
        path.with_name(new.name + part).unlink(missing_ok=True)
    path.rename(old)
    new.rename(path)
    return Saved(len(heads), plies, shortened, old)


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """All rows that can be read: from both ends up to the damage, and what an index still finds behind it."""
    seen: set[tuple[Any, ...]] = set()
    width = len(KEYS[table].split(","))
    for direction in ("", " DESC"):
        order = ", ".join(f"{key}{direction}" for key in KEYS[table].split(", "))
        with contextlib.suppress(sqlite3.DatabaseError):
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                if row[:width] not in seen:
                    seen.add(row[:width])
                    yield row


def _reads(body: Any, kind: type[Any]) -> bool:
    try:
        msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError):
        return False
    return True
