"""Every size of screen: phones upright and lying, tablets, large and enlarged; the smallest in every language."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_languages import OPTIONS
from tests.web.test_again import played_out
from tests.web.test_pages import set_up as set_up_by_form

import fabletop
from fabletop import CHANCE
from fabletop.testing.scripts import random_game
from fabletop.words import LANGUAGES, Words

from .conftest import A_GAME
from .shifts import shifts, watch_for_shifts
from .test_in_chromium import PRESS, TABLES, pressed, set_up

Visit = Callable[..., Page]
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
CUT = "[...document.querySelectorAll('h1, .ticket strong, .lid strong')].map(one => [one.textContent, one.clientWidth"
CUT += " && one.scrollWidth - one.clientWidth]).filter(([_, over]) => over > 1)"
# What is chosen, or could be, is longer than the field that shows it
LONG_CHOICES = """() => { const pen = document.createElement("canvas").getContext("2d");
  document.querySelectorAll("details").forEach(one => { one.open = true; });
  return [...document.querySelectorAll("select")].filter(one => one.offsetParent).flatMap(field => {
    const style = getComputedStyle(field), room = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    pen.font = style.font;
    return [...field.options].filter(one => !one.hidden).map(one => one.textContent.trim())
      .filter(text => pen.measureText(text).width > field.clientWidth - room + 1); }); }"""
# What reaches beyond the screen, also where the page hides it
BEYOND = """[...document.querySelectorAll("body *")].filter(one => !one.closest("svg, .wide > *")
  && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80))"""
ASIDE = "document.documentElement.clientWidth"
ASIDE += " - (box => box.left + box.right)(document.querySelector('main').getBoundingClientRect())"
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440)]
LONG_NAME = "Wilhelmineantoinettemari"
BOX = "const box = document.querySelector('#board svg').getBoundingClientRect();"


def start(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action='/start/{game}'] button").first.click()
    page.wait_for_selector("#sound:not([hidden])")


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [(*size, "en-GB") for size in SIZES] + [(*SIZES[0], language) for language in LANGUAGES if language != "en"],
)
def test_nothing_is_wider_than_the_screen(visit: Visit, width: int, height: int, language: str) -> None:
    page = visit(width, height, language=language)
    for path in ("/", "/new/garden", "/rules/cinderella", "/lab/duck", "/privacy"):
        page.goto(path)
        assert page.evaluate(SIDEWAYS) <= 0, path
        assert abs(page.evaluate(ASIDE)) <= 1, path
        if path == "/new/garden":
            assert page.evaluate("(name => name.scrollWidth - name.clientWidth)(document.querySelector('h1'))") <= 0
    start(page, "kniffel")
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []
    page.goto("/")  # the chest has a ticket now
    assert page.evaluate(CUT) == []


@pytest.fixture(scope="module")
def finished(server: str) -> Iterator[tuple[httpx.Client, dict[str, str]]]:
    """A game of each kind, played by somebody with a long name; and who can look at them as that somebody."""
    with httpx.Client(base_url=server, headers={"origin": server}, follow_redirects=True, timeout=A_GAME) as client:
        client.get("/")
        tables = {}
        for game in fabletop.game_ids():
            options = {f"option-{name}": value for name, value in OPTIONS.get(game, {}).items()}
            table = set_up_by_form(client, game, ["here", "fair"], name0=LONG_NAME, **options)
            tables[game] = played_out(client, table)
        yield client, tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_game_and_every_choice_fit_the_smallest_phone(
    visit: Visit, finished: tuple[httpx.Client, dict[str, str]], language: str
) -> None:
    client, tables = finished
    page = visit(*SIZES[0], language=language)
    page.context.add_cookies(
        [{"name": one.name, "value": str(one.value), "url": str(client.base_url)} for one in client.cookies.jar]
    )
    page.add_init_script(f"localStorage.setItem('people', '{json.dumps([{'name': LONG_NAME}])}')")
    reviewed = list(tables)[list(LANGUAGES).index(language) % len(tables)]  # all of them, over the languages
    for game, table in tables.items():
        for path in (f"/new/{game}", f"/lab/{game}", table, f"{table}/dice", f"{table}/watch"):
            page.goto(path)
            assert page.evaluate(LONG_CHOICES) == [], path
            assert page.evaluate(BEYOND) == [], path
    page.goto("/games")
    assert page.evaluate(BEYOND) == []
    page.goto(f"{tables[reviewed]}/review")
    page.wait_for_selector("#story .curve", timeout=A_GAME)
    assert page.evaluate(LONG_CHOICES) == []
    assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_held_sideways_the_chest_shows_the_names_of_games_at_once(visit: Visit, language: str) -> None:
    page = visit(844, 390, language=language)
    page.goto("/")
    names = page.locator(".lid strong").all()
    boxes = [box for name in names if (box := name.bounding_box())]
    assert sum(box["y"] + box["height"] <= 390 for box in boxes) >= 4


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_on_a_phone_on_its_side_the_board_is_as_high_as_the_screen(visit: Visit, game: str) -> None:
    page = visit(844, 390)
    start(page, game)
    high, right = page.evaluate(f"(() => {{ {BOX} return [box.height, box.right]; }})()")
    assert high > 360
    assert right < 844 * 0.65
    for part in ("#status", "#moves", ".log"):  # and beside it, without scrolling: what to do and what has happened
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] > right
        assert box["y"] < 390 - 60, part


def test_a_game_is_watched_again_on_a_phone_that_lies(visit: Visit) -> None:
    page = visit(844, 390, pace=0.002)
    start(page, "nutcracker")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    page.goto(page.url.partition("?")[0] + "/watch?ply=3")
    right = page.evaluate(f"(() => {{ {BOX} return box.right; }})()")
    for part in (".bar h1", "#status", "#reel"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] > right, part
        assert box["y"] < 390 / 2, part


def test_an_enlarged_page_has_the_board_beside_the_column(visit: Visit) -> None:
    page = visit(720, 450)  # 1440 × 900 at 200 %
    start(page, "duck")
    assert page.evaluate(f"(() => {{ {BOX} return box.height; }})()") > 420


def test_on_a_phone_the_newest_line_is_seen_below_the_buttons(visit: Visit) -> None:
    page = visit(390, 844)
    start(page, "duck")
    for _ in range(6):
        page.wait_for_selector("#moves:not(.waiting) #buttons button")
        page.locator("#buttons button").first.dispatch_event("click")
        page.wait_for_timeout(150)
    page.wait_for_selector("#moves:not(.waiting) #buttons button")
    seen = page.evaluate("""() => {
        const line = document.querySelector('#log li:last-child'), box = line.getBoundingClientRect();
        return line.contains(document.elementFromPoint(box.x + 20, box.y + box.height / 2)); }""")
    assert seen


# Is the newest sentence longer than its place, and seen from its beginning?
NEWEST = """() => { const line = document.querySelector("#log li:last-child"), box = line.closest(".log");
  const { top, height } = line.getBoundingClientRect(), seen = box.getBoundingClientRect();
  return [height > seen.height, top >= seen.top - 1]; }"""


def test_a_long_sentence_of_the_log_is_read_from_its_beginning(visit: Visit) -> None:
    page = visit(240, 568)  # a narrow one, so that it is sure to be long
    set_up(page, "duck", "here", "here", names=("Wilhelmine-Antoinette M.", "Maximiliane-Charlotte B."))
    for _ in range(TABLES):  # a duck's question is short
        pressed(page)
        long, begins = page.evaluate(NEWEST)
        if long:
            assert begins
            return
    raise AssertionError("no long sentence")


def test_nothing_moves_when_the_page_has_come(visit: Visit) -> None:
    page = visit(1440, 900)
    start(page, "mensch")
    shift = page.evaluate("""() => new Promise(done => new PerformanceObserver(list => done(
        list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: "layout-shift", buffered: true })
        || setTimeout(() => done(0), 300))""")
    assert shift < 0.005


@pytest.mark.parametrize(
    ("width", "height", "language"), [(390, 844, "el"), (844, 390, "de"), (820, 1180, "fr"), (1440, 900, "en-GB")]
)
def test_nothing_moves_while_people_come_and_go_and_much_is_said(
    visit: Visit, width: int, height: int, language: str
) -> None:
    """A guest with a long name sits down, the log grows, and sentences and prompts of any length are said."""
    page, guest = visit(width, height, language=language), visit(width, height, script=False)
    set_up(page, "mensch", "here", "elsewhere", names=("Wilhelmine-Antoinette M.",))
    watch_for_shifts(page)
    guest.goto(page.locator(".invite a.link").get_attribute("href") or "")
    guest.fill("#welcome input[name=name]", "Maximiliane-Charlotte B.")
    guest.locator("#welcome button[value=join]").click()
    expect(page.locator("#seats")).to_contain_text("Maximiliane")
    assert page.locator(".invite, .invite-open:visible").count() == 0
    for _ in range(2):
        pressed(page)
    page.evaluate(SAY_SLOWLY, sentences("mensch", language[:2]))
    assert shifts(page) == []


# Each sentence is on the screen for a moment
SAY_SLOWLY = """async texts => { for (const text of texts) {
  document.getElementById("status").textContent = text;
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); } }"""


# Says each sentence on the line above the board, and returns those that are not seen whole, or that move the board
SAY_ALL = """async texts => {
  const line = document.getElementById("status"), board = document.getElementById("board"), faults = [];
  const place = () => JSON.stringify(board.getBoundingClientRect());
  line.textContent = "";
  await null;
  const before = place();
  for (const text of texts) {
    line.textContent = text;
    await null; // the page has made it fit
    const { left, right, top } = line.getBoundingClientRect(), high = line.scrollHeight - line.clientHeight;
    const wide = line.scrollWidth > line.clientWidth || left < 0 || right > innerWidth;
    if (wide || high > 2 || top < 0) faults.push([text, high, top]);
    if (place() !== before) faults.push([text, "moves the board"]);
  }
  return faults;
}"""


def sentences(game: str, language: str) -> list[str]:
    """The longest that is said of a whole game, and the longest prompt, if everybody has a long name."""
    words = Words(language).game(game)
    kind = fabletop.game(game, seats=fabletop.game(game).spec.seats[-1])
    names = [f"Wilhelmine-Antoinette {seat}." for seat in range(1, kind.seats + 1)]
    said, asked, before, act = {""}, {""}, None, ""
    for state, played in random_game(kind, 3, 400):
        if before is not None:
            by = state.game.seats - 1 if before.turn in (None, CHANCE) else before.turn
            said.add(words.sentence(before.view(None), by, before.tell(None, act), state.view(None), names))
        if state.turn is not None and state.turn >= 0:
            asked.add(words.prompt(state.view(state.turn), names, ""))
        before, act = state.copy(), played
    longest = max(asked, key=len)
    return [max(said, key=len), longest, f"{names[0]} – {longest}"]


def test_no_sentence_is_too_long_for_its_line(visit: Visit) -> None:
    every = [text for game in fabletop.game_ids() for language in LANGUAGES for text in sentences(game, language)]
    page = visit(390, 844)
    start(page, "duck")
    for width, height in ((390, 844), (320, 568), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(SAY_ALL, every) == []
