"""An end worth playing for: each game's own scene, in both languages, when the game is over and not before."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import httpx
import msgspec
import pytest
from tests.web.test_again import ended
from tests.web.test_pages import set_up

import fabletop
from fabletop.drawing.ending import places
from fabletop.drawing.palette import MOON
from fabletop.engine.game import Game, State
from fabletop.games.maumau.faces import card_alone
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.seats import Occupant
from fabletop.tables.table import Table
from fabletop.web.ending import end_scene, way
from fabletop.words import LANGUAGES, Words

Visit = Callable[[], httpx.Client]


def finished(game: Game, seed: int) -> Table:
    """A whole game at random, as a table has it."""
    names = ("Ada", "Ben", "Cem", "Дина", "Eva", "Finn")[: game.seats]
    plans = [SeatPlan("random", name) for name in names]
    table = Table("t", Head(game.id, dict(game.options), plans, "00" * 32))
    table.seats = [Occupant("random", name, animal="fox") for name in names]
    rng = random.Random(seed)
    while table.turn is not None:
        table.add(Entry(table.turn, rng.choice(table.state.actions())))
    return table


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_game_has_an_end_of_its_own(id: str) -> None:
    for seats in (fabletop.game(id).spec.seats[0], fabletop.game(id).spec.seats[1]):
        table = finished(fabletop.game(id, seats=seats), seed=seats)
        english, german = (end_scene(table, Words(language)) for language in ("en", "de"))
        ET.fromstring(english)
        assert english != german
        assert len(english) < 80_000
        assert english.count('class="confetti') == (30 if table.state.result and table.state.result.winners else 0)


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_no_crown_lies_on_the_story(id: str) -> None:
    table = finished(fabletop.game(id), seed=3)
    table.seats = [msgspec.structs.replace(one, name="Wilhelmine-Antoinette M.") for one in table.seats]
    for language in LANGUAGES:
        scene = end_scene(table, Words(language))
        lines = [
            float(y)
            for y in re.findall(rf'translate\(\S+ (\S+)\) scale\(1\.4\)" d="[^"]*" fill="none" stroke="{MOON}"', scene)
        ]
        crowns = [float(y) for y in re.findall(r'<g transform="translate\(\S+ (\S+)\) scale\(1\.3\)"', scene)]
        assert lines
        assert min((y for y in crowns if y > 300), default=1000) - 11 * 1.3 > max(lines) + 3, (language, lines, crowns)


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_the_marks_of_the_way_stay_on_its_sheet(id: str) -> None:
    for seed in range(3):
        table = finished(fabletop.game(id, seats=fabletop.game(id).spec.seats[1]), seed)
        marks = [
            float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)" r="10"', end_scene(table, Words("en")))
        ]
        assert all(562 + 10 <= y <= 704 - 10 for y in marks if y > 552), marks


def test_maumau_ends_with_the_card_that_won() -> None:
    for seed in range(3):
        table = finished(fabletop.game("maumau"), seed)
        assert card_alone(table.state.view(None).position.top) in end_scene(table, Words("en"))


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_the_way_it_went_ends_where_the_game_ended(id: str) -> None:
    table = finished(fabletop.game(id), seed=1)
    stands = way(table)
    assert stands[-1] == table.state.view(None).standing()
    assert all(len(stand) == len(table.seats) for stand in stands)
    assert 2 <= len(stands) <= 250


def test_a_lost_cinderella_turns_up_what_still_lay_there() -> None:
    lost = next(
        table
        for table in (finished(fabletop.game("cinderella", seats=2, hours=4), seed) for seed in range(50))
        if table.state.result and not table.state.result.winners
    )
    scene, now = end_scene(lost, Words("en")), lost.state.view(None).position
    assert scene.count('class="turned') == bin(now.layout).count("1")
    assert "turned" in scene


def test_everything_is_turned_up_when_the_game_is_over_and_not_before() -> None:
    state: State = fabletop.game("maumau", seats=2).new()
    rng, secret = random.Random(3), False
    while state.turn is not None:
        secret = state.view(0).position != state.rules
        state.play(rng.choice(state.actions()))
    assert secret  # until the very last card
    assert state.view(None).position == state.view(0).position == state.rules


def test_the_page_has_the_scene_at_the_end_alone(visit: Visit) -> None:
    client = visit()
    running = set_up(client, "nutcracker", ["here", "random"])
    assert "confetti" not in client.get(running).text
    assert "confetti" in client.get(ended(client, "here", "random")).text


@pytest.mark.parametrize("level", [1, 2])
def test_nutcracker_ends_on_places_that_the_board_shows(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabletop.games.nutcracker import ending

    noted = list[str]()

    def the_end(_view: object, *, notes: list[str], **_more: object) -> str:
        noted.extend(notes)
        return ""

    monkeypatch.setattr(ending, "the_end", the_end)
    for seed in range(12):
        end_scene(finished(fabletop.game("nutcracker", level=level), seed), Words("fr" if seed % 2 else "en"))
    assert any("the Key" in note for note in noted)
    assert not [note for note in noted if "37" in note or "38" in note]


def test_who_played_together_stands_on_no_empty_sheet() -> None:
    """Where nothing is noted below a name, its sheet is no larger than the name needs."""
    view = finished(fabletop.game("cinderella", seats=2), 1).state.view(None)
    plain, noted = places(view, (), 444), places(view, ("3", "5"), 444)
    high = [max(float(h) for h in re.findall(r'height="([\d.]+)"', drawn)) for drawn in (plain, noted)]
    assert high[0] < high[1]
