"""A real server, and browsers that are httpx clients with a cookie jar."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from fabletop.testing.serving import running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("data")) as url:
        yield url


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
