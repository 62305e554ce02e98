"""The computer player `sharp` of Mau-Mau(s): search with a memory.  The others are in mind.py."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fabletop.compiler.kernels import Kernels
from fabletop.engine.rulebook import Rng
from fabletop.engine.view import View
from fabletop.games.maumau.memory import Memory
from fabletop.players.registry import Maker
from fabletop.players.search import SearchPlayer

ROLLOUTS = 10_000  # of sharp; more of them make no difference that can be measured
DEALS, PLAIN_DEALS = 4000, 200  # that sharp imagines and weighs, compiled or not


class Searcher(SearchPlayer):
    """Searches in deals that agree with what it has seen of the others' turns."""

    def __init__(self, rng: random.Random, rollouts: int = ROLLOUTS, explore: float = 0.7) -> None:
        super().__init__(rng, rollouts, explore)
        self.memory = Memory()

    def choose(self, view: View) -> str:
        assert view.seat is not None
        self.memory.look(view.position, view.seat)
        chosen = super().choose(view)
        self.memory.leave(view.position, view.seat, view.game.numbers[chosen])
        return chosen

    def worlds(self, using: Kernels, view: View) -> Any:
        """Deals drawn by the odds that the memory gives them."""
        if not self.memory.says_something(view.position):
            return None
        rng, n = Rng(), DEALS if using.compiled else PLAIN_DEALS
        rng.seed(self.rng.randrange(1 << 62), 0)
        deals = using.worlds(view.position, n, rng)
        hands = deals["hands"] if using.compiled else np.array([deal.hands for deal in deals], np.int64)
        odds = self.memory.odds(view.position, hands).cumsum()
        if odds[-1] == 0:
            return None
        drawn = np.searchsorted(odds, [self.rng.random() * odds[-1] for _ in range(n)], side="right")
        return deals[drawn] if using.compiled else [deals[i] for i in drawn]


PLAYERS: dict[str, Maker] = {"sharp": Searcher}
