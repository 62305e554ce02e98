"""The stores for tests: SQLite always, PostgreSQL where its binaries are (and in CI always)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from fabletop.tables.postgres import PostgresStore
from fabletop.tables.store import SqliteStore, SqlStore
from fabletop.testing.postgres import Postgres, binaries, running_postgres

NewStore = Callable[[], SqlStore]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if binaries() is None:
        if os.environ.get("CI"):
            raise RuntimeError("CI needs PostgreSQL: install the system's package postgresql")
        pytest.skip("needs PostgreSQL: apt install postgresql, or what your system calls it")
    with running_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> Postgres:
    """An empty one."""
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS tables, entries, notes")
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> NewStore:
    """Opens the store; once more, and it is another process on the same one."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "tables.sqlite")
    database: Postgres = request.getfixturevalue("database")
    return lambda: PostgresStore(database.url)
