"""Words: no message is missing, none has lost a place to fill in, and the log tells every ply of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fabletop
from fabletop.engine import registry
from fabletop.testing import option_sets, random_game
from fabletop.words import LANGUAGES, Words, best_language
from fabletop.words.catalogue import catalogue
from fabletop.words.messages import fields, missing

SOURCE = Path(fabletop.__file__).parent
CATALOGUES = sorted(SOURCE.rglob("locale/*.po"))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_message_is_missing(language: str) -> None:
    assert missing(language) == {}, "python -m fabletop.words.messages lists them"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_translations_keep_their_places(path: Path) -> None:
    texts = catalogue(path)
    assert texts
    for text, translated in texts.items():
        assert fields(text) == fields(translated), text


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
                for words in languages.values():
                    said = words.sentence(before, turn, told, then, names)
                    assert said.strip()
                    assert "{" not in said
                    assert "\n" not in said
                    if told != act:
                        assert act.partition(" ")[2] not in said
            if ply % 9 == 0:
                english, german = (words.position(state.view(0), names) for words in languages.values())
                assert english != german
                for said in (english, german):
                    assert names[-1] in said or game.spec.fleeting  # a team
                    assert "{" not in said
            if ply % 5 == 0 and turn != fabletop.CHANCE:
                parts = sorted(set(re.findall(' data-part="([^"]+)"', state.view(turn).svg())))
                for words in languages.values():
                    assert all(words.label(part) not in ("", part) for part in parts), parts
                    labels = [words.label(action) for action in state.actions()]
                    assert len(set(labels)) == len(labels), labels
                    assert all(label.strip() for label in labels)


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
    assert Words("de").game(id).summary != Words("en").game(id).summary
    assert Words("de").game(id).rules() != Words("en").game(id).rules()


def test_the_best_language() -> None:
    assert best_language(None) == "en"
    assert best_language("de-AT,de;q=0.9,en;q=0.8") == "de"
    assert best_language("fr, en;q=0.5, de;q=0.7") == "de"
    assert best_language("fr;q=x, *") == "en"
    assert best_language("de", "en") == "en"
    assert best_language("en", "xx") == "en"
