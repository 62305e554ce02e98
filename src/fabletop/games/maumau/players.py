"""What the computer players of Mau-Mau(s) have learned; they are in mind.py."""

from __future__ import annotations

import numpy as np

from fabletop.compiler.kernels import NO_BOOK
from fabletop.engine.game import Game
from fabletop.engine.rulebook import Book
from fabletop.games.maumau.weights import learned, name

DEALS, PLAIN_DEALS = 200, 40  # that sharp imagines for a decision, compiled or not


def book(game: Game, *, wait: bool) -> Book:
    """The learned weights for this number of seats; at the end, how many deals are imagined."""
    return Book(NO_BOOK.keys, np.array([*learned()[name(game.seats)], DEALS]))


def in_a_hurry(book: Book) -> Book:
    """The same with fewer deals."""
    return Book(book.keys, np.array([*book.worths[:-1], PLAIN_DEALS]))
