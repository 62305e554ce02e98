"""The computer player `perfect` of Nutcracker, and what `sharp` has learned; the others are in mind.py.

perfect plays the exact solution with the order of the cards once `fabletop analyse … --pile` has computed it; until
then it plays like sharp.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np

from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, Book, Moves
from fabletop.engine.view import View
from fabletop.games.nutcracker.analysis import solved, solved_soon, with_order_if_known, without_order
from fabletop.games.nutcracker.board import CARDS
from fabletop.games.nutcracker.rules import DRAW, END, Rules
from fabletop.players.exact import Table, ValuePlayer, after
from fabletop.players.registry import Maker
from fabletop.players.search import SearchPlayer

ROLLOUTS = 600  # while the solution is being computed


def values(view: View) -> dict[str, float] | None:
    """The chance to win with each action: every card later than the next is as if drawn from all eight."""
    arrays = solved_soon(view.game)
    if arrays is None:
        return None
    table, found = Table(arrays), {}
    for action, position in after(view).items():
        value = _value(table, position)
        if value is None:
            return None
        found[action] = value if view.seat == 0 else 1 - value
    return found


def _value(table: Table, position: Rules, look: bool = True) -> float | None:
    """The share of seat 0 in the win."""
    if position.phase == END:
        return float(1 + position.won[0] - position.won[1]) / 2
    if look and position.phase == DRAW and position.to_move() == CHANCE:
        return _drawn(table, position)
    return table.value(_without_order(position))


def _without_order(position: Rules) -> Any:
    twin = copied(position)
    twin.shuffle_each_draw, twin.seen, twin.pile = 1, 0, 0
    return twin


def _drawn(table: Table, position: Rules) -> float | None:
    """The mean over the next card."""
    moves = Moves()
    position.legal(moves)
    total = 0.0
    for i in range(moves.n):
        then = copied(position)
        then.apply(moves.room[i])
        value = _value(table, then, look=False)
        if value is None:
            return None
        total += value * moves.weights[i] / moves.total
    return total


def chances(game: Game, position: Rules) -> tuple[float, ...] | None:
    """Everybody's exact chance to win where every card is drawn from all eight; None: not known, or not yet."""
    arrays = solved_soon(game) if exact_values(game) else None
    value = None if arrays is None else _value(Table(arrays), position)
    return None if value is None else (value, 1 - value)


def exact_values(game: Game) -> bool:
    """Are `values` those of the solved game?"""
    return bool(game.options["shuffle_each_draw"])


def perfect_is_sharp(game: Game) -> bool:
    """Does `perfect` play like `sharp`?  It does unless the order of the cards has been solved on this machine."""
    return exact_values(game) or with_order_if_known(game) is None


@lru_cache(8)
def _pages(game: Game) -> Book:
    arrays = solved(game)
    return Book(arrays["keys"], arrays["values"].astype(np.float64))


def book(game: Game, *, wait: bool) -> Book | None:
    """The exact values of the game without an order of the cards; None: they are being computed."""
    return _pages(without_order(game)) if wait or solved_soon(game) is not None else None


class Perfect(ValuePlayer):
    """Reads the better action from the solution with the order of the cards, if there is one."""

    def choose(self, view: View) -> str:
        here = view.position
        solution = None if here.shuffle_each_draw else with_order_if_known(view.game)
        if solution is None:
            return super().choose(view)
        place = int(np.searchsorted(solution["keys"], _without_order(here).digest()))
        row = int(np.flatnonzero(solution["piles"] == here.seen << CARDS | here.pile)[0])
        second = int(solution["policy"][row, place >> 3]) >> (7 - (place & 7)) & 1
        return view.actions()[second]


def perfect(rng: random.Random) -> Perfect:
    return Perfect(rng, values, SearchPlayer(rng, ROLLOUTS))


PLAYERS: dict[str, Maker] = {"perfect": perfect}
