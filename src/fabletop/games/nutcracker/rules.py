"""Nutcracker: the rules NUT-R1 to R7, NUT1-R1 to R8, NUT2-R1 to R10, and the gaps as decided in RULES.md.

Everybody stands at a number: Clara Start is 0, the spaces count up from 1, then come the Dungeon Key and, one
step beyond, the King's Start.  The King passes the Key by; a pair goes beyond it only to catch him at home.
What nobody has seen is not decided: cards become known as they are drawn, the tower when somebody looks in.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, bits, field, record
from fabletop.games.nutcracker.board import AHEAD, BELOW, CARDS, FAIRIES, KEY, KING_START, LOCKET, START

FACES = len(AHEAD)
STAY = -1  # as a target: the roll does not move
DOWN, UP = 0, 1  # the King's heading on level 1
UNKNOWN = 0  # the tower; 1: the Nutcracker of seat 0 sits left, 2: right; the other one opposite

# What happens next: first what chance does, then what the seat on turn decides.
ROLL, KING_ROLL, DRAW, REVEAL, PICK_WAY, PICK_KING_WAY, PICK_SIDE, END = range(8)

ROLLED = 0  # actions: roll 1 is ROLLED, …
FAIRY, SCEPTRE, GO_UP, GO_DOWN, KING_UP, KING_DOWN, LEFT, RIGHT, OWN, OTHER = range(FACES, FACES + 10)
ACTIONS = (
    *(f"roll {face}" for face in range(1, FACES + 1)),
    "card fairy",
    "card sceptre",
    "up",
    "down",
    "king up",
    "king down",
    "turn left",
    "turn right",
    "reveal own",
    "reveal other",
)
FIRST_OF_TWO = (0, 0, 0, OWN, GO_UP, KING_UP, LEFT)  # by phase: the lower of two actions


@record
class Rules(BaseRules):
    seats: int = field(2, 2)
    level: int = field(1, 2)
    last_reply: int = field(0, 1)
    reshuffle_tower: int = field(0, 1)
    exact_key: int = field(0, 1)
    bounce: int = field(0, 1)
    shuffle_each_draw: int = field(0, 1)
    idle_directions: int = field(0, 1)

    turn: int = field(0, 1)
    phase: int = field(0, END)
    claras: list[int] = field(START, KING_START, 2)
    king: int = field(START, KING_START)
    heading: int = field(DOWN, UP)  # of the King, level 1
    rests: list[int] = field(0, 1, 2)  # will miss her next turn
    won: list[int] = field(0, 1, 2)

    die: int = field(0, FACES)  # level 2, while its owner picks a way
    seen: int = field(0, CARDS)  # cards drawn in the first pass through the pile
    pile: int = field(0, (1 << CARDS) - 1)  # lowest bit in front, 1: a fairy; the seen cards lie at the back
    united: list[int] = field(0, 1, 2)  # has her Nutcracker with her
    tower: int = field(UNKNOWN, 2)
    side: int = field(0, 1)  # of an unknown tower, just turned; 1: right

    def start(self) -> None:
        for seat in range(2):
            self.claras[seat] = START
            self.rests[seat] = self.won[seat] = self.united[seat] = 0
        self.king = KING_START
        self.heading = DOWN
        self.turn = self.die = self.seen = self.pile = self.side = 0
        self.tower = UNKNOWN
        self.phase = ROLL

    def to_move(self) -> int:
        if self.phase == END:
            return OVER
        return self.turn if self.phase >= PICK_WAY else CHANCE

    def acting(self) -> int:
        return self.turn

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.phase == ROLL or self.phase == KING_ROLL:
            for face in range(FACES):
                moves.add(ROLLED + face)
        elif self.phase == DRAW:
            if self.unseen_fairies():
                moves.add_weighted(FAIRY, self.unseen_fairies())
            if self.unseen_sceptres():
                moves.add_weighted(SCEPTRE, self.unseen_sceptres())
        else:
            first = FIRST_OF_TWO[self.phase]
            one, other = self.stirs(self.die), self.stirs(-self.die)
            if one or not other:
                moves.add(first)
            if other or not one:
                moves.add(first + 1)

    def stirs(self, steps: int) -> bool:
        """NUT2-A9: do so many steps move the King, or the pair, that is to go up or down?"""
        if self.idle_directions or (self.phase != PICK_WAY and self.phase != PICK_KING_WAY):
            return True
        if self.phase == PICK_KING_WAY:
            return self.bounce == 1 or self.king_walk(steps) != self.king
        target = self.clara_walk(steps)
        return target != STAY and (self.bounce == 1 or target != self.claras[self.turn])

    def unseen_fairies(self) -> int:
        return FAIRIES - bits(self.pile)

    def unseen_sceptres(self) -> int:
        return CARDS - self.seen - self.unseen_fairies()

    def sample(self, moves: Moves, rng: Rng) -> int:
        if self.phase == REVEAL:
            return OWN + rng.below(2)
        if self.phase == DRAW:
            return FAIRY if rng.below(CARDS - self.seen) < self.unseen_fairies() else SCEPTRE
        return ROLLED + rng.below(FACES)

    # What it does

    def apply(self, action: int) -> None:
        steps = self.die
        self.die = 0
        if action < FAIRY:
            self.roll(action - ROLLED + 1)
        elif action < GO_UP:
            self.use_card(1 if action == FAIRY else 0)
        elif action < KING_UP:
            self.walk(steps if action == GO_UP else -steps)
        elif action < LEFT:
            self.land_king(self.king_walk(steps if action == KING_UP else -steps))
        elif action < OWN:
            self.turn_tower(action - LEFT)
        else:
            self.reveal(action == OWN)

    def roll(self, face: int) -> None:
        if self.level == 1:
            if self.phase == ROLL:
                self.land(self.clara_dance(face - 1))
            else:
                self.land_king(self.king_dance(face - 1))
        elif self.phase == KING_ROLL:
            self.die = face
            self.phase = PICK_KING_WAY
        elif self.united[self.turn]:
            self.die = face
            self.phase = PICK_WAY
        else:
            self.walk(face)

    # Level 1 goes by colours

    def clara_dance(self, colour: int) -> int:
        """NUT1-R2 to R4: the next space of the colour that the other Clara leaves free, or the Key."""
        target = AHEAD[colour][self.claras[self.turn]]
        if target == self.claras[1 - self.turn]:
            target = AHEAD[colour][target]  # beyond the Key there is again the Key
        return target

    def king_dance(self, colour: int) -> int:
        """NUT1-R5, R6, A6: he goes down to Clara Start, from there up to his own, and so on."""
        if self.heading == DOWN:
            target = BELOW[colour][self.king]
        else:
            target = AHEAD[colour][self.king]
            if target == KEY:
                target = KING_START
        if target == START:
            self.heading = UP
        elif target == KING_START:
            self.heading = DOWN
        return target

    # Level 2 goes by numbers

    def walk(self, steps: int) -> None:
        target = self.clara_walk(steps)
        if target == STAY:
            self.pass_on()
        else:
            self.land(target)

    def clara_walk(self, steps: int) -> int:
        """NUT2-R2, A6, A8 to A10, A12: where so many steps, down if negative, take the Clara on turn."""
        at = self.claras[self.turn]
        aim = at + steps
        if aim == KING_START and self.king == KING_START and self.united[self.turn]:
            return KING_START  # caught at home
        if aim > KEY and self.exact_key:
            return STAY
        target = self.along(aim)
        if self.taken(target):
            onward = steps > 0 if START <= aim <= KEY else steps < 0  # after a bounce she travels back
            target += 1 if onward else -1
        return target

    def along(self, aim: int) -> int:
        """NUT2-A9: the ends of the line, Clara Start and the Key, stop a walk or turn it round."""
        if aim > KEY:
            return 2 * KEY - aim if self.bounce else KEY
        if aim < START:
            return 2 * START - aim if self.bounce else START
        return aim

    def taken(self, target: int) -> bool:
        """NUT2-R2, A16: the Key and Clara Start hold both; a pair that has won leaves room to answer."""
        other = 1 - self.turn
        return START < target < KEY and target == self.claras[other] and self.won[other] == 0

    def king_walk(self, steps: int) -> int:
        """NUT2-R4, A7, A9: where so many steps take the King; his Start is where others have the Key."""
        target = self.along(min(self.king, KEY) + steps)
        return KING_START if target == KEY else target

    # Arrivals

    def land(self, target: int) -> None:
        """The Clara on turn, or the united pair, arrives."""
        self.claras[self.turn] = target
        self.meet_king(self.turn)
        if target == KEY and self.level == 1:
            self.won[self.turn] = 1  # NUT1-R8
        if self.won[self.turn]:
            self.pass_on()
        elif target == KEY and self.united[self.turn] == 0:
            self.phase = PICK_SIDE  # NUT2-R6, A4, A5
        elif LOCKET[target] == 0:
            self.pass_on()
        elif self.level == 1:
            self.phase = KING_ROLL  # NUT1-R5, A5
        elif self.seen < CARDS:
            self.phase = DRAW  # NUT2-R3
        else:
            self.use_card(self.pile & 1)  # NUT2-A17: everybody knows which card is in front

    def land_king(self, target: int) -> None:
        self.king = target
        self.meet_king(0)
        self.meet_king(1)
        self.pass_on()

    def meet_king(self, seat: int) -> None:
        """NUT1-R7, A10, NUT2-R9, R10, A13: a pair defeats him; a Clara loses a turn, but not on the Start."""
        if self.claras[seat] == self.king:
            if self.united[seat]:
                self.won[seat] = 1
            elif self.king != START:
                self.rests[seat] = 1  # NUT1-A8: a flag, not a count

    def use_card(self, fairy: int) -> None:
        """NUT2-R3 to R5, A18: the card goes to the back; a fairy moves the own piece, a sceptre the King."""
        if not self.shuffle_each_draw:
            self.pile = self.pile >> 1 | fairy << CARDS - 1
            self.seen = min(self.seen + 1, CARDS)
        self.phase = ROLL if fairy else KING_ROLL

    # The tower

    def turn_tower(self, side: int) -> None:
        """NUT2-R6, A3: what nobody knows is looked at; what is known follows."""
        if self.tower == UNKNOWN:
            self.side = 0 if self.reshuffle_tower else side  # what is shuffled again has no sides
            self.phase = REVEAL
        else:
            self.find_nutcracker(side == (self.tower - 1) ^ self.turn)

    def reveal(self, own: bool) -> None:
        if not self.reshuffle_tower:
            mine = self.side if own else 1 - self.side
            self.tower = 1 + (mine ^ self.turn)
        self.side = 0
        self.find_nutcracker(own)

    def find_nutcracker(self, own: bool) -> None:
        """NUT2-R7, R8: the right one joins her, the wrong one is turned away."""
        if own:
            self.united[self.turn] = 1
            if self.united[1 - self.turn]:
                self.tower = UNKNOWN  # empty, nothing left to know
        self.pass_on()

    # Turns

    def pass_on(self) -> None:
        if self.won[0] or self.won[1]:
            if not self.may_answer():
                self.finish()
                return
        self.turn = 1 - self.turn
        while self.rests[self.turn]:  # NUT1-A9
            self.rests[self.turn] = 0
            self.turn = 1 - self.turn
        waits = self.claras[self.turn] == KEY and self.united[self.turn] == 0
        self.phase = PICK_SIDE if waits else ROLL

    def may_answer(self) -> bool:
        """last_reply: seat 0 has won in her own turn, and seat 1 has not lost hers."""
        return self.last_reply == 1 and self.turn == 0 and self.won[1] == 0 and self.rests[1] == 0

    def finish(self) -> None:
        self.phase = END
        self.turn = self.rests[0] = self.rests[1] = 0

    def rank(self, seat: int) -> int:
        return 1 if self.won[seat] else 2
