"""The Enchanted Garden: the rules GAR-R1 to R18 and the gaps decided in RULES.md.

The rules know no geometry.  Squares, axles and edges are numbers, and tables made from board.toml say which
squares are neighbours, which edge lies between them, how each hedge closes it, and which four squares turn
with an axle.  A set of squares is an integer, one bit for each.  A goal card is drawn when it is turned up.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules, Moves, field, find, lowest, record
from fabletop.games.garden.board import (
    AROUND,
    AXLES,
    BOARD,
    CLOSED,
    EDGES,
    FACING,
    FAIRIES,
    GATES,
    GOALS,
    MAGIC,
    NEIGHBOURS,
    SPOTS,
    SQUARES,
)

UNLAID = -1  # as the facing of a hedge
OFF = -1  # as the square of a pawn
NONE = GOALS + len(GATES)  # as a card: goal cards come first, then a seat's own card at a gate
GAP, FAIRY = 0, 1  # magic cards
MOST_GOALS = 12

# What happens next
LAYING, PLACING, TURNING_UP, PLAYING, DRAWING, SENDING, PASSING, ENDED, SETTING = range(9)
FIRST, RANDOM, BY_HAND = range(3)  # the option layout

HEDGE = 0  # actions
PLACE = HEDGE + 4
GOAL = PLACE + len(GATES)
WALK = GOAL + GOALS
SLIP = WALK + SQUARES
FLY = SLIP + SQUARES
TURN = FLY + len(FAIRIES)
STOP = TURN + 3 * AXLES
SEND = STOP + 1
DRAW = SEND + len(GATES)
DONE = DRAW + 2
ACTIONS = (
    *(f"hedge {facing}" for facing in range(4)),
    *(f"place {gate}" for gate in BOARD.gates),
    *(f"goal {goal}" for goal in BOARD.goals),
    *(f"walk {square}" for square in BOARD.names),
    *(f"gap {square}" for square in BOARD.names),
    *(f"fly {BOARD.names[square]}" for square in FAIRIES),
    *(f"turn {axle} {quarters}" for axle in range(1, AXLES + 1) for quarters in (1, 2, 3)),
    "end",
    *(f"gate {gate}" for gate in BOARD.gates),
    "magic gap",
    "magic fairy",
    "done",
)


@record
class Rules(BaseRules):
    seats: int = field(2, 4)
    goals: int = field(1, MOST_GOALS)
    layout: int = field(FIRST, BY_HAND)
    hedges: int = field(0, 1)  # 1: the inner ones are L
    finish_round: int = field(0, 1)

    facing: list[int] = field(UNLAID, 3, AXLES)  # of each hedge: quarters turned clockwise
    pawns: list[int] = field(OFF, SQUARES - 1, 4)
    card: list[int] = field(0, NONE, 4)  # of each seat, face up
    found: list[int] = field(0, MOST_GOALS + 1, 4)  # goals reached; one more: home at the gate
    unseen: int = field(0, (1 << GOALS) - 1)  # goal cards not turned up yet
    magic: list[list[int]] = field(0, max(MAGIC), 4, 2)  # gap and fairy cards of each seat
    pile: list[int] = field(0, max(MAGIC), 2)

    laid: int = field(0, 4 * AXLES)  # hedges turned by hand before the start
    agreed: int = field(0, 4)  # seats that have said, one after the other, that they lie well

    phase: int = field(0, SETTING)
    turn: int = field(0, 3)
    turned: int = field(0, 1)  # has a hedge been turned in this turn?
    walked: int = field(0, 1)  # was the last thing done in this turn a walk?

    def start(self) -> None:
        for axle in range(AXLES):
            self.facing[axle] = UNLAID if self.layout == RANDOM else FACING[axle]
        for seat in range(4):
            self.pawns[seat] = OFF
            self.card[seat] = NONE
            self.found[seat] = 0
            self.magic[seat][GAP] = self.magic[seat][FAIRY] = 0
        self.unseen = (1 << GOALS) - 1
        self.pile[GAP] = MAGIC[GAP]
        self.pile[FAIRY] = MAGIC[FAIRY]
        self.phase = PLACING
        if self.layout == RANDOM:
            self.phase = LAYING
        elif self.layout == BY_HAND:
            self.phase = SETTING
        self.turn = self.turned = self.walked = self.laid = self.agreed = 0

    def to_move(self) -> int:
        if self.phase == ENDED:
            return OVER
        if self.phase == PLACING or self.phase == PLAYING or self.phase == SETTING:
            return self.turn
        return self.next_seat() if self.phase == SENDING else CHANCE  # R16, A23

    def acting(self) -> int:
        return NOBODY if self.phase == LAYING else self.turn

    def next_seat(self) -> int:
        return self.turn + 1 if self.turn + 1 < self.seats else 0

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.phase == PLAYING:
            self.in_turn(moves)
        elif self.phase == TURNING_UP:
            moves.add_set(GOAL, self.unseen)
        elif self.phase == DRAWING:
            for kind in range(2):
                if self.pile[kind]:
                    moves.add_weighted(DRAW + kind, self.pile[kind])
        elif self.phase == LAYING:
            for facing in range(4):
                moves.add(HEDGE + facing)
        elif self.phase == SETTING:
            if self.laid < self.seats * AXLES:  # A29: and then it must be good
                for i in range(3 * AXLES):
                    moves.add(TURN + i)
            moves.add(DONE)
        else:
            for gate in range(len(GATES)):
                if self.phase == SENDING:
                    moves.add(SEND + gate)  # R16, A24
                elif GATES[gate] not in self.pawns:
                    moves.add(PLACE + gate)  # A18

    def in_turn(self, moves: Moves) -> None:
        """R6, R13, A4, A12: walk, slip, fly and turn a hedge in any order, or leave it."""
        at = self.pawns[self.turn]
        magic = self.magic[self.turn]
        if not self.walked:
            moves.add_set(WALK, self.walks(at))
        if magic[GAP]:
            self.slips(at, moves)
        if magic[FAIRY] >= 2 and at in FAIRIES:
            self.flights(at, moves)
        if self.is_free(at) or moves.n == 0:  # A8; but nobody is stuck where another has come in
            if not self.turned:
                for i in range(3 * AXLES):
                    moves.add(TURN + i)
            moves.add(STOP)

    def walks(self, start: int) -> int:
        """The squares where a walk can end."""
        return self.reach(start, 0) & self.ends(start)

    def ends(self, start: int) -> int:
        """R10: where a walk from here may end, if it comes there: not with another pawn, but on the own goal."""
        ends = ~(1 << start)
        for seat in range(self.seats):
            if self.pawns[seat] != self.goal() and seat != self.turn:
                ends &= ~(1 << self.pawns[seat])
        return ends

    def reach(self, start: int, enough: int) -> int:
        """R9, A5: where a walk can come, other pawns are passed, the own goal is not; any of `enough` will do."""
        goal = self.goal()
        seen = fringe = 1 << start
        while fringe and seen & enough == 0:
            square = lowest(fringe)
            fringe &= fringe - 1
            if square != goal:
                for i in range(4):
                    other = NEIGHBOURS[square][i]
                    if other >= 0 and seen >> other & 1 == 0 and not self.is_closed(EDGES[square][i]):
                        seen |= 1 << other
                        fringe |= 1 << other
        return seen

    def slips(self, at: int, moves: Moves) -> None:
        """R14, A13, A14: through one hedge, never through the wall."""
        for i in range(4):
            if self.is_closed(EDGES[at][i]) and self.can_land(NEIGHBOURS[at][i]):
                moves.add(SLIP + NEIGHBOURS[at][i])

    def flights(self, at: int, moves: Moves) -> None:
        """R15: from a fairy square to any other."""
        for i in range(len(FAIRIES)):
            if FAIRIES[i] != at and self.can_land(FAIRIES[i]):
                moves.add(FLY + i)

    def can_land(self, square: int) -> bool:
        """R10, A11: on a free square, on the own goal, or where one can walk on from."""
        if square == self.goal() or self.is_free(square):
            return True
        ends = self.ends(square)
        return self.reach(square, ends) & ends != 0

    def is_free(self, square: int) -> bool:
        """Does no other pawn stand there?"""
        for seat in range(self.seats):
            if self.pawns[seat] == square and seat != self.turn:
                return False
        return True

    def is_closed(self, edge: int) -> bool:
        """Does a hedge lie on this edge?"""
        return edge >= 0 and CLOSED[self.hedges][edge][self.facing[edge >> 2]] == 1

    def goal(self) -> int:
        """The square that the seat on turn is looking for."""
        return SPOTS[self.card[self.turn]]

    # What it does

    def apply(self, action: int) -> None:
        if action < PLACE:
            self.facing[find(self.facing, UNLAID)] = action - HEDGE
            if UNLAID not in self.facing:
                self.phase = PLACING
        elif action < GOAL:
            self.pawns[self.turn] = GATES[action - PLACE]
            self.turn = self.next_seat()
            if self.turn == 0:
                self.phase = TURNING_UP
        elif action < WALK:
            self.unseen ^= 1 << action - GOAL
            self.take_card(action - GOAL)
        elif self.phase == SETTING:
            self.set_up(action)
        elif action < STOP:
            self.act(action)
            self.claim()  # A5, A6
        elif action == STOP:
            self.rest(DRAWING if self.pile[GAP] + self.pile[FAIRY] else PASSING)  # R12, A15
        elif action < DRAW:
            self.take_card(GOALS + action - SEND)
        else:
            self.pile[action - DRAW] -= 1
            self.magic[self.turn][action - DRAW] += 1
            self.phase = PASSING
        while self.phase == PASSING:
            self.pass_on()

    def set_up(self, action: int) -> None:
        """R2, A29: seat after seat turns a hedge, until all have said in a row that they lie well."""
        if action == DONE:
            self.agreed += 1
        else:
            self.act(action)
            self.turned = 0
            self.laid += 1
            self.agreed = 0
        self.turn = self.next_seat()
        if self.agreed == self.seats:
            self.phase = PLACING
            self.turn = self.agreed = self.laid = 0

    def take_card(self, card: int) -> None:
        self.card[self.turn] = card
        self.phase = PASSING

    def act(self, action: int) -> None:
        """One thing done in a turn: R7, R9, R14, R15."""
        self.walked = 1 if action < SLIP else 0
        if action < SLIP:
            self.pawns[self.turn] = action - WALK
        elif action < FLY:
            self.pawns[self.turn] = action - SLIP
            self.magic[self.turn][GAP] -= 1
        elif action < TURN:
            self.pawns[self.turn] = FAIRIES[action - FLY]
            self.magic[self.turn][FAIRY] -= 2
        else:
            self.turn_hedge((action - TURN) // 3, (action - TURN) % 3 + 1)

    def turn_hedge(self, axle: int, quarters: int) -> None:
        """R6, R8, A9, A20: the hedge turns, and all pawns around it are carried along."""
        self.turned = 1
        self.facing[axle] = self.facing[axle] + quarters & 3
        for seat in range(self.seats):
            for place in range(4):
                if self.pawns[seat] == AROUND[axle][place]:
                    self.pawns[seat] = AROUND[axle][place + quarters & 3]
                    break

    def claim(self) -> None:
        """R11, R16, R18: a pawn that is on its goal in its own turn has reached it, and the turn is over."""
        seat = self.turn
        if self.pawns[seat] != self.goal():
            return
        self.found[seat] += 1
        if self.found[seat] > self.goals:
            self.rest(PASSING if self.finish_round else ENDED)  # A22
        else:
            self.card[seat] = NONE
            self.rest(SENDING if self.found[seat] == self.goals else TURNING_UP)

    def rest(self, phase: int) -> None:
        """The turn is over, but for what still happens."""
        self.turned = self.walked = 0
        self.phase = phase

    def pass_on(self) -> None:
        """R5: the next seat; during the set-up it turns up its first card."""
        self.turn = self.next_seat()
        if self.turn == 0 and self.is_won():
            self.phase = ENDED
        elif self.card[self.turn] == NONE:
            self.phase = TURNING_UP
        else:
            self.phase = PLAYING
            self.claim()  # A7: carried there by another, and that is the whole turn

    def is_won(self) -> bool:
        for seat in range(self.seats):
            if self.found[seat] > self.goals:
                return True
        return False

    def rank(self, seat: int) -> int:
        return 1 if self.found[seat] > self.goals else 2
