"""Every move can be followed: games are filmed picture by picture on the stage's own clock, and the beats are read
from what is on the screen (docs/stage.md)."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page

import fabletop

from .filming import LEADS_ON, STEP, Film, Picture
from .shifts import shifts

Visit = Callable[..., Page]
Tables = Callable[..., Film]
TABLES = 20  # the dice are nobody's to choose: what one game does not bring, another will

SECONDS = {"duck": 400, "mensch": 150, "nutcracker": 300, "maumau": 150, "kniffel": 120, "quidditch": 150}
WALKERS = ("pawn-", "clara-", "king", "nut-")


@pytest.fixture
def film(visit: Visit) -> Tables:
    return lambda game, seed=1: Film(visit(390, 844), game, seed)


def filmed(film: Tables, game: str, seconds: float, until: Callable[[list[Picture]], object]) -> Film:
    """A film, at least so long, of a game in which this was to be seen."""
    for seed in range(TABLES):
        shot = film(game, seed)
        shot.play(seconds, until)
        if until(shot.pictures):
            return shot
    raise AssertionError(f"not seen at {TABLES} tables of {game}")


def walkers(picture: Picture) -> list[str]:
    """The figures that the frame is about; others may step aside."""
    named = picture["frame"]["named"] if picture["frame"] else []
    return [id for id in picture["moving"] if id.startswith(WALKERS) and id in named]


def dice(picture: Picture) -> list[str]:
    if not picture["frame"] or picture["frame"]["sound"] != "roll":
        return []
    return [id for id in picture["moving"] if not id.startswith("light")]


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_cause_comes_before_effect(film: Tables, game: str) -> None:
    still = game in ("maumau", "kniffel", "quidditch", "cinderella")
    shot = filmed(
        film, game, SECONDS.get(game, 100), lambda seen: len(seen) > 500 and (still or any(map(walkers, seen)))
    )
    pictures = shot.pictures
    since_die, lit, rolls = 10_000, 0, list[int]()
    for before, now in pairwise(pictures):
        if dice(now):
            rolls = [*rolls[:-1], rolls[-1] + STEP] if dice(before) else [*rolls, STEP]
            since_die = 0
            assert not walkers(now), "a figure walks while the die rolls"
        else:
            since_die += STEP
        if walkers(now) and not walkers(before):
            assert since_die >= 400, f"the die has lain for {since_die} ms only"
        if any(id.startswith("light") for id in now["moving"]):
            lit += 1
            assert not walkers(now), "the light goes on before the figure is there"
            assert not dice(now), "the light goes on while dice roll"
        if walkers(now):
            assert not before["changing"], f"{before['changing']} changes before the figure is there"
    assert lit or game == "garden", "the light goes from seat to seat"  # there it fades over
    assert min(rolls, default=1000) >= 600, "a throw of a computer player was hurried"
    assert shifts(shot.page) == []


@pytest.mark.parametrize("game", ["duck", "maumau", "cinderella", "garden"])
def test_sentences_stay_until_they_can_be_read(film: Tables, game: str) -> None:
    shot = film(game, 2)
    shot.play(120)
    told = {text for picture in shot.pictures if picture["frame"] for text in picture["frame"]["says"]}
    said, since, checked, tapped = "", 0, 0, False
    for picture in shot.pictures:
        if picture["status"] != said:
            stood = picture["t"] - since
            if said in told:
                least = min(60 * len(said), 1200 + 45 * (len(said) - 20))
                assert stood >= least - 2 * STEP or tapped, f"{said!r} stood {stood} ms"
                checked += 1
            said, since, tapped = picture["status"], picture["t"], False
        tapped |= picture["waits"]  # the camera taps such a hold away
    assert checked > 10


def test_duck_sets_foot_on_every_square(film: Tables) -> None:
    shot = film("duck")
    shot.play(30)
    for a, b in pairwise(shot.pictures):
        walks = a["frame"] and b["frame"] and not (a["frame"]["sound"] or b["frame"]["sound"])  # an event is a leap
        for id in set(walkers(a)) & set(walkers(b)) if walks else ():
            (ax, ay, *_), (bx, by, *_) = a["moving"][id], b["moving"][id]
            assert math.dist((ax, ay), (bx, by)) < 75  # no jumps


def test_a_hedge_passes_all_angles_and_carries_the_pawns_around(film: Tables) -> None:
    def turned(pictures: list[Picture]) -> list[float]:
        return [p["moving"][id][2] for p in pictures for id in p["moving"] if id.startswith("hedge")]

    turns = turned(filmed(film, "garden", 60, lambda seen: len(turned(seen)) > 8).pictures)
    assert max(abs(b - a) for a, b in pairwise(turns) if abs(b - a) < 60) < 40
    assert len({round(turn) % 90 for turn in turns} - {0}) > 5  # between the quarters


def test_quidditch_is_one_throw_of_all_dice_and_results_stay(film: Tables) -> None:
    shot = film("quidditch")
    shot.press()
    first = shot.run()
    assert max(len(dice(picture)) for picture in first) >= 6
    shot.play(200)
    said = [now["status"] for before, now in pairwise(shot.pictures) if now["status"] != before["status"]]
    thrown = [text.partition(" rolls ")[2] for text in said if " rolls " in text]
    assert thrown[:2] == ["for the attack.", "for the defence."]
    held = [p for p in shot.pictures if p["frame"] and p["frame"]["shows"] == 4000]
    assert len(held) * STEP >= 3900


def test_cinderella_shows_a_tile_long_enough_and_an_own_secret_until_it_is_tapped_away(film: Tables) -> None:
    def opened(pictures: list[Picture]) -> list[int]:
        """For how long something lay open, each time."""
        runs = [0]
        for picture in pictures:
            if picture["open"]:
                runs[-1] += STEP
            elif runs[-1]:
                runs.append(0)
        return runs[:-1]  # the last one is not over

    def secrets(pictures: list[Picture]) -> int:
        return sum(bool(p["waits"] and p["frame"] and p["frame"]["until"] == "tap") for p in pictures)

    shot = filmed(film, "cinderella", 60, lambda seen: secrets(seen) and len(opened(seen)) > 2)
    runs = opened(shot.pictures)
    # a secret look is tapped away by the camera as soon as it lies open; all others are shown for long
    assert sum(length >= 2500 for length in runs) >= len(runs) - secrets(shot.pictures)


def test_what_follows_from_an_own_decision_is_shown_at_once(film: Tables) -> None:
    """Whoever taps a tile knows which: that is only written down, and the tile turns over without delay."""

    def looks(picture: Picture) -> bool:
        return bool(picture["frame"]) and any("Player 1 looks at" in text for text in picture["frame"]["says"])

    def secret(picture: Picture) -> bool:
        return bool(picture["waits"] and picture["frame"] and picture["frame"]["until"] == "tap")

    def both(seen: list[Picture]) -> list[tuple[Picture, Picture]]:
        """A look whose tile is turned over next."""
        return [(a, b) for a, b in pairwise(filter(lambda one: looks(one) or secret(one), seen)) if secret(b)]

    pictures = filmed(film, "cinderella", 30, lambda seen: [a for a, b in both(seen) if not secret(a)]).pictures
    for look, turned in both(pictures):
        assert "looks at" not in look["status"]
        assert secret(look) or turned["t"] - look["t"] < 1500


def test_a_tap_shortens_what_is_running_and_skips_nothing(film: Tables) -> None:
    shot = film("duck", 5)
    shot.press()
    alone = len(shot.run())
    shot.play(shot.pictures[-1]["t"] / 1000 + 1)
    frames: list[str] = []
    shot.press()
    taps = 0
    while not shot.page.evaluate("window.stageClock.stage.idle"):
        shot.page.evaluate("window.stageClock.stage.tap()")
        taps += 1
        seen = shot.run(1)
        frames += [seen[-1]["frame"]["sound"]] if seen and seen[-1]["frame"] else []
    assert "roll" in frames
    assert taps < alone


def test_who_wants_no_motion_gets_holds_not_haste(visit: Visit) -> None:
    page = visit(390, 844)
    page.emulate_media(reduced_motion="reduce")
    shot = Film(page, "duck")
    shot.press()
    seen = shot.run()
    assert not any(picture["moving"] for picture in seen)
    assert len(seen) * STEP > 2000  # the die, the walk and the turn are each held


def test_tap_to_go_on_waits_for_a_tap_after_each_ply(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script("if (origin !== 'null') localStorage.setItem('speed', 'tap')")
    shot = Film(page, "duck")
    shot.press()
    seen = shot.run()
    while not page.locator("#go-on").is_visible():  # a duck: its question is open at once, and waits for itself
        assert not seen[-1]["waits"]
        assert page.evaluate(LEADS_ON)
        shot.press()
        seen = shot.run()
    assert seen[-1]["waits"]
    page.locator("#go-on").click()
    assert not shot.run()[0]["waits"]


def test_what_is_pressed_too_early_happens_as_soon_as_it_can(visit: Visit) -> None:
    page = visit(390, 844)
    page.add_init_script("window.late = 0; performance.now = () => 10_000 + window.late")
    shot = Film(page, "quidditch", 6)
    book = shot.page.locator("#board [data-action^=book]")
    while not book.count():
        shot.press()
        shot.run()
    book.first.dispatch_event("click")  # the Snitch
    shot.page.wait_for_function("() => !window.stageClock.stage.idle")
    shot.run(5)
    assert not shot.page.evaluate("window.stageClock.stage.rests")
    said = shot.page.locator("#log li").count()
    shot.page.evaluate("window.late = 320")  # a child taps that quickly, and not quicker
    box = shot.page.locator("#moving #quaffle, #moving [id^=goal-]").last.bounding_box()
    assert box is not None
    shot.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(400):
        shot.run()
        if shot.page.locator("#log li").count() >= said + 2:
            return
        shot.page.wait_for_timeout(150)
    raise AssertionError("what was pressed too early is lost")


def test_the_list_of_players_follows_the_game(film: Tables) -> None:
    """While computer players have their turns, the list beside the board marks them, too."""
    shot = film("duck")
    marked = set[str | None]()
    for _ in range(3):  # a hop may be asked first
        shot.press()
        while not shot.page.evaluate("window.stageClock.stage.idle"):
            shot.run(3)
            marked.add(shot.page.evaluate("document.querySelector('#seats .to-play')?.dataset.seat"))
    assert marked == {"0", "1"}  # and it is always somebody's turn
