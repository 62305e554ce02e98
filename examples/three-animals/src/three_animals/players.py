"""Computer players of Three Animals."""

from __future__ import annotations

import random

from fabletop.engine.view import View
from fabletop.players.registry import Maker

from .rules import ANSWER, BACK, CARDS, Rules


class Cautious:
    """Dares with the lion alone."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View[Rules]) -> str:
        assert view.seat is not None
        return "dare" if view.position.cards[view.seat] == CARDS else "pass"


class Bluffer(Cautious):
    """Kuhn's solution for one round: bluffs with the fox one time in three, sees with the bear one time in three."""

    def choose(self, view: View[Rules]) -> str:
        assert view.seat is not None
        now, card = view.position, view.position.cards[view.seat]
        sometimes = self.rng.random() < 1 / 3
        if card == CARDS:
            return "dare"
        if now.phase in (ANSWER, BACK):
            return "dare" if card == 2 and sometimes else "pass"
        return "dare" if card == 1 and sometimes else "pass"


PLAYERS: dict[str, Maker] = {"gentle": Cautious, "sharp": Bluffer}
