"""One registry of computer players for the terminal, the table, the lab and everybody else.

A game's folder has a `players.py` with `PLAYERS`, from level to maker.  Others register theirs with `register`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from fabletop.engine import registry
from fabletop.engine.errors import BadOption, listed, quoted
from fabletop.engine.view import View
from fabletop.players.simple import RandomPlayer

LEVELS = ("gentle", "fair", "sharp", "perfect")  # from kind to hard; perfect only where a game is solved


class Player(Protocol):
    """Sits in one seat of one game.  What it knows is the views it was given, and what it remembers of them."""

    def choose(self, view: View) -> str:
        """The text of one of `view.actions()`."""
        ...


Maker: TypeAlias = Callable[[random.Random], Player]  # everything that a player leaves to chance comes from here

_guests: dict[tuple[str, str], Maker] = {}


def register(game: str, level: str, make: Maker) -> None:
    """Add a player of your own, or put it in the place of one of ours."""
    _guests[registry.known_id(game), level] = make


def _players(game: str) -> Mapping[str, Maker]:
    own: dict[str, Maker] = {"random": RandomPlayer}
    if registry.has_part(game, "players"):
        own |= registry.part(game, "players").PLAYERS
    return own | {level: make for (id, level), make in _guests.items() if id == game}


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has: random, then from kind to hard, then guests."""
    found = _players(registry.known_id(game))
    usual = [level for level in ("random", *LEVELS) if level in found]
    return (*usual, *(level for level in found if level not in usual))


def usual_level(game: str) -> str:
    """The kindest that thinks; random where a game has no players of its own."""
    known = levels(game)
    return next((level for level in LEVELS if level in known), "random")


def bot(game: str, level: str, seed: int | None = None) -> Player:
    """A new player for one seat of one game; with a seed it plays the same way again."""
    made = _players(registry.known_id(game)).get(level)
    if made is None:
        raise BadOption(f"{game} has no player {quoted(level)}; its players: {listed(levels(game))}")
    return made(random.Random(seed))
