"""The figures that decide, in under six minutes on a quiet machine, as one table.

    python benchmarks/decisive.py            all of it
    python benchmarks/decisive.py --quick    small loads, to see that it works

- pages: tables at half a move a second, four page viewers (browsers) each beside the four seats' streams, one worker
  on SQLite: p99 from a move to its event at a page, for 400, 700 and 1,000 tables.
- workers: flat out over PostgreSQL, one worker and two in turns.  `moves/s` is what came through while load, database
  and workers shared the cores; `capacity` is what the workers could carry with a core each (workers / CPU a move).
- flat: one worker on SQLite beside boardgame.io in turns, if `npm install` was done in benchmarks/boardgame_io.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from fabletop.testing.postgres import running_postgres
from page import machine
from server import SEATS, with_server

HERE = Path(__file__).parent
COLUMNS = ("moves/s", "p50 ms", "p99 ms", "page p50 ms", "page p99 ms", "server ms of CPU a move", "server CPU",
           "load CPU", "MB at the end", "errors")  # fmt: skip


def run(seconds: float, tables: int, *more: str, pages: int = 0, rate: float = 0.0) -> dict[str, Any]:
    return with_server(seconds, more=more, tables=tables, viewers=tables * SEATS, pages=pages, rate=rate)


def boardgame_io() -> dict[str, Any] | None:
    if not (HERE / "boardgame_io" / "node_modules").exists():
        return None
    command, folder = ["node", "load.js", "50", "8"], HERE / "boardgame_io"
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="The figures that decide.")
    parser.add_argument("--quick", action="store_true", help="small loads")
    quick = parser.parse_args().quick
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # each viewer is a connection
    began, rows = time.monotonic(), list[tuple[str, dict[str, Any]]]()

    def row(name: str, found: dict[str, Any]) -> None:
        rows.append((name, found))
        print(f"{time.monotonic() - began:5.0f} s  {name}", file=sys.stderr, flush=True)

    for tables in (20,) if quick else (400, 700, 1000):
        row(f"{tables} tables × 0.5 × {4 * tables} pages", run(4 if quick else 12, tables, pages=4, rate=0.5))
    seconds, tables = (3, 10) if quick else (8, 50)
    with running_postgres() as database:
        for count in (1, 2) if quick else (1, 2, 1, 2):
            found = run(seconds, tables, "--store", database.url, "--workers", str(count))
            found["capacity"] = round(count * 1000 / found["server ms of CPU a move"])
            row(f"flat, PostgreSQL, workers: {count}", found)
    for _ in range(1 if quick else 2):
        row("flat, SQLite", run(seconds, tables))
        if not quick and (other := boardgame_io()):
            row("flat, boardgame.io", other)
    print(json.dumps(machine("uvloop", "httptools")))
    print("| load | " + " | ".join((*COLUMNS, "capacity")) + " |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    for name, found in rows:
        print(f"| {name} | " + " | ".join(str(found.get(column, "")) for column in (*COLUMNS, "capacity")) + " |")

    def mean(end: str, column: str) -> float:
        found = [row[column] for name, row in rows if name.endswith(end)]
        return sum(found) / len(found) if found else float("nan")

    def beside(one: str, other: str, column: str) -> str:
        return f"{mean(one, column) / mean(other, column):.2f}"

    print("two workers / one:", beside("workers: 2", "workers: 1", "capacity"), "in capacity,",
          beside("workers: 2", "workers: 1", "moves/s"), "in moves/s")  # fmt: skip
    if (HERE / "boardgame_io" / "node_modules").exists() and not quick:
        print("ours / boardgame.io:", beside("SQLite", "boardgame.io", "moves/s"), "in moves/s,",
              beside("boardgame.io", "SQLite", "server ms of CPU a move"), "in moves for the same CPU")  # fmt: skip
    print(f"took {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
