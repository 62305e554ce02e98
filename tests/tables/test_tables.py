"""Tables and their house: append first, secrets kept, undo within limits, nothing lost."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from tests.web.made import ADA

import fabletop
from fabletop.engine.records import load
from fabletop.engine.spec import Value
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.errors import NoSeat, NotYourTurn, Stale, UnknownTable
from fabletop.tables.house import House
from fabletop.tables.seats import PERSON, Occupant, taken
from fabletop.tables.store import Conflict, SqliteStore
from fabletop.tables.table import Table
from fabletop.tables.verify import verdict, verify
from fabletop.testing.running import run


@asynccontextmanager
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = House(SqliteStore(tmp_path / "tables.sqlite"))
    try:
        yield opened
    finally:
        await opened.close()


async def play_out(house: House, table: Table, pick: int = 0) -> None:
    """People take the action of this number until the game is over."""
    while table.turn is not None:
        if table.computer():
            await asyncio.sleep(0.001)
        else:
            actions = table.actions(table.turn)
            await house.move(table.id, table.turn, table.ply, actions[pick % len(actions)], "0123abcd")


def test_a_game_with_computer_players_ends_and_its_dice_are_honest(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("maumau", {"stack_plus": True}, ["person", "random", "random"])
            await play_out(open_house, made.table)
            path = tmp_path / "game.jsonl"
            path.write_text(made.table.record(), encoding="utf-8")
            verdict = verify(path)
            assert verdict.wrong is None
            assert verdict.rolls > 15
            assert load(path).final() == made.table.state

    run(work)


def test_a_changed_roll_a_changed_seed_and_a_missing_one_are_found(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("duck", {}, ["random", "random"])
            await play_out(open_house, made.table)
            lines = made.table.record().splitlines()
            head = json.loads(lines[0])
            plies = [json.loads(line) for line in lines[1:]]
            assert verdict(load(lines), plies).wrong is None
            lying = load([json.dumps(head | {"dice": head["dice"] | {"table": "another"}}), *lines[1:]])
            assert verdict(lying, plies).wrong is not None
            for bad in ({"seed": "00" * 32}, {"seed": "zz"}, {"seed": None}):
                other = load([json.dumps(head | {"dice": head["dice"] | bad}), *lines[1:]])
                with pytest.raises(fabletop.BadRecord, match="seed"):
                    verdict(other, plies)

    run(work)


def test_moves_are_refused_kindly_and_nothing_is_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("maumau", {}, ["person", "person"])
            table = made.table
            ply, act = table.ply, table.actions(0)[0]
            with pytest.raises(Stale, match=f"the table is at ply {ply}, not {ply - 1}"):
                await open_house.move(table.id, 0, ply - 1, act)
            with pytest.raises(NotYourTurn, match="not the turn of seat 1"):
                await open_house.move(table.id, 1, ply, act)
            with pytest.raises(NoSeat, match="spectator"):
                await open_house.move(table.id, None, ply, act)
            with pytest.raises(fabletop.IllegalAction, match="legal: "):
                await open_house.move(table.id, 0, ply, "pass the salt")
            with pytest.raises(fabletop.BadRecord, match="hexadecimal"):
                await open_house.move(table.id, 0, ply, act, "salt")
            with pytest.raises(UnknownTable):
                await open_house.move("nowhere", 0, ply, act)
            assert table.ply == ply
            stored = await open_house.store.load(table.id)
            assert stored is not None
            assert len(stored.entries) == ply

    run(work)


@pytest.mark.parametrize(
    ("game", "options", "seats", "says"),
    [
        ("chess", {}, ["person"], "no game 'chess'"),
        ("duck", {}, ["person"] * 7, "1 to 4 seats, not 7"),
        ("duck", {"ducks": "geese"}, ["person"], "'geese' is not one of"),
        ("duck", {}, ["person", "wizard"], "a seat is one of person, random"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    tmp_path: Path, game: str, options: dict[str, Value], seats: list[str], says: str
) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            with pytest.raises(fabletop.FabletopError, match=says):
                await open_house.make(game, options, seats)

    run(work)


def test_a_table_outlives_its_process(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as first:
            made = await first.make("mensch", {}, ["person", "person"])
            for _ in range(30):
                turn = made.table.turn
                assert turn is not None
                await first.move(made.table.id, turn, made.table.ply, made.table.actions(turn)[-1])
        async with house(tmp_path) as second:
            again = await second.table(made.table.id)
            assert again.state == made.table.state
            assert again.ply == made.table.ply
            assert again.seat_of(made.tokens[1]) == 1
            assert again.seat_of("guess") is None
            assert again.seat_of(None) is None

    run(work)


def test_listeners_hear_all_once_and_resume_exactly(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("maumau", {}, ["person", "random"])
            table = made.table

            async def hear(since: int, most: int | None = None) -> list[int]:
                plies: list[int] = []
                async for told in open_house.listen(table.id, 0, since):
                    plies += [int(line[4:]) for line in told.split(b"\n") if line.startswith(b"id: ")]
                    if most and len(plies) >= most:
                        break
                return plies

            whole, part = asyncio.create_task(hear(0)), asyncio.create_task(hear(0, most=14))
            await play_out(open_house, table)
            assert await whole == list(range(1, table.ply + 1))
            seen = await part
            assert seen + await hear(seen[-1]) == list(range(1, table.ply + 1))

    run(work)


def test_nobody_hears_or_sees_what_their_seat_may_not_know(tmp_path: Path) -> None:
    """All bytes told to a seat, searched for the cards that only the other has ever seen."""

    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("maumau", {}, ["person", "person"])
            table = made.table
            told: dict[int | None, bytes] = {0: b"", 1: b"", None: b""}
            for _ in range(6):  # so few that no hand can be empty, whatever was dealt
                turn = table.turn
                assert turn is not None
                for seat in told:
                    told[seat] += msgspec.json.encode(table.seen(seat) | {"view": table.state.view(seat).text()})
                await open_house.move(table.id, turn, table.ply, table.actions(turn)[0])
            for seat in told:
                told[seat] += b"".join(msgspec.json.encode(heard) for heard in table.heard(seat))
            known: dict[int | None, set[str]] = {0: set(), 1: set(), None: set()}
            state = table.game.new()
            cards = set()
            for ply in table.plies:
                card = ply.act.partition(" ")[2]
                for seat in known:
                    if state.tell(seat, ply.act) == ply.act:
                        known[seat].add(card)
                cards.add(card)
                state.play(ply.act)
            secret = {seat: {c for c in cards if "-" in c} - known[seat] for seat in known}
            assert any(secret.values())
            for seat, hidden in secret.items():
                for card in hidden:
                    assert card.encode() not in told[seat], (seat, card)
            assert table.head.seed.encode() not in told[None] + told[0] + told[1]

    run(work)


def test_undo_is_for_one_s_own_decisions_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("garden", {}, ["person", "person"])
            table = made.table
            before = table.state.copy()
            await open_house.move(table.id, 0, table.ply, "place A")
            with pytest.raises(fabletop.IllegalAction, match="nothing to take back"):
                await open_house.undo(table.id, 1, table.ply)
            with pytest.raises(Stale):
                await open_house.undo(table.id, 0, table.ply - 1)
            ply = await open_house.undo(table.id, 0, table.ply)
            assert ply == 2
            assert table.state == before
            heard = list(table.heard(1))
            assert [(h.act, h.undo) for h in heard] == [("place A", None), ("", 0)]
            await open_house.move(table.id, 0, table.ply, "place B")
            await open_house.move(table.id, 1, table.ply, "place C")
            with pytest.raises(fabletop.IllegalAction, match="chance or another seat has acted"):
                await open_house.undo(table.id, 1, table.ply)

    run(work)


def test_nothing_is_taken_back_once_the_game_is_over(tmp_path: Path) -> None:
    """The seed is published then: whoever went on from here could try numbers until the dice please him."""

    async def work() -> None:
        async with house(tmp_path) as open_house:
            table = (await open_house.make("kniffel", {}, ["person"])).table
            await play_out(open_house, table)
            assert table.plies[-1].by == 0  # his own decision has ended it
            ply, record = table.ply, table.record()
            with pytest.raises(fabletop.IllegalAction, match="the game is over"):
                await open_house.undo(table.id, 0, ply)
            assert (table.ply, table.record()) == (ply, record)

    run(work)


def test_what_others_have_learned_cannot_be_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = await open_house.make("maumau", {}, ["person", "person"])
            table = made.table
            card = next(act for act in table.actions(0) if act.startswith("play") or act == "draw")
            await open_house.move(table.id, 0, table.ply, card)
            with pytest.raises(fabletop.IllegalAction, match="nothing to take back"):
                await open_house.undo(table.id, 0, table.ply)

    run(work)


def test_of_many_at_once_exactly_one_wins(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create("t", b"{}")
        answers = await asyncio.gather(
            *(store.append("t", 1, [b"%d" % i, b"more"]) for i in range(20)), return_exceptions=True
        )
        assert sum(answer is None for answer in answers) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 19
        stored = await store.load("t")
        assert stored is not None
        assert len(stored.entries) == 2
        with pytest.raises(Conflict):
            await store.create("t", b"{}")
        await store.note("t", "names", b"1")
        await store.note("t", "names", b"2")
        again = await store.load("t")
        assert again is not None
        assert again.notes == {"names": b"2"}
        assert await store.load("u") is None
        await store.close()

    run(work)


def test_another_process_that_was_first_makes_us_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path) as one, house(tmp_path) as two:
            made = await one.make("mensch", {}, ["person", "person"])
            other = await two.table(made.table.id)
            turn = other.turn
            assert turn is not None
            await two.move(other.id, turn, other.ply, other.actions(turn)[0])
            with pytest.raises(Stale, match="gone on elsewhere"):
                await one.move(other.id, turn, made.table.ply, made.table.actions(turn)[0])
            assert (await one.table(other.id)).state == other.state

    run(work)


def test_many_tables_leave_the_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.tables.memory.MOST_IN_MEMORY", 3)

    async def work() -> None:
        async with house(tmp_path) as open_house:
            made = [await open_house.make("mensch", {}, ["person", "person"]) for _ in range(6)]
            assert len(open_house.memory) == 3
            first = await open_house.table(made[0].table.id)
            assert first.state == made[0].table.state

    run(work)


def test_a_table_that_nobody_asks_for_leaves_the_memory_and_one_that_is_looked_at_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with house(tmp_path) as open_house:
            left, heard, asked = [(await open_house.make("garden", {}, ["person"] * 2)).table for _ in range(3)]
            events = open_house.listen(heard.id, None, 0)
            waiting = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            open_house.memory.tidy()
            assert len(open_house.memory) == 3
            monkeypatch.setattr("fabletop.tables.memory.IDLE", -1.0)
            open_house.memory[asked.id].looked += 3600
            open_house.memory.tidy()
            assert {live.table.id for live in open_house.memory} == {heard.id, asked.id}
            assert (await open_house.table(left.id)).state == left.state
            waiting.cancel()

    run(work)


def test_a_seed_of_hex_and_a_table_need_each_other() -> None:
    head = Head("duck", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "ab" * 32)
    assert Table("one", head).opening() != Table("two", head).opening()


CRASHER = """
import asyncio, sys
from fabletop.tables.house import House
from fabletop.tables.store import SqliteStore

