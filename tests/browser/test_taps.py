"""Whatever glows can be tapped and does something, and every tap is answered at once: before it is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fabletop

from .test_in_chromium import set_up
from .test_races import READY

Visit = Callable[..., Page]

# What is sent is written down and goes no further while `sweep` is on: so every way of one position can be tried
WRITE = """
window.sweep = null;
const sends = window.fetch;
window.fetch = (...all) => {
  if (!window.sweep || !String(all[0]).endsWith("/move")) return sends(...all);
  window.sweep.push(new URLSearchParams(all[1].body).get("act"));
  return Promise.resolve(new Response('{"ok": true, "ply": 0}'));
};
"""
# A finger on each thing that glows, in the middle of what can be seen of it; null: something is just happening.
# What has only one possibility would play itself: it does so before the first tap, and goes no further
TAP_ALL = """async known => {
  const one = document.querySelector("#moves:not(.waiting) #buttons button"), kind = one?.value.split(" ")[0];
  if (!kind || known.includes(kind)) return null;
  window.sweep = [];
  await new Promise(done => setTimeout(done, 150));
  const can = "[data-action], [data-part]", board = document.getElementById("board"), legal = new Set(
    [...document.querySelectorAll("#buttons button")].map(one => one.value));
  const shown = () => [...board.querySelectorAll(can)].filter(one => one.getBoundingClientRect().width);
  const state = () => board.querySelectorAll("[aria-pressed=true]").length + " " + shown().length;
  const dead = [], slow = [], wrong = [];
  const glowing = [...shown().filter(one => !one.closest(".ways")),
    ...document.querySelectorAll("#buttons :is(.alone, .big)")]; // the others are for keys
  for (const one of glowing) {
    if (!one.isConnected || !one.getBoundingClientRect().width) continue;
    const { x, y, width, height } = one.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
    const spots = [at, ...[0.2, 0.8].flatMap(u => [[at[0], y + u * height], [x + u * width, at[1]]])];
    const free = spots.find(([px, py]) => one.contains(document.elementFromPoint(px, py)));
    if (!free) { // something else that glows may lie on it
      const over = spots.some(([px, py]) => document.elementFromPoint(px, py)?.closest(can));
      if (!over) dead.push(one.outerHTML.slice(0, 90));
      continue;
    }
    const how = { bubbles: true, cancelable: true, clientX: free[0], clientY: free[1], isPrimary: true };
    const target = document.elementFromPoint(...free), before = state();
    window.sweep = [];
    target.dispatchEvent(new PointerEvent("pointerdown", how));
    target.dispatchEvent(new PointerEvent("pointerup", how));
    target.dispatchEvent(new MouseEvent("click", how));
    if (!document.querySelector(".felt, .pressed, [aria-pressed=true]")) slow.push(one.outerHTML.slice(0, 90));
    const idle = () => !window.sweep.length && state() === before && !document.querySelector("#sure[open]");
    for (let i = 0; i < 40 && idle(); i++) {
      await new Promise(done => setTimeout(done, 10));
    }
    const asked = document.querySelector("#sure[open] [value=no]");
    if (idle()) dead.push(one.outerHTML.slice(0, 90));
    wrong.push(...window.sweep.filter(act => !legal.has(act)));
    asked?.click();
    await new Promise(done => setTimeout(done));
    board.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }
  window.sweep = null;
  return { kind, count: glowing.length, dead, slow, wrong };
}"""
# The next position: a wandering choice
ON = """n => { const all = [...document.querySelectorAll("#moves:not(.waiting) #buttons button")];
  document.querySelector("#go-on:not([hidden])")?.click();
  if (all.length) all[n % all.length].click(); document.querySelector("#sure[open] [value=yes]")?.click(); }"""


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_whatever_glows_can_be_tapped_and_answers_at_once(visit: Visit, game: str) -> None:
    page = visit(390, 844)
    page.add_init_script(WRITE)
    set_up(page, game, "here", *["here" if game == "mensch" else "gentle"] * (fabletop.game(game).spec.seats[0] - 1))
    kinds = dict[str, dict[str, Any]]()
    for step in range(14):
        page.wait_for_selector(READY, state="attached")
        if page.locator("main.over").count() or len(kinds) >= 3:
            break
        if found := page.evaluate(TAP_ALL, list(kinds)):
            kind = found["kind"]
            kinds[kind] = found
            assert found["count"], f"{kind}: nothing glows"
            assert not found["dead"], f"{kind}: glows, and does nothing"
            assert not found["wrong"], f"{kind}: does what cannot be done"
            assert not found["slow"], f"{kind}: does not answer the tap itself"
        page.evaluate(ON, 7 * step)
        page.wait_for_timeout(60)
    assert kinds


# Beside each gate, where nothing glows: what does a finger send there, and what a mouse?
BESIDE = """async () => {
  const found = [], can = "[data-action], [data-part]";
  for (const one of document.querySelectorAll("#board [data-action^=place]")) {
    const { x, y, width, height } = one.getBoundingClientRect(), sent = {};
    const spots = [[0, 20], [0, -20], [20, 0], [-20, 0]].map(([dx, dy]) => [x + width / 2 + dx, y + height / 2 + dy]);
    const at = spot => document.elementFromPoint(...spot);
    const free = spots.find(spot => at(spot)?.closest("#board") && !at(spot).closest(can));
    for (const pointerType of ["mouse", "touch"]) {
      window.sweep = [];
      const how = { bubbles: true, cancelable: true, clientX: free[0], clientY: free[1], pointerType };
      at(free).dispatchEvent(new PointerEvent("click", how));
      for (let i = 0; i < 40 && !window.sweep.length; i++) await new Promise(done => setTimeout(done, 10));
      sent[pointerType] = [...window.sweep];
    }
    found.push([one.dataset.action, Math.max(width, height), sent]);
  }
  return found;
}"""


def test_a_finger_need_not_be_a_point(visit: Visit) -> None:
    """On a phone on its side, the garden's gates are 30 pixels wide: a finger beside one means it, a mouse does not."""
    page = visit(844, 390)
    page.add_init_script(WRITE)
    set_up(page, "garden", "here", "gentle")
    page.wait_for_selector(READY, state="attached")
    found = page.evaluate(BESIDE)
    assert found
    for act, size, sent in found:
        assert size < 40
        assert sent == {"mouse": [], "touch": [act]}


