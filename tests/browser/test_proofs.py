"""The page's own check of the dice (proof.js) beside `fabletop verify`: the same counts of honest games and of games in
which devices slept, came late or were replaced; and every lie is found by both."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page
from tests.tables.devices import Device, Refused, patient, played_out
from tests.tables.test_dice_attacks import judged, laid, opened, seated

from fabletop.tables.audit import Receipt
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web.dice_page import proof_of

from .conftest import Phone
from .test_dice import module

REPORT = """given.map(([proof, receipts]) => {
  const { rolls, wrong, why, mine, fixed, word, unused, silent, linked, fingerprint } = m.audit(proof, receipts);
  return { rolls: rolls.length, wrong, why, mine, fixed, word, unused, silent, linked, fingerprint };
})"""
Proof = dict[str, Any]


class Played:
    """A finished game: what the page is given of it, the record, and what each device has noted."""

    def __init__(self, proof: Proof, record: str, receipts: list[Receipt]) -> None:
        self.proof, self.record, self.receipts = proof, record, receipts


def played(tmp_path: Path, game: str, *, asleep: bool = False, moved: bool = False, without: bool = False) -> Played:
    """A game of two; some fall asleep now and then, or Ben comes late and goes on with another phone, or nobody has a
    device."""
    found: list[Played] = []

    async def work() -> None:
        async with opened(tmp_path, game) as house:
            devices: list[Device] = []
            if without:
                table = await laid(house, game, waits=False)
            elif moved:
                table = await laid(house, game, waits=False)
                ada, ben = await Device(table, (0,)).sit(house), Device(table, (1,))
                devices = [ada]
                await played_out(house, table, devices, most=5)
                devices.append(await ben.sit(house))
                await played_out(house, table, devices, most=5)
                ben.online = False
                devices.append(await Device(table, (1,)).sit(house))
            else:
                table, devices = await seated(house, game)
            chance = random.Random(3)
            while table.turn is not None:
                if asleep:
                    for device in devices:
                        device.online = chance.random() < 0.6
                        if not device.online and table.cup:
                            with suppress(Refused):  # given, and lost on its way
                                device.link(table.cup.n + 1, table.cup.head)
                await played_out(house, table, devices[-2:], most=3 if asleep else 10_000)
            receipts = [device.receipt for device in devices]
            found.append(Played(json.loads(msgspec.json.encode(proof_of(table))), table.record(), receipts))

    run(work)
    return found[0]


def audited(page: Page, cases: list[tuple[Proof, list[Receipt]]]) -> list[dict[str, Any]]:
    """What the page says of each."""
    given = [[proof, [json.loads(msgspec.json.encode(receipt)) for receipt in kept]] for proof, kept in cases]
    return list(module(page, "proof.js", REPORT, given))


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("duck", {}),
        ("maumau", {}),
        ("quidditch", {}),
        ("duck", {"asleep": True}),
        ("kniffel", {"asleep": True}),
        ("duck", {"moved": True}),
    ],
)
def test_the_page_counts_as_fabletop_verify_does(
    phone: Phone,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    more: dict[str, bool],
) -> None:
    if more.get("asleep"):  # and Ben's decisions and throws come without his device, whether it sleeps or not
        device_of = Table.device_of
        alone = lambda table, seat: device_of(table, seat) if seat == 0 else 0  # noqa: E731
        monkeypatch.setattr(Table, "device_of", alone)
    if more:
        monkeypatch.setattr("fabletop.tables.work.PATIENCE", 0.05)
        monkeypatch.setattr("fabletop.tables.live.PATIENCE", 0.05)
        one = played(tmp_path, game, **more)
    else:
        with patient():
            one = played(tmp_path, game)
    page = phone()
    page.goto("/")
    seen = [judged(one.record, receipt) for receipt in one.receipts]
    said = audited(page, [(one.proof, [receipt]) for receipt in one.receipts])
    for verdict, told in zip(seen, said, strict=True):
        assert verdict.wrong is None, verdict.why
        [mine] = verdict.receipts
        assert told == {
            "rolls": verdict.rolls,
            "wrong": None,
            "why": "",
            "linked": verdict.linked,
            "fingerprint": verdict.fingerprint,
            **{name: getattr(mine, name) for name in ("mine", "fixed", "word", "unused", "silent")},
        }
    if more.get("asleep"):
        assert sum(told["silent"] for told in said) > 0
        assert sum(told["unused"] for told in said) > 0
    if more.get("moved"):
        assert all(told["word"] > 0 for told in said[1:])


Lie = Callable[[Proof, Receipt], Receipt | None]
noted = msgspec.structs.replace


def lies(one: Played) -> list[tuple[str, Lie]]:
    """What a server could hand out instead, or have asked of a device; and why nobody believes it."""
    end = len(one.proof["lines"]) + 1

    def at(proof: Proof, shake: int) -> int:
        """The line of a shake; 0: that of Ada's first decision."""
        wanted = [0] if shake == 0 else ["chance", shake]
        return next(k for k, line in enumerate(proof["lines"]) if [*line[:1], *line[2:3]][: len(wanted)] == wanted)

    def changed(shake: int, change: Callable[[list[Any]], object]) -> Lie:
        def lie(proof: Proof, _: Receipt) -> None:
            change(proof["lines"][at(proof, shake)])

        return lie

    def put(shake: int, line: list[Any], place: int = 0) -> Lie:
        return lambda proof, _: proof["lines"].insert(at(proof, shake) + place, line)

    def other_face(line: list[Any]) -> None:
        line[1] = "roll 1" if line[1] != "roll 1" else "roll 2"

    def repeated(proof: Proof, _: Receipt) -> None:
        proof["lines"][at(proof, 4)][4] = proof["lines"][at(proof, 3)][4]

    return [
        ("devices are not numbered", put(3, ["sit", 2, "ab" * 32, [1]])),
        ("a shake is missing", changed(3, lambda line: line.__setitem__(2, 4))),
        ("another has thrown", changed(3, lambda line: line.__setitem__(3, 3 - line[3]))),
        ("who was awake is not who was asked", changed(3, lambda line: line[4].pop())),
        ("not the one for shake 4", repeated),
        ("not of the chain of device 1", changed(3, lambda line: line[4][0].__setitem__(2, "ab" * 32))),
        ("chance acted where it was not to", lambda proof, _: proof["odds"].pop() and None),
        ("shaken once too often, or not at all", changed(3, lambda line: line.__delitem__(slice(2, None)))),
        ("", changed(3, other_face)),  # the sentence for this says which roll
        ("a device that does not sit there", changed(0, lambda line: line.__setitem__(2, 2))),
        ("more than a decision went back", put(0, ["undo", 0, 1], 1)),
        ("more than a decision went back", put(1, ["undo", 0, 1], 1)),
        ("another promise was made", lambda _, mine: noted(mine, commitment="00" * 32)),
        ("another promise was made", lambda _, mine: noted(mine, table="another")),
        ("device 1 is another one", lambda _, mine: noted(mine, mine="00" * 32)),
        ("device 2 is another one", lambda _, mine: noted(mine, device=2)),
        ("the link of shake 3 was never given", lambda _, mine: noted(mine, gave=mine.gave[:2] + mine.gave[3:])),
        ("the link of shake 1 was", lambda _, mine: noted(mine, gave=[(n, i + 1, past) for n, i, past in mine.gave])),
        ("the past was changed", lambda _, mine: noted(mine, gave=[(n, i, "00" * 32) for n, i, _ in mine.gave])),
        ("roll 7 was told", lambda _, mine: noted(mine, told=[(k, "roll 7") for k, act in mine.told])),
        ("was told as line", lambda _, mine: noted(mine, told=[*mine.told, (end, "roll 1")])),
        ("was told as line 1 of", lambda proof, mine: noted(mine, told=[(1, str(proof["lines"][0][1]))])),
    ]


