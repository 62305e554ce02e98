"""Games by the keyboard alone, what is announced and what is read aloud, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_in_chromium import rolled, set_up

import fabletop
from fabletop.words import Words

Visit = Callable[..., Page]

# A voice that writes down what it is to say
VOICE = """
window.spoken = [];
const voice = { lang: "en-GB", name: "Test" };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [voice], speak: said => window.spoken.push([said.text, said.rate]), cancel() {} } });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
# As browsers have them: many voices, which are there only a while after they were asked for
VOICES = """
const target = new EventTarget();
window.spoken = [];
window.offered = ["en-US", "en-GB", "de-AT", "fr-CA", "es-MX", "it-IT", "nl_NL", "pt_BR", "pt-PT"];
Object.assign(target, { list: [], cancel() {}, speak: said => window.spoken.push([said.text, said.lang]),
  getVoices() { setTimeout(() => { this.list = window.offered.map(lang => ({ lang }));
    this.dispatchEvent(new Event("voiceschanged")); }, 50); return this.list; } });
Object.defineProperty(window, "speechSynthesis", { value: target });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
SPEAKS = {"en": "en-GB", "de": "de-AT", "fr": "fr-CA", "nl": "nl_NL", "pt": "pt-PT", "el": None}
MUTE = 'Object.defineProperty(window, "speechSynthesis", { value: undefined });'
WHERE = """() => { const at = document.activeElement;
  if (at.closest('#lift, #hand-on, #go-on')) return 'press';
  if (at.closest('#board') && at.getAttribute('role') === 'button') return 'board';
  return at.closest('#buttons') ? 'buttons' : ''; }"""
STOPS = """() => [...document.querySelectorAll("a[href], button:not([tabindex='-1']):not(:disabled), select, " +
  "summary, input:not([type=hidden]), [tabindex='0']")].filter(node => node.getClientRects().length).length"""


CAN = "main.own #moves:not(.waiting) #buttons button, #cover:not([hidden]), #go-on:not([hidden])"


def to_the_game(page: Page) -> str:
    """Tab to what can be pressed: the board or its buttons; nothing if the game goes on by itself meanwhile."""
    for _ in range(30):
        if where := str(page.evaluate(WHERE)):
            return where
        if not page.locator(CAN).count():
            return ""
        page.keyboard.press("Tab")
    assert not page.locator(CAN).count(), "nothing to press within 30 tab stops"
    return ""


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_game_is_played_by_the_keyboard_alone(visit: Visit, game: str) -> None:
    page = visit(820, 1180)
    seats = max(1, fabletop.game(game).spec.seats[0])
    set_up(page, game, "here", *["gentle"] * (seats - 1))
    keys = ("ArrowDown", "ArrowRight", "End", "ArrowUp", "Home", "ArrowLeft")
    plies = set[str]()  # at which something was decided
    for step in range(200):
        page.wait_for_selector(f"{CAN}, main.over", state="attached")
        if page.locator("main.over").count() or len(plies) >= 16:
            break
        plies.add(page.input_value("#moves [name=ply]"))
        where = to_the_game(page)
        if where == "board" and step % 3 == 2:
            page.keyboard.press("Tab")  # to the list below it
        elif where == "board":
            for i in range(step % 4):
                page.keyboard.press(keys[(step + i) % len(keys)])
        if where:
            page.keyboard.press("Enter")
        if page.locator("#sure[open]").count():
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        page.wait_for_timeout(40)
    assert len(plies) > 5 or page.locator("main.over").count(), "hardly anything has happened"


def test_who_plays_on_the_board_by_keys_stays_on_the_board(visit: Visit) -> None:
    page = visit(820, 1180)
    set_up(page, "cinderella", "here", "gentle")
    page.locator("#board [tabindex='0']").focus()
    seen = set[str]()
    for _ in range(40):
        page.wait_for_selector(f"{CAN}, main.over", state="attached")
        if page.locator("main.over").count() or seen == {"board", "press"}:
            break
        page.wait_for_function(f"where => ({WHERE})() !== ''")
        where = str(page.evaluate(WHERE))
        assert where in ("board", "press"), "neither the list nor the status: no Tab was needed"
        seen.add(where)
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    assert seen == {"board", "press"}


def test_a_ring_shows_where_the_keys_are_on_the_board(visit: Visit) -> None:
    page = visit(820, 1180)
    set_up(page, "garden", "here", "here")
    place = page.locator("#board [tabindex='0']")
    place.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".focus-ring")).to_be_visible()
    around = "node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); }"
    assert page.locator(".focus-ring").evaluate(around) == page.locator("#board :focus").evaluate(around)
    page.keyboard.press("Tab")
    expect(page.locator(".focus-ring")).to_be_hidden()


@pytest.mark.parametrize("game", ["garden", "kniffel"])
def test_a_board_is_one_tab_stop(visit: Visit, game: str) -> None:
    page = visit(820, 1180)
    set_up(page, game, "here", *["here"] * (fabletop.game(game).spec.seats[0] - 1))
    if page.locator("#buttons .roll").count():
        rolled(page)
    expect(page.locator("#board [role=button]").nth(2)).to_be_attached()
    assert page.locator("#board [tabindex='0']").count() == 1
    assert page.evaluate(STOPS) < 40


def test_what_happens_is_announced_once_and_the_position_on_request(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "duck", "here", "here", names=("Ann", "Ben"))
    expect(page.locator("#announced")).to_have_text("Ann – Roll the die.")
    rolled(page)
    expect(page.locator("#log li").first).to_contain_text("Ann rolls a")
    page.locator("#lying").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#announced")).to_contain_text("Ben stands in front of the board.")


def test_reading_aloud_follows_the_game(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script(VOICE)
    set_up(page, "duck", "here", "here", names=("Ann", "Ben"))
    page.locator("#aloud").click()
    rolled(page)
    expect(page.locator("#log li").first).to_be_attached()
    page.wait_for_function("() => window.spoken.length > 2")
    spoken = [text for text, _ in page.evaluate("window.spoken")]
    assert spoken[0] == "Ann – Roll the die."
    assert any(text.startswith("Ann rolls a") for text in spoken)
    page.locator("#slower").click()
    assert page.evaluate("window.spoken.at(-1)[1]") < 1
    page.locator("#repeat").click()
    assert page.evaluate("window.spoken.at(-1)[0] === window.spoken.at(-2)[0]")
    page.reload()
    expect(page.locator("#aloud")).to_have_attribute("aria-pressed", "true")  # it is remembered


@pytest.mark.parametrize(("language", "voice"), SPEAKS.items())
def test_the_voice_is_of_the_language_of_the_page(visit: Visit, language: str, voice: str | None) -> None:
    page = visit(390, 844, language=language)
    page.add_init_script(VOICES)
    set_up(page, "duck", "here", "here")
    page.evaluate("speechSynthesis.list = []")  # also when it is pressed before they have come
    page.locator("#aloud").click()
    if voice:
        page.wait_for_function("() => window.spoken.length")
        assert page.evaluate("window.spoken") == [[page.inner_text("#status"), voice]]
    else:  # a Greek page is not read by an English voice
        expect(page.locator("#toast")).to_have_text(Words(language)("This device has no voice for reading aloud."))
        assert page.evaluate("window.spoken") == []


def test_where_there_is_no_voice_the_button_says_so(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script(MUTE)
    set_up(page, "duck", "here", "here")
    page.locator("#aloud").click()
    expect(page.locator("#toast")).to_have_text("This device has no voice for reading aloud.")
    expect(page.locator("#aloud")).to_have_attribute("aria-pressed", "false")
    rolled(page)
