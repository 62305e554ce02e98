"""Fabletop: a chest of eight fairy-tale family games.

>>> import fabletop
>>> state = fabletop.game("mensch", seats=2).new()
>>> state.turn == fabletop.CHANCE
True
>>> state.play("roll 6")
>>> state.actions()
['enter']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabletop.engine.errors import BadOption, BadRecord, FabletopError, IllegalAction, UnknownGame
from fabletop.engine.game import Game, Result, State
from fabletop.engine.records import replay
from fabletop.engine.registry import game_ids
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View

if TYPE_CHECKING:
    from fabletop.batches.batch import batch
    from fabletop.lab.simulate import simulate
    from fabletop.players.registry import bot

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "BadOption",
    "BadRecord",
    "FabletopError",
    "Game",
    "IllegalAction",
    "Result",
    "State",
    "UnknownGame",
    "View",
    "batch",
    "bot",
    "game",
    "game_ids",
    "replay",
    "simulate",
]

# loaded when first used: they need more than the engine
_LATER = {"batch": "fabletop.batches.batch", "simulate": "fabletop.lab.simulate", "bot": "fabletop.players.registry"}


def game(id: str, seats: int | None = None, *, version: object = None, **options: object) -> Game:
    """A game with its seats and house rules; what is not allowed raises an error that says what is.

    With an earlier version of the rules the options have the defaults that they had then.
    """
    return Game(id, seats, options, version)


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"module 'fabletop' has no attribute {name!r}")
