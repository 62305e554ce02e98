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

PATIENCE = 120.0  # seconds for a server to start or to end, on a machine that does much else


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
    env = {"FABLETOP_GONE": "0", **os.environ, "FABLETOP_PACE": str(pace)}
    with log.open("ab") as said, subprocess.Popen(command, env=env, stderr=said) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            until = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < until:
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
    """Its address; at the end it is asked to stop, and must have said nothing of an accident.

    A whole session of tests is one client here, so its limits are wide; the tests of limits start servers of their own.
    """
    with launched(data, pace, "--limits", "50", "--tables-per-client", "10000") as server:
        yield server.url
        server.process.send_signal(signal.SIGTERM)
        if server.process.wait(PATIENCE) != 0:
            raise AssertionError("the server has not ended well")
    said = server.log.read_text(encoding="utf-8")
    if "Traceback" in said:
        raise AssertionError(said)


def raw(url: str, request: bytes, timeout: float = 20) -> tuple[int, dict[str, str], bytes]:
    """Send bytes as they are; the status, headers and body of the answer, or status 0 when the line was cut."""
    host, _, port = url.removeprefix("http://").partition(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout) as line:
        try:
            line.sendall(request)
            while chunk := line.recv(65536):
                answer += chunk
        except ConnectionError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (text.partition(":") for text in lines)}
    return int(first.split()[1]) if first else 0, headers, body
