"""What a learner is told about a position of Space Kniffel."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, looked_up, members
from fabletop.games.kniffel.dice import SHOWN
from fabletop.games.kniffel.rules import BOXES

OBSERVATION = {
    "free": members("the boxes that are still empty", BOXES, seats_from=0),
    "sheets": amount("points in each box", seats_from=0),
    "turn": a_seat("the seat on turn"),
    "dice": looked_up("the number of the throw on the table: how often each symbol shows", SHOWN),
    "rolls": amount("rolls left in this turn"),
}
