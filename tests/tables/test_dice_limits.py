"""What a check of the dice must not pass over in silence: choices by sleeping, cut records, plies of another game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fabletop
from fabletop.tables import dice, links
from fabletop.tables.calls import Call
from fabletop.tables.cup import MOST_DEVICES, Cup, Given, Shake, Sit
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.tables.verify import said

from .test_dice_attacks import bad_table, finished, judged
from .test_verify import old_record


def test_a_thrower_whose_device_sleeps_cannot_choose_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben's device has been silent once.  At his own throws he and the server, who knows Ada's link, could take what
    pleases: a throw with his press, which wakes his device, or, as here, without.  Nobody falls silent then; but Ada's
    receipt counts it."""
    honest, chosen = Call.shake, list[int]()

    def cheat(call: Call) -> Shake:
        shake = honest(call)
        without = tuple(one for one in shake.links if one[0] != 2)
        if shake.n == 1:  # the one silence that everybody sees
            return Shake(1, shake.via, without, (2,))
        if call.via == 2 and 2 not in call.cup.awake:
            chosen.append(shake.n)
            return Shake(shake.n, 0, without)
        return shake

    bad_table(monkeypatch, cheat)
    record, (ada, _) = finished(tmp_path)
    seen = judged(record, ada)
    assert seen.wrong is None
    assert chosen
    assert seen.silences == seen.receipts[0].silent == 1 + len(chosen)


def test_whoever_lets_a_device_sleep_while_its_seat_decides_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben's device was silent once, and his decisions are written down as if it did not come with them.  Where all
    others sleep, too, the server could choose by it: with his link, or without."""
    honest, device_of = Call.shake, Table.device_of

    def silent(call: Call) -> Shake:
        shake = honest(call)
        without = tuple(one for one in shake.links if one[0] != 2)
        return Shake(1, shake.via, without, (2,)) if shake.n == 1 else shake

    bad_table(monkeypatch, silent)
    monkeypatch.setattr(Table, "device_of", lambda table, seat: device_of(table, seat) * (seat == 0 or not table.plies))
    passed_over = 0
    while not passed_over:  # a game may be over before Ben's decision leads to chance
        record, (ada, _) = finished(tmp_path, "maumau")
        decided = False
        for ply in map(json.loads, record.splitlines()[1:]):
            shakes = ply["by"] == "chance" and bool(ply.get("dice"))
            passed_over += shakes and decided
            decided = ply["by"] == 1 or (decided and not shakes)
    seen = judged(record, ada)
    assert (seen.wrong, seen.silences) == (None, 1 + passed_over)


def test_nobody_can_use_up_the_devices_of_another_seat() -> None:
    head = Head("duck", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "5e" * 32, rolls=True, dice=2)
    table = Table("crowded", head)
    anchors = (links.sha(number.to_bytes(4)).hex() for number in range(1000))
    for _ in range(MOST_DEVICES):
        for entry in table.sit([0], next(anchors))[1]:
            table.add(entry)
    with pytest.raises(fabletop.IllegalAction, match="no more can"):
        table.sit([0], next(anchors))
    assert table.sit([1], next(anchors))[0] == MOST_DEVICES + 1


def test_a_device_whose_links_came_too_late_all_evening_is_heard_when_one_is_in_time() -> None:
    cup, chain = Cup("slow", "5e" * 32), links.chain(links.tag("slow"), b"root" * 8)
    for n in range(1, 8):  # before it sits down
        cup.shaken(Shake(n))
    cup.sat(Sit(1, chain[0].hex(), [0]))
    for n in range(8, 4000):
        cup.shaken(Shake(n, 1, (), (1,)))
    call = Call(cup, 1)
    assert call.said()["devices"] == [1]
    for i in (1, 3992, 3994, 4000):
        with pytest.raises(fabletop.IllegalAction, match="not a link of device 1"):
            call.take(Given(1, 4000, i, chain[i].hex(), call.head))
    call.take(Given(1, 4000, 3993, chain[3993].hex(), call.head))
    assert call.complete
    assert call.said()["devices"] == [], "who has given a link is not asked for another"


def test_a_record_that_was_cut_is_told_for_what_it_is(tmp_path: Path) -> None:
    record, receipts = finished(tmp_path)
    whole = judged(record, receipts[0])
    assert whole.over
    assert "stops before the end" not in " ".join(said(whole))
    lines = record.splitlines()
    for stays in range(1, len(lines)):
        cut = judged(lines[:stays], *receipts)
        assert cut.wrong is None, stays
        assert not cut.over
        assert "The record stops before the end of the game" in " ".join(said(cut))
    assert judged(lines[:-3], receipts[0]).receipts[0].unused > 0, "and the device knows what it has given"
    old = judged(old_record("duck")[:-1])
    assert "The record stops before the end of the game" in " ".join(said(old))


def test_plies_that_another_game_has_made_are_told(tmp_path: Path) -> None:
    """A server that says so of the first plies takes them out of the check: without a receipt it is at least said."""
    record, receipts = finished(tmp_path)
    lines = record.splitlines()
    header = json.loads(lines[0]) | {"begun": 1}
    forged = [json.dumps(header), *lines[1:]]
    assert judged(forged, receipts[0]).wrong is not None
    played = old_to_new("duck", 6)
    seen = judged(played)
    assert (seen.wrong, seen.begun) == (None, 6)
    assert "The first 6 plies come from another game: these dice have not made them." in said(seen)
    number = next(k for k in range(7, len(played)) if json.loads(played[k])["by"] == "chance")
    body = json.loads(played[number])
    lie = body | {"act": "roll 1" if body["act"] != "roll 1" else "roll 2"}
    assert judged([*played[:number], json.dumps(lie)]).wrong == number, "counted as in the record"


def old_to_new(game: str, plies: int) -> list[str]:
    """A game that goes on from the first plies of another one."""
    acts = [json.loads(line)["act"] for line in old_record(game)[1 : plies + 1]]
    head = Head(game, {}, [SeatPlan("random", "Fox"), SeatPlan("random", "Owl")], "5e" * 32, dice=2, begun=acts)
    table = Table("what-if", head)
    for entry in table.opening():
        table.add(entry)
    while table.turn is not None:
        for entry in table.answer(table.turn, table.state.actions()[0]):
            table.add(entry)
    return table.record().splitlines()


def test_the_record_says_itself_when_no_device_had_a_hand_in_its_dice(tmp_path: Path) -> None:
    assert "the server's word" in json.loads(old_to_new("duck", 1)[0])["dice"]["note"]
    record, _ = finished(tmp_path)
    assert "note" not in json.loads(record.splitlines()[0])["dice"]


def test_at_old_tables_too_nobody_takes_the_end_back_to_try_numbers() -> None:
    """The attack as it was: with the open seed a number is found that makes any throw; but nobody can throw."""
    head = Head("kniffel", {}, [SeatPlan("person", "Ada")], "ab" * 32, rolls=True)
    table = Table("old", head)
    while table.turn is not None:
        for entry in table.roll(0, "00" * 8) if table.roller == 0 else table.answer(0, table.actions(0)[-1]):
            table.add(entry)
    odds, mix = table.game.new().weights(), dice.first_mix(table.commitment)

    def throw(salt: str) -> str:
        """What would be thrown last with this number of hers."""
        mixed = dice.mixed(mix, salt)
        return list(odds)[dice.outcome(table.head.seed, table.id, table.ply, mixed, list(odds.values()))]

    assert any(throw(f"{salt:016x}") == "roll sun sun sun sun sun" for salt in range(100_000))
    with pytest.raises(fabletop.IllegalAction, match="the game is over"):
        table.undo(0)
