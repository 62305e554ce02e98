"""The lab, as a person sees it: what is kept to compare says in a few words what it was."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


def test_what_is_kept_to_compare_is_named_without_its_explanations(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/lab/mensch")
    page.locator("[name=seats]").select_option("2")
    page.locator("[name=level0]").select_option("sharp")
    page.get_by_role("button", name="Keep this to compare").click()
    expect(page.locator("#kept p").first).to_have_text(
        "How many play? 2 · Seat 1 is played by: Computer: sharp · Seat 2 is played by: Computer: fair · "
        "Board: the classic cross, 40 squares · Figures for each player: 3"
    )
