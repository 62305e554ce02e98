"""The words of the house and of each game in one language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fabletop.engine import registry
from fabletop.engine.errors import FabletopError
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Value, shown
from fabletop.engine.view import View
from fabletop.words.catalogue import translator

HOUSE = Path(__file__).parent / "locale"


class Words:
    """`words("Start")` is a text of the house in a language; `words.game("duck")` are the words of a game."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._house = translator(HOUSE, language)
        self._games: dict[str, GameWords] = {}

    def __call__(self, text: str, **values: object) -> str:
        return self._house(text).format(**values) if values else self._house(text)

    def error(self, error: FabletopError, game: str = "") -> str:
        """What is wrong, in the words of the house or of the game that says so."""
        text = self._house(error.text)
        if text == error.text and game:
            text = self.game(game).translate(text)
        return text.format(**error.values) if error.values else text

    def game(self, id: str) -> GameWords:
        if id not in self._games:
            self._games[id] = GameWords(id, self.language)
        return self._games[id]


class GameWords:
    """A game's own words.  Its `words.py` has `label`, `sentence` and `position` (docs/add-a-game.md)."""

    def __init__(self, id: str, language: str) -> None:
        self.id, self.language, self.spec = id, language, registry.spec_of(id)
        self.folder = Path(str(registry.part(id, "spec").__file__)).parent
        self.translate = translator(self.folder / "locale", language)
        self.house = translator(HOUSE, language)
        self._own: Any = registry.part(id, "words") if registry.has_part(id, "words") else None

    @property
    def title(self) -> str:
        return self.translate(self.spec.title)

    @property
    def summary(self) -> str:
        return self.translate(self.spec.summary)

    def option(self, name: str) -> tuple[str, str]:
        """An option's name in plain words, and what it does."""
        labels = getattr(self._own, "OPTIONS", {})
        return self.translate(labels.get(name, name.replace("_", " "))), self.translate(self.spec.option(name).help)

    def event(self, name: str) -> str:
        """What is counted in a game, in plain words."""
        return self.translate(name.replace("_", " "))

    def value(self, name: str, value: Value) -> str:
        """A value of an option in plain words."""
        if isinstance(value, bool):
            return self.house("on") if value else self.house("off")
        values = getattr(self._own, "VALUES", {}).get(name, {})
        return self.translate(values.get(value, shown(value)))

    def drawn(self, text: str) -> str:
        """A text of a picture: the game's own, or one that all pictures have."""
        own = self.translate(text)
        return own if own != text else self.house(text)

    def label(self, act: str) -> str:
        """What a button for this action says."""
        return str(self._own.label(act, self.translate)) if self._own else act

    def face(self, face: str) -> str:
        """What a die shows, where that is not a number."""
        return str(self._own.face(face, self.translate)) if hasattr(self._own, "face") else face

    def sentence(self, before: View, by: int, act: str, after: View, names: Sequence[str]) -> str:
        """What has happened, for the log: `act` as the seat of the views heard of it."""
        if self._own:
            return str(self._own.sentence(before, by, act, after, names, self.translate))
        return act if by == CHANCE else f"{names[by]}: {after.told(act)}"

    def position(self, view: View, names: Sequence[str]) -> str:
        """What lies on the table, for those who cannot see it."""
        return str(self._own.position(view, names, self.translate)) if self._own else view.text()

    def rules(self) -> str:
        """The rules page, as Markdown; English where there is no other."""
        own = self.folder / f"RULES.{self.language}.md"
        return (own if own.exists() else self.folder / "RULES.md").read_text(encoding="utf-8")
