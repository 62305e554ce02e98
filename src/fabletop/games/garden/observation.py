"""What a learner is told about a position of The Enchanted Garden."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, members, one_of
from fabletop.games.garden.board import GOALS

OBSERVATION = {
    "facing": one_of("how many quarters each hedge is turned clockwise; -1: not laid yet"),
    "pawns": one_of("the square of each pawn; -1: not placed yet", seats_from=0),
    "card": one_of("the goal card of each seat; then its own card at a gate, and none", seats_from=0),
    "found": amount("goals that each seat has reached; one more: home at the gate", seats_from=0),
    "unseen": members("goal cards not turned up yet", GOALS),
    "magic": amount("gap cards and fairy cards of each seat", seats_from=0),
    "pile": amount("gap cards and fairy cards in the pile"),
    "laid": amount("hedges turned by hand before the start"),
    "agreed": amount("seats that have said in a row that the hedges lie well"),
    "phase": one_of("what happens next: lay, place, turn up, play, draw, send, pass on, end, set by hand"),
    "turn": a_seat("the seat on turn"),
    "turned": one_of("1: a hedge has been turned in this turn"),
    "walked": one_of("1: the last thing done in this turn was a walk"),
}
