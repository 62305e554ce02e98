"""What a learner is told about a position of the Duck Game."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, one_of

OBSERVATION = {
    "at": one_of("the square of each figure; 0: in front of the board", seats_from=0),
    "missing": amount("turns that each seat will miss", seats_from=0),
    "turn": a_seat("the seat on turn; after the end the winner"),
    "die": one_of("the face that may be used once more; 0: to be rolled"),
}
