"""The command line as a newcomer meets it: answers, errors in one line, no traceback ever."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import main
from fabletop.engine.records import Writer, header_line, ply_line
from fabletop.engine.translate import ENGLISH
from fabletop.games.maumau.words import label, named
from fabletop.guide import lessons
from fabletop.testing import random_game


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Mau-Mau(s)."""
    game = fabletop.game("maumau", seats=2)
    lines = [header_line(game, ["Ada", "Ben"])]
    lines += [ply_line(n, state.turn, act) for n, (state, act) in enumerate(random_game(game, 3), start=1)]
    path = tmp_path / "game.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


# fabletop rules


def test_rules_are_read_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duck", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "The goal" in said
    assert "**" not in said
    assert main(["rules", "duck", "--language", "de"]) == 0
    assert "Das Ziel" in capsys.readouterr().out
    assert main(["rules", "mensch", "--reference"]) == 0
    assert "R13" in capsys.readouterr().out


# fabletop games


def test_games_lists_the_chest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    for id in fabletop.game_ids():
        assert id in shown


def test_games_shows_the_options_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "maumau"]) == 0
    assert "play_drawn" in capsys.readouterr().out
    assert main(["games", "mensch", "--json"]) == 0
    described = json.loads(capsys.readouterr().out)[0]
    assert described["seats"] == [2, 4]
    assert described["options"][0] == {
        "name": "track",
        "values": [40, 32],
        "default": 40,
        "help": described["options"][0]["help"],
    }


# Errors


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["games", "chess"], "there is no game 'chess'"),
        (["simulate", "duck", "--games", "0"], "games must be a whole number from 1"),
        (["simulate", "duck", "--games", "many"], "'many' is not a whole number"),
        (["simulate", "duck", "--seats", "12"], "1 to 4 seats, not 12"),
        (["simulate", "duck", "--set", "ducks=geese"], "'geese' is not one of classic, french, none"),
        (["simulate", "duck", "--set", "ducks"], "give NAME=VALUE"),
        (["simulate", "duck", "--set", "duck=classic"], "no option 'duck'; its options: ducks"),
        (["play", "duck", "--people", "9"], "has 1 to 4 seats, not 9"),
        (["play", "duck", "--seats", "2", "--people", "3"], "this table has 2 seats"),
        (["play", "mensch", "--record", "/nowhere/at/all.jsonl"], "cannot be written"),
        (["play", "mensch", "--resume", "x.jsonl"], "--resume goes on with the game in the file"),
        (["play", "--resume", "missing.jsonl"], "missing.jsonl: cannot be read"),
        (["replay", "missing.jsonl"], "missing.jsonl: cannot be read"),
        (["games", "chess", "--language", "de"], "Es gibt kein Spiel 'chess'"),
        (["play", "duck", "--seats", "9", "--language", "fr"], "Le jeu du canard : de 1 à 4 places, pas 9"),
        (["--language", "el", "replay", "missing.jsonl"], "δεν υπάρχει τέτοιο αρχείο"),
        (["play", "duck", "--language", "xx"], "--language xx: known are en (English), de (Deutsch)"),
        (["dance"], "invalid choice: 'dance'"),
        (["simulate"], "the following arguments are required: GAME"),
    ],
)
def test_errors_are_one_line_and_status_two(
    argv: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main(argv)
    except SystemExit as leaving:  # argparse's own way
        assert isinstance(leaving.code, int)
        status = leaving.code
    shown = capsys.readouterr()
    assert status == 2
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize("command", ["", "games", "play", "simulate", "replay"])
def test_help_shows_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*command.split(), "--help"])
    assert leaving.value.code == 0
    assert "fabletop " + (command or "play") in capsys.readouterr().out


# fabletop simulate


