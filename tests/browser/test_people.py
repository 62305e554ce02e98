"""People are somebody: the device knows its people, the set-up offers them, the board shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.test_in_chromium import READY

Visit = Callable[..., Page]


def test_a_device_remembers_its_people_and_forgets_them_by_one_tap(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/new/duck")
    expect(page.locator(".people")).to_be_hidden()
    page.fill("#name0", "Ada")
    page.locator(".rows li").first.locator("summary").click()
    page.locator(".rows li").first.locator("input[value=fox]").check()
    page.select_option("#kind1", "here")
    page.fill("#name1", "Ben")
    page.locator(".go .big").click()
    page.wait_for_selector(READY)
    assert page.locator("#plate0").count() == 1
    assert "Ada" in page.inner_text("#seats")

    page.goto("/new/mensch")  # Ada, who was the first, sits there already; Ben is one tap away
    expect(page.locator("#name0")).to_have_value("Ada")
    assert page.locator("input[name=animal0]:checked").get_attribute("value") == "fox"
    page.locator(".person", has_text="Ben").locator("button").first.click()
    assert page.locator("input[name^=name]").evaluate_all("all => all.filter(one => one.value === 'Ben').length") == 1
    expect(page.locator(".person", has_text="Ben").locator("[aria-pressed=true]")).to_have_count(1)
    page.get_by_label("Forget Ben").click()
    expect(page.locator(".person")).to_have_count(1)
    page.goto("/")
    page.locator("form[action='/start/duck'] button").click()  # also when a lid is tapped
    page.wait_for_selector(READY)
    expect(page.locator("#seats")).to_contain_text("Ada")
    assert [one["name"] for one in page.evaluate("JSON.parse(localStorage.getItem('people'))")] == ["Ada"]


def test_people_play_instead_of_computers_and_keep_their_animals(visit: Visit) -> None:
    page = visit(390, 844)
    kept = [{"name": "Ada", "animal": "duckling"}, {"name": "Ben", "animal": "fox"}]
    page.goto("/")
    page.evaluate("kept => localStorage.setItem('people', JSON.stringify(kept))", kept)
    page.goto("/new/duck")
    kinds = page.locator("select[name^=kind]")
    before = kinds.evaluate_all("all => all.map(one => one.value)")
    assert before == ["here", "gentle", "nobody", "nobody"]
    ben = page.locator(".person", has_text="Ben").locator("button").first
    ben.click()  # the two of them play, and nobody else
    assert kinds.evaluate_all("all => all.map(one => one.value)") == ["here", "here", "nobody", "nobody"]
    ben.click()
    assert kinds.evaluate_all("all => all.map(one => one.value)") == before
    face = page.locator(".rows li").first.locator("summary img")
    page.locator(".person", has_text="Ada").locator("button").first.click()  # gets up
    page.fill("#name0", "Grandma")
    expect(face).not_to_have_attribute("src", re.compile("duckling|fox"))  # these are Ada's and Ben's
    page.fill("#name0", "ben")
    expect(face).to_have_attribute("src", re.compile("fox"))  # also when he writes his name himself


def test_hints_and_choices_of_the_set_up_fit_who_plays(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/new/nutcracker")
    assert page.locator("#kind1 option[value=nobody]").count() == 0  # two play, always
    expect(page.locator("#name1")).to_have_attribute("placeholder", "Hedgehog")
    page.select_option("#kind1", "here")
    expect(page.locator("#name1")).to_have_attribute("placeholder", "Player 2")
    page.locator("#name1").press_sequentially("A name that is far too long")
    expect(page.locator(".too-long")).to_be_visible()
    page.goto("/new/kniffel")
    shown = page.locator("#begins option:not([hidden])").all_inner_texts()
    assert shown[0] == "The first in the list"
    assert shown[-1] == "Hedgehog"  # whoever plays, by name; nobody who does not
    assert not [text for text in shown if text.startswith(("Seat", "Player"))]
    for select in page.locator("select[name^=kind]").all():  # nothing is cut off
        assert select.evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_two_lids_stand_side_by_side_on_a_phone_and_show_their_variants(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/")
    first, second = (page.locator(".lid").nth(i).bounding_box() for i in (0, 1))
    assert first is not None
    assert second is not None
    assert first["y"] == second["y"]
    page.locator("button[formaction='/start/nutcracker/2']").click()
    page.wait_for_selector(READY)
    expect(page.locator("h1")).to_have_text("Nutcracker")
