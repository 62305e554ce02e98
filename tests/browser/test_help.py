"""Help at the table in a real browser: what is this, why not, a hint, a question before a zero, and the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.test_in_chromium import TABLES, rolled, set_up
from tests.browser.test_races import lead_on

import fabletop

Visit = Callable[..., Page]


def at(page: Page, selector: str) -> tuple[float, float]:
    """The middle of something on the board, on the screen."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bubble(page: Page) -> Locator:
    return page.locator("#bubble:not([hidden])")


def test_press_and_hold_says_what_a_square_is_and_does_nothing_else(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "duck", "here", "here", names=("Ann", "Ben"))
    x, y = at(page, "#board [data-what='square 31']")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(bubble(page)).to_contain_text("It rains: you wait here until you roll a 6.")
    page.mouse.up()
    expect(bubble(page)).to_be_visible()
    page.mouse.click(x, y)  # a tap anywhere puts it away, and says why nothing else happens
    expect(bubble(page)).to_have_text("Roll first.")
    page.mouse.move(*at(page, "#board .chance"))
    page.mouse.down()
    expect(bubble(page)).to_contain_text("The die")
    page.mouse.up()
    assert page.locator("#log li").count() == 0  # it was only looked at


def test_the_question_mark_asks_about_the_next_tap(visit: Visit) -> None:
    page = visit(390, 844, language="de-DE")
    set_up(page, "mensch", "here", "here", names=("Ann", "Ben"))
    page.locator("#ask").click()
    page.mouse.click(*at(page, "#board #pawn-1-1"))
    expect(bubble(page)).to_contain_text("Eine Figur von Ben")
    expect(page.locator("#ask")).to_have_attribute("aria-pressed", "false")


def test_what_does_not_glow_says_why_not(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "kniffel", "here")
    rolled(page)
    for _ in range(2):
        page.locator("#board [data-action^=reroll]").first.click()
        expect(page.locator("#moves.waiting")).to_have_count(0)
    expect(page.locator("#status")).to_have_text(re.compile("box"))
    for _ in range(50):  # as soon as everything lies still
        page.mouse.click(*at(page, "#board #die-1"))
        if bubble(page).count():
            break
        page.wait_for_timeout(100)
    expect(bubble(page)).to_have_text("You have rolled 3 times: now write something down.")


def test_a_reason_goes_when_it_holds_no_longer_and_an_explanation_stays(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "duck", "here", "here", names=("Ann", "Ben"))
    rolls = "() => { const form = document.getElementById('moves'); form.requestSubmit(form.querySelector('.roll')); }"
    page.mouse.click(*at(page, "#board [data-what='square 31']"))
    expect(bubble(page)).to_have_text("Roll first.")
    page.evaluate(rolls)  # without a tap, which would put any bubble away
    expect(bubble(page)).to_have_count(0)
    expect(page.locator("#moves:not(.waiting) #buttons button").first).to_be_visible()
    x, y = at(page, "#board [data-what='square 31']")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(bubble(page)).to_contain_text("It rains")
    page.mouse.up()
    said = page.locator("#log li").count()
    page.evaluate("document.querySelector('#moves').requestSubmit(document.querySelector('#buttons button'))")
    expect(page.locator("#log li")).not_to_have_count(said)
    expect(bubble(page)).to_contain_text("It rains")


def test_a_bubble_is_in_nobodys_way(visit: Visit) -> None:
    """A finger at the edge makes no page wider, and what lies below the answer can still be pressed."""
    page = visit(390, 844)
    set_up(page, "duck", "here", "here", names=("Ann", "Ben"))
    wide = page.evaluate("""() => {
        const board = document.getElementById("board"), clientX = board.getBoundingClientRect().right - 3;
        board.dispatchEvent(new PointerEvent("pointerdown", { clientX, clientY: 400 }));
        document.querySelector(".felt").getAnimations()[0].currentTime = 440; // the ring has grown
        return document.documentElement.scrollWidth;
    }""")
    assert wide == 390
    page.mouse.click(*at(page, "#board [data-what='square 31']"))
    expect(bubble(page)).to_have_text("Roll first.")
    assert not page.evaluate("""() => {
        const bubble = document.getElementById("bubble"), b = bubble.getBoundingClientRect();
        return bubble.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }""")


def test_a_zero_is_asked_about_once(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "kniffel", "here")
    rolled(page)
    state = page.evaluate("fetch(location.pathname + '/look').then(answer => answer.json())")
    act, question = next(iter(state["sure"].items()))
    box = page.locator(f'#board [data-action="{act}"]').first
    box.click()
    expect(page.locator("#sure")).to_contain_text(question)
    page.locator("#sure [value=no]").click()
    assert page.locator("#log li").count() == 1
    box.click()
    page.locator("#sure [value=yes]").click()
    expect(page.locator("#log li").nth(1)).to_contain_text("nothing for")


def test_the_wish_card_asks_for_its_colour(visit: Visit) -> None:
    """Two browsers' worth of hands: somebody soon holds a wish card that can be laid."""
    page = visit(390, 844)
    for _ in range(60):  # a hand of five has one more often than not
        set_up(page, "maumau", "here", "gentle", "gentle")
        page.wait_for_selector("main.own")
        wish = page.locator("#board [data-part='play wish'][role=button]")
        if wish.count():
            break
    else:
        pytest.fail("no wish card in sixty hands of five")
    wish.first.click()
    page.locator("#board [data-finish=blue]").click()
    expect(page.locator("#log")).to_contain_text("wishes for blue")


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_hint_points_at_a_move_that_can_be_made(visit: Visit, game: str) -> None:
    page = visit(820, 1180)
    for _ in range(TABLES):
        set_up(page, game, *["here"] * max(1, fabletop.game(game).spec.seats[0]))
        while (what := lead_on(page)) == "decide":
            if game == "nutcracker" or page.locator("#buttons button:not(.roll)").count() > 1:
                break  # on nutcracker's first level the die decides everything
            page.evaluate("document.querySelector('#moves:not(.waiting) #buttons button:not(#hand-on)')?.click()")
        if what == "decide":
            break
    page.locator("#hint").click()
    expect(bubble(page)).to_be_visible()
    expect(page.locator("#board .hinted").first).to_be_attached()
    page.locator("#board .hinted").first.dispatch_event("click")
    expect(bubble(page)).to_have_count(0)
