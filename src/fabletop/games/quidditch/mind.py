"""Computer players of Quidditch Dice.

| level | how it plays |
|---|---|
| sharp | best play of each round, with a Snitch point worth RATE goal points whatever the score |
| fair | mostly like sharp, now and then like a child |
| gentle | books what scores at once, blocks what would score most; now and then anything |
"""

from __future__ import annotations

from fabletop.engine.rulebook import LEAST, BaseMind, Book, Moves, Rng, field, record
from fabletop.games.quidditch.board import ROWS
from fabletop.games.quidditch.rules import DONE, OFFENSE, Rules
from fabletop.games.quidditch.tidying import tidy_code

LEVELS = ("gentle", "fair", "sharp")
READS = ("fair", "sharp")
PLAYOUT = 1  # a review plays on thousands of times: this level is quick enough
GENTLE, FAIR, SHARP = 1, 2, 3
CARELESS = 15  # of a hundred decisions of gentle are made without a thought
CHILDISH = 40  # of a hundred decisions of fair are those of a child
EAGER = 5  # points for which a child goes on booking
SNITCH_RATE = 15  # what a Snitch point is to a child
HOMES = 20  # bits: so many of a code say where in the book it is
HOME = 62 - HOMES
RATE = 16  # goal points for a Snitch point; see docs/analysis/quidditch.md


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)
    childish: int = field(0, 1)  # this time

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        whim = rng.below(100)
        if self.level == GENTLE and whim < CARELESS:
            return moves.pick(rng)
        self.childish = 1 if self.level == GENTLE or (self.level == FAIR and whim < CHILDISH) else 0
        return self.best_of(view, trial, moves, rng, book)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        return gain(view, trial, action) if self.childish else reckoned(view, trial, action, book)


def gain(at: Rules, trial: Rules, action: int) -> int:
    """To a child: the points that an action gives or takes at once."""
    if action == DONE:
        return EAGER
    us = at.attacker
    trial.become(at)
    trial.apply(action)
    if trial.over or trial.attacker != us:
        then = trial.points[us] - at.points[us] + SNITCH_RATE * (trial.snitches[us] - at.snitches[us])
    else:
        then = shown(trial)
    return int(then - shown(at) if at.side == OFFENSE else shown(at) - then)


def shown(at: Rules) -> int:
    """What the pitch would score now."""
    total = 0
    for row in range(1, ROWS + 1):
        total += at.goal_points(row) + SNITCH_RATE * at.snitch_points(row)
    return total


def reckoned(at: Rules, trial: Rules, action: int, book: Book) -> float:
    """What an action is worth to the seat to act under best play of the round."""
    us = at.attacker
    trial.become(at)
    trial.apply(action)
    if trial.over or trial.attacker != us:
        value = float(trial.points[us] - at.points[us] + RATE * (trial.snitches[us] - at.snitches[us]))
    else:
        value = worth_at(book, tidy_code(trial))
    return value if at.side == OFFENSE else -value


def worth_at(book: Book, code: int) -> float:
    """What the book says of a code: at its home, or where the first place after that was free."""
    place = code >> HOME
    while book.keys[place] != code:
        if book.keys[place] < 0:
            return LEAST
        place += 1
    return float(book.worths[place])
