"""Fabletop in a terminal: the chest, a table, simulations, analyses and replays."""

from fabletop.terminal.analyses import advised, analysed
from fabletop.terminal.chest import chest, show_game, show_games
from fabletop.terminal.numbers import simulated
from fabletop.terminal.replays import replayed
from fabletop.terminal.reviews import reviewed
from fabletop.terminal.table import play, resume

__all__ = [
    "advised",
    "analysed",
    "chest",
    "play",
    "replayed",
    "resume",
    "reviewed",
    "show_game",
    "show_games",
    "simulated",
]
