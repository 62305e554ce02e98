"""What a learner is told about a position of Mensch ärgere Dich nicht."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, one_of

OBSERVATION = {
    "figures": one_of("how far each figure has come from its own start; -1: at home, -2: not used", seats_from=0),
    "turn": a_seat("the seat on turn"),
    "die": one_of("the face to be used; 0: to be rolled"),
    "tries": amount("rolls left for a 6"),
    "places": one_of("the place that each seat has reached; 0: still playing", seats_from=0),
    "over": one_of("1: the game is over"),
}
