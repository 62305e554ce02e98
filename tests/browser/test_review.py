"""Luck or skill, as a person sees it: first that something is being done, then the curve; a moment can be touched."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.conftest import A_GAME
from tests.browser.test_in_chromium import PRESS, start

Visit = Callable[..., Page]


def test_a_review_is_seen_to_be_made_and_its_moments_lead_to_the_board(visit: Visit) -> None:
    page = visit(390, 844)
    start(page, "duck")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    page.get_by_role("link", name="Luck or skill?").click()
    expect(page.locator("#doing, #story .curve").first).to_be_visible()
    page.wait_for_selector("#story .curve", timeout=A_GAME)
    expect(page.locator("#done")).to_have_count(0)
    moment = page.locator("#story .moments a").first
    ply = moment.get_attribute("data-ply")
    moment.click()
    expect(page.locator("#ply")).to_have_value(str(ply))
    expect(moment).to_have_class("here")
    expect(page.locator("#what-if button")).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
