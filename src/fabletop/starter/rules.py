"""The Lantern Path: the rules R1 to R5 of RULES.md.

A lantern stands at 0, in front of the path, or on a square up to `length`, at home.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record

FACES = 6
WIND = 1  # the face
LONGEST = 40  # path
SEATS = 4

ROLL = 0  # actions: roll 1 is ROLL, …
AGAIN = FACES
STOP = AGAIN + 1
ACTIONS = (*(f"roll {face}" for face in range(1, FACES + 1)), "again", "stop")


@record
class Rules(BaseRules):
    seats: int = field(2, SEATS)
    length: int = field(20, LONGEST)
    mild_wind: int = field(0, 1)

    at: list[int] = field(0, LONGEST, SEATS)
    turn: int = field(0, SEATS - 1)  # after the end: who has won
    steps: int = field(0, LONGEST)  # won in this turn
    die: int = field(0, FACES)  # 0: to be rolled

    def start(self) -> None:
        for seat in range(SEATS):
            self.at[seat] = 0
        self.turn = self.steps = self.die = 0

    def to_move(self) -> int:
        if self.at[self.turn] == self.length:
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
        if self.at[self.turn] + self.steps < self.length:  # R5: who can be home does not risk it
            moves.add(AGAIN)
        moves.add(STOP)

    def sample(self, moves: Moves, rng: Rng) -> int:
        return ROLL + rng.below(FACES)

    # What it does

    def apply(self, action: int) -> None:
        if action < AGAIN:
            self.roll(action - ROLL + 1)
        elif action == AGAIN:
            self.die = 0
        else:
            self.walk()

    def roll(self, face: int) -> None:
        """R2, R3: every roll adds its steps; a gust of wind takes them all."""
        if face == WIND:
            if not self.mild_wind:
                self.steps = 0
            self.walk()
        else:
            self.die = face
            self.steps = min(self.steps + face, self.length - self.at[self.turn])

    def walk(self) -> None:
        """R4: the lantern goes on by the steps of this turn, and the next seat is on turn unless it is home."""
        self.at[self.turn] += self.steps
        self.steps = self.die = 0
        if self.at[self.turn] < self.length:
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0

    def rank(self, seat: int) -> int:
        return 1 if seat == self.turn else 2
