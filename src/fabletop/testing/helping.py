"""A game speaks for itself: every part of its picture is explained, every refusal and every hint has its reason."""

from __future__ import annotations

from fabletop.drawing.things import things
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import first_word
from fabletop.engine.view import View
from fabletop.testing.scripts import random_game
from fabletop.words import LANGUAGES, Words
from fabletop.words.words import GameWords

LONGEST = 120  # letters: one or two short sentences


def helped(game: Game, games: int = 2) -> None:
    """Whoever asks what something is, why it cannot be done or why it is good is told, in every language.

    A game that is not drawn and has no `words.py` is for programs, and says nothing.
    """
    if not spoken(game.id):
        return
    languages = {language: Words(language).game(game.id) for language in LANGUAGES}
    names = [f"Name{seat}" for seat in range(game.seats)]
    start = game.new().view(0)
    for act in decisions(game):
        assert languages["en"].label(act) not in ("", act), (
            f"words.py: no words for the button of {act!r}; label gives them"
        )
    for word in dict.fromkeys(map(first_word, decisions(game))):
        for language, words in languages.items():
            explained(words, word, start, names, language)
    for word in game.spec.throws:
        for language, words in languages.items():  # what is thrown: a die, or dice that go together
            explained(words, "die" if words.explain("die", start, names) else word, start, names, language)
    met = set[str]()  # what has been asked about in every language
    turns = [*languages]
    for seed in range(games):
        for ply, (state, _) in enumerate(random_game(game, seed, most=240)):
            if ply % 8 == 0:  # whoever's turn it is
                view = state.view(state.acting or 0)
                for thing in sorted(things(view.svg()) - met):
                    for language, words in languages.items():
                        explained(words, thing, view, names, language)
                    met.add(thing)
            seat = state.turn
            if seat is None or seat == CHANCE or ply % 4 > 1:
                continue
            view = state.view(seat)
            some = {language: languages[language] for language in (turns[0], turns[ply // 4 % len(turns)])}
            for language, words in some.items():
                reasoned(words, view, names, language)


def spoken(id: str) -> bool:
    """Is the game for people?  Then it has words, and words of help."""
    parts = {name: registry.has_part(id, name) for name in ("draw", "words", "help")}
    if not parts["draw"] and not parts["words"]:
        return False
    assert parts["words"], (
        f"{id}: people see this game, and no words.py says what can be done; add it, or take draw.py away"
    )
    assert parts["help"], f"{id}: people play this game, and no help.py explains its squares, cards and actions"
    return True


def decisions(game: Game) -> list[str]:
    """Every action that a seat may ever choose."""
    return [act for act in game.actions if not game.spec.is_chance(act)]


def explained(words: GameWords, thing: str, view: View, names: list[str], language: str) -> None:
    """It has a name, and one or two sentences say what it does."""
    told = words.explain(thing, view, names)
    place = f"{view.game.id}/help.py"
    assert told, f"{place}: nothing explains {thing!r} ({language}); give its name and what it does"
    for text in told:
        assert 0 < len(text) <= LONGEST, f"{place}: {len(text)} letters for {thing!r}, at most {LONGEST}: {text!r}"
        assert "{" not in text, f"{place}: {thing!r} is not filled in: {text!r}"


def reasoned(words: GameWords, view: View, names: list[str], language: str) -> None:
    """What can be done has a reason for it, what cannot be done one against it."""
    id, acts = view.game.id, view.actions()
    for act in acts[:: 1 + len(acts) // 12]:
        why = words.because(view, act, names)
        assert 0 < len(why) <= LONGEST, (
            f"{id}/help.py: because gives no reason for {act!r} ({language}), or a long one: {why!r}"
        )
        assert "{" not in why, why
    for act in view.game.actions[:: 1 + len(view.game.actions) // 40]:
        if act not in acts:
            why = words.why_not(view, act, names)
            assert 0 < len(why) <= LONGEST, (
                f"{id}/help.py: no reason why {act!r} cannot be done ({language}), or a long one: {why!r}"
            )
            assert "{" not in why, why
