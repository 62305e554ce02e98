"""Whole games by children who cannot read: every text is taken from the page, and what glows or is a picture leads."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import fabletop
from fabletop.drawing.signs import has_signs

from .conftest import A_GAME
from .test_in_chromium import LIFTED

Visit = Callable[..., Page]

# No letter is seen, neither of the page's fonts nor of our own pen
BLANK = """new MutationObserver((_, watch) => { if (!document.head) return; watch.disconnect();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { color: transparent !important; -webkit-text-fill-color: transparent !important; }
    svg path[fill=none][stroke-width="1.7"] { stroke: transparent !important; }`);
  document.adoptedStyleSheets = [sheet];
}).observe(document, { childList: true, subtree: true })"""

# A small child: taps whatever picture or light can be seen and reached, the choice wanders
CHILD = """() => { let n = 0; window.taps = 0; window.pressing = setInterval(() => {
    const there = node => { const b = node.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
      const hit = b.width && document.elementFromPoint(x, y);
      return hit && (node.contains(hit) || hit.contains(node)) ? hit : null; };
    const tap = hit => { window.taps++; hit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true,
      clientX: 1, clientY: 1 })); };
    const seen = selector => [...document.querySelectorAll(selector)].map(there).filter(Boolean);
    const [cover] = seen('#cover:not([hidden]) a img'); if (cover) return tap(cover);
    const [on] = seen('#go-on:not([hidden]) img'); if (on) return tap(on);
    if (document.getElementById('moves').classList.contains('waiting')) return;
    if (document.querySelector('main.over')) return clearInterval(window.pressing);
    window.read = Math.max(window.read ?? 0, seen('#sign img').length);
    const ways = seen('#board [data-finish][data-action]'); // a colour for the wish
    if (ways.length) return tap(ways[(n += 7) % ways.length]);
    const all = [...seen('#buttons .big img'), ...seen('#board [data-action]:not(.chance), #board [data-part]')];
    if (all.length) tap(all[(n += 7) % all.length]);
}, 12); }"""


def switched_on(page: Page) -> None:
    """From the chest on nothing is read."""
    page.add_init_script(BLANK)
    page.goto("/")
    page.locator("img[src$='/pictures.svg']").click()
    expect(page.locator("html.pictures")).to_be_attached()


@pytest.mark.parametrize("game", ["cinderella", "duck", "maumau", "mensch", "nutcracker"])
def test_a_child_plays_from_the_lid_to_once_more(visit: Visit, game: str) -> None:
    page = visit(390, 844)
    switched_on(page)
    page.locator(f"img[src$='/{game}.svg']").click()
    page.wait_for_selector("#sign img")
    expect(page.locator("#status")).to_have_css("position", "absolute")  # for screen readers alone
    page.wait_for_selector("#sound:not([hidden])", state="attached")  # the script listens
    page.evaluate(CHILD)
    page.wait_for_selector("main.over #ending svg", timeout=A_GAME)
    assert page.evaluate("window.read") > 1, "who and what"
    assert page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).length") == 0
    here = page.url
    page.locator("#end img[src$='/again.svg']").click()
    page.wait_for_selector("#sign img")
    assert page.url != here
    assert page.locator("main.over").count() == 0


def test_who_plays_is_chosen_by_pictures_and_the_device_is_handed_on(visit: Visit) -> None:
    page = visit(820, 1180)
    switched_on(page)
    page.locator("a[href$='/new/maumau'] img").click()
    kinds = page.locator(".kind img")
    kinds.nth(1).click()
    for kind in (kinds.nth(0), kinds.nth(1)):
        expect(kind).to_have_attribute("src", re.compile(r"/person\.svg$"))
    page.locator(".rows summary img").nth(0).click()
    page.locator("li[data-seat='0'] .pick-list label:has(img[src$='/fox.svg'])").click()
    page.locator(".go img").click()
    expect(page.locator("#cover-sign img[src$='-fox.svg']")).to_be_visible()  # whose turn it is
    said = page.inner_text("#cover-words")
    page.locator("#lift img").click()
    page.wait_for_function(LIFTED, arg=said)
    hers = page.locator("#sign img[src$='-fox.svg']")
    expect(hers.or_(page.locator("#cover-sign img")).first).to_be_visible()  # her only card may have played itself


def test_only_games_that_have_signs_are_offered_and_it_is_kept(visit: Visit) -> None:
    page = visit(390, 844)
    switched_on(page)
    signed = [id for id in fabletop.game_ids() if has_signs(id)]
    assert page.locator(".lid").count() == len(signed) < len(fabletop.game_ids())
    page.goto("/new/kniffel")
    expect(page.locator("html.pictures")).to_have_count(0)  # this game is in words
    page.goto("/")
    expect(page.locator("html.pictures")).to_be_attached()
    page.locator("img[src$='/pictures.svg']").click()
    expect(page.locator("html.pictures")).to_have_count(0)
    assert page.locator(".lid").count() == len(fabletop.game_ids())
