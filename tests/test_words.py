"""Words: no message is missing, none has lost a place to fill in, and the log tells every ply of every game."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fabletop
from fabletop.engine import registry
from fabletop.testing import option_sets, random_game
from fabletop.words import LANGUAGES, GameWords, Words, best_language
from fabletop.words.catalogue import LOCALE
from fabletop.words.check import load
from fabletop.words.templates import PACKAGE, template
from fabletop.words.upkeep import catalogues, merge, missing

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_in_doubt_or_misshapen(language: str) -> None:
    assert missing(language) == {}, "make words lists them"


@pytest.mark.parametrize("name", catalogues())
def test_the_templates_are_those_of_the_code(name: str) -> None:
    def ids(path: Path) -> set[object]:
        return {(message.id, message.context) for message in load(path) if message.id}

    wanted = {(message.id, message.context) for message in template(name) if message.id}
    assert ids(LOCALE / f"{name}.pot") == wanted, "make words writes them"
    for language in OTHERS:
        assert ids(LOCALE / language / f"{name}.po") == wanted, "make words drops what is no longer said"


def test_an_empty_catalogue_is_filled_with_all_that_is_to_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabletop.words.upkeep.catalogues", lambda: ["duck"])
    path = tmp_path / "fr" / "duck.po"
    path.parent.mkdir()
    path.touch()
    merge("fr", tmp_path)
    assert path.read_text(encoding="utf-8").startswith('msgid ""\n')
    assert {message.id for message in load(path)} == {message.id for message in template("duck")}
    assert load(path).locale_identifier == "fr"


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
@pytest.mark.parametrize("language", OTHERS)
def test_gettext_accepts_the_catalogues(language: str) -> None:
    for path in sorted((LOCALE / language).glob("*.po")):
        done = subprocess.run(["msgfmt", "-c", "-o", os.devnull, path], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), path


def test_no_text_hides_in_an_f_string() -> None:
    """There nobody finds it for the templates."""
    marks = {"_", "words", "house", "ngettext", "pgettext"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for call in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
                if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                    assert name not in marks, f"{path.name}:{call.lineno}"


def in_turn(languages: dict[str, GameWords], number: int) -> dict[str, GameWords]:
    """English and one of the others, in turn."""
    other = OTHERS[number % len(OTHERS)]
    return {language: languages[language] for language in ("en", other)}


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_ply_has_a_sentence_and_every_action_a_label(id: str) -> None:
    languages = {language: Words(language).game(id) for language in LANGUAGES}
    for game in option_sets(id, mixtures=1):
        names = [f"Name{seat}" for seat in range(game.seats)]
        for ply, (state, act) in enumerate(random_game(game, 11, most=160)):
            after = state.copy()
            after.play(act)
            for seat in (0, None):
                told = state.tell(seat, act)
                before, then = state.view(seat), after.view(seat)
                turn = state.turn
                assert turn is not None
                for words in in_turn(languages, ply).values():
                    said = words.sentence(before, turn, told, then, names)
                    assert said.strip()
                    assert "{" not in said
                    assert "\n" not in said
                    if told != act:
                        assert act.partition(" ")[2] not in said
            if ply % 9 == 0:
                told_of = [words.position(state.view(0), names) for words in languages.values()]
                assert len(set(told_of)) == len(languages)
                for said in told_of:
                    assert names[-1] in said or game.spec.fleeting  # a team
                    assert "{" not in said
            if ply % 5 == 0 and turn != fabletop.CHANCE:
                parts = sorted(set(re.findall(' data-part="([^"]+)"', state.view(turn).svg())))
                for words in in_turn(languages, ply // 5).values():
                    assert all(words.label(part) not in ("", part) for part in parts), parts
                    labels = [words.label(action) for action in state.actions()]
                    assert len(set(labels)) == len(labels), labels
                    assert all(label.strip() for label in labels)


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_decision_has_a_prompt_of_its_own(id: str) -> None:
    """In one short sentence or two, in every language; and not the same for all kinds of decisions."""
    languages = {language: Words(language).game(id) for language in LANGUAGES}
    by_kind: dict[frozenset[str], set[str]] = {}
    for game in option_sets(id, mixtures=1):
        names = [f"Name{seat}" for seat in range(game.seats)]
        for ply, (state, _) in enumerate(random_game(game, 12, most=300)):
            seat = state.turn
            if seat is None or (seat == fabletop.CHANCE and ply % 4):
                continue
            view, spoken = state.view(max(seat, 0)), in_turn(languages, ply)
            said = {language: words.prompt(view, names) for language, words in spoken.items()}
            assert len(set(said.values())) == len(said)
            for text in said.values():
                assert 3 < len(text) <= 90, text
                assert "{" not in text
            kind = frozenset(act.partition(" ")[0] for act in state.actions())
            by_kind.setdefault(kind, set()).add(said["en"])
    assert len(set.union(*by_kind.values())) >= len(by_kind), "kinds of decisions share their prompts"


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_game_speaks_every_language(id: str) -> None:
    assert registry.has_part(id, "words")
    for language in LANGUAGES:
        words = Words(language).game(id)
        assert words.title
        assert words.summary
        assert words.rules().startswith("# ")
        for option in registry.spec_of(id).options:
            label, help = words.option(option.name)
            assert label
            assert help
            assert all(words.value(option.name, value) for value in option.values)
    assert all(Words(language).game(id).summary != Words("en").game(id).summary for language in OTHERS)
    assert Words("de").game(id).rules() != Words("en").game(id).rules()


def test_the_best_language() -> None:
    assert best_language(None) == "en"
    assert best_language("de-AT,de;q=0.9,en;q=0.8") == "de"
    assert best_language("sv, en;q=0.5, de;q=0.7") == "de"
    assert best_language("de;q=x, *") == "en"
    assert best_language("de", "en") == "en"
    assert best_language("en", "xx") == "en"
