"""What a learner is told about a position of Cinderella: cells are sets of bits, in the order of the layout."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, members, one_of
from fabletop.games.cinderella.board import CELLS, PAIR_COUNT

OBSERVATION = {
    "layout": members("the cells that still have their tile", CELLS),
    "tiles": one_of("the tile of each cell that the seat knows; else undrawn, or drawn and secret"),
    "unseen": amount("how many tiles of each kind are not known to lie somewhere"),
    "seen": members("the cells that the whole table has seen, then those that each seat has", CELLS, seats_from=1),
    "found": members("the pairs that are found", PAIR_COUNT),
    "hours_left": amount("hours until midnight"),
    "special": one_of("the special tile that each seat has not used yet; 0: none", seats_from=0),
    "phase": one_of("what happens next: deal, roll, show, peek, point, use, name pairs, end"),
    "turn": a_seat("the seat on turn"),
    "face": one_of("the face of the die; 0: none"),
    "looked": members("the cells looked at since the last roll", CELLS),
    "shown": one_of("the cell of the first tile of a search; -1: none"),
    "drawing": one_of("the cell whose tile is about to be seen; -1: none"),
    "pointing": a_seat("who decides, while the others point"),
    "passes": amount("seats in a row that knew no pair, at the last chance"),
    "pointers": one_of("the cell that each seat points at; -1: none", seats_from=0),
}
