"""What lies in a game's folder besides its rules: the contract, players, pages of rules, translations."""

from __future__ import annotations

import random
import re

from babel.messages.pofile import PoFileError, read_po

from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.spec import first_word, shown
from fabletop.players.registry import levels, makers
from fabletop.testing.scripts import random_game
from fabletop.words import LANGUAGES
from fabletop.words.catalogue import place_of
from fabletop.words.check import misfits


def folder(game: Game) -> None:
    """Every part of the game's folder holds what the contract says."""
    registry.check(game.id)


def players(game: Game, decisions: int = 3) -> None:
    """Computer players of every level choose among what they may do: at the usual table, for a few decisions."""
    if game != Game(game.id):
        return
    for level in levels(game.id):
        player, asked = makers(game.id)[level](random.Random(1)), 0
        assert hasattr(player, "choose"), f"players.py: what makes {level} gives {player!r}, which has no choose(view)"
        for state, _ in random_game(game, 1, most=200):
            if state.turn == game.seats - 1 and asked < decisions:
                view, asked = state.view(state.turn), asked + 1
                chosen = player.choose(view)
                assert chosen in view.actions(), f"players.py: {level} chooses {chosen!r}, none of {view.actions()}"


def reference(game: Game) -> None:
    """The rules pages that there are name every option with its default, and every word of the notation."""
    for page in sorted(registry.folder_of(game.id).glob("RULES*.md")):
        text = page.read_text(encoding="utf-8")
        for option in game.spec.options:
            assert f"`{option.name}`" in text, f"{page.name}: nothing about the option `{option.name}`"
            told = isinstance(option.default, bool) or shown(option.default) in text
            assert told, f"{page.name}: the option `{option.name}` is {option.default} unless it is chosen; say so"
        for word in dict.fromkeys(map(first_word, game.actions)):
            assert re.search(rf"`{re.escape(word)}\b", text), f"{page.name}: the notation lacks `{word}`"


def translations(game: Game) -> None:
    """Every catalogue can be read, and a translation has the places of its text; what is missing stays English."""
    if game != Game(game.id):
        return
    for language in LANGUAGES:
        path = place_of(game.id, language)
        if not path.exists():
            continue
        try:
            with path.open("rb") as file:
                catalogue = read_po(file, locale=language, abort_invalid=True)
        except PoFileError as error:
            raise AssertionError(f"{path.name}, line {error.lineno + 1}: {error}") from None
        wrong = list(misfits(catalogue))
        assert not wrong, f"{path.name}: {wrong[0]}"
