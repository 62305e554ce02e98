"""`fabletop tables`: what an operator does with tables, also while servers run."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from fabletop.engine.errors import BadOption
from fabletop.tables import operating
from fabletop.tables.opening import FILE, SCHEMES, open_store
from fabletop.tables.store import Conflict, SqlStore, StoreDown
from fabletop.words import NN_
from fabletop.words.speech import own_words
from fabletop.words.speech import said as _


def add_arguments(parser: argparse.ArgumentParser, data: str) -> None:
    parser.add_argument("--data", metavar=_("FOLDER"), default=data, help=_("where tables are kept"))
    parser.add_argument(
        "--store", metavar="URL", default=os.environ.get("FABLETOP_STORE", ""), help=_("or the database")
    )
    parser.add_argument("--json", action="store_true", help=_("for programs: one object on standard output"))
    what = parser.add_subparsers(dest="what", metavar=_("WHAT"), required=True)
    what.add_parser("list", help=_("a line for each table, without names"))
    about = {"delete": _("a table and every mention of it"), "revoke": _("the invitations of a table")}
    for name, text in about.items():
        what.add_parser(name, help=text).add_argument("table", metavar=_("TABLE"))
    what.add_parser("close", help=_("no new tables; games that have begun go on"))
    what.add_parser("open", help=_("new tables again"))
    what.add_parser("backup", help=_("a copy of the file of tables, while servers run")).add_argument(
        "file", metavar=_("FILE")
    )
    move = what.add_parser("move", help=_("copy all tables into another store, and compare them"))
    move.add_argument("--to", required=True, metavar=_("PLACE"), help=_("postgresql://… or a folder"))


def tables(args: argparse.Namespace) -> int:
    if args.what == "backup":
        return _backup(args)
    if not args.store and not (Path(args.data) / FILE).exists():
        raise BadOption("--data {folder}: there are no tables", folder=args.data)
    work: dict[str, Callable[[SqlStore], Awaitable[object]]] = {
        "list": operating.listed,
        "delete": lambda store: operating.deleted(store, args.table),
        "revoke": lambda store: operating.revoked(store, args.table),
        "close": lambda store: operating.closed(store, True),
        "open": lambda store: operating.closed(store, False),
        "move": lambda store: _moved(store, args.to),
    }
    try:
        found = asyncio.run(_with_store(args, work[args.what]))
    except (StoreDown, Conflict, sqlite3.Error, OSError) as error:
        raise BadOption("the tables cannot be read or written: {why}", why=error) from None
    _say(args, found)
    return 0


async def _with_store(args: argparse.Namespace, work: Callable[[SqlStore], Awaitable[object]]) -> object:
    store = open_store(args.store, Path(args.data))
    try:
        return await work(store)
    finally:
        await store.close()


async def _moved(source: SqlStore, place: str) -> dict[str, int]:
    if not place.startswith(SCHEMES):
        Path(place).mkdir(parents=True, exist_ok=True)
    target = open_store(place if place.startswith(SCHEMES) else "", Path(place))
    try:
        count, entries = await operating.copied(source, target)
    finally:
        await target.close()
    return {"tables": count, "plies": entries}


def _backup(args: argparse.Namespace) -> int:
    """A whole copy at one moment, checked; PostgreSQL brings its own tool for that."""
    if args.store:
        raise BadOption("use pg_dump for {scheme}…, it copies while servers run", scheme=SCHEMES[0])
    source, target = Path(args.data) / FILE, Path(args.file)
    if not source.exists():
        raise BadOption("--data {folder}: there are no tables", folder=args.data)
    if target.exists():
        raise BadOption("{file} is there already", file=target)
    try:
        target.touch(0o600)
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as two:
            one.backup(two)
            (found,) = two.execute("PRAGMA integrity_check(1)").fetchone()
            (count,) = two.execute("SELECT count(*) FROM tables").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise BadOption("{file}: cannot be written: {why}", file=target, why=error) from None
    if found != "ok":
        raise BadOption("{file}: the copy is damaged: {why}", file=target, why=found)
    _say(args, {"tables": count, "file": str(target)})
    return 0


def _say(args: argparse.Namespace, found: object) -> None:
    if args.json:
        print(json.dumps(found if found is not None else {"ok": True}))
    elif isinstance(found, list):
        for line in found:
            print("  ".join(_cell(name, value) for name, value in line.items()))
    elif isinstance(found, dict):
        print(", ".join(_count(name, value) for name, value in found.items()))


def _cell(name: str, value: object) -> str:
    """One thing about a table: is it over, or which game, how long, since when."""
    if name == "over":
        return _("over") if value else _("not over")
    return str(value)


def _count(name: str, value: object) -> str:
    counted = {"tables": NN_("{number} table", "{number} tables"), "plies": NN_("{number} ply", "{number} plies")}
    return own_words().ngettext(*counted[name], int(str(value))) if name in counted else str(value)
