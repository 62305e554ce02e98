"""Before a worker takes another's place: what it would read when somebody waits for it is read now."""

from __future__ import annotations

import logging
import random
import time

from fabletop.engine.game import Game, State
from fabletop.engine.registry import game_ids
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import bot, levels

log = logging.getLogger("fabletop.tables")

LEVELS = ("gentle", "fair")  # harder ones may bring the compiler along, 120 MB: they wait until somebody wants them
PLIES = 1000  # until somebody must have had a choice
ENOUGH = 20.0  # seconds: what is not compiled yet thinks long


def warm_up() -> None:
    """The usual computer players of every game choose once, and the board is drawn as people see it."""
    until = time.monotonic() + ENOUGH
    for id in game_ids():
        try:
            state = _with_a_choice(Game(id), random.Random(1))
            view = state.view(state.turn if state.turn != CHANCE else None)
            view.svg()
            for level in levels(id) if len(view.actions()) > 1 else ():
                if level in LEVELS and time.monotonic() < until:
                    bot(id, level).choose(view)
        except Exception:  # whoever plays it will see; the others need not wait for it
            log.exception("%s cannot be warmed up", id)


def _with_a_choice(game: Game, chance: random.Random) -> State:
    """A position of random play in which somebody has something to decide, if there is one."""
    state = game.new()
    for _ in range(PLIES):
        if state.turn is None or (state.turn != CHANCE and len(state.actions()) > 1):
            break
        state.play(chance.choice(state.actions()))
    return state
