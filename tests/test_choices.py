"""Choices in the terminal: at most a screen of them, in the reader's words, and what is typed is understood."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import main
from fabletop.engine.game import State
from fabletop.engine.records import header_line, ply_line
from fabletop.terminal.asking import asked
from fabletop.terminal.chest import _which
from fabletop.terminal.choices import Choices, kept, understood
from fabletop.testing import played, random_game
from fabletop.words import Words


def choices(state: State, language: str = "en") -> Choices:
    words, view = Words(language).game(state.game.id), state.view(state.turn)
    names = [f"Name{seat}" for seat in range(state.game.seats)]
    return Choices(view.actions(), words.label, lambda word: (words.explain(word, view, names) or (word, ""))[0])


def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answers: str, *arguments: str) -> str:
    """What the screen shows to who answers so."""
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_an_answer_is_a_number_a_text_or_its_beginning() -> None:
    actions = ["play red-1", "play red-2", "draw"]
    assert understood("2", actions) == ["play red-2"]
    assert understood(" DRAW ", actions) == ["draw"]
    assert understood("d", actions) == ["draw"]
    assert understood("play red", actions) == ["play red-1", "play red-2"]
    assert understood("0", actions) == []
    assert understood("", actions) == []
    labels = {"play red-1": "Rote 1", "play red-2": "Rote 2", "draw": "Karte nehmen"}
    assert understood("karte", actions, labels.__getitem__) == ["draw"]


def test_what_is_kept_is_shorter_to_say() -> None:
    state = played(fabletop.game("kniffel", seats=1), "roll ufo ufo star sun planet")
    actions = state.actions()
    assert kept("keep ufo ufos", actions) == "reroll star sun planet"
    assert kept("keep", actions) == "reroll ufo ufo star sun planet"
    assert kept("keep rocket", actions) is None
    assert kept("roll ufo", actions) is None
    assert kept("keep 1", ["turn 1 1", "turn 1 2"]) is None


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_choices_are_never_more_than_a_screen(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    for state, _ in random_game(fabletop.game(id), 4, most=150):
        if state.turn not in (None, fabletop.CHANCE):
            choices(state, "de").show()
            lines = capsys.readouterr().out.splitlines()
            assert 0 < len(lines) <= 16, lines
            assert all(len(line) <= 80 for line in lines)


GARDEN = played(fabletop.game("garden", seats=2), "place A", "place C", "goal black-cat", "goal owl")


def test_many_choices_are_gathered_by_their_kinds_in_the_readers_words() -> None:
    asked = choices(GARDEN, "de")
    labels = [text for text, _ in asked.entries]
    assert labels[-2:] == ["Eine Hecke drehen …", "Zug beenden"]
    assert labels[0] == "Nach a2 gehen"
    hedges = asked.among(asked.meant(str(len(labels) - 1)))
    assert [text for text, _ in hedges.entries][8] == "Hecke 9 …"
    ways = hedges.among(hedges.meant("9"))
    assert ways.entries[0][0] == "Hecke 9: nach rechts"
    assert ways.meant("1") == ["turn 9 1"]


def test_whatever_letters_are_typed_the_notation_is_understood() -> None:
    state = fabletop.game("garden", seats=2).new()
    for answer in ("place B", "place b", "PLACE  B"):
        assert choices(state).meant(answer) == ["place B"]


def test_a_tile_keeps_its_own_number_in_the_list() -> None:
    """Who types 3 means tile 3: in a game of memory another one would be a disaster."""
    state = played(fabletop.game("cinderella", seats=1), "roll hourglass", "show 1", "tile mouse")
    asked = choices(state)
    assert asked.entries[0][1] == ["peek 2"]
    assert asked.meant("2") == ["peek 2"]
    assert asked.meant("1") == []
    assert asked.meant("1", counted=True) == ["peek 2"]  # a program that has not read the list


def test_dice_are_kept_by_name_or_number_in_any_language() -> None:
    face = Words("de").game("kniffel").face
    state = played(fabletop.game("kniffel", seats=1), "roll ufo rocket star sun planet")
    acts = state.actions()
    assert kept("behalte rakete Planet", acts, face, "behalte") == "reroll ufo star sun"
    assert kept("behalte 2 5", acts, face, "behalte") == "reroll ufo star sun"
    assert kept("keep rocket planet", acts, face, "behalte") == "reroll ufo star sun"
    assert kept("behalte 6", acts, face, "behalte") is None


def test_choosing_step_by_step_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = terminal(
        monkeypatch, capsys, "\n1\n1 2\n1\n\nroll ufo\nq\n",
        "--language", "de", "play", "kniffel", "--seats", "1", "--seed", "3",
    )  # fmt: skip
    assert "1 Noch einmal würfeln …" in shown
    assert "Die Nummern oder Namen" in shown
    assert shown.count("Spieler 1 nimmt wieder auf:") == 1, "two of five are kept"
    assert "Spieler 1 nimmt alle fünf Würfel wieder auf." in shown, "Enter keeps none"
    assert "dem Zufall überlassen" in shown, "why `roll ufo` cannot be typed"
    assert "is not" not in shown


def test_a_question_mark_shows_the_table_and_what_is_thrown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = terminal(monkeypatch, capsys, "?\n!\nq\n", "play", "quidditch", "--seed", "3")
    assert "row 6" in shown
    assert "The attack: Snitch, Quaffle and Goal dice: they score in the rows." in shown
    assert "Just roll: the dice decide." in shown


@pytest.mark.parametrize(
    ("id", "thing", "name"),
    [
        ("duck", "31", "Feld 31"),
        ("duck", "teich", "Der Teich"),
        ("duck", "regnet", "Feld 31"),
        ("maumau", "wish", "Eine Farbwunsch-Karte"),
        ("kniffel", "kniffel", "Kniffel"),
        ("garden", "h8", "Tor C"),
        ("cinderella", "uhr", "Die Uhr"),
        ("nutcracker", "mäusekönig", "Der Mäusekönig"),
    ],
)
def test_a_thing_is_found_by_whatever_name_it_has(id: str, thing: str, name: str) -> None:
    state = next(state for state, _ in random_game(fabletop.game(id), 1) if id != "maumau" or state.turn == 0)
    view = state.view(0)
    found = asked(Words("de").game(id), view, ["Ann"] * 6, thing)
    assert found
    assert found[0] == name
    assert asked(Words("de").game(id), view, ["Ann"] * 6, "xyzzy") is None


def test_a_hint_tells_what_moves_are_worth_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = terminal(monkeypatch, capsys, "\n!\nq\n", "play", "kniffel", "--seats", "1", "--seed", "3")
    worth = [line for line in shown.splitlines() if line.startswith("    ") and line.endswith(" points")]
    assert 1 < len(worth) <= 5
    assert all("Roll again: " in line or "Write down: " in line for line in worth)


def test_enter_takes_the_only_choice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game, path = fabletop.game("maumau", seats=2), tmp_path / "game.jsonl"
    lines = [header_line(game, ["Ann", "Ben"])]
    for number, (state, act) in enumerate(random_game(game, 3), start=1):
        if state.actions() == ["draw"]:
            break
        lines.append(ply_line(number, state.turn, act))
    path.write_text("".join(lines), encoding="utf-8")
    shown = terminal(monkeypatch, capsys, "\n\nq\n", "play", "--resume", str(path), "--people", "2")
    assert f"{('Ann', 'Ben')[state.turn or 0]} draws a card." in shown


def test_a_whole_label_means_what_it_says() -> None:
    rolled = ["reroll rocket", "reroll rocket star"]
    assert understood("Roll again: rocket", rolled, lambda act: act.replace("reroll", "roll again:")) == rolled[:1]


def test_a_number_that_nothing_has_is_not_explained() -> None:
    view = fabletop.game("kniffel").new().view(0)
    assert asked(Words("en").game("kniffel"), view, ["Ann", "Ben"], "31") is None
    assert asked(Words("en").game("kniffel"), view, ["Ann", "Ben"], "triple") is not None


def test_a_game_is_found_by_a_part_of_its_title_in_the_readers_language() -> None:
    words = Words("de")
    assert (_which("3", words), _which("enten", words), _which("duck", words)) == ("garden", "duck", "duck")
    with pytest.raises(ValueError, match="Das Entenspiel"):
        _which("schach", words)
