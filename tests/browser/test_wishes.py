"""What a device wishes: dark or light, more contrast, large text.  Nothing is lost, and everything can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_in_chromium import check_with_axe, set_up, start
from tests.browser.test_layout import CUT

Visit = Callable[..., Page]
PAGES = ("/", "/new/duck", "/rules/duck", "/learn/duck/first", "/games", "/privacy", "/lab")
LUMINANCE = """selector => { const [r, g, b] = getComputedStyle(document.querySelector(selector)).backgroundColor
  .match(/[\\d.]+/g).map(Number); return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255; }"""
# Whatever sticks out of the page to the right
OUT = """() => [...document.querySelectorAll('body *')].filter(node => node.getBoundingClientRect().width
  && !node.closest('svg, dialog, .hidden, .word, .unseen')
  && node.getBoundingClientRect().right > innerWidth + 1).map(node => node.outerHTML.slice(0, 120))"""


def table_can_be_read(page: Page) -> None:
    """In words, with a bubble above it, and in signs."""
    start(page, "duck")
    page.locator("#hint").click()
    expect(page.locator("#bubble")).to_be_visible()
    check_with_axe(page)
    page.locator(".mode button").click()
    page.wait_for_selector("#sign img")
    check_with_axe(page)


def test_dark_follows_the_device_and_can_be_read(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/new/duck")
    assert page.evaluate(LUMINANCE, ".leaf") > 0.5
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(LUMINANCE, ".leaf") < 0.5
    for path in PAGES:
        page.goto(path)
        check_with_axe(page)
    table_can_be_read(page)
    page.context.clear_cookies()
    set_up(page, "maumau", "here", "here")
    expect(page.locator("#lift")).to_be_visible()
    check_with_axe(page)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_who_needs_more_contrast_has_it(visit: Visit, scheme: Literal["dark", "light"]) -> None:
    page = visit(390, 844)
    page.emulate_media(color_scheme=scheme, contrast="more")
    page.goto("/new/duck")
    check_with_axe(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.leaf')).borderTopWidth") == "2px"
    table_can_be_read(page)


@pytest.mark.parametrize("width", [390, 820])
def test_text_of_twice_the_size_loses_nothing(visit: Visit, width: int) -> None:
    page = visit(width, 1000, language="de-DE")
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "34px"
        assert page.evaluate(OUT) == [], path
    start(page, "duck")
    assert page.evaluate(OUT) == []
    expect(page.locator("#buttons .roll")).to_be_in_viewport()
    status = page.locator("#status")
    assert status.evaluate("node => node.scrollHeight <= node.clientHeight")
    round_ = "all => all.map(one => one.getBoundingClientRect()).every(box => Math.abs(box.width - box.height) < 1)"
    assert page.locator(".helpers button").evaluate_all(round_)
    page.goto("/")  # now with a game that goes on
    assert page.evaluate(CUT) == []
    page.goto("/new/duck")
    share = "one => one.offsetWidth / one.closest('li').clientWidth"
    assert width > 400 or page.locator(".rows select").first.evaluate(share) > 0.95  # room for a long word
