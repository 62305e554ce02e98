"""`fabletop serve`: run the application until somebody stops it."""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import os
import secrets
import signal
import socket
import sqlite3
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from fabletop.engine.errors import BadOption
from fabletop.lab.bench import Bench
from fabletop.tables.house import House
from fabletop.tables.store import SqliteStore
from fabletop.web.app import TABLES, make_app
from fabletop.web.pages import lan_address

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

    ready: Callable[[], None] | None = None  # called when it listens
    house: Callable[[], House]
    bench: Callable[[], Bench]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready:
            threading.Thread(target=self.ready, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house().dismiss()
        self.bench().dismiss()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def open_chest(*, browser: bool = True, only_here: bool = False) -> None:
    """`fabletop`: the chest for a family, in the browser; phones in the local net can join."""
    host, port = "127.0.0.1" if only_here else "0.0.0.0", free_port()
    here, lan = f"http://localhost:{port}/", None if only_here else lan_address()

    def ready() -> None:
        print(f"The chest is open: {here}")
        if lan:
            print(f"On other devices in your net: http://{lan}:{port}/")
        print("Ctrl-C closes it; running games are kept.", flush=True)
        if browser:
            webbrowser.open(here)

    serve(host, port, data_folder(), ready=ready, level=logging.WARNING)


def free_port(wanted: int = 8000) -> int:
    """The wanted port if nobody listens there, else any."""
    for port in (wanted, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0", port))
            return int(probe.getsockname()[1])
    raise BadOption("no port is free")


def serve(
    host: str,
    port: int,
    data: Path,
    tables: int = TABLES,
    *,
    ready: Callable[[], None] | None = None,
    level: int = logging.INFO,
) -> None:
    """Serve until Ctrl-C or a termination signal; what is under way is finished first."""
    path = data / "tables.sqlite"
    try:
        data.mkdir(parents=True, exist_ok=True)
        SqliteStore._open(str(path)).close()
        secret = kept_secret(data)
    except (OSError, sqlite3.Error) as error:
        raise BadOption(f"--data {data}: cannot be used: {error}") from None
    gc.freeze()  # what is there now stays: the collector need not look at it again and again
    gc.set_threshold(10_000, 20, 20)
    sys.setswitchinterval(0.001)  # the store and thinking players hand over sooner
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    pace = float(os.environ.get("FABLETOP_PACE", PACE))
    lan = host not in ("127.0.0.1", "localhost", "::1")
    app = make_app(lambda: SqliteStore(path), pace=pace, tables=tables, secret=secret, lan=lan)
    config = uvicorn.Config(
        app, host, port, log_config=None, access_log=False, timeout_graceful_shutdown=3, timeout_keep_alive=75
    )
    server = _Server(config)
    server.ready, server.house = ready, lambda: app.state.house
    server.bench = lambda: app.state.pages.bench
    try:
        server.run()
    except SystemExit:
        raise BadOption(f"cannot listen on {host}:{port}; is something else there? Try --port") from None
    if not server.started:
        raise BadOption(f"cannot listen on {host}:{port}; is something else there? Try --port")
