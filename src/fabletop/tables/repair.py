"""A damaged file of tables: find out, and save what can be saved."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fabletop.engine.errors import BadOption
from fabletop.tables.entries import Entry, Head
from fabletop.tables.salvage import Pages
from fabletop.tables.store import SCHEMA, SqliteStore


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
    heads, logs, notes = _found(path)
    if not heads:
        why = damage(path)
        raise BadOption("{file}: nothing in it can be read: {why}; put it back from a backup", file=path, why=why)
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
        target.executemany("INSERT INTO notes VALUES (?, ?, ?)", [(*key, body) for key, body in notes.items()])
        target.execute("COMMIT")
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _put_in_its_place(new, path, old)
    return Saved(len(heads), plies, shortened, old)


def _found(
    path: Path,
) -> tuple[dict[str, tuple[bytes, float]], dict[str, dict[int, bytes]], dict[tuple[str, str], bytes]]:
    """The heads, logs and notes of tables on all pages that are whole."""
    heads, logs, notes = dict[str, tuple[bytes, float]](), dict[str, dict[int, bytes]](), dict[tuple[str, str], bytes]()
    for row in Pages(path).rows():
        match row:
            case (str(id), bytes(head), float() | int() as made) if _reads(head, Head):
                heads[id] = (head, float(made))
            case (str(id), int(n), bytes(body)):
                logs.setdefault(id, {})[n] = body
            case (str(id), str(name), bytes(body)):
                notes[id, name] = body
    return heads, logs, notes


def _put_in_its_place(new: Path, path: Path, old: Path) -> None:
    """At no moment is there no file: whoever starts then would begin anew, with nothing."""
    try:
        old.hardlink_to(path)
    except OSError:  # not on this disk
        shutil.copy2(path, old)
    for part in ("-wal", "-shm"):
        path.with_name(new.name + part).unlink(missing_ok=True)
        if (beside := path.with_name(path.name + part)).exists():
            beside.replace(path.with_name(old.name + part))
    new.replace(path)


def _reads(body: bytes, kind: type[Any]) -> bool:
    try:
        msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return True
