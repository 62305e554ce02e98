"""Rules never change, defaults do: old records and old tables go on as they began."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

import fabletop
from fabletop.engine.game import Game, State
from fabletop.engine.records import header_line, load
from fabletop.engine.registry import spec_of
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Spec, switch
from fabletop.players.registry import bot
from fabletop.tables.house import House
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.tables.verify import verify
from fabletop.testing import golden, option_sets, random_game
from fabletop.testing.running import run
from fabletop.web.app import make_app

FOLDER = Path(__file__).parent / "data" / "version-1"  # as the first release wrote it
ABOUT = json.loads((FOLDER / "about.json").read_text(encoding="utf-8"))
GOLDEN = [line.split() for line in (FOLDER / "golden.sha256").read_text(encoding="ascii").splitlines()]
CHANGED = [id for id in fabletop.game_ids() if spec_of(id).version > 1]


# What a version is


@pytest.mark.parametrize("id", CHANGED)
def test_a_version_is_a_set_of_defaults(id: str) -> None:
    spec = spec_of(id)
    for version, changes in spec.earlier.items():
        assert 1 <= version < spec.version
        old, new = spec.defaults(version), spec.defaults(version + 1)
        assert {name: old[name] for name in old if old[name] != new[name]} == dict(changes)
        assert fabletop.game(id, version=version).options == old
        assert fabletop.game(id, version=version) == Game(id, None, old)
    assert fabletop.game(id, version=spec.version).options == spec.defaults(spec.version)


def test_a_version_is_told_only_where_it_is_not_the_latest() -> None:
    assert repr(fabletop.game("mensch", 2, version=1)) == "fabletop.game('mensch', seats=2, version=1)"
    assert fabletop.game("mensch", 2, version=1, track=32).described() == "mensch, 2 seats, version 1, track=32"
    assert fabletop.game("mensch", 2, lost_six=True).described() == "mensch, 2 seats, lost_six=on"


@pytest.mark.parametrize("version", [0, -1, True, "1", None, 1.0])
def test_a_version_that_is_none_is_refused(version: Any) -> None:
    with pytest.raises(fabletop.BadOption, match=r"unknown version .* known: 1, 2"):
        spec_of("mensch").check_version(version)


def test_a_version_newer_than_ours_is_refused_in_one_line_that_says_which_we_know() -> None:
    with pytest.raises(fabletop.BadOption, match=r"^version 3 of the rules of Mensch.*newer.*known: 1, 2$"):
        fabletop.game("mensch", version=3)


def test_a_record_of_version_1_is_read_with_the_defaults_of_version_1() -> None:
    head = {"fabletop": 1, "game": "mensch", "version": 1, "options": {"track": 32}, "seats": [None, None]}
    assert load([json.dumps(head)]).game.options["lost_six"] is True
    assert load([json.dumps({**head, "version": 2})]).game.options["lost_six"] is False
    assert json.loads(header_line(load([json.dumps(head)]).game))["version"] == 1


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_what_is_kept_for_old_records_is_accepted_and_not_offered(id: str) -> None:
    spec = spec_of(id)
    for option in spec.options:
        assert option.kept == (option not in spec.offered)
        if option.kept:
            assert fabletop.game(id, **{option.name: True}).options[option.name] is True


# Records


@pytest.mark.parametrize(("digest", "name"), GOLDEN, ids=[name for _, name in GOLDEN])
def test_the_golden_records_of_version_1_stay_as_they_are(digest: str, name: str) -> None:
    id, _, rest = name.partition("/golden/")
    assert hashlib.sha256((golden.folder(id) / rest).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("id", CHANGED)
def test_version_1_still_plays_the_golden_games_of_version_1_ply_by_ply(id: str) -> None:
    for path in sorted(golden.folder(id).glob("*.jsonl")):
        old = load(path)
        assert old.game.version == 1
        assert golden.written(old.game).splitlines()[1:] == path.read_text(encoding="utf-8").splitlines()[1:]


def first_difference(old: Game, new: Game, seed: int) -> tuple[State, State, str] | None:
    """Two versions along one random game of the older: the positions where they part, and what led there."""
    state, last = new.new(), ""
    for before, action in random_game(old, seed):
        here = (before.turn, before.actions())
        if (state.turn, state.actions()) != here or told(before) != told(state):
            return before, state, last
        state.play(action)
        last = action
    return None


def told(state: State) -> list[int]:
    """What a position says, whatever the options are."""
    names = {option.name for option in state.game.spec.options}
    return [value for name in state.rules.FIELDS if name not in names for value in [getattr(state.rules, name)]]


@pytest.mark.parametrize("id", CHANGED)
def test_where_nothing_has_changed_the_versions_play_alike_ply_by_ply(id: str) -> None:
    spec = spec_of(id)
    for game in option_sets(id, mixtures=0):
        twin = Game(id, game.seats, dict(game.options), version=1)
        assert twin == game
        assert first_difference(twin, game, 1) is None
    assert spec.earlier.keys() <= set(range(1, spec.version))


# Tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tables.sqlite").write_bytes(gzip.decompress((FOLDER / "tables.sqlite.gz").read_bytes()))
    return tmp_path


def test_the_stored_folder_has_every_game_running_and_finished_with_take_backs_and_computer_players() -> None:
    for id in fabletop.game_ids():
        assert {table["over"] for table in ABOUT["tables"].values() if table["game"] == id} == {True, False}
    assert sum(table["taken_back"] > 0 for table in ABOUT["tables"].values()) >= 20


def test_every_finished_table_of_the_stored_folder_verifies(folder: Path) -> None:
    async def records() -> dict[str, tuple[str, Any]]:
        house = House(SqliteStore(folder / "tables.sqlite"))
        over = [id for id, table in ABOUT["tables"].items() if table["over"]]
        tables = [await house.table(id) for id in over]
        await house.close()
        return {table.id: (table.record(), table.state.result) for table in tables}

    for id, (record, result) in run(records).items():
        path = folder / f"{id}.jsonl"
        path.write_text(record, encoding="utf-8")
        assert json.loads(record.splitlines()[0])["version"] == 1
        assert fabletop.replay(path).result == result
        verdict = verify(path)
        assert verdict.wrong is None
        assert verdict.rolls > 0


async def to_the_end(house: House, table: Table) -> None:
    """People play on as they can, computer players by themselves."""
    minds: dict[int, Any] = {}
    while table.turn is not None:
        if table.computer():
            await asyncio.sleep(0.001)
        elif table.turn == CHANCE:
            assert table.roller is not None
            await house.roll(table.id, table.roller, table.ply, "0123456789abcdef")
        else:
            level = "gentle" if table.game.id == "garden" else "random"
            mind = minds.setdefault(table.turn, bot(table.game.id, level, seed=table.turn))
            await house.move(table.id, table.turn, table.ply, mind.choose(table.state.view(table.turn)))


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_every_running_table_of_the_stored_folder_is_played_to_its_end_under_its_own_rules(
    folder: Path, game: str
) -> None:
    running = [id for id, table in ABOUT["tables"].items() if not table["over"] and table["game"] == game]

    async def played() -> list[str]:
        house = House(SqliteStore(folder / "tables.sqlite"))
        made = []
        for id in running:
            table = await house.table(id)
            assert table.ply >= ABOUT["tables"][id]["ply"]
            assert (table.head.version, table.game.version) == (1, 1)
            await asyncio.wait_for(to_the_end(house, table), 60)
            made.append(table.record())
        await house.close()
        return made

    for record in run(played):
        path = folder / "game.jsonl"
        path.write_text(record, encoding="utf-8")
        assert load(path).game.version == 1
        assert verify(path).wrong is None


def test_the_pages_of_the_stored_folder_open_for_the_browser_that_sat_there(folder: Path) -> None:
    secret = (FOLDER / "secret").read_text(encoding="ascii")

    async def visited() -> dict[str, str]:
        app = make_app(lambda: SqliteStore(folder / "tables.sqlite"), secret=secret)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://here", cookies=ABOUT["cookie"]
            ) as browser,
        ):
            pages = {"": (await browser.get("/games")).text}
            for id in ABOUT["tables"]:
                answer = await browser.get(f"/t/{id}")
                assert answer.status_code == 200, id
                pages[id] = answer.text
            return pages

    pages = run(visited)
    assert sum(f"/t/{id}" in pages[""] for id in ABOUT["tables"]) >= 5
    assert all('class="fabletop' in page for id, page in pages.items() if id)


def test_a_new_table_is_of_the_latest_version(tmp_path: Path) -> None:
    async def made() -> Table:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        table = (await house.make("mensch", {}, ["person", "person"])).table
        await house.close()
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        again = await house.table(table.id)
        await house.close()
        return again

    table = run(made)
    assert (table.head.version, table.game.version) == (spec_of("mensch").version,) * 2
    assert table.seen(None)["version"] == spec_of("mensch").version


def test_the_defaults_of_a_version_are_those_of_that_version() -> None:
    options = (switch("one", ""), switch("two", ""))
    earlier = {1: {"one": True}, 2: {"two": True}}
    spec = Spec(title="T", summary="", version=3, seats=(2, 2), usual_seats=2, options=options, earlier=earlier)
    assert spec.defaults(3) == {"one": False, "two": False}
    assert spec.defaults(2) == {"one": False, "two": True}
    assert spec.defaults(1) == {"one": True, "two": True}
