"""A file that was damaged for real, in several ways: everything on the pages that are whole is found again."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from fabletop.engine.errors import BadOption
from fabletop.engine.spec import Value
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.repair import damage, repaired
from fabletop.tables.salvage import Pages
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run

TABLES, PLIES = 60, 40
Damage = Callable[[Path, "Whole"], None]


class Whole(NamedTuple):
    """A file as it was before."""

    path: Path
    rows: list[tuple[Any, ...]]
    roots: dict[str, int]
    size: int
    pages: int


def rows_of(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as connection:
        return sorted(
            (row for name in ("tables", "entries", "notes") for row in connection.execute(f"SELECT * FROM {name}")),
            key=repr,
        )


def read_by_pages(path: Path) -> list[tuple[Any, ...]]:
    return sorted(Pages(path).rows(), key=repr)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Tables in no order, short and long rows, and some that were deleted."""
    path, chance = tmp_path_factory.mktemp("whole") / "tables.sqlite", random.Random(4)

    async def work() -> None:
        store = SqliteStore(path)
        names = [f"{chance.getrandbits(64):016x}" for _ in range(TABLES)]
        for number, name in enumerate([*names, *(f"deleted {i}" for i in range(10))]):
            seats = [SeatPlan("person", "é" * (number % 40 + 1)) for _ in range(2 + number % 3)]
            long: dict[str, Value] = {"option": "x" * (6000 if number % 9 == 0 else 30)}
            await store.create(name, msgspec.json.encode(Head("mensch", long, seats, "ab" * 32)), float(number))
            acts = [f"roll {n} {'y' * (3000 if n == 7 else 20)}" for n in range(PLIES)]
            await store.append(name, 1, [msgspec.json.encode(Entry(-1, act)) for act in acts])
            await store.note(name, "seats", b"[]")
        for number in range(10):
            await store.delete(f"deleted {number}")
        await store.close()

    run(work)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,), (pages,) = (connection.execute(f"PRAGMA page_{what}").fetchone() for what in ("size", "count"))
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master"))
    return Whole(path, rows_of(path), roots, size, pages)


def test_pages_tell_what_the_database_tells(whole: Whole, tmp_path: Path) -> None:
    assert len(whole.rows) == TABLES * (PLIES + 2)
    assert read_by_pages(whole.path) == whole.rows  # nothing that was deleted is among them
    copy, killed = tmp_path / "tables.sqlite", tmp_path / "killed.sqlite"
    shutil.copy(whole.path, copy)
    with sqlite3.connect(copy, isolation_level=None) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE notes SET body = x'6e6577' WHERE tid < '8'")
        connection.execute("DELETE FROM entries WHERE tid < '3'")
        connection.execute("BEGIN")
        connection.execute("PRAGMA cache_size=1")  # so that some of it is written before it is committed
        connection.execute("DELETE FROM entries")
        for part in ("", "-wal"):
            shutil.copy(f"{copy}{part}", f"{killed}{part}")  # as if its power had gone now
        connection.execute("ROLLBACK")
    by_pages = read_by_pages(killed)
    assert by_pages == rows_of(killed)
    assert len(by_pages) < len(whole.rows)


def leaves(whole: Whole, count: int) -> list[int]:
    return random.Random(9).sample([page for page in range(2, whole.pages) if page not in whole.roots.values()], count)


def overwritten(pages: Callable[[Whole], list[int]], filler: Callable[[int], bytes] = os.urandom) -> Damage:
    def damage(path: Path, whole: Whole) -> None:
        with path.open("r+b") as file:
            for page in pages(whole):
                file.seek((page - 1) * whole.size)
                file.write(filler(whole.size))

    return damage


def cut(path: Path, whole: Whole) -> None:
    os.truncate(path, int(path.stat().st_size * 0.7) + 333)


def without_its_first_bytes(path: Path, whole: Whole) -> None:
    with path.open("r+b") as file:
        file.write(bytes(20))


@pytest.mark.parametrize(
    ("hurt", "least"),  # … of the plies, and of the tables
    [
        (overwritten(lambda whole: leaves(whole, 1)), 0.9),
        (overwritten(lambda whole: leaves(whole, 6)), 0.7),
        (overwritten(lambda whole: leaves(whole, 6), bytes), 0.7),
        (overwritten(lambda whole: [whole.roots["entries"]]), 0.9),
        (overwritten(lambda whole: [whole.roots["tables"]]), 0.8),
        (overwritten(lambda whole: [1]), 1.0),
        (without_its_first_bytes, 1.0),
        (cut, 0.4),
    ],
    ids=["a page", "pages", "empty pages", "root of plies", "root of tables", "first page", "first bytes", "cut off"],
)
def test_what_stands_on_whole_pages_is_saved(whole: Whole, tmp_path: Path, hurt: Damage, least: float) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(whole.path, path)
    hurt(path, whole)
    before = path.read_bytes()
    assert damage(path)
    saved = repaired(path)
    assert saved.old.read_bytes() == before
    assert damage(path) == ""
    found = rows_of(path)
    assert set(found) <= set(whole.rows)  # nothing is changed, nothing comes back
    assert saved.tables >= least * TABLES
    assert saved.plies >= least * TABLES * PLIES
    logs: dict[str, list[int]] = {}
    for tid, n, *_ in found:
        if isinstance(n, int):
            logs.setdefault(tid, []).append(n)
    assert all(sorted(log) == list(range(1, len(log) + 1)) for log in logs.values())  # up to the first that is lost
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_with_nothing_in_it_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(os.urandom(20_000))
    before = path.read_bytes()
    with pytest.raises(BadOption, match="put it back from a backup"):
        repaired(path)
    assert path.read_bytes() == before
