"""A server that cheats while the game goes on, or in the record it hands out: `fabletop verify` with a receipt and the
stranger's verifier of the docs find it.  The page does so in tests/browser/test_dice.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fabletop.tables import links
from fabletop.tables.audit import Receipt
from fabletop.tables.calls import Call
from fabletop.tables.cup import Cup, Shake
from fabletop.tables.entries import Entry, Head, Heard, SeatPlan
from fabletop.tables.house import House
from fabletop.tables.notes import SEATS_NOTE
from fabletop.tables.table import Table
from fabletop.tables.verify import said
from fabletop.testing.running import run

from .devices import Device, played_out
from .test_dice_attacks import changed, finished, judged, opened, seated
from .test_strangers import die, odds_of, strangers


def plain(receipt: Receipt) -> dict[str, object]:
    return dict(json.loads(msgspec.json.encode(receipt)))


def test_a_server_that_shows_other_faces_than_it_writes_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben is told a one whenever he throws; the record at the end has the true faces, and fits all his links."""
    honest = Table.message

    def cheat(table: Table, seat: int | None, entry: Entry, told: str) -> Heard:
        return honest(table, seat, entry, "roll 1" if seat == 1 and told.startswith("roll") else told)

    monkeypatch.setattr(Table, "message", cheat)
    record, (ada, ben) = finished(tmp_path)
    assert judged(record, ada).wrong is None
    every = len(record.splitlines()) - 1
    assert f"Of {every} of {every} plies it has noted what it was told" in " ".join(said(judged(record, ada)))
    deaf = msgspec.structs.replace(ben, told=[])  # whoever notes nothing is told that this is no proof of it
    assert "It has not noted what it was told" in " ".join(said(judged(record, deaf)))
    assert "device 2 was told 'roll 1' as line" in judged(record, ben).why
    verify = strangers()
    verify(record.splitlines(), die, plain(ada))
    with pytest.raises(AssertionError, match="not what this device was told"):
        verify(record.splitlines(), die, plain(ben))


def test_an_open_throw_that_was_told_as_hidden(tmp_path: Path) -> None:
    record, (ada, _) = finished(tmp_path)
    line, act = next((line, act) for line, act in ada.told if act.startswith("roll"))
    hidden = [(k, "roll ?" if k == line else told) for k, told in ada.told]
    assert act != "roll ?"
    assert f"was told 'roll ?' as line {line}" in judged(record, msgspec.structs.replace(ada, told=hidden)).why


def test_another_game_of_the_same_length_is_not_the_one_that_was_told(tmp_path: Path) -> None:
    record, (ada, _) = finished(tmp_path, "maumau")
    assert any(act.endswith(" ?") for _, act in ada.told)  # hidden cards are told as such, and fit
    assert judged(record, ada).wrong is None
    more = [*ada.told, (len(record.splitlines()) + 9, "pass")]
    assert "the record has it otherwise" in judged(record, msgspec.structs.replace(ada, told=more)).why
    cut = record.splitlines()[:-2]
    assert judged(cut, ada).wrong is None, "a record that was cut is said to be one"


