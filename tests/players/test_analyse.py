"""`fabletop analyse` and `fabletop advise`: the fields, simulations that agree, special analyses, advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import main
from fabletop.engine import registry
from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game
from fabletop.lab.analyse import analyse, simulated, specials, turns_of
from fabletop.players.analysis import Analysis, Progress
from fabletop.players.registry import levels, usual_level

GOLDEN = Path(fabletop.__file__).parent / "games" / "duck" / "golden" / "2-seats.jsonl"


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, object]:
    assert main(argv) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_json_has_what_programs_need(capsys: pytest.CaptureFixture[str]) -> None:
    found = output(capsys, "analyse", "duck", "--json")
    assert found["exact"] is True
    assert found["win"] == pytest.approx([0.514467, 0.485533], abs=1e-6)
    assert found["turns"] == pytest.approx(16.014, abs=1e-3)
    assert found["value"] == pytest.approx(0.514467, abs=1e-6)
    assert isinstance(found["method"], str)


def test_options_and_seats_count(capsys: pytest.CaptureFixture[str]) -> None:
    alone = output(capsys, "analyse", "duck", "--seats", "1", "--set", "ducks=none", "--json")
    assert alone["turns"] == pytest.approx(25.406, abs=1e-3)


def test_what_is_not_solved_is_simulated_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = output(capsys, "analyse", "duck", "--seats", "4", "--games", "40", "--computer", "fair", "--json")
    assert found["exact"] is False
    assert isinstance(found["win"], list)
    assert sum(found["win"]) == pytest.approx(1)
    assert "40 simulated games" in str(found["method"])


def test_simulation_agrees_with_the_solution() -> None:
    game = Game("duck")
    exact = analyse(game)
    played = simulated(game, "perfect", games=400)
    assert not played.exact
    assert exact.win is not None
    assert exact.turns is not None
    assert played.win is not None
    assert abs(played.win[0] - exact.win[0]) < 3 * played.details["win_error"][0]
    assert played.turns == pytest.approx(exact.turns, abs=3 * played.details["turns_error"])
    assert played.details["decisions_are_worth"] > 0


def test_missed_turns_are_counted_where_the_game_tells() -> None:
    game = Game("duck", 2)
    state = game.new()
    path, acts = [state.copy().rules], []
    # seat 0 rolls itself to 19, where a turn is missed, seat 1 dawdles
    for act in ("roll 6", "roll 2", "roll 6", "stay", "roll 2", "roll 1", "roll 3", "roll 1"):
        state.play(act)
        acts.append(game.numbers[act])
        path.append(state.copy().rules)
    assert state.rules.at[0] == 19
    assert turns_of(game, path, acts, 0) == 5  # three taken, one missed, one just begun
    assert turns_of(game, path, acts, 1) == 4


def test_a_game_offers_special_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Part:
        @staticmethod
        def analyse_round(game: Game, snitch: float, progress: Progress) -> Analysis:
            return Analysis(exact=True, method="made up", win=None, turns=None, value=snitch * 2)

    real = registry.part
    monkeypatch.setattr(registry, "part", lambda id, name: Part if name == "analysis" else real(id, name))
    game = Game("duck")
    assert list(specials("duck")) == ["round"]
    for extra in (["--round", "--snitch", "1.5"], ["--snitch=1.5", "--round"]):
        assert analyse(game, extra).value == 3
    for wrong in (["--round"], ["--round", "--snitch", "x"], ["--snitch", "1"], ["--round", "--catch", "1"], ["so"]):
        with pytest.raises(BadOption):
            analyse(game, wrong)


@pytest.mark.parametrize(
    "argv",
    [
        ("analyse", "duck", "--round"),
        ("analyse", "duck", "--games", "0"),
        ("analyse", "duck", "--computer", "nobody"),
        ("advise", str(GOLDEN), "--ply", "1"),
        ("advise", "nowhere.jsonl"),
        ("play", "duck", "--computer", "nobody"),
    ],
)
def test_errors_are_one_line(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_only_analyse_takes_arguments_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["games", "--snitch", "1"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_advice_for_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    found = output(capsys, "advise", str(GOLDEN), "--json")
    assert set(found["values"]) == {"hop", "stay"}  # type: ignore[call-overload]
    assert main(["advise", str(GOLDEN)]) == 0
    assert "best" in capsys.readouterr().out


def test_computer_players_and_advice_at_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["!"] + ["1"] * 500)
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    assert main(["play", "duck", "--seats", "2", "--seed", "3", "--computer", "fair"]) == 0
    assert "Just roll: the dice decide." in capsys.readouterr().out


def test_the_chest_asks_how_hard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []
    answers = iter(["duck", "2", "0", "sharp", "", "q"])

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    assert main(["--terminal"]) == 0
    assert any("gentle" in question for question in asked)
    assert "won" in capsys.readouterr().out


def test_the_usual_level_is_kind() -> None:
    assert usual_level("duck") == "gentle"
    assert levels("duck")[0] == "random"
