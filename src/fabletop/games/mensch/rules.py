"""Mensch ärgere Dich nicht: the rules MAE-R1 to R13 and the gaps decided in RULES.md.

A figure stands at -1 (home), at 0 (its own A square) to track - 1, counted from its own A square, or in its
goal at track (a), track + 1 (b), and so on.  Figures keep their numbers; two of one seat never meet.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules, Moves, Rng, field, find, record

UNUSED, HOME, A = -2, -1, 0
AT_HOME, ON_A = 2, 4  # in a set of squares, bit i + 2 stands for square i
SIX = 6
TRIES = 3  # rolls in a turn while no figure is on the track

FACES, PIECES = 6, 4
ROLL = 0  # actions: roll 1 is ROLL, …
ENTER = FACES
MOVE = ENTER + 1
AGAIN = MOVE + PIECES
ACTIONS = (
    *(f"roll {face}" for face in range(1, FACES + 1)),
    "enter",
    *(f"move {figure}" for figure in range(1, PIECES + 1)),
    "again",
)


@record
class Rules(BaseRules):
    seats: int = field(2, 4)
    track: int = field(32, 40)
    pieces: int = field(3, 4)
    must_hit: int = field(0, 1)
    optional_entry: int = field(0, 1)
    strict_tries: int = field(0, 1)
    stop_at_winner: int = field(0, 1)
    lost_six: int = field(0, 1)

    figures: list[list[int]] = field(UNUSED, 43, 4, PIECES)
    turn: int = field(0, 3)
    die: int = field(0, FACES)  # 0: still to be rolled
    tries: int = field(0, TRIES)  # rolls left, the one on the table not counted; none after a 6
    places: list[int] = field(0, 4, 4)  # 0: still playing
    over: int = field(0, 1)

    def start(self) -> None:
        for seat in range(4):
            self.places[seat] = 0
            for figure in range(PIECES):
                self.figures[seat][figure] = HOME if figure < self.pieces else UNUSED
        self.over = 0
        self.take_die(0)

    def to_move(self) -> int:
        if self.over:
            return OVER
        return self.turn if self.die else CHANCE

    def acting(self) -> int:
        return self.turn

    # Where the figures stand, as a set of squares

    def standing(self, seat: int) -> int:
        row = self.figures[seat]
        return 1 << row[0] + 2 | 1 << row[1] + 2 | 1 << row[2] + 2 | 1 << row[3] + 2

    def reach(self) -> int:
        """R8, R9, R11: whom the die can move: on the board, not onto their own kind, not past the goal."""
        mine = self.standing(self.turn)
        return mine & ~(mine >> self.die) & (4 << self.track + self.pieces - self.die) - 4

    def off_track(self) -> bool:
        """R3: has the seat on turn no figure on the track?"""
        return self.standing(self.turn) & (4 << self.track) - 4 == 0

    def in_goal(self) -> int:
        """The goal squares that the seat on turn has filled; a is the first bit."""
        return self.standing(self.turn) >> self.track + 2

    def hit(self, target: int) -> int:
        """R5, R9: the seat whose figure stands where the seat on turn would go, or NOBODY."""
        if target >= self.track:
            return NOBODY
        for seat in range(self.seats):
            if seat != self.turn and self.standing(seat) >> self.seen_by(seat, target) + 2 & 1:
                return seat
        return NOBODY

    def seen_by(self, seat: int, target: int) -> int:
        """What another seat calls the square of the track that the seat on turn calls `target`."""
        quarters = self.turn - seat if self.seats > 2 else 2
        square = target + self.track // 4 * quarters
        if square < 0:
            return square + self.track
        return square - self.track if square >= self.track else square

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.die == 0:
            for face in range(FACES):
                moves.add(ROLL + face)
            return
        self.uses(moves)
        if self.must_hit:
            self.keep_hits(moves)
        if self.tries:
            moves.add(AGAIN)  # A7: no figure on the track, but one in the goal could use the roll

    def uses(self, moves: Moves) -> None:
        """R4 to R7: the ways to use the die."""
        mine = self.figures[self.turn]
        able = self.reach()
        if HOME in mine:
            if self.die == SIX and A not in mine:
                moves.add(ENTER)
                if not self.optional_entry:
                    return
            if able & ON_A:
                able = ON_A  # R6, A11: make room for the next one
        for figure in range(self.pieces):
            moves.add_if(able >> mine[figure] + 2 & 1, MOVE + figure)

    def keep_hits(self, moves: Moves) -> None:
        """A10, must_hit: if something throws a figure out, only that is left."""
        n = 0
        for i in range(moves.n):
            if self.hit(self.target(moves.room[i])) != NOBODY:
                moves.room[n] = moves.room[i]
                n += 1
        if n:
            moves.n = n

    def target(self, action: int) -> int:
        return A if action == ENTER else self.figures[self.turn][action - MOVE] + self.die

    # What it does

    def apply(self, action: int) -> None:
        if self.die == 0:
            self.roll(action - ROLL + 1)
        elif action == AGAIN:
            self.die = 0
        else:
            self.step(action)

    def roll(self, face: int) -> None:
        self.die = face
        self.tries = 0 if face == SIX else self.tries - 1
        if self.reach() or (face == SIX and self.can_enter()):
            return
        self.die = 0  # R12: the roll is lost
        if face == SIX and self.lost_six:
            self.take_die(self.turn)  # A9: but not the extra roll
        elif self.tries == 0:
            self.pass_on()

    def can_enter(self) -> bool:
        return self.standing(self.turn) & (AT_HOME | ON_A) == AT_HOME

    def step(self, action: int) -> None:
        mine, six, target = self.figures[self.turn], self.die == SIX, self.target(action)
        victim = self.hit(target)
        if victim != NOBODY:
            self.figures[victim][find(self.figures[victim], self.seen_by(victim, target))] = HOME
        mine[find(mine, HOME) if action == ENTER else action - MOVE] = target
        self.die = 0
        if self.in_goal() == (1 << self.pieces) - 1:
            self.finish()
        elif six:
            self.take_die(self.turn)  # R10
        else:
            self.pass_on()

    def finish(self) -> None:
        """R13, A14: the seat on turn is through; the others play on until one is left."""
        place = 1
        for seat in range(self.seats):
            if self.places[seat]:
                place += 1
        self.places[self.turn] = place
        if place < self.seats - 1 and not self.stop_at_winner:
            self.pass_on()
            return
        self.over = 1
        for seat in range(self.seats):
            if self.places[seat] == 0:
                self.places[seat] = place + 1

    def pass_on(self) -> None:
        seat = self.turn
        while seat == self.turn or self.places[seat]:
            seat = seat + 1 if seat + 1 < self.seats else 0
        self.take_die(seat)

    def take_die(self, seat: int) -> None:
        """R3, A7: one roll, or up to three while no figure is on the track."""
        self.turn = seat
        self.die = 0
        self.tries = TRIES if self.off_track() and not (self.strict_tries and self.stirs()) else 1

    def stirs(self) -> bool:
        """Could a figure still move inside the goal?  Not if those there have filled its last squares."""
        goal = self.in_goal()
        return goal != 0 and goal + (goal & -goal) != 1 << self.pieces

    def corner(self, seat: int) -> int:
        """Two players sit opposite."""
        return 2 * seat if self.seats == 2 else seat

    def rank(self, seat: int) -> int:
        return self.places[seat]

    def sample(self, moves: Moves, rng: Rng) -> int:
        return ROLL + rng.below(FACES)
