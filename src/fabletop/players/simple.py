"""Players without a thought of their own, and what makes others forgetful."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from fabletop.engine.view import View

if TYPE_CHECKING:
    from fabletop.players.registry import Player


class RandomPlayer:
    """Any legal action, all alike."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        return self.rng.choice(view.actions())


class Sometimes:
    """Mostly one player, now and then another: how a careless player is made."""

    def __init__(self, rng: random.Random, mostly: Player, else_: Player, share: float) -> None:
        self.rng, self.mostly, self.other, self.share = rng, mostly, else_, share

    def choose(self, view: View) -> str:
        chosen = self.mostly.choose(view)  # always asked, so that it remembers what it saw
        return self.other.choose(view) if self.rng.random() < self.share else chosen
