"""What actions are worth, where a game is solved, as a reader is told: chances to win, or points."""

from __future__ import annotations

from collections.abc import Mapping

from fabletop.engine.game import Game
from fabletop.words.words import Words

MOST = 5  # actions whose worth is told


def worths(words: Words, game: Game, worth: Mapping[str, float]) -> list[tuple[str, str]]:
    """The best few actions by their labels, each with its worth; nothing where there is nothing to compare."""
    if len(worth) < 2:
        return []
    best = sorted(worth.items(), key=lambda item: -item[1])[:MOST]
    chances = all(-1e-9 <= value <= 1 + 1e-9 for value in worth.values())
    if game.spec.scored and game.seats != 2:  # only between two are chances known where points are counted
        chances = False
    own = words.game(game.id)
    return [(own.label(act), _told(value, chances, words)) for act, value in best]


def _told(value: float, chances: bool, words: Words) -> str:
    if chances:
        return words("{share} to win", share=words.translate.percent(value, 1))
    return words("{number} points", number=words.translate.number(value, 1))
