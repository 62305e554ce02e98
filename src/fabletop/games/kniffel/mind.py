"""Computer players of Space Kniffel.

| level | plays for |
|---|---|
| sharp | points, less what the box that they go to is worth on an empty sheet |
| fair | points in this turn, one roll ahead; every other time it does not reckon and plays like a child |
| gentle | keeps what it has most of and takes the best box; now and then anything |
"""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, Moves, Rng, field, record
from fabletop.games.kniffel.dice import FACES, MINUS, SHOWN, SIDES, SIZE
from fabletop.games.kniffel.rules import ALL_BOXES, ALL_THROWS, NO_DICE, REROLL, ROLLS, SCORE, Rules

LEVELS = ("gentle", "fair", "sharp")
READS = ("fair", "sharp")
PLAYOUT = 3  # who goes on playing in a review of three and more
GENTLE, FAIR, SHARP = 1, 2, 3
CARELESS = 15  # of a hundred decisions of gentle are made without a thought
UNRECKONED = 50  # of a hundred decisions of fair are those of a child
GOOD = 4  # points that a child does not risk
THROWN = ALL_THROWS + 1  # throws, of no dice to all
SHEETS = ALL_BOXES + 1
ONE_ROLL = SHEETS  # in the book: what the free boxes of a sheet are worth, then turns of fair, then those of sharp
TWO_ROLLS = ONE_ROLL + SHEETS * THROWN


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        whim = rng.below(100)
        if self.level == GENTLE and whim < CARELESS:
            return moves.pick(rng)
        if self.level == GENTLE or (self.level == FAIR and whim < UNRECKONED):
            return childs_choice(view, moves, rng)
        return self.best_of(view, trial, moves, rng, book)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        return promised(view, action, book, self.level)


def promised(view: Rules, action: int, book: Book, level: int) -> float:
    """The points that an action brings in this turn; to sharp also what the boxes are worth that stay free."""
    free = view.free[view.turn]
    if action >= SCORE:
        points: int = view.points(action - SCORE)
        return float(points) if level == FAIR else points + book.worths[free & ~(1 << action - SCORE)]
    kept = view.dice
    for i in range(SIZE[action - REROLL]):
        kept = MINUS[kept][FACES[action - REROLL][i]]
    found: float
    if level == FAIR:
        found = book.worths[ONE_ROLL + free * THROWN + kept]
    else:
        found = book.worths[TWO_ROLLS + (free * (ROLLS - 1) + view.rolls - 1) * THROWN + kept]
    return found


def childs_choice(view: Rules, moves: Moves, rng: Rng) -> int:
    """Takes a good box when it sees one, and else rolls again what it has not most of."""
    box, best = 0, -1
    for i in range(moves.n):
        if moves.room[i] >= SCORE and view.points(moves.room[i] - SCORE) > best:
            box, best = moves.room[i], view.points(moves.room[i] - SCORE)
    if view.rolls == 0 or best >= GOOD:
        return box
    liked, most, alike = 0, 0, 0
    for symbol in range(SIDES):
        count = SHOWN[view.dice][symbol]
        if count > most:
            liked, most, alike = symbol, count, 1
        elif count == most:
            alike += 1
            if rng.below(alike) == 0:
                liked = symbol
    rest = view.dice
    for _ in range(most):
        rest = MINUS[rest][liked]
    return box if rest == NO_DICE else REROLL + rest