def test_simulate_answers_programs(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "duck", "--seats", "2", "--games", "300", "--seed", "4", "--set", "ducks=french", "--json"]
    assert main([*argv, "--threads", "1"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert {"game", "options", "seats", "games", "seed", "seconds", "plies", "wins", "scores"} <= set(one)
    assert (one["game"], one["seats"], one["games"], one["seed"]) == ("duck", 2, 300, 4)
    assert one["options"]["ducks"] == "french"
    assert set(one["plies"]) == {"mean", "sd", "min", "p50", "p95", "max"}
    assert sum(one["wins"]) == 300
    assert main([*argv, "--threads", "2"]) == 0
    two = json.loads(capsys.readouterr().out)
    assert {k: v for k, v in one.items() if k != "seconds"} == {k: v for k, v in two.items() if k != "seconds"}


def test_simulate_answers_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "kniffel", "--games", "50", "--seed", "4"]) == 0
    shown = capsys.readouterr().out
    assert "50 random games, seed 4" in shown
    assert "mean score" in shown


def started(command: list[str], env: Mapping[str, str]) -> subprocess.Popen[str]:
    """A program that hears Ctrl-C, also where a shell started the tests in the background and lets all ignore it."""

    def listen() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env, preexec_fn=listen)


def test_ctrl_c_prints_what_is_known_so_far() -> None:
    command = [sys.executable, "-m", "fabletop.cli", "simulate", "duck", "--games", "900000000", "--json"]
    env = {**os.environ, "FABLETOP_PLAIN": "1"}  # what plays slowly says so, after the first games
    with started(command, env) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "plain Python (install fabletop[fast] for machine speed) …\n"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert "Traceback" not in err
    assert "Stopped after" in err
    assert 0 < json.loads(out)["games"] < 900_000_000


def test_ctrl_c_leaves_a_game_with_a_word_not_with_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "fabletop.cli", "play", "garden", "--people", "0", "--computer", "sharp"]
    command += ["--language", "de", "--record", str(path)]
    with started(command, os.environ) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("Der Zaubergarten (4 Plätze)")
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (0, "")
    assert f"Später weiter mit: fabletop play --resume {path}" in out


# fabletop play


