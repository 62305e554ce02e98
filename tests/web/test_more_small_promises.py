"""More small promises of the pages (found by `make mutants`): signs, ports, names, what is told of luck."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from tests.web.test_small_promises import ADA, BEN, WORDS, table

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Result
from fabletop.engine.registry import game_ids
from fabletop.guide.data import rulebook
from fabletop.lab.review import Review
from fabletop.lab.story import rows
from fabletop.players.registry import usual_level
from fabletop.tables.calls import Call, TooLate
from fabletop.tables.cup import Cup, Given
from fabletop.tables.errors import Stale
from fabletop.tables.house import House
from fabletop.tables.keeping import shelf
from fabletop.tables.seats import PERSON, Occupant, taken
from fabletop.tables.store import Conflict, SqliteStore
from fabletop.testing.running import run
from fabletop.web import pages
from fabletop.web.folder import held
from fabletop.web.guide_page import leaves
from fabletop.web.review_page import OPPONENT, seated
from fabletop.web.server import free_port, open_chest
from fabletop.web.settings import PACE, Settings, pace
from fabletop.web.shelf import Note, put_away, thrown_by
from fabletop.web.signs import buttons_in_signs, told_in_signs
from fabletop.web.visitor import Visitor


def won(game: str = "duck") -> Any:
    made = table(game)
    while made.turn is not None:
        entries = made.opening() or made.answer(made.turn, made.actions(made.turn)[0])
        for entry in entries:
            made.add(entry)
    return made


def test_signs_tell_who_is_to_do_what_and_who_has_won() -> None:
    begun = table("duck")
    assert told_in_signs(begun, None, own=False) == ["wait"]
    (other, wait), mine = told_in_signs(begun, 1, own=False), told_in_signs(begun, 1, own=True)
    assert wait == "wait"
    assert mine[0] == other
    assert mine[1] == "die"
    over = won()
    crown, face = told_in_signs(over, None, own=False)
    assert crown == "crown"
    assert face == told_in_signs(begun, over.state.result.winners[0], own=False)[0]


def test_where_nobody_wins_the_sign_is_once_more() -> None:
    lost = table("duck")
    result = Result(winners=(), ranks=(2, 2), scores=None)
    lost.state = cast(Any, SimpleNamespace(result=result, turn=None))
    assert told_in_signs(lost, None, own=False) == ["again"]


def test_a_game_s_own_sign_comes_before_the_page_s() -> None:
    duck = table("duck", acts=("roll 5",))
    assert buttons_in_signs(duck, 0, ())["roll"] == ["die"]
    assert buttons_in_signs(table("kniffel"), 0, ()) == {}


def test_a_port_that_is_taken_is_left_alone() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        taken_port = int(other.getsockname()[1])
        assert free_port(taken_port) not in range(1024)
        assert free_port(taken_port) != taken_port
    assert free_port(taken_port) == taken_port


@pytest.mark.parametrize(("address", "told"), [("127.0.0.1", None), ("192.168.7.4", "192.168.7.4")])
def test_other_devices_are_told_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch, address: str, told: str | None
) -> None:
    class Probe(socket.socket):
        def connect(self, to: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return address, 1

    monkeypatch.setattr("socket.socket", Probe)
    assert pages.lan_address.__wrapped__() == told


@pytest.mark.parametrize("together", [False, True])
def test_luck_own_and_others_lead_from_the_start_to_the_end(together: bool) -> None:
    found = SimpleNamespace(
        names=("Ada", "Ben"), chances=[(0.5, 0.25), (0.75, 0.1)], luck=[0.1, -0.2], skill=[0.05, 0.3],
        gifts=[0.1, -0.25], given_away=[0.02, 0.0], unsure=[0.0, 0.0], together=together,
    )  # fmt: skip
    told = {line.label: line.cells for line in rows(cast(Review, found), WORDS)}
    assert told["at the start"][0] == "50%"
    assert told["at the end"][0] == "75%"
    assert told["luck"] == (("+10%",) if together else ("+10%", "−20%"))
    assert told["own moves"][0] == ("+15%" if together else "+5%")
    assert told.get("others' moves") == (None if together else ("+10%", "−25%"))


def test_for_people_a_computer_player_stands_in_when_a_game_is_tried_another_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = table("duck", ADA, Occupant("gentle", "Ben"))
    visitor = cast(Visitor, SimpleNamespace(browser="me"))
    me, other = seated(played, visitor, 0)
    assert (me.kind, me.browser, other.kind) == (PERSON, "me", "gentle")
    stand_in, _ = seated(played, visitor, 1)
    assert stand_in.kind == OPPONENT
    monkeypatch.setattr("fabletop.web.review_page.levels", lambda game: ("random", "gentle"))
    assert seated(played, visitor, 1)[0].kind == usual_level("duck") != OPPONENT


def test_who_comes_back_keeps_the_animal_unless_she_chooses_another() -> None:
    was = Occupant(PERSON, "Ada", "", animal="fox")
    assert (taken(was, "b", "").name, taken(was, "b", "").animal) == ("Ada", "fox")
    assert (taken(was, "b", "Eva", "owl").name, taken(was, "b", "Eva", "owl").animal) == ("Eva", "owl")


@pytest.mark.parametrize(("language", "address"), [("", "/"), ("fr", "/?language=fr")])
def test_the_chest_opens_in_the_language_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, language: str, address: str
) -> None:
    opened: list[str] = []

    def serve(settings: Settings, *, ready: Callable[[], None], level: int) -> None:
        ready()

    monkeypatch.setattr("fabletop.web.server.serve", serve)
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_chest(only_here=True, language=language)
    open_chest(only_here=True, language=language, browser=False)
    assert [one[one.index("/", 8) :] for one in opened] == [address]


def test_how_briskly_computer_players_play_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FABLETOP_PACE", raising=False)
    assert pace() == PACE
    monkeypatch.setenv("FABLETOP_PACE", "0.25")
    assert pace() == 0.25


def test_a_folder_for_the_tables_is_made_and_held_by_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tables"
    with held(folder), pytest.raises(BadOption, match="another server uses this folder"), held(folder):
        raise AssertionError


def test_seats_that_change_all_the_time_are_given_up_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        try:
            made = await house.make("maumau", {}, [PERSON, PERSON], ["Ada", "Ben"], occupants=[ADA, BEN])

            async def swap(*_: object) -> None:
                raise Conflict

            monkeypatch.setattr(house.store, "swap", swap)
            with pytest.raises(Stale, match="change all the time"):
                await house.reseat(made.table.id, 0, lambda now: taken(now, "c", "Eva"))
            assert made.table.names == ("Ada", "Ben")
        finally:
            await house.close()

    run(work)


def test_nobody_is_called_who_has_not_sat_down() -> None:
    cup = Cup("t", "00" * 32)
    assert Call(cup).wanted == set()
    with pytest.raises(TooLate):
        Call(cup).take(Given(1, cup.n + 1, 1, "00" * 32, cup.head))


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


def test_the_tables_are_nobody_elses_to_read(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        await house.make("maumau", {}, [PERSON, PERSON], ["Ada", "Ben"], occupants=[ADA, BEN])
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        await house.close()
        assert set(modes.values()) == {0o600}, modes

    run(work)


def test_what_may_also_be_played_is_named_by_the_book_or_by_its_option() -> None:
    named = 0
    for id in game_ids():
        book, own = rulebook(id), WORDS.game(id)
        if book is None:
            continue
        titles = [one["title"] for one in cast(Any, leaves(id, "en")["also"])]
        for also, title in zip(book.also, titles, strict=True):
            assert title == also.title or (not also.title and title.startswith(own.option(also.option)[0]))
            named += bool(title)
    assert named > 8


def test_faces_count_for_whom_they_were_thrown() -> None:
    duck = table("duck", acts=("roll 1", "roll 2", "roll 1"))
    assert (thrown_by(duck, [0]), thrown_by(duck, [1]), thrown_by(duck, [])) == ({"1": 2}, {"2": 1}, {})
