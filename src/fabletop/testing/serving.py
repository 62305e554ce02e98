"""A real server for tests: `fabletop serve` as a user starts it, with brisk computer players."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Server(NamedTuple):
    """Where it is found, its process, and the file with what it says."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


@contextmanager
def launched(data: Path, pace: float = 0.0, *more: str) -> Iterator[Server]:
    """A server that is ready; `more` are arguments for it.  What is left of it at the end is killed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", str(port), "--data", str(data), *more]
    log = data / "server.log"
    env = {**os.environ, "FABLETOP_PACE": str(pace)}
    with log.open("ab") as said, subprocess.Popen(command, env=env, stderr=said) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(400):
                try:
                    urllib.request.urlopen(url + "/healthz").close()
                    break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.05)
            yield Server(url, process, log)
        finally:
            process.kill()


def chromium_path() -> str | None:
    """A Chromium that the system has; None: whatever Playwright has installed itself."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def running_server(data: Path, pace: float = 0.0) -> Iterator[str]:
    """Its address; at the end it is asked to stop, and must have said nothing of an accident."""
    with launched(data, pace) as server:
        yield server.url
        server.process.send_signal(signal.SIGTERM)
        if server.process.wait(15) != 0:
            raise AssertionError("the server has not ended well")
    said = server.log.read_text(encoding="utf-8")
    if "Traceback" in said:
        raise AssertionError(said)
