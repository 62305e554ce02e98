"""Inviting: above the fold, also while a cover is up, and over plain http."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.test_in_chromium import set_up

Visit = Callable[..., Page]


def test_a_waiting_seat_has_an_invitation_above_the_fold(visit: Visit) -> None:
    page, guest = visit(390, 664), visit(390, 664)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    set_up(page, "duck", "here", "elsewhere", names=("Ada",))
    button = page.locator(".bar .invite-open")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 664
    button.click()
    dialog = page.locator("#invitation")
    expect(dialog.locator("img")).to_be_visible()
    link = dialog.locator("a.link").inner_text()
    dialog.locator("[data-do=copy]").click()
    expect(dialog.locator("#toast")).to_contain_text("copied")  # in front of what it is about
    assert page.evaluate("navigator.clipboard.readText()") == link
    guest.goto(link)  # whoever has the link may sit down, and then there is nothing to invite to
    guest.fill("#welcome input[name=name]", "Ben")
    guest.locator("#welcome button[value=join]").click()
    expect(dialog).to_be_hidden()
    expect(button).to_be_hidden()
    expect(page.locator("body > #toast")).to_have_text("Ben: plays elsewhere")


def test_nobody_has_to_lift_a_cover_to_let_somebody_in(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "maumau", "here", "here", "elsewhere", names=("Ada", "Ben"))
    page.click("#buttons button")  # it begins though a seat is free
    expect(page.locator("#cover")).to_be_visible()
    page.locator("#cover .invite-open").click()
    expect(page.locator("#invitation img")).to_be_visible()
    page.locator("#invitation [data-do=close]").click()
    expect(page.locator("#cover")).to_be_visible()


def test_where_there_is_no_clipboard_the_link_can_still_be_copied(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    set_up(page, "duck", "here", "elsewhere")
    page.locator(".bar .invite-open").click()
    page.evaluate("document.execCommand = () => false")
    page.locator("[data-do=copy]").click()
    expect(page.locator("#toast")).to_contain_text("marked")
    assert page.evaluate("getSelection() + ''") == page.locator("#invitation a.link").inner_text()
