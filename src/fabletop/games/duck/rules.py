"""The Duck Game: the rules DUC-R1 to R6 and the gaps decided in RULES.md.

A figure stands at 0, in front of the board, or on a square from 1 to LAST.  Whoever stands in the rain waits
there for the right face.  The die is remembered only while somebody decides whether to use it once more.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record
from fabletop.games.duck.board import (
    AGAIN,
    CATCH_UP,
    DUCK,
    EVENT,
    FACES,
    GOTO,
    LAST,
    MISS,
    MOST_MISSED,
    QUIET,
    RAIN,
    VALUE,
)

START = 0
AHEAD, BEHIND, TURN_ORDER, OFF = range(4)  # the option field3

ROLL = 0  # actions: roll 1 is ROLL, …
HOP = FACES
GO = HOP + 1
STAY = GO + 1
ACTIONS = (*(f"roll {face}" for face in range(1, FACES + 1)), "hop", "go", "stay")


@record
class Rules(BaseRules):
    seats: int = field(1, 4)
    ducks: int = field(0, 2)
    forced_hops: int = field(0, 1)
    field3: int = field(AHEAD, OFF)
    bump: int = field(0, 1)

    at: list[int] = field(START, LAST, 4)
    missing: list[int] = field(0, MOST_MISSED, 4)  # turns still to be missed
    turn: int = field(0, 3)  # after the end: who has won
    die: int = field(0, FACES)  # 0: to be rolled

    def start(self) -> None:
        for seat in range(4):
            self.at[seat] = START  # R2, A1
            self.missing[seat] = 0
        self.turn = self.die = 0

    def to_move(self) -> int:
        if self.at[self.turn] == LAST:
            return OVER
        return self.turn if self.die else CHANCE

    def acting(self) -> int:
        return self.turn

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.die == 0:
            for face in range(FACES):
                moves.add(ROLL + face)
            return
        duck = self.on_duck(self.at[self.turn])
        moves.add(HOP if duck else GO)
        if not (duck and self.forced_hops):
            moves.add(STAY)

    def on_duck(self, square: int) -> bool:
        return DUCK[self.ducks][square] == 1

    def catch_up(self) -> int:
        """R5, A5: where square 3 leads, seen from the nearest figure ahead, or the next in turn; 0: nobody is ahead."""
        here = self.at[self.turn]
        if self.field3 == TURN_ORDER:
            following = self.at[(self.turn + 1) % self.seats]
            return following + 1 if following > here else 0
        nearest = LAST
        for seat in range(self.seats):
            if here < self.at[seat] < nearest:
                nearest = self.at[seat]
        if nearest == LAST or self.field3 == OFF:
            return 0
        return nearest + 1 if self.field3 == AHEAD else nearest - 1

    def sample(self, moves: Moves, rng: Rng) -> int:
        return ROLL + rng.below(FACES)

    # What it does

    def apply(self, action: int) -> None:
        here = self.at[self.turn]
        if action < HOP:
            self.roll(action - ROLL + 1)
        elif action == HOP:
            self.arrive(here + self.die)  # R4, A3: the same number again
        elif action == GO and self.catch_up() != here:
            self.arrive(self.catch_up())  # A6: and that square acts
        else:
            self.pass_on()

    def roll(self, face: int) -> None:
        """R3: one roll moves the figure, unless it waits in the rain for another face (A9)."""
        here = self.at[self.turn]
        if EVENT[here] == RAIN and face != VALUE[here]:
            self.pass_on()
        else:
            self.die = face
            self.arrive(here + face)

    def arrive(self, square: int) -> None:
        """R4, R5, A4: the figure comes to a square, and from there to wherever it is sent without asking."""
        origin = self.at[self.turn]
        square = min(square, LAST)  # R6, A14: beyond the last square is there
        acts = True
        while acts and EVENT[square] == GOTO:
            acts = QUIET[square] == 0
            square = VALUE[square]
        self.at[self.turn] = square
        if self.bump:
            self.send_back(square, origin)
        if square == LAST:
            self.die = 0
        elif acts:
            self.halt(square)
        else:
            self.pass_on()

    def send_back(self, square: int, origin: int) -> None:
        """A11, bump: nobody shares a square; where the other figure now stands does nothing to it."""
        for seat in range(self.seats):
            if seat != self.turn and self.at[seat] == square:
                self.at[seat] = origin

    def halt(self, square: int) -> None:
        """R4, R5: where the figure has come to stand, its owner is asked, or the turn ends in its own way."""
        event = EVENT[square]
        if self.on_duck(square) or (event == CATCH_UP and self.catch_up()):
            return  # hop or go, or stay
        if event == AGAIN and VALUE[square] >> self.die & 1:
            self.die = 0  # A8: however the figure came here, the die showed it
            return
        if event == MISS:
            self.missing[self.turn] = VALUE[square]
        self.pass_on()

    def pass_on(self) -> None:
        """The next seat that does not miss its turn."""
        self.die = 0
        self.turn = (self.turn + 1) % self.seats
        while self.missing[self.turn]:
            self.missing[self.turn] -= 1
            self.turn = (self.turn + 1) % self.seats

    def rank(self, seat: int) -> int:
        return 1 if seat == self.turn else 2
