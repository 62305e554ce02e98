"""Attacks on the dice of protocol 2, each tried for real: by players, by the server, by both together."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fabletop
from fabletop.engine.records import load, replay
from fabletop.tables import links
from fabletop.tables.audit import Receipt
from fabletop.tables.calls import Call, TooLate
from fabletop.tables.cup import Given, Shake
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.house import House
from fabletop.tables.seats import Occupant
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.tables.verify import Verdict, verdict
from fabletop.testing.running import run

from .devices import Device, Refused, answering, patient, played_out, settled

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@asynccontextmanager
async def opened(tmp_path: Path, name: str = "tables") -> AsyncIterator[House]:
    house = House(SqliteStore(tmp_path / f"{name}.sqlite"))
    try:
        yield house
    finally:
        await house.close()


async def laid(house: House, game: str, people: int = 2, *computers: str, waits: bool = True) -> Table:
    """A table of browsers, each with one person, and computer players."""
    occupants = [Occupant("person", NAMES[seat], f"browser {seat}") for seat in range(people)]
    occupants += [Occupant(level, level) for level in computers]
    kinds, names = [s.kind for s in occupants], [s.name for s in occupants]
    return (await house.make(game, {}, kinds, names, occupants=occupants, waits=waits)).table


async def seated(house: House, game: str, people: int = 2, *computers: str) -> tuple[Table, list[Device]]:
    table = await laid(house, game, people, *computers)
    devices = [Device(table, (seat,)) for seat in range(people)]
    task = asyncio.create_task(answering(house, table.id, devices))
    for device in devices:
        await device.sit(house)
    await settled(table, house)
    task.cancel()
    return table, devices


def judged(record: str | list[str], *receipts: Receipt) -> Verdict:
    lines = record.splitlines() if isinstance(record, str) else record
    return verdict(load(lines), [json.loads(line) for line in lines[1:]], receipts)


def changed(record: str, wanted: Callable[[dict[str, Any]], bool], change: Callable[[dict[str, Any]], None]) -> str:
    """The record with its first line of this kind changed."""
    lines = record.splitlines()
    for number, line in enumerate(lines):
        if wanted(body := json.loads(line)):
            change(body)
            lines[number] = json.dumps(body)
            return "\n".join(lines)
    raise AssertionError("there is no such line")


def shaken(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda line: line.get("by") == "chance" and line.get("dice", [0])[0] == number


def finished(tmp_path: Path, game: str = "duck", people: int = 2) -> tuple[str, list[Receipt]]:
    """A whole honest game: its record and the receipts."""
    found: list[Any] = []

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, devices = await seated(house, game, people)
            await played_out(house, table, devices)
            found.extend((table.record(), [device.receipt for device in devices]))

    with patient():
        run(work)
    return found[0], found[1]


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_honest_games_are_proved_to_every_device(tmp_path: Path, game: str) -> None:
    record, receipts = finished(tmp_path, game)
    seen = judged(record, *receipts)
    assert (seen.wrong, seen.protocol, seen.linked, seen.silences) == (None, 2, seen.rolls, 0)
    for proved, receipt in zip(seen.receipts, receipts, strict=True):
        assert (proved.mine, proved.fixed, proved.word, proved.unused) == (seen.rolls, 0, 0, 0)
        assert len(receipt.told) == len(record.splitlines()) - 1  # every ply, and none of it is a lie
    assert replay(record.splitlines()).turn is None  # whoever reads games alone reads this one
    assert [set(json.loads(line)) & {"ply", "by", "act"} for line in record.splitlines()[1:]]


# A player


def test_a_player_who_knows_the_open_seed_takes_nothing_back(tmp_path: Path) -> None:
    """The last seat of a Kniffel game reads the seed, takes the end back and tries numbers until the dice please."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, devices = await seated(house, "kniffel")
            await played_out(house, table, devices)
            last, record = table.plies[-1].by, table.record()
            assert last >= 0
            with pytest.raises(fabletop.IllegalAction, match="the game is over"):
                await house.undo(table.id, last, table.ply)
            assert table.record() == record

    run(work)


