"""`fabletop serve`: run the application until somebody stops it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from fabletop.engine.errors import BadOption
from fabletop.tables.store import SqliteStore
from fabletop.web.app import TABLES, make_app

PACE = 0.6  # seconds that a computer player takes for a ply, so that people can follow


def data_folder() -> Path:
    """FABLETOP_DATA, or the platform's place for what must be kept."""
    if given := os.environ.get("FABLETOP_DATA"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "fabletop"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fabletop"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fabletop"


def kept_secret(data: Path) -> str:
    """What the cookies are signed with: made once, readable by the owner alone."""
    path = data / "secret"
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text(encoding="ascii")


class JsonLines(logging.Formatter):
    """One JSON object a line; no message of ours has a secret in it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {"at": round(time.time(), 3), "level": record.levelname.lower(), "of": record.name}
        line["says"] = record.getMessage()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class _Server(uvicorn.Server):
    """Ends with status 0 when it is asked to end: that is no accident."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(host: str, port: int, data: Path, tables: int = TABLES) -> None:
    """Serve until Ctrl-C or a termination signal; what is under way is finished first."""
    path = data / "tables.sqlite"
    try:
        data.mkdir(parents=True, exist_ok=True)
        SqliteStore._open(str(path)).close()
        secret = kept_secret(data)
    except (OSError, sqlite3.Error) as error:
        raise BadOption(f"--data {data}: cannot be used: {error}") from None
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    pace = float(os.environ.get("FABLETOP_PACE", PACE))
    lan = host not in ("127.0.0.1", "localhost", "::1")
    app = make_app(lambda: SqliteStore(path), pace=pace, tables=tables, secret=secret, lan=lan)
    config = uvicorn.Config(
        app, host, port, log_config=None, access_log=False, timeout_graceful_shutdown=3, timeout_keep_alive=75
    )
    server = _Server(config)
    try:
        server.run()
    except SystemExit:
        raise BadOption(f"cannot listen on {host}:{port}; is something else there? Try --port") from None
    if not server.started:
        raise BadOption(f"cannot listen on {host}:{port}; is something else there? Try --port")
