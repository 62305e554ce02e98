"""The table in a real browser: whole games, the cover, two browsers, the keyboard, the dice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import fabletop

Visit = Callable[..., Page]

# Presses a button whenever there is one; the choice wanders, so that every kind of move is tried.
PRESS = """() => { let n = 0; window.pressing = setInterval(() => {
    const lift = document.getElementById('lift');
    if (!document.getElementById('cover').hidden) return lift.click();
    const moves = document.getElementById('moves'), all = moves.querySelectorAll('#buttons button');
    if (all.length && !moves.classList.contains('waiting')) all[(n += 7) % all.length].click();
}, 12); }"""

# The same within one turn: what she has seen is hers to hand on.
PRESS_UNTIL_SEEN = """() => { window.pressing = setInterval(() =>
    document.querySelector('#moves:not(.waiting) #buttons button:not(#hand-on)')?.click(), 40); }"""

READY = "#sound:not([hidden])"  # the script shows this button when it begins to listen


def start(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action='/start/{game}'] button").click()
    page.wait_for_selector(READY)


def set_up(page: Page, game: str, *kinds: str, names: tuple[str, ...] = (), ready: str = READY) -> None:
    page.goto(f"/new/{game}")
    for seat in range(page.locator("select[name^=kind]").count()):
        page.select_option(f"#kind{seat}", kinds[seat] if seat < len(kinds) else "nobody")
    for seat, name in enumerate(names):
        page.fill(f"#name{seat}", name)
    page.locator(".go .big").click()
    page.wait_for_selector(ready)


def rolled(page: Page) -> None:
    """Roll, and wait until everything is at rest again."""
    page.locator("#buttons button.roll").click()
    expect(page.locator("#moves.waiting")).to_have_count(0)


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_whole_game_against_computer_players(visit: Visit, game: str) -> None:
    page = visit(390, 844)
    start(page, game)
    page.evaluate("""() => { window.shift = 0; new PerformanceObserver(list => { for (const e of list.getEntries())
        if (!e.hadRecentInput) window.shift += e.value; }).observe({ type: 'layout-shift' }); }""")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=200_000)
    assert page.evaluate("window.shift") < 0.01
    expect(page.locator("#status")).to_contain_text("won")
    expect(page.locator("#after")).to_be_visible()
    fleeting = fabletop.game(game).spec.fleeting
    assert (page.locator("#log li").count() > 10) is not fleeting


@pytest.mark.parametrize("game", ["maumau", "cinderella"])
def test_hot_seat_covers_the_screen_before_another_persons_secrets(visit: Visit, game: str) -> None:
    page = visit()
    set_up(page, game, "here", "here", names=("Ada", "Ben"))
    seen = []
    for _ in range(2):  # in four turns a game may be over
        expect(page.locator("#cover")).to_be_visible()
        seen.append(page.inner_text("#cover-words"))
        assert page.locator("#board [data-action]").count() == 0
        assert page.locator("#buttons button").count() == 0
        page.click("#lift")
        expect(page.locator("#cover")).to_be_hidden()
        page.evaluate(PRESS_UNTIL_SEEN)
        page.click("#hand-on")  # waits until there is such a button, though not for ever
        page.evaluate("clearInterval(window.pressing)")
    assert len(set(seen)) == 2
    assert "Ada" in seen[0]


def test_two_browsers_one_is_dropped_and_comes_back(visit: Visit) -> None:
    host, guest = visit(), visit()
    set_up(host, "duck", "here", "elsewhere", names=("Ada",))
    link = host.locator(".invite a.link").get_attribute("href")
    assert link
    guest.goto(link.partition("?")[0])  # who only watches cannot sit down
    expect(guest.locator("button[value=join]")).to_have_count(0)
    guest.goto(link)
    guest.fill("#welcome input[name=name]", "Ben")
    guest.locator("#welcome button[value=join]").click()
    expect(host.locator("#seats")).to_contain_text("Ben")
    expect(host.locator(".invite")).to_have_count(0)
    rolled(host)

    def played(page: Page) -> None:
        """One turn: roll, and decide what there is to decide."""
        page.wait_for_selector("#buttons button")
        before = page.locator("#log li").count()
        for _ in range(20):
            if not page.locator("#buttons button").count() or page.locator("#log li").count() >= before + 3:
                return
            page.locator("#buttons button").first.click()
            page.wait_for_timeout(250)
        raise AssertionError("this turn does not end")

    played(guest)
    guest.context.set_offline(True)
    guest.close()
    played(host)
    expect(host.locator("#seats .away")).to_have_count(1)
    host.locator("#seats button[value=replace]").last.click()
    expect(host.locator("#seats")).to_contain_text("stands in")
    played(host)
    guest.context.set_offline(False)
    again = guest.context.new_page()
    again.goto(link)
    again.locator("#seats button[value=back]").click()
    expect(again.locator("#seats")).not_to_contain_text("stands in")
    expect(host.locator("#seats")).not_to_contain_text("stands in")
    host.wait_for_timeout(400)
    assert again.locator("#log li").all_inner_texts()[-3:] == host.locator("#log li").all_inner_texts()[-3:]


def test_a_page_that_was_offline_hears_what_it_has_missed(visit: Visit) -> None:
    page = visit()
    set_up(page, "nutcracker", "here", "here")
    other = page.context.new_page()
    other.goto(page.url)
    rolled(page)
    expect(other.locator("#log li")).to_have_count(page.locator("#log li").count())
    other.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    rolled(page)
    other.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(other.locator("#log li")).to_have_count(page.locator("#log li").count())
    assert other.locator("#log li").all_inner_texts() == page.locator("#log li").all_inner_texts()


def test_a_stale_move_is_refused_kindly_and_the_page_catches_up(visit: Visit) -> None:
    page = visit()
    set_up(page, "nutcracker", "here", "here")
    late = page.context.new_page()
    late.route(re.compile("/live"), lambda route: route.abort())
    late.goto(page.url)
    rolled(page)
    late.locator("#buttons button.roll").click()
    expect(late.locator("#toast")).to_contain_text("gone on")
    expect(late.locator("#log li")).to_have_count(page.locator("#log li").count())


def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    start(page, "nutcracker")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#buttons button')"):
            break
    for _ in range(400):
        if page.locator("main.over").count():
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(40)
    expect(page.locator("main.over")).to_have_count(1)


def test_the_board_can_be_pressed_by_finger_and_by_key(visit: Visit) -> None:
    page = visit(390, 844)
    start(page, "kniffel")
    page.locator("#board .chance[data-action=roll]").first.click(force=True)  # it breathes
    field = page.locator("#board [data-action^=score][role=button]").first
    field.focus()
    page.keyboard.press("Space")
    expect(page.locator("#log li").nth(3)).to_be_attached()
    assert page.evaluate("document.activeElement !== document.body")


def test_undo_is_seen_on_the_board(visit: Visit) -> None:
    page = visit()
    set_up(page, "garden", "here", "here")
    page.locator("#buttons button").first.click()
    expect(page.locator("#undo button")).to_be_enabled()
    page.locator("#undo button").click()
    expect(page.locator("#log li").last).to_contain_text("takes the last move back")


def test_the_dice_are_checked_in_the_page_and_the_game_watched_again(visit: Visit) -> None:
    page = visit()
    start(page, "nutcracker")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=60_000)
    table = page.url
    page.goto(table + "/dice")
    page.click("#check")
    expect(page.locator("#verdict")).to_contain_text("rolls are what the seed and the players made them")
    page.goto(table + "/watch?ply=0")
    page.click("#on")
    expect(page.locator("#where")).to_have_text(re.compile("^1 /"))
    page.select_option("#eye", "1")
    page.locator("#ply").fill("5")
    expect(page.locator("#where")).to_have_text(re.compile("^5 /"))


def test_signs_sound_rules_and_language_at_the_table(visit: Visit) -> None:
    page = visit()
    start(page, "duck")
    page.locator("#signs button").first.click()
    expect(page.locator("#toast")).to_contain_text("Hello!")
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.locator("#rules summary").click()
    expect(page.locator("#rules h2").first).to_be_visible()
    url = page.url
    page.locator("button[lang=de]").click()
    assert page.url == url
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_sounds_are_made_here_after_a_gesture_and_can_be_switched_off(visit: Visit) -> None:
    page = visit()
    page.add_init_script("""window.sounds = 0; window.touched = false;
        window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds += 1; } };
        Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: window.touched }) });""")
    start(page, "nutcracker")
    rolled(page)
    assert page.evaluate("sounds") == 0  # nothing before a gesture
    page.evaluate("window.touched = true")
    page.click("#sound")
    rolled(page)
    assert page.evaluate("sounds") == 0
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")  # the choice is kept
    page.evaluate("window.touched = true")
    page.click("#sound")
    assert page.evaluate("sounds") == 1


def test_a_page_says_when_the_line_is_gone_and_when_it_is_back(visit: Visit) -> None:
    page = visit(language="de-DE")
    start(page, "nutcracker")
    page.context.set_offline(True)
    page.locator("#buttons button.roll").click()
    expect(page.locator("#toast")).to_contain_text("Das hat nicht geklappt")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # look again
    page.wait_for_timeout(100)
    page.context.set_offline(False)
    expect(page.locator("#moves.waiting")).to_have_count(0)
    rolled(page)
    expect(page.locator("#log li").first).to_be_attached()


def test_without_a_script_a_table_can_be_read_and_played(visit: Visit) -> None:
    page = visit(390, 844, script=False)
    set_up(page, "maumau", "here", "here", names=("Ada", "Ben"), ready="#board svg")
    expect(page.locator("#cover")).to_contain_text("Ada")
    page.click("#lift")
    expect(page.locator("#status")).to_contain_text("Ada")
    expect(page.locator("#board svg")).to_be_visible()
    for _ in range(6):  # a card drawn may be laid at once
        said = page.locator("#log li").count()
        page.locator("#buttons button").first.click()
        expect(page.locator("#log li").nth(said)).to_be_attached()
        if page.locator("#buttons a.button").count():
            break
    page.locator("#buttons a.button").click()  # what she has seen is covered
    expect(page.locator("#cover")).to_be_visible()
    page.goto(page.url + "/dice")
    expect(page.locator("main")).to_contain_text("fingerprint")


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_is_wider_than_the_screen_and_everything_has_a_name(visit: Visit, width: int) -> None:
    page = visit(width, 900)
    for path in ("/", "/new/cinderella", "/rules/mensch"):
        page.goto(path)
        check_page(page)
    start(page, "cinderella")
    check_page(page)


def check_page(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nameless = page.evaluate("""() => [...document.querySelectorAll('button, a[href], input, select, [role=button]')]
        .filter(e => e.type !== 'hidden' && e.checkVisibility() && !(e.textContent.trim()
            || e.getAttribute('aria-label') || e.labels?.length)).map(e => e.outerHTML)""")
    assert nameless == []
    small = page.evaluate("""() => [...document.querySelectorAll('button, select, .button')]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43).map(e => e.outerHTML)""")
    assert small == []
    assert page.locator("h1").count() == 1
    assert page.locator("img:not([alt])").count() == 0


# Choosing by parts


def last_chance(page: Page) -> None:
    """A table of Cinderella's at which the pairs that are missing are named."""
    page.goto("/new/cinderella")
    for seat in range(page.locator("select[name^=kind]").count()):
        page.select_option(f"#kind{seat}", "here" if seat == 0 else "nobody")
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    page.locator("[name$=last_chance]").check()
    page.select_option("[name$=hours]", "4")
    page.locator(".go .big").click()
    page.wait_for_selector("#board svg")
    page.evaluate("""() => { let n = 0; const pressing = setInterval(() => {
        if (document.querySelector('#board [data-part]')) return clearInterval(pressing);
        const moves = document.getElementById('moves'), all = moves.querySelectorAll('#buttons button');
        if (all.length && !moves.classList.contains('waiting')) all[(n += 7) % all.length].click();
    }, 12); }""")
    page.wait_for_selector("#board [data-part][aria-pressed=false]")


