"""A game's Mind at the table: the same text that plays compiled in bulk."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from fabletop.compiler.kernels import NO_BOOK, Kernels, kernels
from fabletop.engine import registry
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import Book, Moves, Rng
from fabletop.engine.view import View


def reads(id: str) -> tuple[str, ...]:
    """The levels of a game's Mind that have learned something by heart."""
    found: tuple[str, ...] = getattr(registry.part(id, "mind"), "READS", ()) if registry.has_part(id, "mind") else ()
    return found


def book_for(game: Game, levels: Sequence[str]) -> Book:
    """What players of these levels have learned, computed now if it has never been."""
    if not set(levels) & set(reads(game.id)):
        return NO_BOOK
    found: Book = registry.part(game.id, "players").book(game, wait=True)
    return found


class MindPlayer:
    """One of the levels of a game's mind.py.  While its book is being computed the next weaker one plays.

    A level that thinks long may think less while it is not compiled: the game's `players.in_a_hurry` gives its book.
    """

    def __init__(self, rng: random.Random, id: str, level: str) -> None:
        levels, self.reads = registry.mind_levels(id), level in reads(id)
        self.id, self.level, self.deep = id, 1 + levels.index(level), level in registry.deep_levels(id)
        self.meanwhile = sum(1 for known in levels[: self.level] if known not in reads(id))
        self.mind: Any = registry.mind_of(id)()
        self.mind.forget()
        self.whim, self.moves = Rng(), Moves()
        self.whim.seed(rng.getrandbits(62), 0)

    def choose(self, view: View) -> str:
        known = copied(view.position)
        self.mind.level = self.level
        self.mind.notice(known)
        self.moves.clear()
        known.legal(self.moves)
        if self.moves.n == 1:
            return view.game.actions[self.moves.room[0]]
        book = registry.part(self.id, "players").book(view.game, wait=False) if self.reads else NO_BOOK
        self.mind.level = self.level if book is not None else self.meanwhile
        using = kernels(self.id, "ask") if self.deep else Kernels(self.id)
        if self.deep and not using.compiled and book is not None:
            book = getattr(registry.part(self.id, "players"), "in_a_hurry", lambda book: book)(book)
        return view.game.actions[using.ask(known, self.mind, self.whim, book or NO_BOOK)]
