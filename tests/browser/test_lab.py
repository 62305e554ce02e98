"""The lab in a real browser: on a phone, in two languages, by keyboard, accessible."""

from __future__ import annotations

import re
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
AXE = {"resultTypes": ["violations"]}


def test_the_lab_shows_figures_and_listens_to_the_keyboard(visit: Visit) -> None:
    page = visit(390, 844, language="de-DE")
    page.goto("/lab")
    page.get_by_role("link", name="Das Entenspiel").press("Enter")
    expect(page.locator("#figures .chart")).to_have_count(2)
    expect(page.locator("#figures")).to_contain_text("Wer gewinnt?")
    box = page.locator("input[name='option-bump']")
    box.focus()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("option-bump=on"))
    expect(page.locator("#figures")).to_contain_text("Verdrängte")  # what only this house rule brings
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert Axe().run(page, options=AXE).response["violations"] == []
    page.locator(".languages summary").press("Enter")
    page.get_by_role("button", name="English").press("Enter")
    expect(box).to_be_checked()
    expect(page.locator("#figures")).to_contain_text("Who wins?")
