"""A hint: what the sharpest player of a game would do, from one seat's view alone."""

from __future__ import annotations

from typing import NamedTuple

from fabletop.engine.view import View
from fabletop.players.registry import LEVELS, bot, levels


class Hint(NamedTuple):
    """An action, and what each of them is worth where the game is solved: chances to win, or points."""

    act: str
    worth: dict[str, float]


def hint(view: View, seed: int = 0) -> Hint:
    """A good action for the seat to act."""
    acts = view.actions()
    known = levels(view.game.id)
    level = next((level for level in reversed(LEVELS) if level in known), "random")
    player = bot(view.game.id, level, seed)
    if level == "perfect" and hasattr(player, "values"):
        values: dict[str, float] = player.values(view)
        if set(values) == set(acts):
            return Hint(max(acts, key=values.__getitem__), values)
    act = acts[0] if len(acts) == 1 else player.choose(view)
    return Hint(act, {})
