"""Guided first games and rulebooks in a real browser: played by taps, left and taken up, offered, printed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.test_without_eyes import VOICE

import fabletop
from fabletop.guide import Course, lessons, rulebook
from fabletop.words import LANGUAGES
from fabletop.words.catalogue import LOCALE
from fabletop.words.check import load

Visit = Callable[..., Page]
LESSONS = [(id, name) for id in fabletop.game_ids() for name in lessons(id)]
BOOKS = [id for id in fabletop.game_ids() if rulebook(id)]
READY = "#moves:not(.waiting) #buttons button"


def steps(page: Page, game: str, name: str, most: int = 200) -> None:
    """Do what the guide says until the lesson is over, each thing on the board where the board has a place for it."""
    wanted = {step.say: step.do for step in lessons(game)[name].step}
    for _ in range(most):
        page.wait_for_selector(READY)
        if page.locator("#buttons [value=play]").count():
            return
        before, do = page.input_value("#moves [name=ply]"), wanted[page.inner_text("#status")]
        if not do:
            page.locator("#buttons [value=next]").click()
        elif page.locator("#buttons .roll").count():
            page.locator("#board .chance[data-action=roll]").first.click(force=True)  # it breathes
        else:
            act(page, do)
        seen(page, before)
    raise AssertionError("the lesson does not end")


def seen(page: Page, before: str) -> None:
    """Wait until the guide speaks again; what is held for a tap is tapped."""
    for _ in range(1200):
        if page.input_value("#moves [name=ply]") != before:
            return
        page.evaluate("document.querySelector('#go-on:not([hidden])')?.click()")
        page.wait_for_timeout(50)
    raise AssertionError(f"nothing follows {page.inner_text('#status')!r}")


def act(page: Page, do: str) -> None:
    """Tap the place of an action; or its parts, one after the other, and what finishes them; or its button."""
    verb, *words = do.split()
    place = page.locator(f'#board [data-action="{do}"]:not([display=none])')
    if place.count():
        return place.last.click(force=True)
    for word in words:
        part = page.locator(f'#board [data-part="{verb} {word}"]:not([aria-pressed=true])')
        if part.count():
            part.first.click(force=True)
        if place.count():
            return place.last.click(force=True)
    if page.locator("#moves:not(.waiting)").count():
        page.locator(f'#buttons [value="{do}"]').click()
    return None


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_played_to_its_end_by_taps(visit: Visit, game: str, name: str) -> None:
    page = visit(390, 844)
    page.goto(f"/learn/{game}/{name}")
    steps(page, game, name)
    expect(page.locator("#status")).to_have_text(lessons(game)[name].end)
    page.locator("#buttons [value=play]").click()
    expect(page).to_have_url(re.compile(f"/new/{game}"))


def test_a_wrong_tap_is_answered_kindly_and_a_lesson_is_taken_up_where_it_was_left(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/learn/duck/first")
    page.locator("#board svg").click(position={"x": 200, "y": 100})
    expect(page.locator("#toast")).to_contain_text("then tap Next")
    page.locator("#buttons [value=next]").click()
    expect(page.locator("#status")).to_contain_text("Roll the die")
    page.locator("#board svg").click(position={"x": 200, "y": 100})
    expect(page.locator("#toast")).to_contain_text("what the guide points at")
    page.goto("/")
    page.goto("/learn/duck")
    expect(page.locator("#status")).to_contain_text("Roll the die")
    page.locator("#buttons .roll").click()
    expect(page.locator("#status")).to_contain_text("went two squares")
    page.reload()
    expect(page.locator("#status")).to_contain_text("went two squares")


def spoken(game: str) -> list[int]:
    """The moments of a game's first lesson at which the guide speaks."""
    course = Course(game, next(iter(lessons(game).values())))
    return [at for at in range(course.last + 1) if course.spoken(at) == at]


def test_a_part_that_is_tapped_while_there_is_something_to_read_answers(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto(f"/learn/garden/first?at={spoken('garden')[1]}")
    page.wait_for_selector(READY)
    page.locator("#board [data-part='turn 7']").click(force=True)
    expect(page.locator("#toast")).to_contain_text("then tap Next")


@pytest.mark.parametrize("game", ["garden", "maumau", "quidditch"])
def test_the_board_stays_where_it_is_whatever_the_guide_says(visit: Visit, game: str) -> None:
    page, tops = visit(390, 844, language="de-DE"), set[float]()
    for at in spoken(game):
        page.goto(f"/learn/{game}/first?at={at}")
        page.wait_for_selector(READY)
        tops.add(page.evaluate("document.getElementById('board').getBoundingClientRect().top"))
    assert len(tops) == 1, tops


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 340)])
def test_a_small_phone_shows_what_the_guide_says_and_the_way_on(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height)
    page.goto("/learn/nutcracker/numbers")
    page.wait_for_selector(READY)
    assert page.evaluate("document.querySelector('#buttons [value=next]').getBoundingClientRect().bottom") < height
    owl = "parseFloat(getComputedStyle(status, '::before').width)"
    assert (
        page.evaluate(
            f"(() => {{ const status = document.getElementById('status'), words = document.createRange();"
            f" words.selectNodeContents(status);"
            f" return words.getBoundingClientRect().left - status.getBoundingClientRect().left - {owl}; }})()"
        )
        > 0
    ), "the owl sits on the words"