def test_a_player_can_give_only_the_link_of_this_shake(tmp_path: Path) -> None:
    """Knowing the seed she would choose a number: but none of her choice fits, nor an old one, nor another's."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (thief, other) = await seated(house, "duck")
            await played_out(house, table, [thief, other], most=4)
            cup = table.cup
            assert cup is not None
            call = Call(cup, thief.number)
            fine = Device.link(thief, call.n, call.head)
            foreign = links.chain(links.tag("another table"), b"t" * 32)
            tried = [
                fine._replace(link="ab" * 32),
                fine._replace(i=fine.i - 1, link=thief.chain[fine.i - 1].hex()),  # used before
                fine._replace(i=fine.i + 1),
                fine._replace(i=fine.i + 1, link=thief.chain[fine.i + 1].hex()),  # hers, but of a later shake
                fine._replace(link=other.chain[fine.i].hex()),
                fine._replace(link=foreign[fine.i].hex()),
                fine._replace(i=0, link=thief.chain[0].hex()),
                fine._replace(i=links.LENGTH + 1),
                fine._replace(link="x" * 64),
            ]
            for given in tried:
                with pytest.raises(fabletop.IllegalAction, match="not a link of device 1"):
                    call.take(given)
            for given in (fine._replace(n=fine.n + 1), fine._replace(head="00" * 32), fine._replace(device=9)):
                with pytest.raises(TooLate):
                    call.take(given)
            call.take(fine)
            call.take(fine._replace(link="ab" * 32))  # what is given is given
            assert call.given[thief.number] == fine

    run(work)


def test_a_wrong_link_with_the_roll_is_silence(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (thief, other) = await seated(house, "duck")
            assert table.cup
            bad = thief.link(table.cup.n + 1, table.cup.head)._replace(link="cd" * 32)
            task = asyncio.create_task(answering(house, table.id, [other]))
            await house.roll(table.id, 0, table.ply, given=bad)
            task.cancel()
            assert table.plies[0].shake == Shake(1, 1, ((2, 1, other.chain[1].hex()),), (1,))

    run(work)


@pytest.mark.parametrize("way", ["taken back", "killed", "lost", "asked twice"])
def test_nothing_that_is_repeated_makes_another_outcome(tmp_path: Path, way: str, monkeypatch: Any) -> None:
    """Take-backs, kill -9 before the outcome is stored, lost answers and repeated calls: the same dice."""
    monkeypatch.setattr("fabletop.tables.dice.new_seed", lambda: "5e" * 32)
    outcomes: list[list[str]] = []

    async def work(name: str) -> None:
        async with opened(tmp_path, name) as house:
            occupants = [Occupant("person", "Ada", "a")]
            made = await house.make("kniffel", {}, ["person"], ["Ada"], occupants=occupants, id="the-same-table")
            table = made.table
            device = await Device(table, (0,), b"root" * 8).sit(house)
            await house.roll(table.id, 0, table.ply, given=device.link(1, table.cup.head if table.cup else ""))
            reroll = next(act for act in table.actions(0) if act.startswith("reroll"))
            if name == "killed":  # the decision is stored; its outcome is not
                entries = table.answer(0, reroll)
                assert entries == [Entry(0, reroll, via=1)]
                await house.store.append(table.id, table.ply + 1, [msgspec.json.encode(entry) for entry in entries])
            else:
                await house.move(table.id, 0, table.ply, reroll)
            if name == "lost":
                async with asyncio.timeout(5):
                    while (call := house.called(table.id)) is None:
                        await asyncio.sleep(0.001)
                device.link(call["n"], call["head"])  # given, and never arrived; asked again it is the same
            if name == "taken back":
                with suppress(fabletop.FabletopError):
                    await house.undo(table.id, 0, table.ply)  # the dice are under way
                with suppress(fabletop.FabletopError):
                    await house.move(table.id, 0, table.ply, reroll)
            if name != "killed":
                task = asyncio.create_task(answering(house, table.id, [device] * (2 if name == "asked twice" else 1)))
                await settled(table, house)
                task.cancel()
                outcomes.append([ply.act for ply in table.plies])
                return
        async with opened(tmp_path, name) as again:
            stored = await again.table("the-same-table")
            device.table = stored
            task = asyncio.create_task(answering(again, stored.id, [device]))
            await settled(stored, again)
            task.cancel()
            outcomes.append([ply.act for ply in stored.plies])

    run(lambda: work("plain"))
    run(lambda: work(way))
    assert len(outcomes[0]) == 3
    assert outcomes[0] == outcomes[1]


# The server


def test_a_seed_chosen_for_the_opening_hand_is_worth_nothing(tmp_path: Path) -> None:
    """A host tries seeds until the first card pleases; then a device sits down, and it is one card in many again."""
    wanted = "deal wish"
    good = 0
    tries = 0
    head = Head("maumau", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "", dice=2, waits=True)
    while good < 60:
        tries += 1
        seed = links.sha(tries.to_bytes(4)).hex()
        table = Table("opening", msgspec.structs.replace(head, seed=seed))
        assert table.held
        table.started = True
        if table.opening()[0].act != wanted:  # the server alone
            continue
        good += 1
        if good == 1:
            pleased = 0
        sat = Table("opening", table.head)
        _, entries = sat.sit([0, 1], links.chain(links.tag("opening"), tries.to_bytes(32), 4)[0].hex())
        for entry in entries:
            sat.add(entry)
        assert sat.calls  # nothing is dealt without a link
        assert sat.opening() == []
        link = links.chain(links.tag("opening"), tries.to_bytes(32), 4)[1].hex()
        pleased += sat.shaken(Shake(1, 0, ((1, 1, link),)))[0].act == wanted
    assert pleased < 25  # of 60; some 6 are to be expected


def test_the_opening_waits_for_everybody_or_the_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table = await laid(house, "maumau")
            devices = [Device(table, (0,)), Device(table, (1,))]
            task = asyncio.create_task(answering(house, table.id, devices))
            await devices[0].sit(house)
            await asyncio.sleep(0.05)
            assert table.held
            assert not table.plies
            await devices[1].sit(house)
            await settled(table, house)
            assert table.plies[0].shake == Shake(1, 0, tuple((d.number, 1, d.chain[1].hex()) for d in devices))
            assert all(ply.shake is None for ply in table.plies[1:])  # a run of dealing is one shake
            second = await laid(house, "maumau")
            await house.start(second.id)
            assert second.plies
            task.cancel()

    run(work)


def test_a_changed_record_is_found(tmp_path: Path) -> None:
    record, receipts = finished(tmp_path)
    assert judged(record, *receipts).wrong is None

    def face(line: dict[str, Any]) -> None:
        line["act"] = "roll 1" if line["act"] != "roll 1" else "roll 2"

    first = changed(record, shaken(1), face)
    with suppress(fabletop.BadRecord):  # the game may not even go on so
        assert judged(first).wrong == 1
    forged = changed(record, shaken(3), lambda line: line["dice"][2][0].__setitem__(2, "00" * 32))
    assert "not of the chain" in judged(forged).why
    dropped = changed(record, shaken(3), lambda line: line["dice"][2].pop())
    assert "who was awake" in judged(dropped).why
    hidden = changed(record, shaken(3), lambda line: line["dice"][3].append(line["dice"][2].pop()[0]))
    assert judged(hidden).wrong is not None
    numbers = [json.loads(line)["dice"][2] for line in record.splitlines()[1:] if shaken(2)(json.loads(line))]
    repeated = changed(record, shaken(3), lambda line: line["dice"].__setitem__(2, numbers[0]))
    assert "not the one for shake 3" in judged(repeated).why
    swapped = changed(record, shaken(3), lambda line: line["dice"][2].__setitem__(0, [1, 4, line["dice"][2][0][2]]))
    assert "not the one for shake 3" in judged(swapped).why
    reordered = changed(record, shaken(3), lambda line: line["dice"].__setitem__(0, 4))
    assert "a shake is missing" in judged(reordered).why
    silent = changed(record, shaken(3), lambda line: line.pop("dice"))
    assert "the cup was shaken" in judged(silent).why
    invented = changed(record, shaken(3), lambda line: line.setdefault("log", []).append(["sit", 3, "00" * 32, [0]]))
    assert judged(invented).wrong is not None
    twice = changed(record, shaken(3), lambda line: line.setdefault("log", []).append(["sit", 2, "00" * 32, [1]]))
    assert "not numbered as they sat down" in judged(twice).why
    head = changed(record, lambda line: "fabletop" in line, lambda line: line["dice"].update(seed="00" * 32))
    with pytest.raises(fabletop.BadRecord, match="not the one that was promised"):
        judged(head)


def test_a_whole_record_invented_anew_is_not_mine(tmp_path: Path, monkeypatch: Any) -> None:
    """The server writes all anew with devices of its own: in itself it is fine, to me it is not."""
    record, receipts = finished(tmp_path)
    seed = json.loads(record.splitlines()[0])["dice"]["seed"]
    monkeypatch.setattr("fabletop.tables.dice.new_seed", lambda: seed)
    forged: list[str] = []

    async def work() -> None:
        async with opened(tmp_path, "forged") as house:
            occupants = [Occupant("person", name, name) for name in NAMES[:2]]
            made = await house.make("duck", {}, ["person"] * 2, NAMES[:2], occupants=occupants, id=receipts[0].table)
            devices = [await Device(made.table, (seat,)).sit(house) for seat in range(2)]
            await played_out(house, made.table, devices)
            forged.append(made.table.record())

    run(work)
    assert judged(forged[0]).wrong is None
    assert "not the one in the record" in judged(forged[0], receipts[0]).why


def test_a_receipt_of_another_table_is_refused(tmp_path: Path) -> None:
    record, _ = finished(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    _, receipts = finished(other)
    with pytest.raises(fabletop.BadRecord, match="another table's receipt"):
        judged(record, receipts[0])
    with pytest.raises(fabletop.BadRecord, match="another table's receipt"):  # of this name, but another promise
        judged(record, msgspec.structs.replace(receipts[0], table=json.loads(record.splitlines()[0])["dice"]["table"]))


def bad_table(monkeypatch: Any, cheat: Callable[[Call], Shake]) -> None:
    monkeypatch.setattr(Call, "shake", cheat)


def test_unwelcome_links_that_are_dropped_are_counted(tmp_path: Path, monkeypatch: Any) -> None:
    """A server takes the better of "with" and "without" Ben's link: his receipt knows."""
    honest = Call.shake

    def cheat(call: Call) -> Shake:
        shake = honest(call)

        def face(given: Shake) -> str:
            ahead = call.cup.copy()
            ahead.shaken(given)
            return ahead.draw({f"roll {face}": 1 for face in range(1, 7)})

        without = Shake(shake.n, shake.via, tuple(one for one in shake.links if one[0] != 2), (2,))
        return without if len(shake.links) == 2 and shake.via == 1 and face(without) >= face(shake) else shake

    bad_table(monkeypatch, cheat)
    record, (ada, ben) = finished(tmp_path)
    seen = judged(record, ada, ben)
    assert seen.wrong is None
    assert seen.silences > 0
    assert seen.receipts[0].unused == 0
    assert seen.receipts[1].unused > 0