async def main():
    house = House(SqliteStore(sys.argv[1]))
    if len(sys.argv) > 2:
        table = await house.table(sys.argv[2])
    else:
        table = (await house.make("mensch", {}, ["person", "person"])).table
    print("table", table.id, flush=True)
    while table.turn is not None:
        turn = table.turn
        ply = await house.move(table.id, turn, table.ply, table.actions(turn)[0])
        print("ply", ply, flush=True)

asyncio.run(main())
"""


def test_killing_the_process_loses_no_ply_that_was_told(tmp_path: Path) -> None:
    """kill -9 in a loop while a game is played; every ply that was told is there afterwards."""
    path, table, told = tmp_path / "tables.sqlite", "", 0
    for round_ in range(6):
        command = [sys.executable, "-c", CRASHER, str(path), *([table] if table else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run_:
            assert run_.stdout is not None
            table = run_.stdout.readline().split()[1]
            until = time.monotonic() + 0.15 + 0.07 * round_
            for line in run_.stdout:
                told = int(line.split()[1])
                if time.monotonic() > until:
                    break
            run_.send_signal(signal.SIGKILL)
            rest = run_.stdout.read().split("\n")
            told = max([told, *(int(line.split()[1]) for line in rest if line.startswith("ply ") and len(line) > 4)])
        with sqlite3.connect(path) as connection:
            (stored,) = connection.execute("SELECT count(*) FROM entries WHERE tid = ?", (table,)).fetchone()
        assert stored >= told
    assert told > 30


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


def test_who_comes_back_keeps_the_animal_unless_she_chooses_another() -> None:
    was = Occupant(PERSON, "Ada", "", animal="fox")
    assert (taken(was, "b", "").name, taken(was, "b", "").animal) == ("Ada", "fox")
    assert (taken(was, "b", "Eva", "owl").name, taken(was, "b", "Eva", "owl").animal) == ("Eva", "owl")
