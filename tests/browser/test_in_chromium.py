"""The table in a real browser: whole games, the cover, two browsers, the keyboard, the dice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import fabletop

from .conftest import A_GAME

Visit = Callable[..., Page]

# Presses a button whenever there is one; the choice wanders, so that every kind of move is tried.
PRESS = """() => { let n = 0; window.pressing = setInterval(() => {
    const lift = document.getElementById('lift');
    if (!document.getElementById('cover').hidden) return lift.click();
    if (!document.getElementById('go-on').hidden) return document.getElementById('go-on').click();
    const sure = document.querySelector('#sure[open] [value=yes]');
    if (sure) return sure.click();
    const moves = document.getElementById('moves'), all = moves.querySelectorAll('#buttons button');
    if (all.length && !moves.classList.contains('waiting')) all[(n += 7) % all.length].click();
}, 12); }"""

# The same within one turn: what she has seen is hers to hand on.
PRESS_UNTIL_SEEN = """() => { window.pressing = setInterval(() =>
    document.querySelector('#moves:not(.waiting) #buttons button:not(#hand-on)')?.click(), 40); }"""

# Lifts the cover, and taps a tile as soon as it is gone: how many things have been pressed?
LIFT_TWICE = """() => new Promise(done => {
    const cover = document.getElementById('cover');
    new MutationObserver((_, watch) => {
        watch.disconnect();
        const tap = new MouseEvent('click', { bubbles: true, detail: 1 });
        document.querySelector('#board [data-action]').dispatchEvent(tap);
        done(document.querySelectorAll('.pressed').length);
    }).observe(cover, { attributeFilter: ['hidden'] });
    document.getElementById('lift').click();
})"""

CAN_PRESS = "#moves:not(.waiting) #buttons button"
# Whatever leads on, once
ONCE = """() => { const lift = document.getElementById('lift'), on = document.getElementById('go-on');
    if (!document.getElementById('cover').hidden) return lift.click();
    (on.hidden ? document.querySelector('#moves:not(.waiting) #buttons button') : on)?.click(); }"""

READY = "#sound:not([hidden])"  # the script shows this button when it begins to listen
# This device sits at the dice, and the page has heard of it: what is pressed from now on counts
SITS = """() => document.querySelector('#moves:not(.waiting)') && Object.keys(localStorage).some(key =>
    key.startsWith('dice:') && JSON.parse(localStorage[key]).at(-1).device > 0)"""
LIFTED = "said => document.querySelector('#cover[hidden]') || document.getElementById('cover-words').innerText !== said"
TABLES = 20  # the dice are nobody's to choose: what one game does not bring, another will


def start(page: Page, game: str) -> None:
    page.goto("/")
    page.locator(f"form[action='/start/{game}'] button").click()
    page.wait_for_selector(READY)
    page.wait_for_function(SITS)


def set_up(page: Page, game: str, *kinds: str, names: tuple[str, ...] = (), ready: str = READY) -> None:
    page.goto(f"/new/{game}")
    for seat in range(page.locator("select[name^=kind]").count()):
        page.select_option(f"#kind{seat}", kinds[seat] if seat < len(kinds) else "nobody")
    for seat, name in enumerate(names):
        page.fill(f"#name{seat}", name)
    page.locator(".go .big").click()
    page.wait_for_selector(ready)
    if ready == READY:
        page.wait_for_function(SITS)


def join(guest: Page, link: str | None, name: str = "Ben") -> None:
    """Take the free seat; the page is a new one then."""
    assert link
    guest.goto(link)
    guest.fill("#welcome input[name=name]", name)
    with guest.expect_navigation():
        guest.locator("#welcome button[value=join]").click()
    guest.wait_for_selector(READY)


def pressed(page: Page, what: str = "button") -> None:
    """Press something, as soon as it can be pressed, until something is told, and wait until all is at rest again."""
    said = page.locator("#log li").count()
    for _ in range(20):
        page.wait_for_selector(f"#moves:not(.waiting) #buttons {what}")
        page.evaluate("what => document.querySelector(`#moves:not(.waiting) #buttons ${what}`)?.click()", what)
        page.wait_for_selector("#moves:not(.waiting)")
        if page.locator("#log li").count() > said:
            return
    raise AssertionError(f"{what} does nothing")


def rolled(page: Page) -> None:
    pressed(page, "button.roll")


def lift(page: Page) -> None:
    """Lift the cover; where an only card plays itself, the next one is up before anybody can look."""
    said = page.inner_text("#cover-words")
    page.click("#lift")
    page.wait_for_function(LIFTED, arg=said)


def test_hot_seat_covers_the_screen_before_another_persons_secrets(visit: Visit) -> None:
    page = visit(pace=0.2)  # slow enough to look before an only card plays itself
    set_up(page, "maumau", "here", "here", names=("Ada", "Ben"))
    for name in ("Ada", "Ben"):  # in four turns a game may be over
        expect(page.locator("#cover-words")).to_contain_text(name)
        expect(page.locator("#cover")).to_be_visible()
        assert page.locator("#board [data-action]").count() == 0
        assert page.locator("#buttons button").count() == 0
        lift(page)
        page.evaluate(PRESS_UNTIL_SEEN)  # what she lays is seen by all: the screen is covered at once
        page.wait_for_selector("#cover:not([hidden]), #hand-on")
        page.evaluate("clearInterval(window.pressing)")
        page.evaluate("document.getElementById('hand-on')?.click()")  # she has drawn: that stays until she has seen it
        expect(page.locator("#cover")).to_be_visible()


def test_what_everybody_may_see_happens_on_the_open_screen(visit: Visit) -> None:
    """Cinderella: rolls, open looks and pointing need no cover; a secret look does, and stays until tapped away."""
    page = visit()
    for _ in range(TABLES):
        set_up(page, "cinderella", "here", "here", names=("Ada", "Ben"))
        expect(page.locator("#cover")).to_be_hidden()
        expect(page.locator("#status")).to_contain_text("Ada")
        if peeked(page):
            return
    raise AssertionError("no secret look")


def test_nobody_hands_on_what_lies_face_down_again(visit: Visit) -> None:
    """After Ada's secret look a computer plays: by Cleo's turn nothing is left to be covered by hand."""
    page, looked = visit(), 0
    for _ in range(TABLES):
        set_up(page, "cinderella", "here", "gentle", "here", names=("Ada", "", "Cleo"))
        for _ in range(30):
            page.wait_for_selector(
                f"{CAN_PRESS}, #cover:not([hidden]), #go-on:not([hidden]), main.over", state="attached"
            )
            if page.locator("main.over").count():
                break
            if page.locator("#hand-on").count():
                expect(page.locator("#status")).to_have_text("Ada is next.")  # Cleo has looked just before
                looked += 1
            page.evaluate(ONCE)
            page.wait_for_timeout(40)
        if looked:
            return
    raise AssertionError("no secret look")


def peeked(page: Page) -> bool:
    """Play until somebody has looked in secret; false: nobody has before the end."""
    can = "#moves:not(.waiting) #buttons button"
    while True:
        page.wait_for_selector(f"{can}, #cover:not([hidden]), main.over", state="attached")
        if page.locator("main.over").count():
            return False
        if page.locator("#cover:not([hidden])").count():
            break
        page.evaluate(f"document.querySelector('{can}')?.click()")
    assert page.locator("#board [data-action]").count() == 0
    assert page.evaluate(LIFT_TWICE) == 0  # a second tap is not meant for the tile below the button
    expect(page.locator("#cover")).to_be_hidden()
    page.wait_for_selector(can)
    page.evaluate(f"document.querySelector('{can}').click()")  # she peeks
    for _ in range(400):  # it stays until it is tapped away
        if page.locator(f"main.over, {can}").count():
            return True
        assert page.locator("#cover:not([hidden])").count() == 0
        page.wait_for_timeout(150)
        page.mouse.click(410, 80)  # anywhere
    raise AssertionError("a secret look is not tapped away")


def test_two_browsers_one_is_dropped_and_comes_back(visit: Visit) -> None:
    host, guest = visit(), visit()
    set_up(host, "duck", "here", "elsewhere", names=("Ada",))
    link = host.locator(".invite a.link").get_attribute("href")
    assert link
    guest.goto(link.partition("?")[0])  # who only watches cannot sit down
    expect(guest.locator("button[value=join]")).to_have_count(0)
    join(guest, link)
    expect(host.locator("#seats")).to_contain_text("Ben")
    expect(host.locator(".invite")).to_have_count(0)

    def played(page: Page) -> None:
        """One turn: roll, and decide what there is to decide; the dice wait a moment for a device that is gone."""
        for _ in range(20):
            pressed(page)
            if not page.locator("#buttons button").count():
                return
        raise AssertionError("this turn does not end")

    played(host)
    played(guest)
    guest.context.set_offline(True)
    guest.close()
    played(host)
    expect(host.locator("#seats .away")).to_have_count(1)
    host.locator("#seats button[value=replace]").last.click()
    expect(host.locator("#seats")).to_contain_text("stands in")
    pressed(host)
    guest.context.set_offline(False)
    again = guest.context.new_page()
    again.goto(link)
    again.locator("#seats button[value=back]").click()
    expect(again.locator("#seats")).not_to_contain_text("stands in")
    expect(host.locator("#seats")).not_to_contain_text("stands in")
    for _ in range(300):  # until both have seen everything
        seen = [page.locator("#log li").all_inner_texts()[-3:] for page in (again, host)]
        if seen[0] == seen[1]:
            break
        host.wait_for_timeout(200)
    assert seen[0] == seen[1]


def test_a_page_that_was_offline_hears_what_it_has_missed(visit: Visit) -> None:
    page = visit()
    set_up(page, "nutcracker", "here", "here")
    other = page.context.new_page()
    other.goto(page.url)
    rolled(page)
    other.locator("#log li").nth(page.locator("#log li").count() - 1).wait_for(state="attached")
    other.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    rolled(page)
    other.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    other.locator("#log li").nth(page.locator("#log li").count() - 1).wait_for(state="attached")
    assert other.locator("#log li").all_inner_texts() == page.locator("#log li").all_inner_texts()


def test_a_stale_move_is_refused_kindly_and_the_page_catches_up(visit: Visit) -> None:
    page = visit()
    set_up(page, "nutcracker", "here", "here")
    late = page.context.new_page()
    late.route(re.compile("/live"), lambda route: route.abort())
    late.goto(page.url)
    rolled(page)
    late.click("#moves:not(.waiting) #buttons button.roll")
    expect(late.locator("#toast")).to_contain_text("moved on")
    expect(late.locator("#log li")).to_have_count(page.locator("#log li").count())


def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    start(page, "nutcracker")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#buttons button')"):
            break
    for _ in range(5000):
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
    if page.locator("#sure[open]").count():  # the dice decide whether this box would get a zero
        page.keyboard.press("Tab")  # from No to Yes
        page.keyboard.press("Enter")
    expect(page.locator("#log li").nth(3)).to_be_attached()
    assert page.evaluate("document.activeElement !== document.body")


def test_undo_is_seen_on_the_board(visit: Visit) -> None:
    page = visit()
    set_up(page, "garden", "here", "here")
    page.locator("#buttons button").first.dispatch_event("click")
    page.wait_for_selector("main:has(#moves:not(.waiting)) #undo button:enabled")
    page.locator("#undo button").click()
    expect(page.locator("#log")).to_contain_text("takes the last move back")


def test_the_dice_are_checked_in_the_page_and_the_game_watched_again(visit: Visit) -> None:
    page = visit()
    start(page, "nutcracker")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    table = page.url
    expect(page.locator("#fair:not(.bad)")).to_contain_text("Your device has checked all")
    page.goto(table + "/dice")
    expect(page.locator("#verdict:not(.bad)")).to_contain_text("Your device has checked all")
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
    page.locator(".languages summary").click()  # a menu names each language in itself
    page.locator(".languages button[lang=de]").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == url


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
    page.evaluate("""() => { window.toasts = ""; const toast = document.getElementById("toast");
        new MutationObserver(() => { window.toasts += toast.textContent; }).observe(toast, { childList: true,
            characterData: true, subtree: true }); }""")  # one may be said over another
    page.context.set_offline(True)
    page.locator("#buttons button.roll").click()
    page.wait_for_function("() => window.toasts.includes('Das hat nicht geklappt')")
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
    for _ in range(30):  # a card drawn may be laid at once
        said = page.locator("#log li").count()
        page.locator("#buttons button").first.click()
        expect(page.locator("#log li").nth(said)).to_be_attached()
        page.wait_for_load_state()
        if page.locator("#buttons a.button").count():
            break
    page.locator("#buttons a.button").click()  # what she has seen is covered
    expect(page.locator("#cover")).to_be_visible()
    page.goto(page.url + "/dice")
    expect(page.locator("main")).to_contain_text("fingerprint")


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_is_wider_than_the_screen_and_everything_has_a_name(visit: Visit, width: int) -> None:
    page = visit(width, 900)
    for path in ("/", "/new/cinderella", "/rules/mensch", "/privacy"):
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
        .filter(e => { if (e.matches('.unseen')) e.focus({ focusVisible: true }); // seen when a key comes to it
            return e.checkVisibility() && e.getBoundingClientRect().height < 43; }).map(e => e.outerHTML)""")
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
    page.wait_for_selector(READY)
    page.evaluate("""() => { let n = 0; const pressing = setInterval(() => {
        if (document.querySelector('main.own #board [data-part]')) return clearInterval(pressing);
        if (!document.getElementById('go-on').hidden) return document.getElementById('go-on').click(); // a look waits
        const moves = document.getElementById('moves'), all = moves.querySelectorAll('#buttons button');
        if (all.length && !moves.classList.contains('waiting')) all[(n += 7) % all.length].click();
    }, 12); }""")
    page.wait_for_selector("#board [data-part][aria-pressed=false]", timeout=A_GAME)  # four hours take their time


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
    while not hedges.count():  # the goals; but nobody ends the turn in which the hedges can be turned
        if page.locator("main.over").count():
            set_up(page, "garden", "here", "here")
        page.evaluate("""document.querySelector('#board [data-part][role=button]')
            ?? document.querySelector('#moves:not(.waiting) #buttons button')?.click()""")
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
    for path in ("/", *(f"/new/{game}" for game in fabletop.game_ids()), "/rules/mensch", "/privacy"):
        page.goto(path)
        for details in page.locator("details:not(.pick)").all():
            details.locator("summary").click()
        check_with_axe(page)
        for pick in page.locator(".rows li:has(option[value=here]:checked) .pick").all():
            pick.locator("summary").click()  # lies over what is below it until it is closed
            expect(pick.locator(".pick-list")).to_be_visible()
            check_with_axe(page)
            pick.locator("summary").click()


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_table_is_accessible(visit: Visit, game: str) -> None:
    page = visit(390, 844, language="de-DE")
    start(page, game)
    expect(page.locator("#buttons button").first).to_be_visible()
    check_with_axe(page)
    page.evaluate("""() => { let told = 0; const log = document.getElementById('log');
        new MutationObserver(all => { for (const one of all) told += one.addedNodes.length;
            if (told > 4) log.dataset.told = told; }).observe(log, { childList: true }); }""")
    page.evaluate(PRESS)
    page.wait_for_selector("#log[data-told]")  # not five at once: where remembering is the game, older lines vanish
    page.evaluate("clearInterval(window.pressing)")
    at_rest, look = page.locator("main:is(.own, .over)"), page.locator("#go-on:not([hidden])")
    expect(at_rest.or_(look)).to_be_attached()
    while look.count():  # a look that waits for a tap is accessible, too
        check_with_axe(page)
        look.click()
        expect(at_rest.or_(look)).to_be_attached()
    expect(at_rest).to_be_attached()
    check_with_axe(page)


def test_cover_hand_and_invitation_are_accessible(visit: Visit) -> None:
    page, guest = visit(390, 844, language="de-DE"), visit(390, 844, language="de-DE")
    set_up(page, "maumau", "here", "here", "elsewhere")
    check_with_axe(page)
    page.click("#buttons button")  # it begins though a seat is free
    expect(page.locator("#cover")).to_be_visible()
    check_with_axe(page)
    lift(page)
    check_with_axe(page)
    guest.goto(str(page.locator(".invite a.link").get_attribute("href")))
    expect(guest.locator("#welcome")).to_be_visible()
    check_with_axe(guest)


def test_the_end_watching_again_and_the_dice_are_accessible(visit: Visit) -> None:
    page = visit(390, 844, language="de-DE")
    start(page, "nutcracker")
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    expect(page.locator("#after")).to_be_visible()
    check_with_axe(page)
    table = page.url
    page.goto(table + "/watch?ply=5")
    check_with_axe(page)
    page.goto(table + "/dice")
    expect(page.locator("#verdict")).not_to_be_empty()
    check_with_axe(page)
