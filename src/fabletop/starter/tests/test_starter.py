"""The Lantern Path: every rule of RULES.md, and all that any game must hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import fabletop
from fabletop.engine.game import Game
from fabletop.testing import CHECKS, golden, option_sets, played

ID = "starter"


@pytest.mark.parametrize("game", option_sets(ID), ids=repr)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_it_holds_what_any_game_must(game: Game, check: Callable[[Game], None]) -> None:
    check(game)


@pytest.mark.parametrize("path", golden.kept(ID), ids=lambda path: str(path.stem))
def test_golden_records_replay(path: Path) -> None:
    golden.check(path)


def test_r2_rolls_add_their_steps_until_one_stops() -> None:
    state = played(fabletop.game(ID), "roll 4", "again", "roll 6", "stop")
    assert state.rules.at[:2] == [10, 0]
    assert state.acting == 1


def test_r3_a_gust_of_wind_takes_the_steps_of_the_turn() -> None:
    state = played(fabletop.game(ID), "roll 4", "again", "roll 1")
    assert state.rules.at[:2] == [0, 0]
    assert state.acting == 1


def test_mild_wind_leaves_them() -> None:
    state = played(fabletop.game(ID, mild_wind=True), "roll 4", "again", "roll 1")
    assert state.rules.at[:2] == [4, 0]


def test_r5_who_can_be_home_goes_home() -> None:
    state = played(fabletop.game(ID, length=20), *["roll 6", "again"] * 3, "roll 6")
    assert state.actions() == ["stop"]
    state.play("stop")
    assert state.result is not None
    assert state.result.winners == (0,)
