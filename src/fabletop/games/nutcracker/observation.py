"""What a learner is told about a position of Nutcracker."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, members, one_of
from fabletop.games.nutcracker.board import CARDS

OBSERVATION = {
    "turn": a_seat("the seat on turn"),
    "phase": one_of("what happens next: roll, the King's roll, draw, reveal, pick a way, the King's way, a side, end"),
    "claras": one_of("where each Clara stands; 0: at her start", seats_from=0),
    "king": one_of("where the Mouse King stands"),
    "heading": one_of("the King's way on level 1: 0 down, 1 up"),
    "rests": one_of("1: misses her next turn", seats_from=0),
    "won": one_of("1: has won", seats_from=0),
    "die": one_of("the face to be used; 0: none"),
    "seen": amount("cards drawn in the first pass through the pile"),
    "pile": members("the known cards of the pile, the front one first; 1: a fairy", CARDS),
    "united": one_of("1: has her Nutcracker with her", seats_from=0),
    "tower": one_of("0: unknown, 1: the Nutcracker of the first seat sits on the left, 2: on the right"),
    "side": one_of("the side of an unknown tower that was just turned; 1: right"),
}