def test_a_decision_worded_anew_after_the_links_is_found(tmp_path: Path) -> None:
    """The server asks for links, sees the outcome, lets its friend have decided something else, and plays on."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (friend, me) = await seated(house, "kniffel")
            task = asyncio.create_task(answering(house, table.id, [friend, me]))
            assert table.cup
            await house.roll(table.id, 0, table.ply, given=friend.link(1, table.cup.head))
            await house.move(table.id, 0, table.ply, next(a for a in table.actions(0) if a.startswith("reroll")))
            await settled(table, house)
            task.cancel()
            *before, decision, outcome = table.log
            assert (decision.by, outcome.shake and outcome.shake.n) == (0, 2)
        forged = Table(table.id, table.head)
        forged.seats = table.seats
        other = next(a for a in _choices(table, before) if a.startswith("reroll") and a != decision.act)
        for entry in [*before, msgspec.structs.replace(decision, act=other)]:
            forged.add(entry)
        for entry in forged.shaken(outcome.shake):  # with the very links that were given for another past
            forged.add(entry)
        async with opened(tmp_path, "forged") as liar:
            await liar.store.create(table.id, msgspec.json.encode(table.head))
            await liar.store.append(table.id, 1, [msgspec.json.encode(entry) for entry in forged.log])
            await liar.store.note(table.id, "seats", msgspec.json.encode(table.seats))
            later = await liar.table(table.id)
            await played_out(liar, later, [friend, me])
            assert judged(later.record()).wrong is None  # in itself it is fine
            assert (
                "the past was changed after device 2 gave its link for shake 2"
                in judged(later.record(), me.receipt).why
            )

    run(work)


def _choices(table: Table, log: list[Entry]) -> list[str]:
    past = Table(table.id, table.head)
    for entry in log:
        past.add(entry)
    assert past.turn is not None
    return past.actions(past.turn)


def test_the_past_changed_after_my_link_is_found_at_the_end(tmp_path: Path) -> None:
    """One word of a decision in the record, changed after the links: every later head is another one."""
    record, (ada, ben) = finished(tmp_path, "kniffel")
    lines = record.splitlines()
    number = next(k for k, line in enumerate(lines) if '"score' in line)
    ply = json.loads(lines[number])
    state = replay(lines[:number])
    for act in state.actions():
        if act == ply["act"]:
            continue
        forged = [*lines[:number], json.dumps(ply | {"act": act}), *lines[number + 1 :]]
        with suppress(fabletop.BadRecord):  # mostly a later decision is not even legal
            seen = judged(forged, ada, ben)
            assert seen.wrong is not None
            return
    seen = judged([*lines[:number], json.dumps(ply | {"dice": []}), *lines[number + 1 :]], ada)
    assert "the past was changed" in seen.why


def test_a_server_that_loses_requests_or_asks_ahead_gets_nothing_new(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (one, two) = await seated(house, "duck")
            await played_out(house, table, [one, two], most=3)
            assert table.cup
            n, head = table.cup.n + 1, table.cup.head
            first = two.link(n, head)
            assert two.link(n, head) == first
            for past in ((n, "00" * 32), (n - 1, head)):
                with pytest.raises(Refused):
                    two.link(*past)
            ahead = two.link(n + 50, head)
            assert ahead.i == first.i + 50
            for skipped in range(n + 1, n + 50):  # whatever the server has learned by it, none of it is given any more
                with pytest.raises(Refused):
                    two.link(skipped, head)

    run(work)


# Both together


def test_server_and_player_foresee_nothing_while_another_is_awake(tmp_path: Path, monkeypatch: Any) -> None:
    """The host plays and knows the seed and his own chain: he guesses each of his rolls before it is made.

    While the other sleeps he is right every time; but he cannot choose, and the receipt says that it was so.
    """

    async def guessed(name: str, asleep: bool) -> tuple[float, int, Verdict]:
        """How often he was right, and how often the other's figure walked without the other's device."""
        right = rolls = without = 0
        async with opened(tmp_path, name) as house:
            table, (host, other) = await seated(house, "duck")
            await played_out(house, table, [host, other], most=2)
            other.online = not asleep
            task = asyncio.create_task(answering(house, table.id, [host, other]))
            while table.turn is not None:
                await settled(table, house)
                if table.roller is None:
                    if table.turn is not None:
                        await house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
                    continue
                assert table.cup
                ahead, n = table.cup.copy(), table.cup.n + 1
                given = host.link(n, table.cup.head) if host.number in ahead.awake or table.roller == 0 else None
                mine = ((given.device, given.i, given.link),) if given else ()
                ahead.shaken(Shake(n, 0, mine))
                guess = ahead.draw(table.state.weights())
                seat, k = table.roller, len(table.plies)
                by = {0: host, 1: other}[seat]
                await house.roll(table.id, seat, table.ply, given=by.link(n, table.cup.head) if by.online else None)
                rolls += seat == 0
                right += seat == 0 and table.plies[k].act == guess
                without += seat == 1 and asleep
            task.cancel()
            return right / max(1, rolls), without, judged(table.record(), other.receipt)

    async def work() -> None:
        with patient():
            awake = [await guessed(f"awake {k}", False) for k in range(3)]
        assert sum(share for share, _, _ in awake) / 3 < 0.5
        assert all(seen.receipts[0].mine == seen.rolls for _, _, seen in awake)
        monkeypatch.setattr("fabletop.tables.work.PATIENCE", 0.05)
        share, without, seen = await guessed("asleep", True)
        assert share == 1
        assert (seen.receipts[0].word, seen.receipts[0].fixed) == (0, seen.rolls - seen.receipts[0].mine)
        assert seen.receipts[0].fixed > 0
        assert seen.receipts[0].silent >= without > 0  # each of its throws without it is a silence of its own

    run(work)


def test_two_stories_for_two_people_do_not_share_a_record(tmp_path: Path, monkeypatch: Any) -> None:
    """From the middle on the server tells each of two people that the other sleeps: together they see it."""

    async def told(house: House, table: Table, one: Device) -> str:
        await played_out(house, table, [one])
        return table.record()

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (ada, ben) = await seated(house, "duck")
            await played_out(house, table, [ada, ben], most=4)
            head, log = table.head, list(table.log)
            for name in ("one", "two"):
                async with opened(tmp_path, name) as fork:
                    await fork.store.create(table.id, msgspec.json.encode(head))
                    await fork.store.append(table.id, 1, [msgspec.json.encode(entry) for entry in log])
                    await fork.store.note(table.id, "seats", msgspec.json.encode(table.seats))
        for name in ("memory.AFTER_A_RESTART", "live.PATIENCE", "work.PATIENCE"):
            monkeypatch.setattr(f"fabletop.tables.{name}", 0.05)
        records = []
        for name, device in (("one", ada), ("two", ben)):
            async with opened(tmp_path, name) as fork:
                records.append(await told(fork, await fork.table(table.id), device))
        assert judged(records[0], ada.receipt).wrong is None
        assert judged(records[1], ben.receipt).wrong is None
        together = judged(records[0], ada.receipt, ben.receipt)
        assert "device 2 was told" in together.why
        ben.told = []  # a program that notes only what it gives
        assert judged(records[0], ada.receipt, ben.receipt).receipts[1].elsewhere > 0
        assert judged(records[0]).fingerprint != judged(records[1]).fingerprint

    run(work)


# Devices come and go


def test_a_device_that_joins_late_is_told_what_it_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (ada, ben) = await seated(house, "duck")
            await played_out(house, table, [ada, ben], most=5)
            before = len([ply for ply in table.plies if ply.by < 0])
            late = await Device(table, (1,)).sit(house)  # Ben has taken another device
            assert table.cup
            assert ben.number not in table.cup.awake
            ben.online = False
            await played_out(house, table, [ada, late])
            seen = judged(table.record(), ada.receipt, late.receipt, ben.receipt)
            assert seen.wrong is None
            assert seen.receipts[0].mine == seen.rolls
            assert (seen.receipts[1].word, seen.receipts[1].mine) == (before, seen.rolls - before)
            assert seen.receipts[2].mine == before
            assert seen.devices == 3

    run(work)


def test_a_silent_device_sleeps_until_its_own_next_roll(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table, (ada, ben) = await seated(house, "duck")
            ben.online = False
            assert table.cup
            await house.roll(table.id, 0, table.ply, given=ada.link(1, table.cup.head))
            assert table.plies[0].shake
            assert table.plies[0].shake.silent == (2,)
            assert table.cup.awake == {1}
            with pytest.raises(TooLate):
                await house.link(table.id, Given(2, 1, 1, ben.chain[1].hex(), "00" * 32))
            ben.online = True
            await played_out(house, table, [ada, ben])
            seen = judged(table.record(), ada.receipt, ben.receipt)
            assert seen.wrong is None
            assert seen.receipts[1].word == 1

    run(work)


def test_whoever_gives_no_links_never_waits(tmp_path: Path) -> None:
    """Computer players alone, and programs without links: no call, and the record says that it is the server's word."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            made = await house.make("duck", {}, ["random", "random"])
            await settled(made.table, house)
            assert judged(made.table.record()).linked == 0
            made = await house.make("mensch", {}, ["person", "person"])
            for _ in range(10):
                assert made.table.turn is not None
                assert made.table.turn >= 0
                await house.move(made.table.id, made.table.turn, made.table.ply, made.table.actions(made.table.turn)[0])
                assert house.called(made.table.id) is None

    run(work)


