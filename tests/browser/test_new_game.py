"""A game that `fabletop new-game` has just written, in a real browser: found in the chest, played to its end, gone."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import A_GAME
from tests.browser.test_in_chromium import PRESS, set_up

from fabletop.terminal.new_game import new_game
from fabletop.testing.serving import running_server

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with one game more on its shelf."""
    shelf: Path = tmp_path_factory.mktemp("games")
    new_game("moon_race", "Race to the Moon", shelf)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FABLETOP_GAMES", str(shelf))
        with running_server(tmp_path_factory.mktemp("data")) as url:
            yield url
    shutil.rmtree(shelf)


def test_a_new_game_is_played_in_a_browser(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/")
    expect(page.locator("form[action='/start/moon_race']")).to_be_visible()
    set_up(page, "moon_race", "here", "here", names=("Ada", "Ben"))
    expect(page.locator("#status")).to_contain_text("Roll")
    expect(page.locator("#board .chance")).to_have_count(1)
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    page.evaluate("clearInterval(window.pressing)")
    expect(page.locator("#status")).to_contain_text("won")
    page.goto("/rules/moon_race")
    expect(page.locator("h1").first).to_contain_text("Race to the Moon")