def test_help_and_hints_are_there_in_a_lesson_too(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/learn/duck/first")
    page.locator("#hint").click()
    expect(page.locator("#bubble")).to_contain_text("then tap Next")
    page.locator("#ask").click()
    page.locator("#board #pawn-0").click(force=True)
    expect(page.locator("#bubble strong")).not_to_be_empty()
    page.locator("#buttons [value=next]").click()
    expect(page.locator("#status")).to_contain_text("Roll the die")
    page.locator("#hint").click()
    expect(page.locator("#board .chance.hinted")).to_be_visible()


def test_a_lid_offers_the_lesson_until_the_game_has_been_played(visit: Visit) -> None:
    page = visit(390, 844)
    page.goto("/")
    expect(page.locator("[data-learn=duck]")).to_be_visible()
    page.locator("form[action='/start/duck'] button").click()
    page.wait_for_selector("#sound:not([hidden])")
    page.goto("/")
    expect(page.locator("[data-learn=mensch]")).to_have_count(1 if lessons("mensch") else 0)
    expect(page.locator("[data-learn=duck]")).to_be_hidden()


@pytest.mark.parametrize("game", BOOKS)
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_four_screens_of_a_phone_are_enough_to_play(visit: Visit, game: str, language: str) -> None:
    page = visit(390, 844, language=language)
    page.goto(f"/rules/{game}")
    assert page.evaluate("document.documentElement.scrollHeight") <= 4 * 844
    assert page.locator(".also dt").first.is_hidden(), "other ways to play are one tap further"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    broken = "[...document.querySelectorAll('.book image')].map(i => i.getAttribute('href'))"
    for source in set(page.evaluate(broken)):
        assert page.request.get(source).ok, source


# When the page is set for the printer: which part of each sheet it fills
FILLED = """() => addEventListener("beforeprint", () => {
  const main = document.getElementById("main"), sheets = [...main.querySelectorAll(".book-first, .book-more")];
  document.getElementById("paper").media = "all", main.style.width = "186mm";
  window.filled = sheets.map(sheet => {
    for (const other of sheets) other.hidden = other !== sheet;
    return main.getBoundingClientRect().height / (275 * 96 / 25.4);
  });
  for (const sheet of sheets) sheet.hidden = false;
  document.getElementById("paper").media = "print", main.style.width = "";
})"""


def wordiest(game: str) -> str:
    """The language whose rulebook of this game has the most letters."""

    def letters(language: str) -> int:
        book = load(LOCALE / language / f"{game}.po")
        return sum(len(str(one.string)) for one in book if any("rulebook" in path for path, _ in one.locations))

    return max((language for language in LANGUAGES if language != "en"), key=letters)


PRINTED = [(game, language) for game in BOOKS for language in dict.fromkeys(["en", "de", wordiest(game)])]


@pytest.mark.parametrize(("game", "language"), PRINTED)
def test_a_rulebook_is_two_pages_of_paper(visit: Visit, game: str, language: str) -> None:
    page = visit(language=language)
    page.goto(f"/rules/{game}")
    page.evaluate(FILLED)
    assert len(re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True, print_background=True))) == 2
    filled = page.evaluate("window.filled")
    assert min(filled) > 0.7, filled
    assert max(filled) < 1, filled
    assert page.evaluate("[...document.querySelectorAll('.book-first, .book-more')].every(s => !s.style.zoom)")


@pytest.mark.parametrize("path", ["/rules/duck", "/rules/cinderella", "/learn/duck/first", "/rules/mensch/reference"])
def test_axe_finds_nothing_in_what_teaches(visit: Visit, path: str) -> None:
    page = visit(390, 844)
    page.goto(path)
    page.wait_for_timeout(300)
    assert Axe().run(page).response["violations"] == []


def test_the_rulebook_opens_at_the_table(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.locator("form[action='/start/duck'] button").click()
    page.wait_for_selector("#sound:not([hidden])")
    page.locator("#rules summary").click()
    expect(page.locator("#rules .strip svg").first).to_be_visible()
    assert page.evaluate("document.querySelector('#rules .strip svg').getBoundingClientRect().width") < 420


def test_the_guide_speaks_and_so_do_her_answers(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script(VOICE)
    page.goto("/learn/duck/first")
    page.wait_for_selector(READY)
    page.locator("#aloud").click()
    first, second, *_ = lessons("duck")["first"].step
    page.wait_for_function("() => window.spoken.length > 0")
    assert page.evaluate("window.spoken[0][0]") == first.say
    page.locator("#board svg").click(position={"x": 200, "y": 100})
    page.wait_for_function("() => window.spoken.some(([text]) => text.includes('then tap Next'))")
    page.locator("#buttons [value=next]").click()
    page.wait_for_function("text => window.spoken.some(([said]) => said === text)", arg=second.say)


def test_light_signs_are_seen_in_forced_colours(visit: Visit) -> None:
    page = visit(390, 844)
    page.emulate_media(forced_colors="active")
    page.goto("/learn/duck/first")
    page.wait_for_selector(READY)
    for sign in ("#sound", ".bar .languages summary"):
        expect(page.locator(sign)).to_have_css("background-color", "rgb(30, 35, 64)")
