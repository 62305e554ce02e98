"""A real server for tests: `fabletop serve` as a user starts it, with brisk computer players."""

from __future__ import annotations

import os
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


@contextmanager
def running_server(data: Path, pace: float = 0.0) -> Iterator[str]:
    """Its address; at the end it is asked to stop, and must have said nothing of an accident."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", str(port), "--data", str(data)]
    log = data / "server.log"
    env = {**os.environ, "FABLETOP_PACE": str(pace)}
    with log.open("wb") as said, subprocess.Popen(command, env=env, stderr=said) as process:
        url = f"http://127.0.0.1:{port}"
        for _ in range(400):
            try:
                urllib.request.urlopen(url + "/healthz").close()
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        try:
            yield url
        finally:
            process.send_signal(signal.SIGTERM)
        if process.wait(15) != 0:
            raise AssertionError("the server has not ended well")
    if "Traceback" in log.read_text(encoding="utf-8"):
        raise AssertionError(log.read_text(encoding="utf-8"))
