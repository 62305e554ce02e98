"""One registry of computer players for the terminal, the table, the lab and everybody else.

A game's folder has a `mind.py`, a record whose text is also compiled, or a `players.py` with `PLAYERS`, from level to
maker, or both.  Others register theirs with `register`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeAlias

from fabletop.engine import registry
from fabletop.engine.errors import BadOption, listed, quoted
from fabletop.engine.view import View
from fabletop.players.minds import MindPlayer
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


def is_guest(game: str, level: str) -> bool:
    """Has somebody registered this player, in this process alone?"""
    return (game, level) in _guests


def makers(game: str) -> Mapping[str, Maker]:
    """What makes the players of each level."""
    own: dict[str, Maker] = {"random": RandomPlayer}
    own |= {level: partial(MindPlayer, id=game, level=level) for level in registry.mind_levels(game)}
    if registry.has_part(game, "players"):
        own |= getattr(registry.part(game, "players"), "PLAYERS", {})
    return own | {level: make for (id, level), make in _guests.items() if id == game}


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has: random, then from kind to hard, then guests."""
    found = makers(registry.known_id(game))
    usual = [level for level in ("random", *LEVELS) if level in found]
    return (*usual, *(level for level in found if level not in usual))


def compiled_levels(game: str, names: Sequence[str]) -> list[int] | None:
    """The numbers of these levels in the game's Mind (0: random), if all of them can be compiled."""
    numbers = {"random": 0} | {level: n for n, level in enumerate(registry.mind_levels(game), start=1)}
    if any(name not in numbers or is_guest(game, name) for name in names):
        return None
    return [numbers[name] for name in names]


def can_compile(game: str, names: Sequence[str]) -> bool:
    """Are all of these levels random or of the game's Mind?"""
    return compiled_levels(game, names) is not None


def thinking_level(game: str) -> str:
    """Who measures house rules and lengths: players that think and can be compiled; random where there are none."""
    return next((level for level in ("fair", "gentle") if level in registry.mind_levels(game)), "random")


def usual_level(game: str) -> str:
    """The kindest that thinks; random where a game has no players of its own."""
    known = levels(game)
    return next((level for level in LEVELS if level in known), "random")


def bot(game: str, level: str, seed: int | None = None) -> Player:
    """A new player for one seat of one game; with a seed it plays the same way again."""
    made = makers(registry.known_id(game)).get(level)
    if made is None:
        raise BadOption(
            "{game} has no player {level}; its players: {known}",
            game=game, level=quoted(level), known=listed(levels(game)),
        )  # fmt: skip
    return made(random.Random(seed))
