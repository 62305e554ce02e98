"""docs/dice.md is enough: its verifier and its client run as they stand there, with nothing of ours imported."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fabletop
from fabletop.tables import links
from fabletop.testing.serving import running_server

from .test_dice_attacks import changed, finished, judged, shaken

PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
VERIFIER, CLIENT = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def strangers() -> Callable[..., Any]:
    scope: dict[str, Any] = {}
    exec(VERIFIER, scope)
    found: Callable[..., Any] = scope["verify"]
    return found


def test_nothing_of_ours_is_imported() -> None:
    imported = set(re.findall(r"^(?:import|from) ([\w, .]+?)(?: import .*)?$", VERIFIER + CLIENT, re.MULTILINE))
    assert imported == {"hashlib, hmac, itertools, json", "json, os, sys, urllib.error, urllib.request", "verifier"}


def die(acts: Sequence[str]) -> dict[str, int]:
    return {f"roll {face}": 1 for face in range(1, 7)}


def test_a_stranger_checks_a_game_of_dice_and_finds_a_lie(tmp_path: Path) -> None:
    record, receipts = finished(tmp_path)
    noted = [json.loads(msgspec.json.encode(receipt)) for receipt in receipts]
    verify = strangers()
    rolls, silences, found = verify(record.splitlines(), die, *noted)
    assert (silences, found) == (0, [(len(rolls), 0)] * 2)
    assert rolls == [ply["act"] for ply in map(json.loads, record.splitlines()[1:]) if ply["by"] == "chance"]
    lies: list[Callable[[dict[str, Any]], None]] = [
        lambda line: line.update(act="roll 1" if line["act"] != "roll 1" else "roll 2"),
        lambda line: line["dice"][2][0].__setitem__(2, "00" * 32),
        lambda line: line["dice"][2].pop(),
        lambda line: line["dice"].__setitem__(0, 9),
    ]
    for lie in lies:
        with pytest.raises(AssertionError):
            verify(changed(record, shaken(3), lie).splitlines(), die)
    noted[1]["gave"][4][2] = "00" * 32
    with pytest.raises(AssertionError, match="not what this device gave"):
        verify(record.splitlines(), die, *noted)


def test_a_stranger_finds_an_outcome_that_nobody_was_asked_for(tmp_path: Path) -> None:
    """After a decision the table throws from the shake before, which it knows: it could have foreseen what comes."""
    record, _ = finished(tmp_path, "kniffel")
    lines = [json.loads(line) for line in record.splitlines()]
    decided = next(k for k, line in enumerate(lines) if line.get("act", "").startswith("reroll"))
    header, proof = lines[0], lines[0]["dice"]
    seed, tag, pool = bytes.fromhex(proof["seed"]), links.tag(proof["table"]), links.NOTHING
    shakes = [line["dice"] for line in lines[1:decided] if line["by"] == "chance"]
    for n, _, given, _ in shakes:
        pool = links.pooled(tag, pool, n, [(device, i, link) for device, i, link in given])
    weights = odds_of(header, [line["act"] for line in lines[1 : decided + 1]])
    act = links.outcome(seed, tag, len(shakes), 1, pool, weights)
    foreseen = [*map(json.dumps, lines[: decided + 1]), json.dumps({"ply": decided + 1, "by": "chance", "act": act})]
    with pytest.raises(AssertionError, match="nobody has shaken the cup"):
        strangers()(foreseen, lambda acts: odds_of(header, acts))
    assert "the cup was shaken once too often, or not at all" in judged(foreseen).why


def odds_of(header: dict[str, Any], acts: Sequence[str]) -> dict[str, int]:
    state = fabletop.replay([json.dumps(header)])
    for act in acts:
        state.play(act)
    return state.weights()


@pytest.mark.parametrize("game", ["maumau", "garden", "kniffel", "quidditch"])
def test_with_the_rules_odds_every_game_can_be_checked(tmp_path: Path, game: str) -> None:
    record, receipts = finished(tmp_path, game)
    header, noted = json.loads(record.splitlines()[0]), json.loads(msgspec.json.encode(receipts[0]))
    assert strangers()(record.splitlines(), lambda acts: odds_of(header, acts), noted)


def test_the_client_of_the_docs_plays_and_checks_its_receipt(tmp_path: Path) -> None:
    (tmp_path / "verifier.py").write_text(VERIFIER, encoding="utf-8")
    (tmp_path / "client.py").write_text(CLIENT, encoding="utf-8")
    data = tmp_path / "data"
    data.mkdir()
    with running_server(data) as url:
        command = [sys.executable, "client.py", url]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    found = re.match(r"checked (\d+) rolls: (\d+) have a link of mine; ", done.stdout)
    assert found, done.stdout
    assert int(found[1]) > 5
    assert int(found[2]) > 5
