"""Computer players.  They receive views of one seat and remember what they saw; they never get a state."""

from fabletop.players.registry import LEVELS, Maker, Player, bot, levels, register
from fabletop.players.simple import RandomPlayer, Sometimes

__all__ = ["LEVELS", "Maker", "Player", "RandomPlayer", "Sometimes", "bot", "levels", "register"]
