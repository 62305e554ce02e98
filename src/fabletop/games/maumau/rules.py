"""Mau-Mau(s): the rules MAU-R1 to R8 and the gaps decided in RULES.md.

A card is colour * 7 + rank, the ranks being the numbers 1 to 5, rest and +1; the four wish cards are alike
and are all card 28.  A set of cards is an integer: one bit for each coloured card, and above them the number
of wish cards, so that a card moves from set to set by subtracting and adding 1 << card.
The draw pile has no order: a card is drawn when somebody takes it.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules, Moves, Rng, bits, field, lowest, record

COLOURS = ("red", "yellow", "green", "blue")
RANKS = ("1", "2", "3", "4", "5", "rest", "plus")
REST, PLUS = 5, 6
WISH = 28
KINDS = 29
CARDS = (*(f"{colour}-{rank}" for colour in COLOURS for rank in RANKS), "wish")

ANY = 4  # as a colour: whatever you like
NONE = KINDS  # as a card
COLOURED = (1 << WISH) - 1
ALL = 32
DECK = COLOURED + (4 << WISH)
SUIT = (1 << 7) - 1  # all of the first colour
COLUMN = 1 | 1 << 7 | 1 << 14 | 1 << 21  # the first rank in every colour
HAND = 5
SHORT = 2  # a hand that is nearly played

DEAL, TURN_UP, TAKE, PLAY, DRAWN, END = range(6)  # what happens next: first a card leaves the pile

DEALT, TURNED, TAKEN = DEAL * KINDS, TURN_UP * KINDS, TAKE * KINDS  # actions
LAY = TAKEN + KINDS
LAY_WISH = LAY + WISH  # and the colour wished for
DRAW = LAY_WISH + 4
PASS = DRAW + 1
KEEP = PASS + 1
ACTIONS = (
    *(f"deal {card}" for card in CARDS),
    *(f"turn {card}" for card in CARDS),
    *(f"card {card}" for card in CARDS),
    *(f"play {card}" for card in CARDS[:WISH]),
    *(f"play wish {colour}" for colour in COLOURS),
    "draw",
    "pass",
    "keep",
)


@record
class Rules(BaseRules):
    seats: int = field(2, 5)
    play_drawn: int = field(0, 1)
    free_draw: int = field(0, 1)
    stack_plus: int = field(0, 1)
    start_effects: int = field(0, 1)

    hands: list[int] = field(0, DECK, 5)
    held: list[int] = field(0, ALL, 5)  # cards in each hand: anybody can count them
    pile: int = field(0, DECK)
    left: int = field(0, ALL)  # cards in the pile
    discards: int = field(0, DECK)  # without the top card
    top: int = field(0, NONE)
    colour: int = field(0, ANY)  # to be served
    kept: int = field(0, DECK)  # cards that everybody knows to be in hands since the last shuffle

    phase: int = field(0, END)
    turn: int = field(0, 4)
    plus: int = field(0, 4)  # cards that +1 makes the seat on turn take, unless it may answer (stack_plus)
    drawn: int = field(0, NONE)  # the card just drawn, while its owner decides
    passes: int = field(0, 5)  # one after the other

    def start(self) -> None:
        for seat in range(5):
            self.hands[seat] = self.held[seat] = 0
        self.pile = DECK
        self.left = ALL
        self.discards = self.kept = 0
        self.top = self.drawn = NONE
        self.colour = ANY
        self.phase = DEAL
        self.turn = self.plus = self.passes = 0

    def to_move(self) -> int:
        if self.phase <= TAKE:
            return CHANCE
        return OVER if self.phase == END else self.turn

    def acting(self) -> int:
        return NOBODY if self.phase == TURN_UP else self.turn

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.phase == PLAY:
            fitting = self.hands[self.turn] & self.fits()
            self.lay(fitting, moves)
            if self.left or self.discards:
                if fitting == 0 or self.free_draw or self.plus:
                    moves.add(DRAW)
            elif fitting == 0:
                moves.add(PASS)
        elif self.phase == DRAWN:
            self.lay(1 << self.drawn, moves)
            moves.add(KEEP)
        else:
            self.from_pile(moves)

    def lay(self, cards: int, moves: Moves) -> None:
        moves.add_set(LAY, cards & COLOURED)
        if cards > COLOURED:
            for colour in range(4):
                moves.add(LAY_WISH + colour)

    def fits(self) -> int:
        """R2, R4 to R6: all cards that may be laid now."""
        if self.plus:
            return COLUMN << PLUS
        same_rank = COLUMN << self.top % 7 if self.top < WISH else 0
        same_colour = COLOURED if self.colour == ANY else SUIT << 7 * self.colour
        return same_rank | same_colour | 7 << WISH

    def from_pile(self, moves: Moves) -> None:
        first = self.phase * KINDS
        members = self.pile & COLOURED
        while members:
            moves.add_weighted(first + lowest(members), 1)
            members &= members - 1
        if self.pile > COLOURED:
            moves.add_weighted(first + WISH, self.pile >> WISH)

    def sample(self, moves: Moves, rng: Rng) -> int:
        return self.phase * KINDS + any_of(self.pile, rng)

    # What it does

    def apply(self, action: int) -> None:
        if action < TURNED:
            self.deal(action - DEALT)
        elif action < TAKEN:
            self.turn_up(action - TURNED)
        elif action < LAY:
            self.take(action - TAKEN)
        elif action < DRAW:
            self.play(action - LAY)
        elif action == DRAW:
            self.reach_for_pile()
        elif action == KEEP:
            self.drawn = NONE
            self.begin(1)
        else:
            self.pass_on()

    def deal(self, card: int) -> None:
        self.receive(card)
        self.begin(1)
        self.phase = DEAL if self.held[self.seats - 1] < HAND else TURN_UP

    def receive(self, card: int) -> None:
        self.pile -= 1 << card
        self.left -= 1
        self.hands[self.turn] += 1 << card
        self.held[self.turn] += 1

    def turn_up(self, card: int) -> None:
        """A4: a special card turned up does nothing, unless the house says so; on a wish anything goes."""
        self.pile -= 1 << card
        self.left -= 1
        self.top = card
        self.colour = ANY if card == WISH else card // 7
        self.turn = self.seats - 1
        self.follow(card if self.start_effects else NONE)

    def play(self, laid: int) -> None:
        card = min(laid, WISH)
        self.hands[self.turn] -= 1 << card
        self.held[self.turn] -= 1
        self.kept -= shared(self.kept, 1 << card)
        self.discards += 1 << self.top
        self.top = card
        self.colour = laid - WISH if card == WISH else card // 7
        self.drawn = NONE
        self.passes = 0
        if self.held[self.turn]:
            self.follow(card)
        else:
            self.phase = END  # R8, A13
            self.plus = 0

    def follow(self, card: int) -> None:
        """R4, R5: what the card does to the next seat."""
        rank = card % 7 if card < WISH else NONE
        self.begin(2 if rank == REST else 1)
        if rank == PLUS:
            self.plus += 1
            if not self.stack_plus:
                self.reach_for_pile()

    def pass_on(self) -> None:
        self.passes += 1
        if self.passes < self.seats:
            self.begin(1)
        else:
            self.phase = END  # A12

    def begin(self, steps: int) -> None:
        """The seat so many steps on is to play."""
        seat = self.turn + steps
        self.turn = seat if seat < self.seats else seat - self.seats
        self.phase = PLAY

    def reach_for_pile(self) -> None:
        """The seat on turn takes a card.  There is one: every +1 laid has put another among the discards."""
        self.phase = TAKE
        if self.left == 0:  # R7, A11: shuffle, but for the top card; whatever is not there is in a hand
            self.pile = self.discards
            self.left = count(self.pile)
            self.discards = 0
            self.kept = DECK - self.pile - (1 << self.top)

    def take(self, card: int) -> None:
        self.receive(card)
        if self.plus > 1:
            self.plus -= 1
            self.reach_for_pile()
        elif self.play_drawn and self.plus == 0 and 1 << card & self.fits():
            self.drawn = card
            self.phase = DRAWN  # A2
        else:
            self.plus = 0
            self.begin(1)

    def rank(self, seat: int) -> int:
        """R8: one has won and the others have not.  A12: whoever has fewer cards is better."""
        better = 0
        for other in range(self.seats):
            if self.held[other] == 0:
                return 1 if other == seat else 2
            if self.held[other] < self.held[seat]:
                better += 1
        return 1 + better

    # What people are likely to do

    def likely(self, moves: Moves, rng: Rng) -> int:
        moves.clear()
        self.legal(moves)
        chosen, best = 0, -1
        for i in range(moves.n):
            liked = 64 * self.liking(moves.room[i]) + rng.below(200)
            if liked > best:
                chosen, best = moves.room[i], liked
        return chosen

    def liking(self, action: int) -> int:
        """Special cards when the next seat is short, wishes when nothing else fits; else the longest colour."""
        if action >= DRAW:
            return 0
        hand = self.hands[self.turn]
        if action >= LAY_WISH:
            return 3 + bits(hand & SUIT << 7 * (action - LAY_WISH))
        card = action - LAY
        liked = 10 + bits(hand & SUIT << 7 * (card // 7))
        if card % 7 >= REST:
            after = self.turn + 1 if self.turn + 1 < self.seats else 0
            liked += 5 if self.held[after] <= SHORT else -2
        return liked

    # What is known

    def knows(self, seat: int, action: int) -> bool:
        secret = action < TURNED or TAKEN <= action < LAY
        return seat == self.turn or not secret

    def conceal(self, seat: int) -> None:
        """The others' hands go back into the pile, except for what everybody knows to be in a hand."""
        seen = self.discards if self.top == NONE else self.discards + (1 << self.top)
        for other in range(self.seats):
            if other != seat:
                self.hands[other] = 0
            seen += self.hands[other]
        self.pile = DECK - seen - self.loose()
        if self.turn != seat:
            self.drawn = NONE

    def loose(self) -> int:
        """What is known to be in hands, but not in whose."""
        cards = self.kept
        for seat in range(self.seats):
            cards -= shared(cards, self.hands[seat])
        return cards

    def complete(self, rng: Rng) -> None:
        loose = self.loose()
        if self.phase == DRAWN and self.drawn == NONE:  # the card fits, and it came from the pile
            self.drawn = any_of(shared(self.pile, self.fits()), rng)
            self.pile -= 1 << self.drawn
            self.hands[self.turn] += 1 << self.drawn
        room = count(self.pile) + count(loose) - self.left  # for so many cards, in all hands
        for seat in range(self.seats):
            for _ in range(self.held[seat] - count(self.hands[seat])):
                if loose and rng.below(room) < count(loose):
                    card = any_of(loose, rng)
                    loose -= 1 << card
                else:
                    card = any_of(self.pile, rng)
                    self.pile -= 1 << card
                self.hands[seat] += 1 << card
                room -= 1


# Sets of cards


def count(cards: int) -> int:
    return bits(cards & COLOURED) + (cards >> WISH)


def shared(some: int, others: int) -> int:
    """The cards that are in both sets."""
    return (some & others & COLOURED) + (min(some >> WISH, others >> WISH) << WISH)


def any_of(cards: int, rng: Rng) -> int:
    """A card of the set at random, wishes last."""
    n = rng.below(count(cards))
    members = cards & COLOURED
    while n and members:
        members &= members - 1
        n -= 1
    return lowest(members) if members else WISH