def test_a_whole_game_against_the_computer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "1\n" * 400)
    assert main(["play", "duck", "--seats", "2", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "has won!" in shown
    assert "Player 1: Roll the die. [Enter]" in shown, "the person rolls"
    assert "seat" not in shown.partition("\n")[2]
    assert "Hedgehog rolls a" in shown


def test_wrong_answers_are_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "?\n99\nfly\nplay\nq\n")
    assert main(["play", "maumau", "--seats", "2", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Type the number or the beginning" in shown
    assert "'99' is not in the list:" in shown
    assert "'fly' is not in the list:" in shown
    assert "'play' could be: Red 1 or Yellow 2" in shown
    assert "Bye." in shown


def test_the_last_card_is_laid_by_the_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, lesson = tmp_path / "game.jsonl", lessons("maumau")["first"]
    with path.open("w") as file:
        writer = Writer.start(file, fabletop.game("maumau", seats=3), ("Mia", "Fox", "Owl"))
        for act in lesson.record().plies()[:-1]:
            writer.play(act)
    typed(monkeypatch, "")
    assert main(["play", "--resume", str(path)]) == 0
    assert (
        capsys.readouterr().out.rstrip().endswith(f"  1 Green 2\n> \nGo on later with: fabletop play --resume {path}")
    )
    typed(monkeypatch, "\n")
    assert main(["play", "--resume", str(path)]) == 0
    assert "Mia has won!" in capsys.readouterr().out


def test_a_new_table_says_what_it_is_about_and_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "\nq\n")
    assert main(["play", "nutcracker", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Clara races to the palace" in shown
    assert shown.count("0 Clara Start") == 1, "later, ? shows it"


def test_a_game_can_be_left_and_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    typed(monkeypatch, "1\nq\n")
    assert main(["play", "maumau", "--seats", "2", "--seed", "1", "--record", str(path)]) == 0
    assert f"fabletop play --resume {path}" in capsys.readouterr().out
    before = path.read_text()
    typed(monkeypatch, "1\n" * 500)
    assert main(["play", "--resume", str(path), "--seed", "2"]) == 0
    assert path.read_text().startswith(before)
    assert fabletop.replay(path).result is not None
    assert main(["play", "--resume", str(path)]) == 2
    assert "this game is over" in capsys.readouterr().err
    assert main(["play", "maumau", "--record", str(path)]) == 2
    assert "the file exists" in capsys.readouterr().err


def test_hidden_hands_stay_hidden_on_a_shared_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Between two handings-over no card is on the screen that the person in front of it cannot know."""
    path = tmp_path / "game.jsonl"
    typed(monkeypatch, "\n1\n" * 400)
    assert main(["play", "maumau", "--seats", "2", "--people", "2", "--seed", "5", "--record", str(path)]) == 0
    screens = capsys.readouterr().out.split("Pass the screen to Player ")[1:]
    assert len(screens) > 4
    state = fabletop.game("maumau", seats=2).new()
    secrets: dict[int, set[str]] = {0: set(), 1: set()}  # cards only that seat has ever known
    open_cards: set[str] = set()
    for line in path.read_text().splitlines()[1:]:
        act = json.loads(line)["act"]
        card = act.split(" ", 1)[1] if " " in act else ""
        if act.startswith(("deal", "card")):
            secrets[state.rules.turn].add(card)
        elif card:
            open_cards.add(card)
        state.play(act)
    never_shown = {seat: {c for c in cards if c not in open_cards and c != "wish"} for seat, cards in secrets.items()}
    assert any(never_shown.values())
    for screen in screens:
        seat = int(screen[0]) - 1
        for card in never_shown[1 - seat] - secrets[seat]:
            flat = screen.partition("That was the last card")[0].replace("\n", " ") + " "  # then all hands lie open
            assert label(f"play {card}", ENGLISH) not in flat
            assert named(card, ENGLISH) not in flat


def test_what_was_looked_at_in_secret_is_seen_by_the_looker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1\n" * 2000)
    assert main(["play", "cinderella", "--seats", "2", "--seed", "2"]) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    looks = [i for i, line in enumerate(lines) if "Player 1 looks at tile" in line]
    assert looks
    for i in looks:
        told = lines[i] + lines[i + 1]
        assert any(words in told for words in ("It shows", "Player 1 sees", " shows the ")), told
    assert not any("Hedgehog sees" in line for line in lines)


def test_the_terminal_speaks_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    typed(monkeypatch, "\n!\n?\n? square 31\nmove 2\n" + "1\n" * 400)
    assert main(["play", "duck", "--people", "2", "--names", "Ann,Ben", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "Das Entenspiel (2 Plätze)" in shown
    assert "Ann: Würfle. [Enter]" in shown
    assert "Ben würfelt eine" in shown
    assert "hat gewonnen!" in shown


def test_the_chest_asks_and_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "chess\nmensch\n9\n2\n\n\ntrack=31\ntrack=32\nq\nq\n")
    assert main(["--terminal"]) == 0
    shown = capsys.readouterr().out
    assert "Give a number from 1 to" in shown
    assert "Give a number from 2 to 4." in shown
    assert "'31' is not one of 40, 32" in shown
    assert "Mensch ärgere Dich nicht (2 seats, Board: the small board, 32 squares)" in shown
    assert "Good night." in shown


# fabletop replay


def test_replay_prints_as_a_spectator(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "    1  Ada is dealt a card." in shown
    assert "has won!" in shown
    assert main(["replay", str(record), "--seat", "0"]) == 0
    mine = capsys.readouterr().out
    assert mine.count("is dealt a card.") == 5
    assert shown.count("is dealt a card.") == 10


def test_replay_at_a_ply_by_steps_and_for_programs(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["replay", str(record), "--ply", "11"]) == 0
    assert "on the pile" in capsys.readouterr().out
    typed(monkeypatch, "\n\nq\n")
    assert main(["replay", str(record), "--step"]) == 0
    assert "    2  Ben is dealt a card." in capsys.readouterr().out
    assert main(["replay", str(record), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["seats"] == ["Ada", "Ben"]
    assert answer["result"]["winners"]
    for argv in (["--ply", "9999"], ["--seat", "7"]):
        assert main(["replay", str(record), *argv]) == 2
        assert capsys.readouterr().err.count("\n") == 1
