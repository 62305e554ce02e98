"""The details of an analysis in words: programs read names and bare numbers, people read these lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.players.analysis import Analysis
from fabletop.words import N_, GameWords, Words

HEAD = ("games", "seed", "level")  # are told before
NAMES = {
    "positions": N_("positions"),
    "positions_at_most": N_("positions at most"),
    "error": N_("error of the solution"),
    "turns": N_("turns of each seat"),
    "plies": N_("length in plies"),
    "score": N_("points"),
    "scores": N_("mean score of each seat"),
    "mean": N_("mean"),
    "deviation": N_("sd"),
    "percentiles": N_("percentiles"),
    "win_error": N_("standard error of the wins"),
    "turns_error": N_("standard error of the turns"),
    "decisions_are_worth": N_("what decisions are worth"),
    "value_of_seat_0_if_random": N_("value for seat 1 if it plays at random"),
    "win_of_seat_0_if_random": N_("seat 1 wins if it plays at random"),
}


def told(game: Game, found: Analysis, words: Words) -> Iterator[str]:
    """A line for each detail."""
    own = words.game(game.id)
    names = NAMES | (registry.part(game.id, "analysis").NAMES if registry.has_part(game.id, "analysis") else {})
    for key, detail in found.details.items():
        if found.exact or key not in HEAD:
            yield from _lines(_named(key, names, own), detail, names, own)


def _lines(name: str, detail: object, names: Mapping[str, str], own: GameWords) -> Iterator[str]:
    if isinstance(detail, Mapping) and any(isinstance(value, Mapping) for value in detail.values()):
        for key, value in detail.items():
            yield from _lines(f"{name}, {_named(key, names, own)}", value, names, own)
    elif isinstance(detail, Mapping):
        cells = (own.house.labelled(_named(key, names, own), _shown(value, own)) for key, value in detail.items())
        yield f"{name}  " + "  ".join(cells)
    else:
        yield f"{name}  {_shown(detail, own)}"


def _named(key: object, names: Mapping[str, str], own: GameWords) -> str:
    """What a detail is called; numbers in its name are the places of the text."""
    numbers = re.findall(r"\d+", str(key))
    text = names.get(str(key)) or names.get(re.sub(r"\d+", "{}", str(key)), str(key).replace("_", " "))
    return own.translate(text).format(*numbers)


def _shown(value: object, own: GameWords) -> str:
    if isinstance(value, list):
        return "  ".join(_shown(one, own) for one in value)
    if isinstance(value, float):
        return own.translate.number(value, 4) if abs(value) < 1000 else own.translate.number(value)
    return own.translate.number(value) if isinstance(value, int) else str(value)
