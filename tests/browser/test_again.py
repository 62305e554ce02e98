"""Once more, by one tap, and those who play elsewhere are asked."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import A_GAME
from tests.browser.test_in_chromium import PRESS, join, set_up

Visit = Callable[..., Page]


def test_again_with_the_same_people_and_a_guest_who_is_asked(visit: Visit) -> None:
    host, guest = visit(390, 844), visit(390, 844)
    set_up(host, "nutcracker", "here", "elsewhere", names=("Ada",))
    link = host.locator(".invite a.link").first.get_attribute("href")
    join(guest, link)
    for page in (host, guest):
        page.evaluate(PRESS)
    for page in (host, guest):
        page.wait_for_selector("main.over", timeout=A_GAME)
        page.evaluate("clearInterval(window.pressing)")
    expect(host.locator("#seats button[value=replace]")).to_have_count(0)  # nobody is to be replaced any more
    old = host.url
    host.select_option("#end [name=begins]", "same")
    host.click("#end button[value=again]")
    host.wait_for_url(lambda url: url != old)
    guest.click("#end a.big")  # it appears by itself
    guest.wait_for_url(lambda url: url.partition("?")[0] == host.url)
    expect(host.locator("#seats")).to_contain_text("Ben")
    expect(host.locator("#seats .away")).to_have_count(0)
    assert host.evaluate("localStorage.getItem('begins')") == "same"


def test_the_end_is_a_scene_over_the_board_which_can_still_be_looked_at(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "nutcracker", "here", "random", names=("Ada",))
    page.evaluate(PRESS)
    page.wait_for_selector("main.over #ending svg", timeout=A_GAME)
    page.evaluate("clearInterval(window.pressing)")
    expect(page.locator("#board")).to_be_hidden()
    box, end = page.locator("#ending").bounding_box(), page.locator("#end").bounding_box()
    assert box is not None
    assert box["height"] > 0.97 * box["width"] * 720 / 600  # as wide as the screen, however low the board is
    page.click("#see-board")
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("#board svg").first).to_be_visible()
    assert page.locator("#end").bounding_box() == end  # it moves nothing
    page.reload()
    expect(page.locator("#ending svg").first).to_be_visible()
    end, story = page.locator("#end").bounding_box(), page.locator(".story").bounding_box()
    assert end is not None
    assert story is not None
    assert end["y"] + end["height"] <= story["y"] + 1  # no button lies below something else
    assert page.locator("#end").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    page.goto("/games")  # who won can be read, not only guessed
    assert page.locator(".ticket small").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


def test_an_end_that_comes_while_the_line_is_gone_is_told_when_it_is_back(visit: Visit) -> None:
    page = visit(390, 844)  # an error of the page fails the test
    set_up(page, "nutcracker", "here", "random", names=("Ada",))
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort() if len(refused) < 2 else route.continue_()

    page.route(page.url.partition("?")[0], refuse)
    page.evaluate(PRESS)
    page.wait_for_selector("main.over #ending svg", timeout=A_GAME)
    assert len(refused) == 2


def test_the_end_of_a_table_that_was_deleted_is_not_asked_for_again(visit: Visit) -> None:
    page, asked = visit(390, 844), list[str]()
    page.add_init_script(
        "const later = setTimeout; window.setTimeout = (work, ms, ...more) => later(work, ms / 50, ...more)"
    )
    set_up(page, "nutcracker", "here", "random", names=("Ada",))

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=409, body="gone")  # any refusal: the page is not to be had

    page.route(page.url.partition("?")[0], gone)
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    page.wait_for_timeout(1000)  # twenty times as long as it waits for a line
    assert len(asked) == 1
