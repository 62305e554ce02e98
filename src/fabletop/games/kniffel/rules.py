"""Space Kniffel: the rules KNI-R1 to R8 and the gaps decided in RULES.md.

The dice on the table are one number, that of their throw (see dice.py); the others are in the hand, to be
rolled next.  A turn starts with an empty table; an empty table with no roll left is the end of the game.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record
from fabletop.games.kniffel.dice import (
    ALIKE,
    DICE,
    FACES,
    FIRST,
    FULL,
    MINUS,
    NAMES,
    PART_COUNT,
    PARTS,
    PLUS,
    SECOND,
    SHOWN,
    SIDES,
    SIZE,
    SYMBOLS,
    WAYS,
)

ROLLS = 3  # in a turn
SEATS = 6

SHEET = (*SYMBOLS, "triple", "two-pairs", "triple-pair", "five-different", "kniffel")
TRIPLE, TWO_PAIRS, TRIPLE_PAIR, FIVE_DIFFERENT, KNIFFEL = range(SIDES, SIDES + 5)
BOXES = len(SHEET)
ALL_BOXES = (1 << BOXES) - 1

NO_DICE = 0
ALL_THROWS = len(NAMES) - 1  # but for no dice
ROLL = -1  # actions: the throw of number 1 is ROLL + 1, …
REROLL = ROLL + ALL_THROWS
SCORE = REROLL + ALL_THROWS + 1
ACTIONS = (
    *(f"roll {dice}" for dice in NAMES[1:]),
    *(f"reroll {dice}" for dice in NAMES[1:]),
    *(f"score {box}" for box in SHEET),
)


@record
class Rules(BaseRules):
    seats: int = field(1, SEATS)
    strict_zero: int = field(0, 1)
    must_max: int = field(0, 1)
    four_is_two_pairs: int = field(0, 1)
    joker: int = field(0, 1)

    free: list[int] = field(0, ALL_BOXES, SEATS)  # the boxes that are still empty, as bits
    sheets: list[list[int]] = field(0, 10, SEATS, BOXES)  # points; 0 in an empty box
    turn: int = field(0, SEATS - 1)
    dice: int = field(NO_DICE, ALL_THROWS)  # on the table
    rolls: int = field(0, ROLLS)  # left in this turn

    def start(self) -> None:
        for seat in range(SEATS):
            self.free[seat] = ALL_BOXES
            for box in range(BOXES):
                self.sheets[seat][box] = 0
        self.turn = 0
        self.dice = NO_DICE
        self.rolls = ROLLS

    def to_move(self) -> int:
        if self.dice >= FULL:
            return self.turn
        return CHANCE if self.rolls else OVER

    def acting(self) -> int:
        return self.turn

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.dice < FULL:
            in_hand = DICE - SIZE[self.dice]
            for throw in range(FIRST[in_hand], FIRST[in_hand + 1]):
                moves.add_weighted(ROLL + throw, WAYS[throw])
            return
        if self.rolls:
            for i in range(PART_COUNT[self.dice - FULL]):  # R3: any dice, also those kept before
                moves.add(REROLL + PARTS[self.dice - FULL][i])
        moves.add_set(SCORE, self.allowed())

    def allowed(self) -> int:
        """R4, R7: the boxes that may be filled with the dice on the table."""
        free = self.free[self.turn]
        if self.strict_zero or self.must_max:
            most = 0
            for box in range(BOXES):
                if free >> box & 1:
                    most = max(most, self.points(box))
            least = most if self.must_max else min(most, 1)  # A1, A2: a 0 only where nothing scores
            for box in range(BOXES):
                if self.points(box) < least:
                    free &= ~(1 << box)
        return free

    def points(self, box: int) -> int:
        """R5, R6: what the dice on the table are worth in a box."""
        if box < SIDES:
            return SHOWN[self.dice][box]
        alike, second = ALIKE[self.dice], SECOND[self.dice]
        if box == TRIPLE:
            return 2 if alike >= 3 else 0  # A4
        if box == TWO_PAIRS:
            if (self.four_is_two_pairs and alike >= 4) or (self.joker and alike == DICE):
                return 3  # A6
            return 3 if second == 2 else 0  # A5
        if box == TRIPLE_PAIR:
            if self.joker and alike == DICE:
                return 4
            return 4 if alike == 3 and second == 2 else 0
        if box == FIVE_DIFFERENT:
            return 5 if alike == 1 else 0
        return 10 if alike == DICE else 0  # A7

    def sample(self, moves: Moves, rng: Rng) -> int:
        """Die by die: the odds of `legal` without a list of up to 252 throws."""
        throw = NO_DICE
        for _ in range(DICE - SIZE[self.dice]):
            throw = PLUS[throw][rng.below(SIDES)]
        return ROLL + throw

    # What it does

    def apply(self, action: int) -> None:
        if self.dice < FULL:
            self.roll(action - ROLL)
        elif action < SCORE:
            self.pick_up(action - REROLL)
        else:
            self.fill(action - SCORE)

    def roll(self, throw: int) -> None:
        self.rolls -= 1
        for i in range(SIZE[throw]):
            self.dice = PLUS[self.dice][FACES[throw][i]]

    def pick_up(self, part: int) -> None:
        for i in range(SIZE[part]):
            self.dice = MINUS[self.dice][FACES[part][i]]

    def fill(self, box: int) -> None:
        """R4: the box is filled for good and the next seat rolls; R8: until the last seat's sheet is full."""
        self.sheets[self.turn][box] = self.points(box)
        self.free[self.turn] -= 1 << box
        full = self.free[self.turn] == 0
        last = self.turn == self.seats - 1
        self.dice = NO_DICE
        self.rolls = 0 if full and last else ROLLS
        self.turn = 0 if last else self.turn + 1

    def score(self, seat: int) -> int:
        total = 0
        for box in range(BOXES):
            total += self.sheets[seat][box]
        return total

    def rank(self, seat: int) -> int:
        """R8: the highest total wins; equal totals share their place."""
        place = 1
        for other in range(self.seats):
            if self.score(other) > self.score(seat):
                place += 1
        return place