def test_two_tiles_make_a_pair_by_finger(visit: Visit) -> None:
    page = visit(390, 844)
    last_chance(page)
    tiles = page.locator("#board [data-part]")
    first, second, third = (tiles.nth(i) for i in range(3))
    expect(first).to_have_accessible_name(re.compile(r"^Tile \d+$"))
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    first.click()  # taken back
    expect(first).to_have_attribute("aria-pressed", "false")
    names = [int((tile.get_attribute("aria-label") or "").split()[1]) for tile in (second, third)]
    third.click()
    second.click()
    expect(page.locator("#log")).to_contain_text(f"names the tiles {min(names)} and {max(names)}.")


def test_two_tiles_make_a_pair_by_keyboard(visit: Visit) -> None:
    page = visit()
    last_chance(page)
    page.locator("#board [data-part]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board [data-part][aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#board [data-part][aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#log")).to_contain_text("names the tiles")


def test_dice_are_chosen_and_rolled_again(visit: Visit) -> None:
    page = visit(390, 844)
    start(page, "kniffel")
    page.locator("#board .chance[data-action=roll]").first.click(force=True)
    again, dice = page.locator("#board [data-finish]"), page.locator("#board [data-part][role=button]")
    expect(dice).to_have_count(5)
    expect(again).to_be_hidden()
    for i in (1, 3, 4):
        dice.nth(i).click()
    dice.nth(3).click()  # and back
    expect(again).to_have_attribute("data-action", re.compile(r"^reroll \S+ \S+$"))
    expect(again).to_have_accessible_name(re.compile("^Roll again: "))
    again.click()
    expect(page.locator("#log")).to_contain_text("picks up:")


