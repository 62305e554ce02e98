"""Whole games through the accessibility tree alone: roles and names lead, the hint is followed, and what happens is
told once, in order, in full sentences."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from tests.browser.test_in_chromium import check_with_axe

Visit = Callable[..., Page]

# Whatever is put into a live region, in order: what a screen reader says
HEARD = """() => { window.told = [];
  new MutationObserver(all => { for (const one of all) for (const node of one.addedNodes)
    window.told.push(node.textContent); }).observe(document.querySelector('[role=log] ol'), { childList: true }); }"""
SENTENCE = re.compile(r"\S.*[.!?]", re.DOTALL)
# A short game of each kind: how many play, and by which options
GAMES = {
    "cinderella": (1, {"hours": "4"}),
    "duck": (2, {}),
    "garden": (2, {"goals": "1"}),
    "kniffel": (1, {}),
    "maumau": (2, {}),
    "mensch": (2, {"track": "32"}),
    "nutcracker": (2, {}),
    "quidditch": (2, {"max_rounds": "1"}),
}
# What the buttons are called, and whether they wait; and a press on the one of this name, if it is still there
NAME = "one => one.ariaLabel || one.textContent.trim()"
NAMED = f"all => [document.querySelector('#moves.waiting') !== null, all.map({NAME})]"
CLICK = f"(all, wanted) => all.find(one => ({NAME})(one) === wanted)?.click()"
SAYS_NOTHING = "What is this?", "Hint"


def sat_down(page: Page, game: str) -> None:
    """Set up by labels; a computer player sits opposite."""
    seats, options = GAMES[game]
    page.goto(f"/new/{game}?" + "&".join(f"option-{name}={value}" for name, value in options.items()))
    for seat in range(1, page.get_by_label(re.compile(r"^Seat \d")).count() + 1):
        wanted = "here" if seat == 1 else "gentle" if seat <= seats else "nobody"
        page.get_by_label(f"Seat {seat}", exact=True).select_option(wanted)
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Sound").wait_for()
    page.evaluate(HEARD)


def step(page: Page, hints: bool) -> None:
    """One thing that can be done now, if there is any."""
    dialog = page.get_by_role("dialog")
    if dialog.count():
        dialog.get_by_role("button").last.evaluate("one => one.click()")
        return
    doing = page.get_by_role("form", name="What you can do").get_by_role("button")
    named: list[str]
    waiting, named = doing.evaluate_all(NAMED)
    can = [name for name in named if name not in SAYS_NOTHING]
    if "Hint" not in named:  # it is over
        return
    if not can or waiting:
        on = page.get_by_role("button", name="Tap to go on")
        if on.count():
            on.evaluate("one => one.click()")
        page.wait_for_timeout(25)
        return
    wanted = can[0]
    if hints and len(can) > 1:
        doing.evaluate_all(CLICK, "Hint")
        try:
            page.get_by_role("status").get_by_role("strong").wait_for(timeout=5000)
        except TimeoutError:  # something has happened meanwhile: it is asked again
            return
        wanted = page.get_by_role("status").get_by_role("strong").inner_text()
        assert wanted in can, f"the hint {wanted!r} is none of {can}"
    doing.evaluate_all(CLICK, wanted)
    page.wait_for_timeout(25)


LONG = [pytest.param(id, marks=pytest.mark.slow) for id in ("duck", "mensch", "nutcracker")]


@pytest.mark.parametrize("game", [*LONG, "cinderella", "garden", "kniffel", "maumau", "quidditch"])
def test_a_whole_game_by_roles_and_names_and_hints(visit: Visit, game: str) -> None:
    page = visit(820, 1180)
    sat_down(page, game)
    over = page.get_by_role("button", name="Once more")
    for _ in range(10_000):
        if over.count():
            break
        step(page, hints=True)
    expect(over).to_be_visible()
    told: list[str] = page.evaluate("window.told")
    assert [line for line in told if not SENTENCE.fullmatch(line)] == []
    page.reload()
    kept = page.get_by_role("log").get_by_role("listitem").all_inner_texts()
    assert kept[-10:] == told[-10:], "each thing once, in order"
    check_with_axe(page)
