"""Two people at one table, far apart, each in the own language: whole games, and not a word of English for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import A_GAME
from tests.browser.shifts import shifts, watch_for_shifts
from tests.browser.test_in_chromium import PRESS, READY, join
from tests.languages import english_for

import fabletop
from fabletop.words import LANGUAGES, Words

Visit = Callable[..., Page]

# A short game of each kind; where wandering fingers would not come to an end, a computer player does
OPTIONS = {
    "cinderella": {"hours": "4"},
    "garden": {"goals": "1"},
    "kniffel": {},
    "mensch": {"track": "32"},
    "quidditch": {"max_rounds": "1"},
}
THIRD = {"garden": "fair"}

# Every text that is shown to a person at any time: sentences, prompts, buttons, plates on the board, answers
NOTED = """() => { window.met = new Set();
  const shown = '#status, #log li, #buttons button, #toast, #bubble, #ending, #end button, #cover-words, #lift, #seats';
  const note = () => { for (const one of document.querySelectorAll(shown)) {
      const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) window.met.add(walk.currentNode.data.replace(/\\s+/g, ' ').trim()); } };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  note(); }"""


def pair_of(game: str) -> tuple[str, str]:
    at = fabletop.game_ids().index(game)
    codes = list(LANGUAGES)
    return codes[at % len(codes)], codes[(at + 3) % len(codes)]


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_two_languages_at_one_table_for_a_whole_game(visit: Visit, game: str) -> None:
    languages = pair_of(game)
    host, guest = (visit(language=language, width=390, height=844) for language in languages)
    host.goto(f"/new/{game}?" + "&".join(f"option-{name}={value}" for name, value in OPTIONS.get(game, {}).items()))
    for seat in range(host.locator("select[name^=kind]").count()):
        host.select_option(f"#kind{seat}", ("here", "elsewhere", THIRD.get(game, "nobody"), *["nobody"] * 9)[seat])
    host.fill("#name0", "Ada")
    host.locator(".go .big").click()
    host.wait_for_selector(READY)
    link = host.locator(".invite a.link").get_attribute("href")
    join(guest, link)
    expect(host.locator("#seats")).to_contain_text("Ben")
    for page in (host, guest):
        page.wait_for_selector(READY)
        page.evaluate(NOTED)
        watch_for_shifts(page)
        page.evaluate(PRESS)
    for page, language in zip((host, guest), languages, strict=True):
        page.wait_for_selector("main.over", timeout=A_GAME)
        expect(page.locator("#after")).to_be_visible()
        page.wait_for_selector("#ending *")
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert shifts(page) == []
        assert (page.locator("#log li").count() > 10) is not fabletop.game(game).spec.fleeting
        met: list[str] = page.evaluate("[...window.met]")
        assert len(met) > 12, "much was said"
        assert Words(language).game(game).title in page.title()
        if language != "en":
            wrong = {text for one in english_for(game, language) for text in met if one.fullmatch(text)}
            assert wrong == set()
