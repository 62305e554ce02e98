"""Every game in every option set passes every check of the kit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import fabletop
from fabletop.engine.game import Game
from fabletop.engine.registry import spec_of
from fabletop.testing import CHECKS, golden, option_sets

GAMES = [game for id in fabletop.game_ids() for game in option_sets(id)]
RECORDS = [path for id in fabletop.game_ids() for path in golden.kept(id)]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.id}-{golden.name_of(game)}")
def test_conformance(game: Game, check: Callable[[Game], None]) -> None:
    check(game)


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_option_set_has_a_golden_record(id: str) -> None:
    expected = {golden.name_of(game) for game in option_sets(id, mixtures=0)}
    latest = golden.folder(id, spec_of(id).version)
    assert expected == {path.stem for path in latest.glob("*.jsonl")}, "run `make golden`"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: "-".join(path.parts[-4:]))
def test_golden_records_replay(path: Path) -> None:
    golden.check(path)
