"""Which store: a file in the data folder, or the address of a database."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fabletop.engine.errors import BadOption
from fabletop.tables.store import SqliteStore, SqlStore

FILE = "tables.sqlite"
SCHEMES = ("postgresql://", "postgres://")


def open_store(address: str, data: Path) -> SqlStore:
    """The database of this address; without one the file in the folder."""
    if not address:
        return SqliteStore(data / FILE)
    if not address.startswith(SCHEMES):
        raise BadOption("--store: an address begins with {scheme}", scheme=SCHEMES[0])
    from fabletop.tables.postgres import PostgresStore

    return PostgresStore(address)


def check_store(address: str) -> None:
    """Can it be used?  Said in one line before anything starts."""
    asyncio.run(open_store(address, Path()).close())
