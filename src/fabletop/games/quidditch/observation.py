"""What a learner is told about a position of Quidditch Dice."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, one_of

OBSERVATION = {
    "points": amount("points of each seat", 400, seats_from=0),
    "snitches": amount("Snitch points of each seat", seats_from=0),
    "rounds_left": amount("rounds left, this one counted; 0 where there is no limit"),
    "attacker": a_seat("the seat that attacks"),
    "over": one_of("1: the game is over"),
    "dice": amount("for each kind of dice, how many wait to be rolled, then how many show 1 to 6 and are not booked"),
    "pitch": amount("for each kind of dice, how many are fouled, then how many are booked in row 1 to 6"),
    "side": one_of("who books: 0 the attack, 1 the defence"),
    "begun": one_of("1: the booking that has to be made first is made"),
}