def test_every_lie_is_found_by_the_page(phone: Phone, tmp_path: Path) -> None:
    with patient():
        one = played(tmp_path, "duck")
        while not any(line[0] == 0 for line in one.proof["lines"]):  # Ada must have had something to decide
            one = played(tmp_path, "duck")
    page = phone()
    page.goto("/")
    cases = [(one.proof, one.receipts[:1])]
    for _, lie in lies(one):
        proof = copy.deepcopy(one.proof)
        cases.append((proof, [lie(proof, one.receipts[0]) or one.receipts[0]]))
    [honest, *found] = audited(page, cases)
    assert honest["wrong"] is None
    for (why, _), told in zip(lies(one), found, strict=True):
        assert told["wrong"] is not None, why
        assert (told["why"] == "") == (why == ""), (told["why"], why)
        assert why in told["why"]


SAYS = """given.map(([proof, receipts]) => {
  localStorage.setItem(`dice:${proof.table}`, JSON.stringify(receipts));
  const names = ["fair", "fair_hand", "fair_part", "fair_word", "fair_watched", "fair_silent", "unused", "wrong"];
  const { mark, sentences } = m.verdict(proof, Object.fromEntries(names.map(name => [name, name])), proof.table);
  return [mark, ...sentences];
})"""


def test_the_mark_is_green_only_where_nobody_could_choose(
    phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with patient():
        honest = played(tmp_path, "duck")
        word = played(tmp_path, "duck", without=True)
    monkeypatch.setattr("fabletop.tables.work.PATIENCE", 0.05)
    slept = played(tmp_path, "duck", asleep=True)
    more = noted(honest.receipts[0], gave=[*honest.receipts[0].gave, (9_999, 9_999, "00" * 32)])
    cases = [
        (honest.proof, honest.receipts[:1]),
        (honest.proof, []),
        (word.proof, []),
        (honest.proof, [more]),
        (slept.proof, slept.receipts[:1]),
    ]
    page = phone()
    page.goto("/")
    given = [[proof, [json.loads(msgspec.json.encode(receipt)) for receipt in kept]] for proof, kept in cases]
    mine, watched, theirs, unused, asleep = module(page, "fair.js", SAYS, given)
    assert mine == ["good", "fair"]
    assert watched == ["plain", "fair_watched"]
    assert theirs == ["plain", "fair_word"]
    assert unused == ["plain", "fair", "unused"]
    assert asleep[0] == "plain"
    assert "fair_silent" in asleep
