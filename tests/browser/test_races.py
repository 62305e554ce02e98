"""News come by the stream, answers by the request, in any order: what may be pressed is never lost, and never stale."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .test_in_chromium import lift, set_up

Visit = Callable[..., Page]

# Holds back the news of plies, or the answers to moves, until they are let go; and watches that nothing which looks
# like a button lies in an image
GATES = """
window.gates = { news: true, answers: true, held: [], seen: null, turn: 0, moves: 0, refused: 0, nested: "" };
gates.pass = (gate, go) => {
  if (gates[gate]) return go();
  gates.held.push(go);
  const { turn } = gates, look = () => [!!document.querySelector("#moves.waiting"), gates.moves - gates.before];
  setTimeout(() => { if (turn === gates.turn) gates.seen ??= look(); }, 300);
};
gates.release = () => { gates.news = gates.answers = true; for (const go of gates.held.splice(0)) go(); };
window.EventSource = class extends EventSource {
  set onmessage(hear) {
    super.onmessage = event => event.data.includes('"strip"') ? gates.pass("news", () => hear(event)) : hear(event);
  }
};
const asked = window.fetch;
window.fetch = async (...all) => {
  const move = String(all[0]).endsWith("/move");
  gates.moves += move;
  const answer = await asked(...all);
  gates.refused += move && !answer.ok;
  if (move) await new Promise(done => gates.pass("answers", done));
  return answer;
};
addEventListener("DOMContentLoaded", () => document.getElementById("board") && new MutationObserver(() => {
  const dead = document.querySelector("#board > svg[role=img] [role=button]");
  if (dead) gates.nested ||= dead.outerHTML.slice(0, 200);
}).observe(document.getElementById("board"), { subtree: true, childList: true, attributes: true }));
"""
# Something leads on: a decision, a cover, a tap, or the end
READY = "#moves:not(.waiting) #buttons button, #cover:not([hidden]), #go-on:not([hidden]), main.over"
# A wandering choice, and at once another one, as hasty as a child; false: the only possible move has played itself
PRESS_TWICE = """([n, late]) => {
  const all = [...document.querySelectorAll("#moves:not(.waiting) #buttons button:not(#hand-on)")];
  gates[late] = all.length === 0;
  gates.before = gates.moves;
  gates.seen = null;
  gates.turn += 1;
  for (const i of [n, n + 1]) {
    document.querySelector("#sure[open] [value=yes]")?.click();
    all[i % all.length]?.click();
  }
  return all.length > 0; }"""
# One press whose news will not come; while the page is busy nothing is pressed
PRESS_UNHEARD = """() => {
  const one = document.querySelector("#moves:not(.waiting) #buttons button:not(#hand-on)");
  gates.news = one === null;
  one?.click(); }"""


def lead_on(page: Page) -> str:
    """Whatever comes before the next decision is tapped away; what there is then."""
    for _ in range(60):
        page.wait_for_selector(READY, state="attached")
        if page.locator("main.over").count():
            return "over"
        if page.locator("#cover:not([hidden])").count():
            lift(page)
        elif page.locator("#go-on:not([hidden])").count():
            page.evaluate("document.getElementById('go-on').click()")
        elif page.locator("#hand-on").count():
            page.evaluate("document.getElementById('hand-on')?.click()")
        else:
            return "decide"
    raise AssertionError("only covers and looks")


@pytest.mark.parametrize("late", ["news", "answers"])
@pytest.mark.parametrize("game", ["cinderella", "maumau", "mensch"])
def test_what_may_be_pressed_survives_every_order(visit: Visit, game: str, late: str) -> None:
    page = visit()
    page.add_init_script(GATES)
    set_up(page, game, "here", "here")
    for step in range(12):
        if lead_on(page) == "over":
            break
        if not page.evaluate(PRESS_TWICE, [7 * step, late]):
            continue
        page.wait_for_function("() => gates.seen")
        if late == "answers":  # the news are all that a page needs
            page.wait_for_selector(READY, state="attached")
        else:  # it waits for them, by its own clock: nothing is sent that is out of date
            assert page.evaluate("gates.seen") == [True, 1]
        page.evaluate("gates.release()")
    assert page.evaluate("gates.refused") == 0
    assert page.evaluate("gates.nested") == ""


def test_a_page_whose_news_do_not_come_looks_for_itself(visit: Visit) -> None:
    page = visit()
    page.add_init_script(GATES)
    set_up(page, "mensch", "here", "here")
    for _ in range(20):  # what is pressed while the device sits down may not count
        lead_on(page)
        page.evaluate(PRESS_UNHEARD)
        page.wait_for_function("ready => gates.held.length || document.querySelector(ready)", arg=READY)
        if page.evaluate("gates.held.length"):
            break
    else:
        raise AssertionError("no press leads to a move")
    page.wait_for_selector("#moves.waiting", state="detached")
    expect(page.locator("#log li").first).to_be_attached()
    page.evaluate("gates.release()")  # too late, and heard already
    assert page.evaluate("gates.refused") == 0
    assert lead_on(page) == "decide"


def test_who_taps_a_cover_again_and_again_need_not_wait_longer(visit: Visit) -> None:
    page = visit()
    set_up(page, "maumau", "here", "here")
    looks: list[Route] = []
    page.route("**/look?*", lambda route: looks.append(route))  # a slow line
    for _ in range(3):
        page.click("#lift")
        page.wait_for_timeout(50)
    assert len(looks) == 1
    expect(page.locator("#lift")).to_have_class("big button pressed")  # the tap is answered meanwhile
    looks[0].abort()  # and if it fails, another one counts
    expect(page.locator("#lift")).to_have_class("big button")
    page.click("#lift")
    expect(page.locator("#lift")).to_have_class("big button pressed")
    looks[-1].continue_()
    expect(page.locator("#cover")).to_be_hidden()