def test_a_throw_that_did_not_please_is_taken_back_and_made_again() -> None:
    """The table calls for another shake and hides the first one behind a take-back of chance."""
    seats = [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")]
    table = Table("again", Head("duck", {}, seats, "5e" * 32, rolls=True, dice=2))
    chain = links.chain(links.tag("again"), b"root" * 8)
    table.add(table.sit([0, 1], chain[0].hex())[1][0])
    for n in range(1, links.LENGTH):
        if table.turn is None:
            break
        if table.roller is None:
            table.add(table.answer(table.turn, table.actions(table.turn)[0])[0])
            continue
        assert table.cup
        shake = Shake(table.cup.n + 1, 1, ((1, table.cup.n + 1, chain[table.cup.n + 1].hex()),))
        for entry in table.roll(table.roller, shake=shake):
            table.add(entry)
        if n == 1:
            table.add(Entry(0, undo=0, via=1))
    record = table.record().splitlines()
    assert "more than a decision went back" in judged(record).why
    with pytest.raises(AssertionError, match="more than a decision went back"):
        strangers()(record, die)


def test_a_sleeping_device_is_not_woken_by_another_s_decision(tmp_path: Path) -> None:
    """Awake it could be silent again: one more choice for whoever decides about it."""
    record, _ = finished(tmp_path, "kniffel")
    forged = changed(record, lambda line: line.get("by") == 0, lambda line: line.update(dice=[2])).splitlines()
    assert "by a device that does not sit there" in judged(forged).why
    header = json.loads(forged[0])

    with pytest.raises(AssertionError, match="another has decided"):
        strangers()(forged, lambda acts: odds_of(header, acts))


def test_no_device_is_woken_by_a_throw_that_is_not_its_own(tmp_path: Path) -> None:
    """Whose sleeping device comes with a throw could be chosen after the links are seen; dealt cards nobody throws."""
    dice, _ = finished(tmp_path)
    cards, _ = finished(tmp_path, "maumau")
    for record in (dice, cards):
        for number, line in enumerate(record.splitlines()):
            ply = json.loads(line)
            for device in (1, 2):
                if ply.get("by") == "chance" and "dice" in ply and device != ply["dice"][1]:
                    ply["dice"][1] = device
                    lines = record.splitlines()
                    lines[number] = json.dumps(ply)
                    assert "another has thrown" in judged(lines).why
                    break


def test_no_device_is_woken_by_a_decision_that_was_never_to_be_made_and_is_taken_back_at_once(tmp_path: Path) -> None:
    record, _ = finished(tmp_path, "kniffel")

    def hidden(by: int, via: int, back: int, last: int = 0, stay: int = 1) -> str:
        def hide(line: dict[str, Any]) -> None:
            line["log"] = [*line.get("log", []), [by, line["act"], via], ["undo", line["ply"] - stay, back]]

        return judged(changed(record, lambda line: line.get("by") == by and line["ply"] >= last, hide).splitlines()).why

    assert "more than a decision went back" in hidden(0, 1, 1, stay=2)
    plies = [json.loads(line) for line in record.splitlines()[1:]]
    who = plies[-1]["by"]
    assert "something was taken back after the end" in hidden(who, who + 1, who + 1, last=len(plies))
    assert "another's decision was taken back" in hidden(0, 1, 2)
    other = changed(
        record,
        lambda line: line.get("by") == 0,
        lambda line: line.update(log=[[1, line["act"], 2], ["undo", line["ply"] - 1, 2]]),
    )
    assert "a decision where none was to be made" in judged(other.splitlines()).why
    assert "a decision by a device that does not sit there" in hidden(0, 2, 1)
    assert hidden(0, 1, 1) == "", "an honest take-back"


def test_a_host_who_plays_takes_the_better_of_with_and_without_his_own_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He has the server, so he knows what Ben's link makes, and falls silent where that pleases more: Ben's receipt and
    a stranger count each of it."""
    honest, chosen = Call.shake, list[int]()

    def cheat(call: Call) -> Shake:
        def face(given: Shake) -> str:
            ahead = call.cup.copy()
            ahead.shaken(given)
            return ahead.draw(die(()))

        shake = honest(call)
        without = Shake(shake.n, shake.via, tuple(one for one in shake.links if one[0] != 1), (1,))
        if call.via != 1 or face(without) < face(shake):
            return shake
        chosen.append(shake.n)
        return without

    monkeypatch.setattr(Call, "shake", cheat)
    record, (_, ben) = finished(tmp_path)
    seen = judged(record, ben)
    assert chosen
    assert (seen.wrong, seen.receipts[0].silent) == (None, len(chosen))
    assert "a device fell silent" in " ".join(said(seen))
    rolls, silences, found = strangers()(record.splitlines(), die, plain(ben))
    assert (silences, found) == (len(chosen), [(len(rolls), 0)])


def test_a_host_who_plays_tries_his_own_links_until_the_throw_pleases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He has the server, so he sees Ben's link first; then he skips links of his own chain until they make a five or a
    six.  All of them hash down to his anchor, and nobody was silent: but for each shake there is one link, no other."""
    honest, sit, host = Call.shake, Device.sit, list[Device]()

    def cheat(call: Call) -> Shake:
        shake = honest(call)
        for i in range(call.cup.devices[1].i + 1, links.LENGTH):
            ahead = call.cup.copy()
            ahead.shaken(better := Shake(shake.n, shake.via, ((1, i, host[0].chain[i].hex()), shake.links[1])))
            if shake.via == 2 or ahead.draw(die(())) in ("roll 5", "roll 6"):
                return better
        raise AssertionError("none in four thousand links")

    async def known(device: Device, house: House) -> Device:
        host.append(device)
        return await sit(device, house)

    monkeypatch.setattr(Device, "sit", known)
    monkeypatch.setattr(Call, "shake", cheat)
    monkeypatch.setattr(Cup, "fits", lambda cup, given: True)
    record, (_, ben) = finished(tmp_path)
    plies = [json.loads(line) for line in record.splitlines()[1:]]
    thrown = {ply["act"] for ply in plies if ply["by"] == "chance" and ply["dice"][1] == 1}
    assert thrown <= {"roll 5", "roll 6"}, "that is how good it would be"
    assert "a link is not the one for shake" in judged(record, ben).why
    with pytest.raises(AssertionError, match="a link of another shake"):
        strangers()(record.splitlines(), die, plain(ben))


def test_a_server_that_goes_back_to_an_older_copy_of_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came after did not please.  No device gives two links for one shake, and each remembers what it was told."""
    monkeypatch.setattr("fabletop.tables.work.PATIENCE", 0.02)
    monkeypatch.setattr("fabletop.tables.memory.AFTER_A_RESTART", 0.02)
    found: list[Any] = []

    async def work() -> None:
        async with opened(tmp_path) as house:
            table, devices = await seated(house, "duck")
            await played_out(house, table, devices, most=4)
            older = await house.store.since(table.id, 0)
            await played_out(house, table, devices, most=12)
            assert table.ply > len(older) + 4
            head, gave = table.head, [list(device.gave) for device in devices]
        async with opened(tmp_path, "older") as house:
            await house.store.create(table.id, msgspec.json.encode(head))
            await house.store.note(table.id, SEATS_NOTE, msgspec.json.encode(table.seats))
            await house.store.append(table.id, 1, older)
            again = await house.table(table.id)
            assert again.ply == len(older)
            await played_out(house, again, devices)
            found.extend((again.record(), devices))
        for device, before in zip(devices, gave, strict=True):
            assert device.gave[: len(before)] == before
            assert len({n for n, _, _ in device.gave}) == len(device.gave), "one link for one shake"

    run(work)
    record, devices = found
    for device in devices:
        told = judged(record, device.receipt)
        assert told.wrong is not None
        assert "the record has it otherwise" in told.why
        kept = judged(record, msgspec.structs.replace(device.receipt, told=[]))  # also whoever has noted nothing knows
        assert kept.receipts[0].unused > 0
        assert kept.receipts[0].silent > 0
        with pytest.raises(AssertionError, match="not what this device was told"):
            strangers()(record.splitlines(), die, plain(device.receipt))


def test_devices_that_were_swapped(tmp_path: Path) -> None:
    """Ada is told that she is device 2, Ben that he is device 1: each has the other's links in the record."""
    record, (ada, ben) = finished(tmp_path)
    for one, other in ((ada, ben), (ben, ada)):
        swapped = msgspec.structs.replace(one, device=other.device)
        assert "is not the one in the record" in judged(record, swapped).why
        with pytest.raises(AssertionError, match="another device"):
            strangers()(record.splitlines(), die, plain(swapped))


def test_a_host_who_sits_down_with_a_new_chain_while_the_other_sleeps() -> None:
    """He can make the new chain so that all that comes pleases: to Ben, who has given nothing since, it is the server's
    word; what came of chains that are older than his last link was fixed by it."""
    seats = [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")]
    table = Table("ground", Head("duck", {}, seats, "5e" * 32, rolls=True, dice=2))
    ada, ben, new = (links.chain(links.tag("ground"), root * 32) for root in (b"a", b"b", b"c"))
    for seat, chain in enumerate((ada, ben)):
        table.add(table.sit([seat], chain[0].hex())[1][0])
    gave: list[tuple[int, int, str]] = []
    while table.turn is not None:
        if table.roller is None:
            table.add(table.answer(table.turn, table.actions(table.turn)[0])[0])
            continue
        assert table.cup
        n = table.cup.n + 1
        if n == 5:
            table.add(table.sit([0], new[0].hex())[1][0])
        given = [(1, n, ada[n].hex())] if n < 5 else [(3, n - 4, new[n - 4].hex())]
        if n < 3:
            gave.append((n, n, table.cup.head))
            given.append((2, n, ben[n].hex()))
        via = table.device_of(table.roller)
        silent = (2,) if n > 2 and 2 in table.cup.awake | {via} else ()
        for entry in table.roll(table.roller, shake=Shake(n, via, tuple(given), silent)):
            table.add(entry)
    seen = judged(table.record(), Receipt(2, "ground", table.commitment, 2, ben[0].hex(), gave))
    assert seen.wrong is None
    [his] = seen.receipts
    assert (his.mine, his.fixed, his.word) == (2, 2, seen.rolls - 4)
    assert his.word > 4


def test_a_server_that_asks_a_device_once_and_never_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that follows could be foreseen, and at each of Ben's throws it was the server who left him out."""
    honest = Call.shake

    def cheat(call: Call) -> Shake:
        shake = honest(call)
        if shake.n < 3:
            return shake
        links, silent = tuple(one for one in shake.links if one[0] != 2), (2,) if 2 in call.wanted else ()
        return Shake(shake.n, shake.via, links, silent)

    monkeypatch.setattr(Call, "shake", cheat)
    record, (_, ben) = finished(tmp_path)
    seen = judged(record, ben)
    assert seen.receipts[0].mine == 2
    assert seen.receipts[0].fixed == seen.rolls - 2
    assert seen.receipts[0].silent == seen.silences > 2
    assert seen.receipts[0].unused > 0
    _, silences, [(mine, unused)] = strangers()(record.splitlines(), die, plain(ben))
    assert (silences, mine) == (seen.silences, 2)
    assert unused == seen.receipts[0].unused
    assert "The receipts and the record agree, but for the links" in " ".join(said(seen))
