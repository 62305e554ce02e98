"""The words of the house and of each game in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from fabletop.engine import registry
from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Value, shown
from fabletop.engine.translate import NP_
from fabletop.engine.view import View
from fabletop.words.catalogue import HOUSE, translator

Explained: TypeAlias = tuple[str, str]  # the name of a thing, and what it does

LEVELS = {
    "random": NP_("how the computer plays", "anything goes"),
    "gentle": NP_("how the computer plays", "gentle"),
    "fair": NP_("how the computer plays", "fair"),
    "sharp": NP_("how the computer plays", "sharp"),
    "perfect": NP_("how the computer plays", "perfect"),
}


class Words:
    """`words("Start")` is a text of the house in a language; `words.game("duck")` are the words of a game."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.translate = translator(HOUSE, language)
        self._games: dict[str, GameWords] = {}

    def __call__(self, text: str, **values: object) -> str:
        return self.translate(text).format(**values) if values else self.translate(text)

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The form that goes with a number, which is its `{number}`."""
        return self.translate.ngettext(one, many, number).format(**{"number": number, **values})

    def pgettext(self, context: str, text: str, **values: object) -> str:
        return self.translate.pgettext(context, text).format(**values)

    def error(self, error: FabletopError, game: str = "") -> str:
        """What is wrong, in the words of the house or of the game that says so."""
        text = (self.game(game).translate if game else self.translate)(error.text)
        values = {name: self._named(value) for name, value in error.values.items()}
        return text.format(**values) if values else text

    def _named(self, value: object) -> object:
        """What stands in a place of an error: another error, the title of a game, or something without a language."""
        if isinstance(value, FabletopError):
            return self.error(value)
        titled = (id for id in registry.game_ids() if registry.spec_of(id).title == value)
        return next((self.game(id).title for id in titled), value)

    def level(self, name: str) -> str:
        """A level of computer players in plain words; a game's own level keeps its name."""
        return self.translate.pgettext(*LEVELS[name]) if name in LEVELS else name

    def game(self, id: str) -> GameWords:
        if id not in self._games:
            self._games[id] = GameWords(id, self.language)
        return self._games[id]


class GameWords:
    """A game's own words.  Its `words.py` has `label`, `sentence`, `prompt` and `position` (docs/add-a-game.md)."""

    def __init__(self, id: str, language: str) -> None:
        self.id, self.language, self.spec = id, language, registry.spec_of(id)
        self.folder = registry.folder_of(id)
        self.translate = translator(id, language)  # the game's own texts, and the house's behind them
        self.house = translator(HOUSE, language)
        self._own: Any = registry.part(id, "words") if registry.has_part(id, "words") else None
        self._help: Any = registry.part(id, "help") if registry.has_part(id, "help") else None

    @property
    def title(self) -> str:
        return self.translate(self.spec.title)

    @property
    def summary(self) -> str:
        return self.translate(self.spec.summary)

    @property
    def begins(self) -> str:
        """Who begins, by the custom of the game."""
        return self.translate(self.spec.begins) if self.spec.begins else ""

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

    def set_to(self, name: str, value: Value) -> str:
        """An option and its value, in plain words."""
        return self.house.labelled(self.option(name)[0], self.value(name, value))

    def described(self, game: Game) -> str:
        """How many play, and what is not as usual: for headings."""
        told = [self.house.ngettext("{number} seat", "{number} seats", game.seats).format(number=game.seats)]
        if game.version != self.spec.version:
            told.append(self.house("version {version} of the rules").format(version=game.version))
        told += [self.set_to(name, value) for name, value in game.changed().items()]
        return ", ".join(told)

    def drawn(self, view: View, names: Sequence[str] = (), *, colour: bool = False) -> str:
        """The position for a terminal."""
        return view.text(colour=colour, translate=self.translate, names=names)

    def label(self, act: str) -> str:
        """What a button for this action says."""
        return str(self._own.label(act, self.translate)) if self._own else act

    def face(self, face: str) -> str:
        """What a die shows, where that is not a number."""
        return str(self._own.face(face, self.translate)) if hasattr(self._own, "face") else face

    def sentence(self, before: View, by: int, act: str, after: View, names: Sequence[str]) -> str:
        """What has happened, for the log: `act` as the seat of the views heard of it."""
        return " ".join(self.sentences(before, by, act, after, names))

    def sentences(self, before: View, by: int, act: str, after: View, names: Sequence[str]) -> list[str]:
        """The same beat by beat, where a game tells what follows only when it is seen."""
        if self._own:
            said = self._own.sentence(before, by, act, after, names, self.translate)
            return [said] if isinstance(said, str) else [*said]
        return [act if by == CHANCE else f"{names[by]}: {after.told(act)}"]

    def together(self, before: View, names: Sequence[str]) -> str:
        """What plies that are shown as one say in one line: a throw of many dice, a deal."""
        return str(self._own.together(before, names, self.translate)) if hasattr(self._own, "together") else ""

    def prompt(self, view: View, names: Sequence[str], last: str = "") -> str:
        """What the seat that looks is to do now, said to its owner; `last` is its own last action, if just done."""
        if hasattr(self._own, "prompt"):
            return str(self._own.prompt(view, names, self.translate, last))
        return self.house("Roll!") if view.turn == CHANCE else self.house("It is your turn.")

    def asks(self, part: str) -> str:
        """What is asked next when this part of an action has been chosen on the board."""
        return str(self._own.asks(part, self.translate)) if hasattr(self._own, "asks") else ""

    def sure(self, view: View, acts: Sequence[str]) -> dict[str, str]:
        """What is asked once before actions that somebody may regret: by the action."""
        if not hasattr(self._own, "sure"):
            return {}
        asked = {act: str(self._own.sure(view, act, self.translate)) for act in acts}
        return {act: question for act, question in asked.items() if question}

    def position(self, view: View, names: Sequence[str]) -> str:
        """What lies on the table, for those who cannot see it."""
        return str(self._own.position(view, names, self.translate)) if self._own else view.text()

    # Help in the middle of a game: the game's `help.py`

    def explain(self, thing: str, view: View, names: Sequence[str] = ()) -> Explained | None:
        """The name of a thing and what it does: a piece (by its id), a place (`data-what`), the word of an action."""
        if self._help is None:
            return None
        if thing.partition("-")[0] == "light":  # the same in all games
            return self.house("Whose turn it is"), self.house("The light is beside the plate of whoever plays now.")
        try:
            found: Explained | None = self._help.explain(thing, self._named(view, names), self.translate)
        except (IndexError, KeyError, TypeError, ValueError):  # not the name of anything here
            return None
        return found

    def why_not(self, view: View, what: str, names: Sequence[str] = ()) -> str:
        """Why this seat cannot do that now, an action or something tapped; nothing where there is no special reason."""
        return self._named(view, names).why_not(what, self.translate)

    def because(self, view: View, act: str, names: Sequence[str]) -> str:
        """Why an action is a good one, in the game's terms."""
        return str(self._help.because(view, act, names, self.translate)) if self._help else ""

    def _named(self, view: View, names: Sequence[str]) -> View:
        twin = View(view.game, view.seat, view.position)
        twin.translate, twin.names = self.translate, names
        return twin

    def rules(self) -> str:
        """The rules page, as Markdown; English where there is no other."""
        own = self.folder / f"RULES.{self.language}.md"
        return (own if own.exists() else self.folder / "RULES.md").read_text(encoding="utf-8")
