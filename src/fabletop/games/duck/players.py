"""Computer players of the Duck Game.

gentle loves to hop and seldom leaves it; fair always hops; sharp hops where it saves turns; perfect plays the exact
solution for two seats (for one it is sharp; for three and four too, since that is not solved).
"""

from __future__ import annotations

import random
from typing import Any

from fabletop.engine.game import Game, copied
from fabletop.engine.view import View
from fabletop.games.duck.analysis import solved_soon
from fabletop.games.duck.board import AGAIN, EVENT, LAST, MISS, RAIN, VALUE
from fabletop.games.duck.rules import STAY
from fabletop.players.exact import Table, ValuePlayer, after
from fabletop.players.registry import Maker
from fabletop.players.simple import RandomPlayer, Sometimes


class Hopper:
    """Goes on whenever it may."""

    def choose(self, view: View) -> str:
        return view.game.words[min(view.legal())]


class Rule:
    """Goes on if the figure is further then, and not in the rain or waiting; until the solution is there."""

    def choose(self, view: View) -> str:
        here = view.position.at[view.seat]
        there = {action: _place(position, view.seat) for action, position in after(view).items()}
        stay = view.game.words[STAY]
        return max(there, key=lambda action: there[action] if action != stay else here)


def _place(position: Any, seat: int | None) -> float:
    """Where a figure stands, a turn to be missed counting as five squares back."""
    square = position.at[seat]
    return float(square - 5 * position.missing[seat] - 20 * (EVENT[square] == RAIN))


def race(view: View) -> dict[str, float] | None:
    """For each action minus the turns that are then left, as if nobody else were there."""
    alone = Game("duck", 1, dict(view.game.options))
    arrays = solved_soon(alone)
    if arrays is None:
        return None
    table, seat, found = Table(arrays), view.seat, {}
    assert seat is not None
    for action, position in after(view).items():
        square, moved = position.at[seat], position.at[seat] != view.position.at[seat]
        if square == LAST:
            found[action] = 0.0
            continue
        decides = position.turn == seat and position.die != 0
        again = moved and EVENT[square] == AGAIN and VALUE[square] >> view.position.die & 1 == 1
        missed = VALUE[square] if moved and EVENT[square] == MISS else 0
        twin = copied(alone.new().rules)
        twin.at[0], twin.die = square, position.die if decides else 0
        left = table.value(twin)
        if left is None:  # a square where nobody comes to stand alone
            return None
        found[action] = -(left + (0 if decides or again else 1 + missed))
    return found


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


def exact_values(game: Game) -> bool:
    """Are the values of `perfect` those of the solved game?"""
    return game.seats <= 2


def gentle(rng: random.Random) -> Sometimes:
    return Sometimes(rng, Hopper(), RandomPlayer(rng), 0.4)


def fair(rng: random.Random) -> Hopper:
    return Hopper()


def sharp(rng: random.Random) -> ValuePlayer:
    return ValuePlayer(rng, race, Rule())


def perfect(rng: random.Random) -> ValuePlayer:
    return ValuePlayer(rng, exact, sharp(rng))


PLAYERS: dict[str, Maker] = {"gentle": gentle, "fair": fair, "sharp": sharp, "perfect": perfect}
