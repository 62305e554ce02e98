"""Quidditch Dice: the rules QUI-R1 to R17 and the gaps decided in RULES.md.

Dice of a kind are alike, so a position counts them: `dice[kind][n]` are still to be booked and show n,
`dice[kind][WAITING]` are about to be rolled; `pitch[kind][n]` are booked in row n, `pitch[kind][OUTSIDE]` are
fouled.  What a match leaves of a round is its points.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, find, record
from fabletop.games.quidditch.board import CAPACITY, COUNTS, FACES, NAMES, ROWS, SIDES, WEIGHTS

KINDS = 5
SNITCH, QUAFFLE, GOAL, KEEPER, BLUDGER = range(KINDS)  # in this order they are rolled
OFFENSE, DEFENSE = range(2)
FIRST = (SNITCH, KEEPER, KINDS)  # kind of each side: the one that it must book before any other
WAITING = OUTSIDE = 0

CAUGHT = 5  # Snitch points
BONUS = 15  # for the catcher
MOST_POINTS = 1_000_000  # no rule ends a match without a catch, but a round gives at most 90

SEVERAL = (0, 0, 1, 0, 1)  # of this kind: what is booked has a number
CHOICES = [(kind, n) for kind in range(KINDS) for n in (range(1, ROWS + 1) if SEVERAL[kind] else [0])]
KIND_OF, NUMBER_OF = zip(*CHOICES, strict=True)
FIRST_CHOICE = tuple(KIND_OF.index(kind) for kind in range(KINDS))
WORDS = [f"{NAMES[kind]} {n}" if n else NAMES[kind] for kind, n in CHOICES]

ROLL = 0  # actions: roll 1 is ROLL, …
BOOK = ROLL + ROWS
DONE = BOOK + len(CHOICES)
FOUL = DONE + 1
ACTIONS = (
    *(f"roll {number}" for number in range(1, ROWS + 1)),
    *(f"book {word}" for word in WORDS),
    "done",
    *(f"foul {word}" for word in WORDS),
)


@record
class Rules(BaseRules):
    seats: int = field(2, 2)
    equal_innings: int = field(0, 1)
    max_rounds: int = field(0, 99)

    points: list[int] = field(0, MOST_POINTS, 2)
    snitches: list[int] = field(0, CAUGHT, 2)  # Snitch points
    rounds_left: int = field(0, 99)  # this one counted; 0 where there is no limit
    attacker: int = field(0, 1)
    over: int = field(0, 1)

    dice: list[list[int]] = field(0, max(COUNTS), KINDS, ROWS + 1)
    pitch: list[list[int]] = field(0, max(COUNTS), KINDS, ROWS + 1)
    side: int = field(OFFENSE, DEFENSE)  # to book, now or as soon as the dice are rolled
    begun: int = field(0, 1)  # the compulsory booking of the turn is made

    def start(self) -> None:
        for seat in range(2):
            self.points[seat] = 0
            self.snitches[seat] = 0
        self.rounds_left = self.max_rounds
        self.over = 0
        self.begin_round(0)

    def begin_round(self, attacker: int) -> None:
        """R5: an empty pitch, and all dice about to be rolled."""
        self.attacker = attacker
        for kind in range(KINDS):
            for number in range(ROWS + 1):
                self.dice[kind][number] = 0
                self.pitch[kind][number] = 0
            self.dice[kind][WAITING] = COUNTS[kind]
        self.side = OFFENSE
        self.begun = 0

    def to_move(self) -> int:
        if self.over:
            return OVER
        if self.next_die() < KINDS:
            return CHANCE
        return self.attacker if self.side == OFFENSE else 1 - self.attacker

    def acting(self) -> int:
        """R5: everybody rolls the own dice, the attacker first."""
        return self.attacker if self.next_die() < FIRST[DEFENSE] else 1 - self.attacker

    # What may be done

    def legal(self, moves: Moves) -> None:
        kind = self.next_die()
        if kind < KINDS:
            for number in range(1, ROWS + 1):
                if WEIGHTS[kind][number]:
                    moves.add_weighted(ROLL + number - 1, WEIGHTS[kind][number])
        elif self.can_book():
            self.offer(BOOK, moves)
            if self.begun:
                moves.add(DONE)
        else:
            self.offer(FOUL, moves)  # R10, A7, A8

    def next_die(self) -> int:
        """The kind of the next die to be rolled; KINDS when all lie open."""
        kind = 0
        while kind < KINDS and self.dice[kind][WAITING] == 0:
            kind += 1
        return kind

    def sample(self, moves: Moves, rng: Rng) -> int:
        return ROLL + FACES[self.next_die()][rng.below(SIDES)] - 1

    def can_book(self) -> bool:
        """Does a die of the side on turn fit, or the one that must go first?"""
        for kind in range(FIRST[self.side], self.kinds_end()):
            for number in range(1, ROWS + 1):
                if self.dice[kind][number] and self.has_room(number):
                    return True
        return False

    def offer(self, verb: int, moves: Moves) -> None:
        """To book any die that fits, or to foul any that does not."""
        for kind in range(FIRST[self.side], self.kinds_end()):
            for number in range(1, ROWS + 1):
                if self.dice[kind][number] and self.has_room(number) == (verb == BOOK):
                    moves.add(verb + FIRST_CHOICE[kind] + SEVERAL[kind] * (number - 1))

    def kinds_end(self) -> int:
        """R6, R7: where the kinds in question end; a Snitch or Keeper still to be booked is the only one."""
        first = FIRST[self.side]
        for number in range(1, ROWS + 1):
            if self.dice[first][number]:
                return first + 1
        return FIRST[self.side + 1]

    def has_room(self, row: int) -> bool:
        """R2, A9: asked anew for every die."""
        n = 0
        for kind in range(KINDS):
            n += self.pitch[kind][row]
        return n < CAPACITY

    # What it does

    def apply(self, action: int) -> None:
        if action < BOOK:
            kind = self.next_die()
            self.dice[kind][WAITING] -= 1
            self.dice[kind][action - ROLL + 1] += 1
        elif action < DONE:
            self.book(action - BOOK)
        elif action == DONE:
            self.end_turn()
        else:
            self.foul(action - FOUL)

    def book(self, choice: int) -> None:
        """R2: into the row of its number, to stay there."""
        self.pitch[KIND_OF[choice]][self.taken_up(choice)] += 1
        self.begun = 1
        if not self.can_book():
            self.end_turn()

    def foul(self, choice: int) -> None:
        """R10: this was the turn, except that Bludgers may follow the Keeper (A6)."""
        self.taken_up(choice)
        self.pitch[KIND_OF[choice]][OUTSIDE] += 1
        self.begun = 1
        if KIND_OF[choice] != KEEPER or not self.can_book():
            self.end_turn()

    def taken_up(self, choice: int) -> int:
        """Take a die from those to be booked; the number it shows."""
        mine = self.dice[KIND_OF[choice]]
        number = NUMBER_OF[choice] if NUMBER_OF[choice] else find(mine, 1)
        mine[number] -= 1
        return number

    def end_turn(self) -> None:
        """R8, R9: who has no dice left is passed over; after the Defense all that is left is rolled again."""
        self.begun = 0
        if self.side == OFFENSE and self.has_dice(DEFENSE):
            self.side = DEFENSE
            return
        for kind in range(KINDS):
            for number in range(1, ROWS + 1):
                self.dice[kind][WAITING] += self.dice[kind][number]
                self.dice[kind][number] = 0
        if self.has_dice(OFFENSE):
            self.side = OFFENSE
        elif self.has_dice(DEFENSE):
            self.side = DEFENSE
        else:
            self.end_round()  # R11

    def has_dice(self, side: int) -> bool:
        for kind in range(FIRST[side], FIRST[side + 1]):
            for number in range(ROWS + 1):
                if self.dice[kind][number]:
                    return True
        return False

    # What it is worth

    def end_round(self) -> None:
        """R15, R16: only the attacker scores; a catch or the last round ends the match, else roles change."""
        us = self.attacker
        for row in range(1, ROWS + 1):
            self.points[us] += self.goal_points(row)
            self.snitches[us] = min(CAUGHT, self.snitches[us] + self.snitch_points(row))  # A11
        if self.snitches[us] == CAUGHT:
            self.points[us] += BONUS
        answer_due = self.equal_innings and us == 0  # A12: seat 1 has attacked once less
        if (CAUGHT in self.snitches and not answer_due) or self.rounds_left == 1:
            self.over = 1
            self.rounds_left = 0
            self.begin_round(0)
        else:
            self.rounds_left = max(0, self.rounds_left - 1)
            self.begin_round(1 - us)

    def goal_points(self, row: int) -> int:
        """R12 to R14."""
        if self.pitch[SNITCH][row] or self.is_blocked(row):
            return 0
        goals = self.pitch[GOAL][row]
        if goals and self.pitch[QUAFFLE][row]:
            return 20 * goals + 20
        return 10 * goals

    def snitch_points(self, row: int) -> int:
        """R12, R13."""
        return self.pitch[GOAL][row] if self.pitch[SNITCH][row] and not self.is_blocked(row) else 0

    def is_blocked(self, row: int) -> bool:
        """R12: by a black die."""
        return self.pitch[KEEPER][row] + self.pitch[BLUDGER][row] > 0

    def score(self, seat: int) -> int:
        return self.points[seat]

    def rank(self, seat: int) -> int:
        return 1 if self.points[seat] >= self.points[1 - seat] else 2
