"""The terminal in every language: whole games without an English word, and boards that fit its columns."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest
from tests.languages import NINTH, english_for, made_up

import fabletop
from fabletop.cli import main
from fabletop.drawing.ansi import COLUMNS
from fabletop.testing import option_sets, random_game
from fabletop.words import LANGUAGES, Words
from fabletop.words.speech import NAMES

OTHERS = [language for language in LANGUAGES if language != "en"]
OPTIONS = {"cinderella": ["hours=4"], "garden": ["goals=1"], "mensch": ["track=32"], "quidditch": ["max_rounds=1"]}
LONG = ["Bartholomäus", "Kunigunde", "Maximilian", "Konstantin", "Wilhelmine", "Theodora"]


def arguments(game: str) -> list[str]:
    """A short game of one person against the computer."""
    options = [part for option in OPTIONS.get(game, []) for part in ("--set", option)]
    return ["play", game, "--names", "Ada", "--seed", "4", "--computer", "random", *options]


def answers(number: int) -> str:
    """Somebody who asks first, wants a hint, types nonsense, and then takes what comes."""
    return "?\n!\n? xyzzy\nxyzzy\n" + "".join(islice(cycle(["1\n", "1\n", "2\n"]), number))


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_whole_game_in_the_terminal_has_no_english_in_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    language = OTHERS[fabletop.game_ids().index(game) % len(OTHERS)]
    record = str(tmp_path / "game.jsonl")
    monkeypatch.setattr("sys.stdin", io.StringIO(answers(5000)))
    assert main(["--language", language, *arguments(game), "--record", record]) == 0
    assert fabletop.replay(record).result is not None, "it was played to its end"
    assert main(["--language", language, "replay", record]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 60
    wrong = {line for one in english_for(game, language) for line in lines if one.search(line)}
    assert wrong == set()


def test_whatever_a_terminal_says_comes_from_a_catalogue(tmp_path: Path) -> None:
    """In a language in which everything is in brackets, nothing is outside of them but names and keys."""
    locale, own = made_up(tmp_path), {"Ada", "Enter", "xyzzy"}
    program = f"""
import io, sys
from fabletop.cli import main
for game, arguments in {[(game, arguments(game)) for game in fabletop.game_ids()]}:
    sys.stdin = io.StringIO({answers(400)!r})
    main(["--language", {NINTH!r}, *arguments, "--record", f"{tmp_path}/{{game}}.jsonl"])
    main(["--language", {NINTH!r}, "replay", f"{tmp_path}/{{game}}.jsonl"])
main(["--language", {NINTH!r}, "review", "{tmp_path}/duck.jsonl"])
"""
    environment = {**os.environ, "FABLETOP_LOCALE": str(locale), "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > 1000
    left = done.stdout
    while left != (left := re.sub(r"⟦[^⟦⟧]*⟧", "", left)):
        pass
    assert {word for word in re.findall(r"[^\W\d_]{3,}", left) if word not in own} == set()


COMMANDS = ("games", "rules", "play", "simulate", "compare", "analyse", "advise")
MORE = ("review", "replay", "draw", "verify", "serve", "tables", "new-game")


@pytest.mark.parametrize("language", OTHERS)
def test_help_mistakes_and_answers_of_commands_have_no_english_in_them(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.delenv("FABLETOP_GAMES", raising=False)
    record = Path(fabletop.__file__).parent / "games" / "duck" / "golden" / "1-seats.jsonl"
    asked = [["--help"], *([command, "--help"] for command in COMMANDS + MORE)]
    asked += [["nothing"], ["games", "--nothing"], ["play", "--names"], ["simulate", "duck", "--games", "x"], ["rules"]]
    asked += [["serve", "--port", "0"], ["tables", "--data", str(tmp_path), "list"], ["analyse", "duck", "--nothing"]]
    asked += [["new-game", "lantern", "--in", str(tmp_path)], ["new-game", "duck"], ["analyse", "duck", "--seats", "1"]]
    asked += [
        ["analyse", "duck", "--games", "2"],
        ["advise", str(record)],
        ["draw", str(record), "-o", f"{tmp_path}/a.svg"],
    ]
    for arguments in asked:
        with contextlib.suppress(SystemExit):
            main([*arguments, "--language", language])
    told = capsys.readouterr()
    lines = (told.out + told.err).splitlines()
    assert len(lines) > 150
    assert {line for one in english_for("duck", language) for line in lines if one.search(line)} == set()


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "de@euro"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANGUAGE": "ja:nl:de", "LANG": "fr_FR.UTF-8"}, "nl"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "it_IT.UTF-8", "LANG": "fr_FR.UTF-8"}, "it"),
        ({}, "en"),
    ],
)
def test_a_terminal_speaks_what_its_environment_asks_for(
    asked: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert main(["games"]) == 0
    assert Words(spoken)("The chest") in capsys.readouterr().out


def test_argparse_has_its_own_words_back(capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        main(["--language", "fr", "--help"])
    assert capsys.readouterr().out.startswith("utilisation")
    assert argparse.ArgumentParser("other").format_usage().startswith("usage: other")


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_boards_fit_the_terminal_in_every_language(id: str) -> None:
    for number, game in enumerate(option_sets(id, mixtures=1)):
        for ply, (state, _) in enumerate(random_game(game, 5, most=120)):
            language = list(LANGUAGES)[(ply + number) % len(LANGUAGES)]
            for line in Words(language).game(id).drawn(state.view(0), LONG[: game.seats]).splitlines():
                assert len(line) <= COLUMNS, line
                assert "{" not in line
