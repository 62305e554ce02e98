"""Small promises of the engine, each kept by a line that no other test guards (found by `make mutants`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fabletop
from fabletop.engine import contract, registry
from fabletop.engine.contract import BadGame
from fabletop.engine.errors import listed, quoted
from fabletop.engine.records import ply_line
from fabletop.engine.rulebook import NOBODY, BaseRules
from fabletop.engine.spec import Spec, switch
from fabletop.testing import played


def test_lists_and_quotes_are_cut_only_when_they_are_too_long() -> None:
    assert listed(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"
    assert listed(range(13)).endswith("11, …, 12")
    assert quoted("x" * 58) == "'" + "x" * 58 + "'"
    assert quoted("x" * 59) == "'" + "x" * 58 + "…"


def test_a_record_is_written_in_the_letters_of_its_players() -> None:
    assert "Zoë" in ply_line(1, 0, "roll 6", name="Zoë")
    assert json.loads(ply_line(1, fabletop.CHANCE, "roll 6"))["by"] == "chance"


def test_the_defaults_of_a_version_are_those_of_that_version() -> None:
    options = (switch("one", ""), switch("two", ""))
    earlier = {1: {"one": True}, 2: {"two": True}}
    spec = Spec(title="T", summary="", version=3, seats=(2, 2), usual_seats=2, options=options, earlier=earlier)
    assert spec.defaults(3) == {"one": False, "two": False}
    assert spec.defaults(2) == {"one": False, "two": True}
    assert spec.defaults(1) == {"one": True, "two": True}


def test_what_is_chance_and_what_a_decision() -> None:
    spec = fabletop.game("maumau").spec
    assert spec.is_chance("card red-2")
    assert not spec.is_chance("play red-2")
    assert fabletop.game("duck").spec.is_chance("roll 3")


def test_chance_acts_for_nobody_unless_the_game_says_so() -> None:
    assert BaseRules.acting(fabletop.game("duck").new().rules) == NOBODY


def test_a_view_tells_who_looks() -> None:
    state = fabletop.game("duck").new()
    assert "by spectator" in repr(state.view(None))
    assert "by seat 1" in repr(state.view(1))


def test_why_not_is_asked_only_of_who_is_to_act() -> None:
    state = played(fabletop.game("mensch", seats=2), "roll 6", "enter", "roll 3")
    assert state.view(1).why_not("enter") == ""
    assert isinstance(state.view(0).why_not("enter"), str)
    assert state.view(0).why_not("fly") == ""


def test_a_text_that_two_actions_have_is_named() -> None:
    spec = fabletop.game("duck").spec
    faults = list(contract._texts(("roll 1", "hop", "roll 2", "roll 2"), spec))
    assert "two actions have the text 'roll 2'" in faults[0]
    assert not any("two actions" in fault for fault in contract._texts(("roll 1", "hop"), spec))


def test_a_fault_of_syntax_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    for folder, where in ((tmp_path, f"{tmp_path.name}/rules.py, line 7"), (tmp_path / "else", "else/words.py")):
        error = SyntaxError("bad", (str(tmp_path / "rules.py"), 7, 1, "x", 7, 2))
        assert contract.broken(folder, "words", error).startswith(where + ":")


def test_what_a_folder_may_leave_out_is_not_missed() -> None:
    optional = {call.name for calls in contract.CALLS.values() for call in calls if not call.required}
    assert {"by_hand", "told", "squares", "private", "prompt", "face", "sure", "together"} <= optional
    assert not optional & {"draw", "moving", "text", "label", "sentence", "position", "stage"}


@pytest.mark.parametrize("id", ["Duck", "moon race", "mönd"])
def test_the_name_of_a_folder_is_plain(id: str) -> None:
    with pytest.raises(BadGame, match="small letters"):
        registry._check(id)


def test_every_game_is_loaded_part_by_part_when_it_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(registry, "_part", lambda id, name: loaded.append(name))
    registry._check("duck")
    assert {"spec", "rules", "text", "draw", "words", "help"} <= set(loaded)


def test_records_that_differ_in_anything_differ() -> None:
    one, other = (fabletop.game("duck").new() for _ in range(2))
    assert one.rules.same(other.rules)
    assert one.rules.digest() == other.rules.digest()
    other.play("roll 3")
    assert not one.rules.same(other.rules)
    assert one.rules.digest() != other.rules.digest()


def test_a_game_is_equal_to_games_alone() -> None:
    duck = fabletop.game("duck")
    assert (duck == "duck") is False
    assert duck == fabletop.game("duck")
    assert (duck.new() == "duck") is False
