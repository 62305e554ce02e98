"""Small promises of the pages, asked of their functions directly (found by `make mutants`)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import numpy as np
import pytest
from starlette.types import Message, Receive, Scope, Send

import fabletop
from fabletop.engine.rulebook import CHANCE
from fabletop.lab.summary import Summary
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.house import House
from fabletop.tables.keeping import shelf
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web import charts
from fabletop.web.again_page import may_ask
from fabletop.web.dice_page import proof_of
from fabletop.web.eyes import Eyes
from fabletop.web.guard import SECURE, Guard
from fabletop.web.help_page import hints_agreed
from fabletop.web.lab_page import fairness
from fabletop.web.limits import Limits
from fabletop.web.proxies import Proxies
from fabletop.web.root import Below
from fabletop.web.seen import picture, status, told_lots
from fabletop.web.settings import Settings
from fabletop.web.setup_page import known_animal, known_colour
from fabletop.web.shelf import Note, kept
from fabletop.web.strips import sound
from fabletop.web.visitor import Visitor
from fabletop.words import Words

WORDS = Words("en")
ADA, BEN = Occupant(PERSON, "Ada", "a"), Occupant(PERSON, "Ben", "b")


def table(
    game: str = "maumau", *seats: Occupant, acts: tuple[str, ...] = (), lots: tuple[list[int], ...] = ()
) -> Table:
    made = Table("t", Head(game, {}, [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")], "00" * 32, lots=list(lots)))
    made.seats = list(seats or (ADA, BEN))
    for act in acts:
        assert made.turn is not None
        made.add(Entry(made.turn, act))
    return made


@pytest.mark.parametrize(
    ("occupant", "free"),
    [
        (Occupant(PERSON, "x"), True),
        (ADA, False),
        (Occupant(PERSON, "x", keyed=True), False),
        (Occupant("fair", "x"), False),
    ],
)
def test_only_a_persons_empty_seat_is_free(occupant: Occupant, free: bool) -> None:
    assert occupant.free is free


def test_hints_need_everybodys_consent_only_across_devices() -> None:
    agreed = [Occupant(PERSON, s.name, s.browser, hints=True) for s in (ADA, BEN)]
    assert hints_agreed(table("duck", ADA, Occupant(PERSON, "Ben", "a")))
    assert hints_agreed(table("duck", ADA, Occupant(PERSON, "free")))
    assert not hints_agreed(table("duck", ADA, BEN))
    assert not hints_agreed(table("duck", ADA, agreed[1]))
    assert hints_agreed(table("duck", *agreed))
    assert not hints_agreed(table("duck", Occupant(PERSON, "Ada", keyed=True), Occupant("fair", "Fox")))


def test_who_has_played_here_may_ask_for_another_game() -> None:
    ada, stranger = (cast(Visitor, SimpleNamespace(browser=browser)) for browser in ("a", "x"))
    assert may_ask(table(), ada)
    assert not may_ask(table(), stranger)
    assert not may_ask(table("duck", ADA, Occupant(PERSON, "program", keyed=True)), ada)


def test_how_it_was_rolled_who_begins_is_told_only_if_it_was() -> None:
    assert told_lots(table(), WORDS) == []
    told = told_lots(table(lots=([6, 0], [2, 5])), WORDS)
    assert told[0] == "Who begins? Ada rolls a 6."
    assert told[-1] == "Ada begins."
    assert len(told) == 3


def test_the_line_above_the_board_names_who_shares_a_device() -> None:
    deal = []
    state = fabletop.game("maumau", seats=2).new()
    while state.turn == CHANCE:
        deal.append(state.actions()[0])
        state.play(deal[-1])
    dealt = table("maumau", acts=tuple(deal))
    own, shared = status(dealt, Eyes((0,), 0), WORDS), status(dealt, Eyes((0, 1), 0), WORDS)
    assert shared == f"Ada – {own}"
    assert "Ada" not in own
    assert status(dealt, Eyes((1,), None), WORDS) == "Ada plays now."


def test_what_is_heard_fits_what_happened() -> None:
    spec = fabletop.game("duck").spec
    assert sound(spec, Entry(CHANCE, "roll 3")) == "roll"
    assert sound(spec, Entry(CHANCE, "card red-2")) == "card"
    assert sound(spec, Entry(0, "hop")) == "step"
    assert sound(spec, Entry(0, undo=2)) == "back"


def test_what_moves_is_a_group_and_the_whole_a_document() -> None:
    race = table("duck")
    whole = picture(race, WORDS, race.state.view(0))
    moving = picture(race, WORDS, race.state.view(0), whole=False)
    assert str(whole["svg"]).endswith("</svg>")
    assert str(moving["moving"]).endswith("</g>")
    assert str(moving["moving"]) in str(whole["svg"])


def test_the_proof_has_the_odds_of_each_outcome_of_chance() -> None:
    race = table("duck", acts=("roll 3",))
    assert proof_of(race)["odds"] == [{f"roll {face}": 1 for face in range(1, 7)}]


def test_colours_and_animals_of_the_house_alone_are_known() -> None:
    assert (known_colour("5"), known_colour("6"), known_colour("x")) == (5, None, None)
    assert (known_animal("fox"), known_animal("<fox>")) == ("fox", "")


def test_whether_it_is_fair_is_said_in_one_sentence() -> None:
    found = Summary(fabletop.game("duck", seats=2), 1)
    found.games, found.won = 10, np.array([5, 5])
    assert "too early" in fairness(found, WORDS)
    for won, says in (([5000, 5000], "No seat"), ([6000, 4000], "Whoever begins"), ([4000, 6000], "Seat 2")):
        found.games, found.won = 10_000, np.array(won)
        assert says in fairness(found, WORDS)
        assert charts.fair_share(found) == 0.5
    found.won = np.array([4000, 4000])  # and two thousand that nobody has won
    assert charts.fair_share(found) == 0.4
    team = Summary(fabletop.game("cinderella", seats=2), 1)
    team.games, team.won = 10_000, np.array([4000, 4000])
    assert charts.fair_share(team) is None
    assert "together" in fairness(team, WORDS)


def test_a_server_is_alone_and_repairs_nothing_unless_it_is_told_to() -> None:
    settings = Settings()
    assert not settings.repair
    assert settings.workers == 1


async def _answer(app: object, scheme: str, path: str) -> tuple[int, dict[bytes, bytes], str]:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {
        "type": "http", "method": "GET", "scheme": scheme, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    await app(scope, receive, send)  # type: ignore[operator]
    return said[0]["status"], dict(said[0]["headers"]), scope["path"]  # type: ignore[return-value]


async def _fine(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_only_a_secure_page_asks_browsers_to_stay_secure() -> None:
    async def work() -> None:
        async def refused(*_: object) -> None:
            raise AssertionError

        guard = Guard(_fine, Limits(), refused, Proxies())  # type: ignore[arg-type]
        for scheme in ("http", "https"):
            _, headers, _ = await _answer(guard, scheme, "/")
            assert (SECURE[0] in headers) == (scheme == "https")
            assert b"x-request-id" in headers

    run(work)


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/games", "/"),
        ("/games/", "/"),
        ("/games/t/x", "/t/x"),
        ("/gamesters", "/…"),
        ("/", "/…"),
        ("/healthz", "/healthz"),
    ],
)
def test_below_a_path_everything_else_is_nowhere(path: str, inside: str) -> None:
    async def work() -> None:
        assert (await _answer(Below(_fine, "/games"), "http", path))[2] == (inside or path)

    run(work)


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
