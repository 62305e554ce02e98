"""A real Chromium: found if present, required in CI, skipped with a hint otherwise."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from fabletop.testing.serving import chromium_path, running_server

ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
ARGS += ["--host-resolver-rules=MAP fabletop.lan 127.0.0.1"]  # a phone in the local net: not a secure context
PATIENCE = 60_000  # ms: machines are shared and slow at times
A_GAME = 300_000  # ms for a whole one
expect.set_options(timeout=PATIENCE)
Phone = Callable[[], Page]
HINT = "no Chromium: install it (apt install chromium, or playwright install chromium) to run the tests in a browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser that the machine starves may fail without a fault of ours: it is tried again, and that is told."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("data")) as url:
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGS)
        except Error:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip(HINT)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """A new browser of its own each time, at a brisk pace; whatever it complains about fails the test.

    It complains about errors, about what the Content-Security-Policy forbids, and about anything fetched elsewhere.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def new(
        width: int = 820, height: int = 1180, pace: float = 0.02, language: str = "en-GB", script: bool = True
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            base_url=server,
            locale=language,
            java_script_enabled=script,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"window.stageRate = {1 / pace}")  # so much faster does the stage's time pass
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        context.on(
            "request", lambda request: None if request.url.startswith(server) else complaints.append(request.url)
        )
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
    ours = ("409 (Conflict)", "ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED")  # provoked by the tests
    assert [text for text in complaints if not any(known in text for known in ours)] == []


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Phone]:
    """A new browser that calls the server by a name of the local net, over plain http."""
    contexts = []

    def new() -> Page:
        context = chromium.new_context(
            viewport={"width": 820, "height": 1180},
            base_url=server.replace("127.0.0.1", "fabletop.lan"),
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script("window.stageRate = 50")
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
