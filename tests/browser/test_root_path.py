"""A browser below a path of a host: scripts, streams and moves stay in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from fabletop.testing.proxy import proxy_below
from fabletop.testing.serving import launched

from .test_in_chromium import SITS

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`visit` complains of whatever is asked for elsewhere."""
    with (
        launched(tmp_path_factory.mktemp("below"), 0.0, "--root-path", "/games", "--limits", "0") as running,
        proxy_below("/games", running.url) as proxy,
    ):
        yield f"{proxy.url}/games"
        assert proxy.astray == []


def test_chest_table_lesson_lab_and_film_work_below_a_path(visit: Visit, server: str) -> None:
    page = visit()
    page.goto(server)
    page.locator("form[action$='/start/duck'] button").first.click()
    page.wait_for_url("**/games/t/*")
    page.wait_for_function(SITS)
    with page.expect_response(lambda answer: answer.url.endswith("/move") and answer.ok):
        page.locator("#buttons button").first.click()
    expect(page.locator("#log li").first).to_be_visible()  # told by the stream
    page.locator("#signs button").first.click()
    expect(page.locator("#toast img")).to_be_attached()  # it may have been shown and hidden again
    table = page.url
    page.goto(f"{table}/dice")
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{server}/learn/duck")
    page.locator("#buttons button").first.click()
    page.goto(f"{server}/lab/duck")
    expect(page.locator("#figures svg").first).to_be_attached()
    page.locator(".languages summary").click()
    page.locator(".languages button[lang=de]").click()
    page.wait_for_url("**/games/lab/duck?*")
