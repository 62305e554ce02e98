"""`fabletop verify`: with receipts, without, for old records and unknown ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

import fabletop
from fabletop.cli import main
from fabletop.engine.records import load
from fabletop.engine.translate import ENGLISH
from fabletop.tables.audit import Proved
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.tables.verify import _received, verdict

from .test_dice_attacks import finished


def saved(tmp_path: Path) -> tuple[Path, list[Path]]:
    record, receipts = finished(tmp_path)
    game = tmp_path / "game.jsonl"
    game.write_text(record, encoding="utf-8")
    paths = []
    for receipt in receipts:
        paths.append(tmp_path / f"receipt-{receipt.device}.json")
        paths[-1].write_bytes(msgspec.json.encode(receipt))
    return game, paths


def test_without_a_receipt_it_says_what_it_cannot_rule_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, _ = saved(tmp_path)
    assert main(["verify", str(game)]) == 0
    told = capsys.readouterr().out
    assert "are what the seed and the devices' links made them" in told
    assert "cannot be ruled out that the server invented devices, or the whole record" in told


def test_several_receipts_are_checked_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, (ada, ben) = saved(tmp_path)
    assert main(["verify", str(game), "--receipt", str(ada), "--receipt", str(ben)]) == 0
    told = capsys.readouterr().out
    assert "Receipt of device 1" in told
    assert "Receipt of device 2" in told
    assert "0 are the server's word" in told
    assert main(["verify", str(game), "--receipt", str(ben), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["honest"]
    assert found["protocol"] == 2
    assert found["receipts"][0]["mine"] == found["rolls"]


def test_a_receipt_that_does_not_fit_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, (ada, _) = saved(tmp_path)
    noted = json.loads(ada.read_text())
    noted["gave"][2][2] = "00" * 32
    ada.write_text(json.dumps(noted))
    assert main(["verify", str(game), "--receipt", str(ada)]) == 1
    assert "the past was changed after device 1 gave its link for shake 3" in capsys.readouterr().out
    noted["gave"][2][1] += 1
    ada.write_text(json.dumps(noted))
    assert main(["verify", str(game), "--receipt", str(ada)]) == 1
    assert "device 1 never gave the link of shake 3" in capsys.readouterr().out
    del noted["gave"][2]
    ada.write_text(json.dumps(noted))
    assert main(["verify", str(game), "--receipt", str(ada)]) == 1
    assert "device 1 never gave the link of shake 3" in capsys.readouterr().out
    deep = '{"more": ' + "[" * 100_000 + "]" * 100_000 + "}"
    for text in ("", "{}", "[1]", deep, '{"protocol": 9}', "\udcff"):
        ada.write_bytes(text.encode("utf-8", "surrogateescape"))
        assert main(["verify", str(game), "--receipt", str(ada)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["verify", str(game), "--receipt", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    "dice",
    [5, "six", [], [[]], [1, 0, [], [], 9], [1, 0, [[1]], []], [1, 0, [[9, 1, "00"]], []], [1, 0, [[1, 1, 7]], []], {}],
)
def test_nonsense_in_a_record_is_wrong_and_nothing_breaks(tmp_path: Path, dice: object) -> None:
    record, _ = finished(tmp_path)
    lines = record.splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | {"dice": dice})
    try:
        assert verdict(load(lines), [json.loads(line) for line in lines[1:]]).wrong is not None
    except fabletop.BadRecord as error:
        assert "not understood" in str(error)


@pytest.mark.parametrize(
    "line",
    [
        [],
        [[]],
        ["sit"],
        ["sit", 3, "00" * 32, [0], 10**30],
        ["sit", 3, "\ud800", [0]],
        ["undo", 0],
        ["undo", -1, 0],
        ["chance", "roll 1", 1, 0, [], [], "more"],
        [0, "stay", 0, "more"],
        [0, "\ud800"],
        [True, "stay"],
    ],
)
def test_a_line_of_the_log_that_is_none_is_told_in_one_line(
    tmp_path: Path, line: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    game, receipts = saved(tmp_path)
    header, first, *more = game.read_text(encoding="utf-8").splitlines()
    ply = json.loads(first)
    ply["log"] = [*ply.get("log", []), line]
    game.write_text("\n".join([header, json.dumps(ply), *more]), encoding="utf-8")
    assert main(["verify", str(game), "--receipt", str(receipts[0])]) in (1, 2)
    out, err = capsys.readouterr()
    assert (out + err).count("\n") == 1
    assert "1" in out + err, "the ply"


@pytest.mark.parametrize("dice", [None, 5, "six", [], {}, {"protocol": 2}, {"protocol": 2, "seed": 5}])
def test_a_header_without_a_promise_is_told_in_one_line(
    tmp_path: Path, dice: object, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _ = saved(tmp_path)
    header, *more = game.read_text(encoding="utf-8").splitlines()
    game.write_text("\n".join([json.dumps(json.loads(header) | {"dice": dice}), *more]), encoding="utf-8")
    assert main(["verify", str(game)]) == 2
    err = capsys.readouterr().err
    assert "this record has no dice to check" in err
    assert err.count("\n") == 1


def test_odd_names_and_numbers_that_were_never_asked_for_break_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, (ada, _) = saved(tmp_path)
    header, *more = game.read_text(encoding="utf-8").splitlines()
    odd = json.dumps(json.loads(header) | {"seats": ["A\u2028da", "B\x85en"]}, ensure_ascii=False)
    game.write_text("\n".join([odd, *more]), encoding="utf-8")
    noted = json.loads(ada.read_text())
    noted["gave"] += [[n, n, "00" * 32] for n in (-1000, -1, 0, 1000)]
    ada.write_text(json.dumps(noted))
    assert main(["verify", str(game), "--receipt", str(ada), "--json"]) == 0
    [receipt] = json.loads(capsys.readouterr().out)["receipts"]
    assert (receipt["unused"], receipt["elsewhere"]) == (4, 0)


def old_record(game: str) -> list[str]:
    """A game under the old protocol, as tables that began under it still end."""
    head = Head(game, {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "ab" * 32, rolls=True)
    table, chance = Table("old", head), random.Random(1)
    for entry in table.opening():
        table.add(entry)
    while table.turn is not None:
        seat, salt = table.roller, f"{chance.getrandbits(64):016x}"
        acts = [] if seat is not None else table.actions(table.turn)
        for entry in (
            table.roll(seat, salt) if seat is not None else table.answer(table.turn, chance.choice(acts), salt)
        ):
            table.add(entry)
    assert table.cup is None
    return table.record().splitlines()


@pytest.mark.parametrize("game", ["duck", "maumau", "kniffel", "quidditch"])
def test_old_records_verify_as_before_and_say_so(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = old_record(game)
    assert "protocol" not in json.loads(lines[0])["dice"]
    path = tmp_path / "old.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert "All " in told
    assert "not that nobody chose" in told
    plies = [json.loads(line) for line in lines[1:]]
    salted = next(ply for ply in plies if "salt" in ply)
    salted["salt"] = "00" * 8
    assert verdict(load(lines), plies).wrong is not None
    (tmp_path / "mine.json").write_text(
        json.dumps({"protocol": 2, "table": "t", "commitment": "", "device": 1, "mine": "", "gave": []})
    )
    assert main(["verify", str(path), "--receipt", str(tmp_path / "mine.json")]) == 2
    assert "have no receipts" in capsys.readouterr().err


def test_an_unknown_protocol_is_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = old_record("duck")
    head = json.loads(lines[0])
    head["dice"]["protocol"] = 3
    path = tmp_path / "new.jsonl"
    path.write_text("\n".join([json.dumps(head), *lines[1:]]), encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert "not checked" in capsys.readouterr().err


def test_a_receipt_says_how_many_links_were_not_used() -> None:
    proved = Proved(device=1, mine=5, fixed=0, word=0, unused=0, silent=0, elsewhere=0, told=0, plies=9)
    assert not any("not used" in text for text in _received(proved, ENGLISH))
    (text,) = [text for text in _received(proved._replace(unused=2), ENGLISH) if "not used" in text]
    assert text.strip().startswith("Links given and not used: 2. ")
    (text,) = [text for text in _received(proved._replace(unused=2, elsewhere=1), ENGLISH) if "not used" in text]
    assert "(1 of them for a past" in text
