"""Computer players of The Lantern Path: each stops when it has won so many steps."""

from __future__ import annotations

import random

from fabletop.engine.view import View
from fabletop.players.registry import Maker

from .rules import Rules


class Walker:
    """Rolls until it has enough."""

    def __init__(self, rng: random.Random, least: int, most: int) -> None:
        self.rng, self.least, self.most = rng, least, most

    def choose(self, view: View[Rules]) -> str:
        enough = self.rng.randint(self.least, self.most)
        return "again" if "again" in view.actions() and view.position.steps < enough else "stop"


def gentle(rng: random.Random) -> Walker:
    """Now bold, now timid."""
    return Walker(rng, 2, 16)


def fair(rng: random.Random) -> Walker:
    return Walker(rng, 6, 10)


def sharp(rng: random.Random) -> Walker:
    """From 20 steps on, a 1 takes more on average than the other faces bring; on a short path from fewer."""
    return Walker(rng, 15, 15)


PLAYERS: dict[str, Maker] = {"gentle": gentle, "fair": fair, "sharp": sharp}
