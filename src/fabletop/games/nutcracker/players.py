"""Computer players of Nutcracker; only level 2 asks them anything.

gentle plays by a rule of thumb and is often careless; fair keeps to the rule.  sharp knows the exact values of the
game in which every card is drawn from all eight, and looks at the next card.  perfect plays the exact solution with
the order of the cards once `fabletop analyse … --pile` has computed it; until then it is sharp.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, Moves
from fabletop.engine.view import View
from fabletop.games.nutcracker.analysis import solved_soon, with_order_if_known
from fabletop.games.nutcracker.board import CARDS
from fabletop.games.nutcracker.rules import DRAW, END
from fabletop.players.exact import Table, ValuePlayer, after, digest
from fabletop.players.registry import Maker
from fabletop.players.search import SearchPlayer
from fabletop.players.simple import RandomPlayer, Sometimes

ROLLOUTS = 600  # while the solution is being computed
IN_REACH = 6  # a pair wants the King within one roll


def progress(position: Any, seat: int) -> float:
    """How far a seat has come: along the path, then to her Nutcracker, then to the King."""
    if position.won[seat]:
        return 1000.0
    lost = 5.0 if position.rests[seat] else 0.0
    if not position.united[seat]:
        return float(position.claras[seat]) - lost
    away: int = abs(position.claras[seat] - position.king)
    return 60.0 - max(away, IN_REACH) - lost


class Rule:
    """Looks one action ahead: what brings her forward and the other one back."""

    def choose(self, view: View) -> str:
        seat = view.seat
        assert seat is not None
        ahead = {a: progress(p, seat) - progress(p, 1 - seat) for a, p in after(view).items()}
        return max(ahead, key=ahead.__getitem__)


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


def _value(table: Table, position: Any, look: bool = True) -> float | None:
    """The share of seat 0 in the win."""
    if position.phase == END:
        return float(1 + position.won[0] - position.won[1]) / 2
    if look and position.phase == DRAW and position.to_move() == CHANCE:
        return _drawn(table, position)
    return table.value(_without_order(position))


def _without_order(position: Any) -> Any:
    twin = copied(position)
    twin.shuffle_each_draw, twin.seen, twin.pile = 1, 0, 0
    return twin


def _drawn(table: Table, position: Any) -> float | None:
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


def exact_values(game: Game) -> bool:
    """Are `values` those of the solved game?"""
    return bool(game.options["shuffle_each_draw"])


def gentle(rng: random.Random) -> Sometimes:
    return Sometimes(rng, Rule(), RandomPlayer(rng), 0.5)


def fair(rng: random.Random) -> Rule:
    return Rule()


def sharp(rng: random.Random) -> ValuePlayer:
    return ValuePlayer(rng, values, SearchPlayer(rng, ROLLOUTS))


class Perfect(ValuePlayer):
    """Reads the better action from the solution with the order of the cards, if there is one."""

    def choose(self, view: View) -> str:
        here = view.position
        solution = None if here.shuffle_each_draw else with_order_if_known(view.game)
        if solution is None:
            return super().choose(view)
        place = int(np.searchsorted(solution["keys"], np.uint64(digest(_without_order(here)))))
        row = int(np.flatnonzero(solution["piles"] == here.seen << CARDS | here.pile)[0])
        second = int(solution["policy"][row, place >> 3]) >> (7 - (place & 7)) & 1
        return view.actions()[second]


def perfect(rng: random.Random) -> Perfect:
    return Perfect(rng, values, SearchPlayer(rng, ROLLOUTS))


PLAYERS: dict[str, Maker] = {"gentle": gentle, "fair": fair, "sharp": sharp, "perfect": perfect}