def test_a_take_back_before_the_roll_keeps_the_dice_and_the_proof(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            table, devices = await seated(house, "kniffel")
            await played_out(house, table, devices, most=1)  # the first throw
            rows = [act for act in table.actions(0) if act.startswith("score")]
            await house.move(table.id, 0, table.ply, rows[0])
            await house.undo(table.id, 0, table.ply)
            await house.move(table.id, 0, table.ply, rows[1])
            await played_out(house, table, devices)
            record = table.record()
            assert '"undo"' in record
            seen = judged(record, *(device.receipt for device in devices))
            assert seen.wrong is None
            assert replay(record.splitlines()) == table.state
            lines = record.splitlines()
            hidden = [json.dumps({k: v for k, v in json.loads(line).items() if k != "log"}) for line in lines]
            assert judged([lines[0], *hidden[1:]]).wrong is not None

    run(work)


KILLED = """
import asyncio, collections, json, os, pathlib, signal, sys
from fabletop.tables.house import House
from fabletop.tables.seats import Occupant
from fabletop.tables.store import SqliteStore
sys.path.insert(0, sys.argv[2])
from tests.tables.devices import Device, patient, played_out

moments = collections.Counter()

def reached(moment):
    moments[moment] += 1
    if f"{moment} {moments[moment]}" == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

class Storing(SqliteStore):
    async def append(self, *entries):
        storing = asyncio.create_task(super().append(*entries))
        await asyncio.sleep(0)
        reached("storing")  # another thread is at it
        await storing
        reached("stored")

class Noting(Device):
    # as a browser does it: noted before it is given
    notes = pathlib.Path(sys.argv[1]) / "notes.json"

    def link(self, n, head):
        reached("asked")
        given = super().link(n, head)
        new = self.notes.with_suffix(".new")
        new.write_text(json.dumps(self.gave))
        new.replace(self.notes)
        reached("noted")
        return given

async def main():
    house = House(Storing(pathlib.Path(sys.argv[1]) / "tables.sqlite"))
    if not Noting.notes.exists():
        occupants = [Occupant("person", "Ada", "a"), Occupant("random", "Fox")]
        await house.make("mensch", {}, ["person", "random"], ["Ada", "Fox"], occupants=occupants, id="killed-table")
        Noting.notes.write_text("[]")
    table = await house.table("killed-table")
    device = Noting(table, (0,), b"root" * 8)
    device.gave = [tuple(one) for one in json.loads(Noting.notes.read_text())]
    device.number = table.device_of(0)
    if not device.number:
        await device.sit(house)
    await played_out(house, table, [device])
    print(json.dumps([table.record(), device.gave, device.number]))
    await house.close()

with patient():
    asyncio.run(main())
"""
KILLS = ("noted 4", "storing 5", "stored 3", "asked 2", "storing 1", "noted 1", "stored 6", "storing 2")


def test_killed_again_and_again_the_dice_still_prove_themselves(tmp_path: Path) -> None:
    """kill -9 in the middle of calls: what was noted, stored and told still agrees, and no roll is made twice."""
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(Path(__file__).parents[2])]
    for moment in KILLS:
        assert subprocess.run([*command, moment], check=False).returncode == -signal.SIGKILL, moment
    said = subprocess.run([*command, ""], check=True, stdout=subprocess.PIPE, text=True).stdout
    record, gave, number = json.loads(said)
    chain = links.chain(links.tag("killed-table"), b"root" * 8)
    commitment = json.loads(record.splitlines()[0])["dice"]["commitment"]
    noted = [(n, i, head) for n, i, head in gave]
    seen = judged(record, Receipt(2, "killed-table", commitment, number, chain[0].hex(), noted))
    assert seen.wrong is None
    assert seen.devices == 1
    assert seen.receipts[0].mine > 0.8 * seen.rolls
    assert seen.receipts[0].word == 0
