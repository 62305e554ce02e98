"""My games: all that go on, those that have ended with date, people and winner, and what it adds up to."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import msgspec
import pytest
from starlette.requests import Request
from tests.web.made import ADA, BEN, WORDS, table, won
from tests.web.test_again import ended
from tests.web.test_pages import look, set_up, table_of

from fabletop.tables.house import House
from fabletop.tables.keeping import shelf
from fabletop.tables.seats import PERSON
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web.record_page import asked as replayed
from fabletop.web.record_page import frame
from fabletop.web.seen import picture
from fabletop.web.shelf import Kept, Match, Note, _close, kept, matches, put_away, records, thrown_by

Visit = Callable[[], httpx.Client]


def test_all_games_that_go_on_are_listed_and_any_can_be_put_away(visit: Visit) -> None:
    client = visit()
    tables = [table_of(client.post("/start/duck")) for _ in range(6)]
    page = client.get("/games").text
    assert all(f'href="{table}"' in page for table in tables)
    shelf = client.get("/").text.partition('<section class="shelf"')[2].partition("</section>")[0]
    assert shelf.count('href="/t/') == 2  # the chest has room for few
    assert 'href="/games"' in shelf  # and says where the others are
    away = tables[3].removeprefix("/t/")
    shown = client.post("/games", data={"table": away, "do": "away"}).text
    assert f'href="{tables[3]}"' in shown.split("<details>")[1]
    assert f'href="{tables[3]}"' not in shown.split("<details>")[0]
    back = client.post("/games", data={"table": away, "do": "back"}).text
    assert "<details>" not in back
    assert visit().get("/games").text.count('class="ticket"') == 0  # nobody else sees them


def test_finished_games_have_date_people_winner_and_can_be_watched(visit: Visit) -> None:
    client = visit()
    table = ended(client, "here", "random", name0="Ada")
    winner = ["Ada", "Hedgehog"][look(client, table)["winners"][0]]
    for _ in range(2):  # written down by the first, read from there by the second
        page = client.get("/games", headers={"accept-language": "en"}).text
        assert f'href="{table}/watch?ply=0"' in page
        assert f"Won by {winner}" in page
        assert re.search(r"\d+ \w{3,4} 20\d\d", page)  # the day as one writes it in British English
        assert "<td>1</td>" in page  # played
    german = client.get("/games", headers={"accept-language": "de"}).text
    assert f"Gewonnen: {winner}" in german


def test_a_game_of_somebody_else_cannot_be_put_away(visit: Visit) -> None:
    client, stranger = visit(), visit()
    table = set_up(client, "duck", ["here", "random"])
    stranger.post("/games", data={"table": table.removeprefix("/t/"), "do": "away"})
    assert "<details>" not in client.get("/games").text


def note(names: str, winners: list[int], **more: object) -> Note:
    return Note("duck", 0.0, names=names.split(), winners=winners, mine=[0], over=True, **more)  # type: ignore[arg-type]


def test_the_score_of_a_match_counts_the_same_people_wherever_they_sat() -> None:
    notes = [note("Ada Ben", [0]), note("Ben Ada", [1]), note("Ada Ben", [1]), note("Ada Cem", [0])]
    assert matches(notes) == [Match([("Ada", 2), ("Ben", 1)], 3)]
    together = [note("Ada Ben", [0, 1]), note("Ada Ben", [])]
    assert matches(together) == []


def test_statistics_count_the_own_games_scores_and_dice() -> None:
    notes = [
        note("Ada Ben", [0], scores=[30, 20], thrown={"6": 2, "1": 1}),
        note("Ada Ben", [1], scores=[12, 20], thrown={"6": 1}),
    ]
    (found,) = records(notes)
    assert (found.played, found.won, found.best) == (2, 1, 30)
    assert found.thrown == {"1": 1, "6": 3}


def test_the_shelf_lists_what_still_exists(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        try:
            made = (await house.make("maumau", {}, [PERSON, PERSON], ["Ada", "Ben"], occupants=[ADA, BEN])).table
            for id, note in {
                made.id: Note("maumau", 2.0),
                "gone": Note("maumau", 3.0),
                "old": Note("chess", 4.0),
            }.items():
                await house.store.note(shelf("a"), id, msgspec.json.encode(note))
            (one,) = await kept(house, "a")
            assert (one.id, one.note.names, one.note.mine, one.note.over) == (made.id, ["Ada", "Ben"], [0], False)
        finally:
            await house.close()

    run(work)


def test_a_game_is_put_away_and_comes_back_and_no_other_is_made(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        try:
            await house.store.note(shelf("a"), "one", msgspec.json.encode(Note("duck", 1.0)))
            for away in (True, False):
                await put_away(house, "a", "one", away)
                await put_away(house, "a", "another", away)
                notes = await house.store.notes(shelf("a"))
                assert {id: msgspec.json.decode(note, type=Note).away for id, note in notes.items()} == {"one": away}
        finally:
            await house.close()

    run(work)


def test_faces_count_for_whom_they_were_thrown() -> None:
    duck = table("duck", acts=("roll 1", "roll 2", "roll 1"))
    assert (thrown_by(duck, [0]), thrown_by(duck, [1]), thrown_by(duck, [])) == ({"1": 2}, {"2": 1}, {})


@pytest.mark.parametrize(("asked", "shown"), [("", 3), ("ply=0", 0), ("ply=2", 2), ("ply=99", 3), ("ply=x", 3)])
def test_a_replay_shows_the_ply_that_was_asked_for_or_the_last(asked: str, shown: int) -> None:
    race = table("duck", acts=("roll 1", "roll 2", "roll 1"))
    request = Request({"type": "http", "query_string": f"{asked}&seat=1".encode(), "headers": []})
    assert replayed(request, race) == (1, shown)


def test_a_replay_shows_each_position_and_what_has_led_to_it() -> None:
    race = table("duck", acts=("roll 1", "roll 2"))
    told = [frame(race, None, ply, WORDS) for ply in range(3)]
    assert [one["ply"] for one in told] == [0, 1, 2]
    assert told[0]["say"] == "The game begins."
    assert told[0]["svg"] == picture(race, WORDS, race.game.new().view(None))["svg"]
    assert "Ada" in str(told[1]["say"])
    assert "Ben" in str(told[2]["say"])
    assert len({str(one["svg"]) for one in told}) == 3


@pytest.mark.parametrize("game", ["duck", "kniffel"])
def test_how_a_game_has_ended_is_written_down_for_its_people(game: str) -> None:
    over, kept_notes = won(game), dict[str, bytes]()
    assert over.state.result

    async def found(id: str) -> Table:
        return over

    async def note(of: str, name: str, body: bytes) -> None:
        assert of == shelf("a")
        kept_notes[name] = body

    house = cast(House, SimpleNamespace(table=found, store=SimpleNamespace(note=note)))
    run(lambda: _close(house, "a", Kept("t", Note(game, 1.0, mine=[0]))))
    written = msgspec.json.decode(kept_notes["t"], type=Note)
    result = over.state.result
    assert (written.over, written.winners) == (True, list(result.winners))
    assert written.scores == (list(result.scores) if result.scores is not None else None)
    assert written.thrown == thrown_by(over, [0]) != {}
    kept_notes.clear()
    over.state = table(game).state
    run(lambda: _close(house, "a", Kept("t", Note(game, 1.0, mine=[0]))))
    assert kept_notes == {}  # it goes on
