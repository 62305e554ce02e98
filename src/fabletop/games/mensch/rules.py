"""Mensch ärgere Dich nicht: the rules MAE-R1 to R13 and the gaps decided in RULES.md.

A figure stands at -1 (home), at 0 (its own A square) to track - 1, counted from its own A square, or in its
goal at track (a), track + 1 (b), and so on.  Figures keep their numbers; two of one seat never share a square.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, find, record

UNUSED, HOME, A = -2, -1, 0
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

    figures: list[list[int]] = field(UNUSED, 43, 4, PIECES)
    turn: int = field(0, 3)
    die: int = field(0, FACES)  # 0: still to be rolled
    tries: int = field(0, TRIES)  # rolls left, the one on the table not counted
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

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.die == 0:
            for face in range(FACES):
                moves.add(ROLL + face)
            return
        self.usable(moves)
        if self.must_hit:
            self.keep_hits(moves)
        if self.tries and self.die != SIX and self.off_track():
            moves.add(AGAIN)  # A7: a figure in the goal could use the roll

    def usable(self, moves: Moves) -> None:
        """R4 to R7: the ways to use the die."""
        mine = self.figures[self.turn]
        if HOME in mine:
            on_a = find(mine, A)
            if self.die == SIX and on_a < 0:
                moves.add(ENTER)
                if not self.optional_entry:
                    return
            if on_a >= 0 and self.can_step(on_a):
                moves.add(MOVE + on_a)
                return
        for figure in range(self.pieces):
            if mine[figure] != HOME and self.can_step(figure):
                moves.add(MOVE + figure)

    def can_use(self) -> bool:
        """Is there any way to use the die?"""
        mine = self.figures[self.turn]
        if self.die == SIX and HOME in mine and A not in mine:
            return True
        for figure in range(self.pieces):
            if mine[figure] != HOME and self.can_step(figure):
                return True
        return False

    def can_step(self, figure: int) -> bool:
        """R8, R9, R11: a figure on the board moves exactly the roll, not onto its own kind, not past the goal."""
        mine = self.figures[self.turn]
        target = mine[figure] + self.die
        return target < self.track + self.pieces and target not in mine

    def off_track(self) -> bool:
        """R3: has the seat on turn no figure on the track?"""
        mine = self.figures[self.turn]
        for figure in range(self.pieces):
            if HOME < mine[figure] < self.track:
                return False
        return True

    def keep_hits(self, moves: Moves) -> None:
        """A10, must_hit: if something throws a figure out, only that is left."""
        n = 0
        for i in range(moves.n):
            action = moves.room[i]
            target = A if action == ENTER else self.figures[self.turn][action - MOVE] + self.die
            if self.hit(target, False):
                moves.room[n] = action
                n += 1
        if n:
            moves.n = n

    # What it does

    def apply(self, action: int) -> None:
        if self.die == 0:
            self.roll(action - ROLL + 1)
        elif action == AGAIN:
            self.die = 0
        elif action == ENTER:
            self.step(find(self.figures[self.turn], HOME), A)
        else:
            figure = action - MOVE
            self.step(figure, self.figures[self.turn][figure] + self.die)

    def roll(self, face: int) -> None:
        self.die = face
        self.tries -= 1
        if self.can_use():
            return
        self.die = 0  # R12: the roll is lost
        if face == SIX:
            self.take_die(self.turn)  # A8, A9: but not the extra roll
        elif self.tries == 0:
            self.pass_on()

    def step(self, figure: int, target: int) -> None:
        six = self.die == SIX
        mine = self.figures[self.turn]
        mine[figure] = target
        self.hit(target, True)
        self.die = 0
        if target >= self.track and self.home_and_dry():
            self.finish()
        elif six:
            self.take_die(self.turn)  # R10
        else:
            self.pass_on()

    def hit(self, target: int, sent_home: bool) -> bool:
        """R5, R9: does a foreign figure stand on the square that the seat on turn calls `target`?"""
        if target >= self.track:
            return False
        quarter = self.track // 4
        square = target + quarter * self.corner(self.turn)
        for seat in range(self.seats):
            if seat != self.turn:
                theirs = square - quarter * self.corner(seat)
                if theirs < 0:
                    theirs += self.track
                elif theirs >= self.track:
                    theirs -= self.track
                if theirs in self.figures[seat]:
                    if sent_home:
                        self.figures[seat][find(self.figures[seat], theirs)] = HOME
                    return True
        return False

    def corner(self, seat: int) -> int:
        """Two players sit opposite."""
        return 2 * seat if self.seats == 2 else seat

    def home_and_dry(self) -> bool:
        mine = self.figures[self.turn]
        for figure in range(self.pieces):
            if mine[figure] < self.track:
                return False
        return True

    def finish(self) -> None:
        """R13, A14: the seat on turn is through; the others play on until one is left."""
        place = 1
        left = 0
        for seat in range(self.seats):
            if self.places[seat]:
                place += 1
            else:
                left += 1
        self.places[self.turn] = place
        if left == 2 or self.stop_at_winner:
            self.over = 1
            for seat in range(self.seats):
                if self.places[seat] == 0:
                    self.places[seat] = place + 1
        else:
            self.pass_on()

    def pass_on(self) -> None:
        seat = (self.turn + 1) % self.seats
        while self.places[seat]:
            seat = (seat + 1) % self.seats
        self.take_die(seat)

    def take_die(self, seat: int) -> None:
        """R3, A7: one roll, or up to three while no figure is on the track."""
        self.turn = seat
        self.die = 0
        self.tries = TRIES if self.off_track() and not (self.strict_tries and self.stirs()) else 1

    def stirs(self) -> bool:
        """Could a figure of the seat on turn still move inside the goal?"""
        mine = self.figures[self.turn]
        free = False
        for square in range(self.track + self.pieces - 1, self.track - 1, -1):
            if square not in mine:
                free = True
            elif free:
                return True
        return False

    def rank(self, seat: int) -> int:
        return self.places[seat]

    def sample(self, moves: Moves, rng: Rng) -> int:
        return ROLL + rng.below(FACES)
