"""Who was away: the present at once after long, everything one after the other after a moment."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .test_in_chromium import join, rolled, set_up

Visit = Callable[..., Page]

# A page whose time passes when we say so, and that can be hidden
PHONE = """
window.stageClock = {};
window.phone = { now: 1000, hidden: false };
performance.now = () => phone.now;
Object.defineProperty(document, "hidden", { get: () => phone.hidden });
phone.put = (hidden, late) => {
  phone.hidden = hidden;
  phone.now += late;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
IDLE = "() => window.stageClock.stage.idle"


def test_who_falls_far_behind_sees_the_present_at_once(visit: Visit) -> None:
    page = visit()
    set_up(page, "nutcracker", "here", "here")
    phone = page.context.new_page()
    phone.add_init_script(PHONE)
    phone.goto(page.url)
    phone.wait_for_selector("#sound:not([hidden])")
    phone.evaluate("phone.put(true, 0)")
    for _ in range(9):  # as many plies as who was away for long does not want to see
        rolled(page)
    phone.wait_for_function("() => window.stageClock.stage.waiting > 8")
    phone.evaluate("phone.put(false, 5000)")
    assert not phone.evaluate(IDLE)  # after a moment nothing is skipped
    phone.evaluate("phone.put(true, 0)")
    phone.evaluate("phone.put(false, 31000)")
    phone.wait_for_function(IDLE)
    phone.wait_for_selector("#moves:not(.waiting)")
    assert phone.locator("#log li").all_inner_texts() == page.locator("#log li").all_inner_texts()
    expect(page.locator("#status")).to_have_text(phone.inner_text("#status"))
    assert phone.input_value("#moves [name=ply]") == page.input_value("#moves [name=ply]")


def test_whoever_is_waited_for_is_named_and_a_stand_in_is_told_of(visit: Visit) -> None:
    host, guest = visit(), visit(390, 844)
    set_up(host, "duck", "elsewhere", "here", names=("", "Ada"))
    join(guest, host.locator(".invite a.link").first.get_attribute("href"))
    halo = "() => getComputedStyle(document.querySelector('.chance > circle')).visibility"
    expect(host.locator("#status")).to_have_text("Ben plays now.")
    guest.wait_for_selector("#board .chance[data-action]")
    assert [host.evaluate(halo), guest.evaluate(halo)] == ["hidden", "visible"]  # what glows can be pressed
    table = guest.url
    guest.goto("/")
    expect(host.locator("#status")).to_have_text("Waiting for Ben …")
    guest.goto(table)
    expect(host.locator("#status")).to_have_text("Ben plays now.")
    guest.locator("#seats button[value=replace]").click()
    expect(host.locator("#toast")).to_have_text("Ben: a computer player stands in")