@pytest.mark.parametrize(("width", "height"), [(844, 390), (820, 1180)])
def test_a_drawn_button_that_comes_out_small_stands_beside_the_board_too(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height)
    set_up(page, "garden", "here", "here")
    for step in range(2):
        page.wait_for_selector(READY, state="attached")
        page.evaluate(ON, step)
    page.wait_for_selector("#moves:not(.waiting) #buttons [value=end]", state="attached")
    drawn = page.locator("#board [data-action=end]").bounding_box()
    assert drawn is not None
    small = drawn["height"] < 36
    assert small == (height < 400)
    assert page.locator("#buttons [value=end].alone").count() == small


def test_when_a_part_has_been_chosen_the_line_above_asks_for_the_rest(visit: Visit) -> None:
    """Garden: a hedge is tapped, then its way is asked; a second tap takes it back, and the old question with it."""
    page = visit()
    set_up(page, "garden", "here", "gentle")
    page.locator("#board [data-action^=place]").first.dispatch_event("click")
    hedge, line = page.locator("#board [data-part='turn 13']"), page.locator("#status")
    hedge.wait_for(state="attached")
    page.wait_for_selector(READY)
    expect(line).to_contain_text("Turn one hedge")
    asked = line.inner_text()
    for text in ("Which way shall hedge 13 turn?", asked, "Which way shall hedge 13 turn?"):
        hedge.dispatch_event("click")
        expect(line).to_have_text(text)
    page.locator("#board").dispatch_event("keydown", {"key": "Escape"})
    expect(line).to_have_text(asked)


def test_where_only_a_tap_leads_on_the_line_still_says_what_to_do(visit: Visit) -> None:
    page = visit(820, 1180)
    set_up(page, "nutcracker", "here", "gentle", names=("Ada",))
    page.select_option("#speed", "tap")
    page.locator("#buttons button").click()
    for _ in range(40):  # until it is Ada's turn again, be it for the Mouse King
        if page.locator("#moves:not(.waiting) #buttons button").count():
            break
        if page.locator("#go-on").is_visible():
            page.locator("#go-on").click()
        page.wait_for_timeout(50)
    expect(page.locator("#status")).to_have_text(re.compile("^(Roll|A locket)"))  # without another tap
