"""A real server with brisk computer players, and browsers that are httpx clients with a cookie jar."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import httpx
import pytest


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    data = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, env={**os.environ, "FABLETOP_PACE": "0"}, stderr=subprocess.PIPE) as process:
        url = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                httpx.get(url + "/healthz").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield url
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        said = process.stderr.read().decode()
        assert process.wait(10) == 0
    assert "Traceback" not in said


@pytest.fixture
def visit(server: str) -> Iterator[Callable[[], httpx.Client]]:
    """A new browser each time."""
    opened: list[httpx.Client] = []

    def new() -> httpx.Client:
        client = httpx.Client(base_url=server, headers={"origin": server}, follow_redirects=True)
        opened.append(client)
        client.get("/")
        return client

    yield new
    for client in opened:
        client.close()
