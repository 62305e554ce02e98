"""The computer player `perfect` of the Duck Game, and what `sharp` has learned; the others are in mind.py.

perfect plays the exact solution for two seats (for one it is sharp; for three and four too, since that is not solved).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np

from fabletop.compiler import solvers
from fabletop.compiler.kernels import NO_BOOK, Kernels
from fabletop.compiler.solvers import LESS
from fabletop.engine.game import Game
from fabletop.engine.rulebook import Book
from fabletop.engine.view import View
from fabletop.games.duck.analysis import solved_soon, turns_begun
from fabletop.games.duck.board import FACES, LAST
from fabletop.games.duck.mind import page, turns_left
from fabletop.games.duck.rules import Rules
from fabletop.players.exact import Table, ValuePlayer, after
from fabletop.players.minds import MindPlayer
from fabletop.players.registry import Maker


@lru_cache(64)
def book(game: Game, *, wait: bool) -> Book:
    """The turns that are left from every square for one who is alone; so quickly computed that nobody waits."""
    alone = Game("duck", 1, dict(game.options), game.version)
    worths = np.zeros(page(LAST, 0) + FACES + 1)
    known: dict[int, float] = {}
    for square in range(LAST):
        for die in range(FACES + 1):
            start: Any = alone.new().rules
            start.at[0], start.die = square, die
            if die and not start.on_duck(square):
                continue  # nobody is asked there
            if start.digest() not in known:
                graph = Kernels(alone.id).explore(start)
                found = solvers.best_play(graph, 0.0, (LESS,), gains=turns_begun(graph, 0), bounds=None)
                known |= {state.digest(): float(value) for state, value in zip(graph.states, found.values, strict=True)}
            worths[page(square, die)] = known[start.digest()]
    return Book(NO_BOOK.keys, worths)


def race(view: View) -> dict[str, float]:
    """For each action minus the turns that are then left, as if nobody else were there."""
    learned = book(view.game, wait=True)
    return {action: -turns_left(view.position, then, learned) for action, then in after(view).items()}


def exact(view: View) -> dict[str, float] | None:
    """For two seats the chance to win with each action; for others the race."""
    if view.game.seats != 2:
        return race(view)
    arrays = solved_soon(view.game)
    if arrays is None:
        return None
    table, found = Table(arrays), {}
    for action, position in after(view).items():
        value = table.value(position)
        if value is None:
            return race(view)
        found[action] = value if view.seat == 0 else 1 - value
    return found


def chances(game: Game, position: Rules) -> tuple[float, ...] | None:
    """Everybody's exact chance to win, for two seats; None: not known, or not yet."""
    arrays = solved_soon(game) if game.seats == 2 else None
    value = None if arrays is None else Table(arrays).value(position)
    return None if value is None else (value, 1 - value)


def exact_values(game: Game) -> bool:
    """Are the values of `perfect` those of the solved game?"""
    return game.seats <= 2


def perfect_is_sharp(game: Game) -> bool:
    """Does `perfect` play like `sharp`, since the game is not solved for so many seats?"""
    return game.seats != 2


def perfect(rng: random.Random) -> ValuePlayer:
    return ValuePlayer(rng, exact, MindPlayer(rng, "duck", "sharp"))


PLAYERS: dict[str, Maker] = {"perfect": perfect}