def test_a_hedge_is_chosen_and_turned(visit: Visit) -> None:
    page = visit(390, 844)
    set_up(page, "garden", "here", "here")
    hedges, ways = page.locator("#board [data-part][role=button]"), page.locator("#board [data-finish]")
    while not hedges.count():
        page.evaluate("document.querySelector('#buttons button')?.click()")
        page.wait_for_timeout(50)
    expect(hedges).to_have_count(25)
    hedges.nth(4).focus()
    page.keyboard.press("Enter")
    expect(ways.nth(0)).to_be_focused()
    hedges.nth(11).focus()
    page.keyboard.press("Enter")  # another one instead
    expect(page.locator("#board [data-part][aria-pressed=true]")).to_have_count(1)
    expect(ways.nth(2)).to_have_accessible_name("Hedge 12: to the left")
    ways.nth(2).click()
    expect(page.locator("#log")).to_contain_text("turns hedge 12 to the left.")


# Accessible: axe-core looks for names, roles, contrast, headings and focus, on a phone and in German


def check_with_axe(page: Page) -> None:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}" for v in found] == []


def test_chest_set_up_and_rules_are_accessible(visit: Visit) -> None:
    page = visit(390, 844, language="de-DE")
    for path in ("/", *(f"/new/{game}" for game in fabletop.game_ids()), "/rules/mensch"):
        page.goto(path)
        for details in page.locator("details").all():
            details.locator("summary").click()
        check_with_axe(page)


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_table_is_accessible(visit: Visit, game: str) -> None:
    page = visit(390, 844, language="de-DE")
    start(page, game)
    expect(page.locator("#buttons button").first).to_be_visible()
    check_with_axe(page)
    page.evaluate(PRESS)
    expect(page.locator("#log li").nth(4)).to_be_attached()
    page.evaluate("clearInterval(window.pressing)")
    expect(page.locator("main:is(.own, .over)")).to_be_attached()
    check_with_axe(page)


def test_cover_hand_and_invitation_are_accessible(visit: Visit) -> None:
    page, guest = visit(390, 844, language="de-DE"), visit(390, 844, language="de-DE")
    set_up(page, "maumau", "here", "here", "elsewhere")
    check_with_axe(page)
    page.click("#lift")
    expect(page.locator("#cover")).to_be_hidden()
    check_with_axe(page)
    guest.goto(str(page.locator(".invite a.link").get_attribute("href")))
    expect(guest.locator("#welcome")).to_be_visible()
    check_with_axe(guest)


def test_the_end_watching_again_and_the_dice_are_accessible(visit: Visit) -> None:
    page = visit(390, 844, language="de-DE")
    start(page, "nutcracker")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=60_000)
    expect(page.locator("#after")).to_be_visible()
    check_with_axe(page)
    table = page.url
    page.goto(table + "/watch?ply=5")
    check_with_axe(page)
    page.goto(table + "/dice")
    page.click("#check")
    expect(page.locator("#verdict")).not_to_be_empty()
    check_with_axe(page)
