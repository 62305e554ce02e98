"""Mau-Mau(s): the rules MAU-R1 to R8 and the gaps decided in RULES.md.

A card is colour * 7 + rank, the ranks being the numbers 1 to 5, rest and +1; the four wish cards are alike and
are all card 28.  A set of cards is an integer: one bit for each coloured card, and above them the number of
wish cards, so that a card moves from set to set by subtracting and adding 1 << card.
The draw pile has no order: a card is drawn when somebody takes it.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules, Moves, Rng, bits, field, lowest, record

COLOURS = ("red", "yellow", "green", "blue")
RANKS = ("1", "2", "3", "4", "5", "rest", "plus")
REST, PLUS = 5, 6
WISH = 28
KINDS = 29
CARDS = tuple(f"{colour}-{rank}" for colour in COLOURS for rank in RANKS) + ("wish",)

ANY = 4  # as a colour: whatever you like
NONE = KINDS  # as a card
COLOURED = (1 << WISH) - 1
DECK = COLOURED + (4 << WISH)
SUIT = (1 << 7) - 1  # all of the first colour
COLUMN = 1 | 1 << 7 | 1 << 14 | 1 << 21  # the first rank in every colour
HAND = 5

DEAL, TURN_UP, PLAY, TAKE, DRAWN, END = range(6)  # what happens next

DEALT = 0  # actions
TURNED = DEALT + KINDS
TAKEN = TURNED + KINDS
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
    held: list[int] = field(0, 32, 5)  # cards in each hand: anybody can count them
    pile: int = field(0, DECK)
    left: int = field(0, 32)  # cards in the pile
    discards: int = field(0, DECK)  # without the top card
    top: int = field(0, NONE)
    colour: int = field(0, ANY)  # to be served
    kept: int = field(0, COLOURED)  # coloured cards that everybody knows to be in hands since the last shuffle

    phase: int = field(0, END)
    turn: int = field(0, 4)
    debt: int = field(0, 32)  # cards that the seat on turn has still to take
    plus: int = field(0, 4)  # +1 cards that wait for an answer (stack_plus)
    drawn: int = field(0, NONE)  # the card just drawn, while its owner decides
    passes: int = field(0, 5)  # one after the other

    def start(self) -> None:
        for seat in range(5):
            self.hands[seat] = 0
            self.held[seat] = 0
        self.pile = DECK
        self.left = bits(COLOURED) + 4
        self.discards = self.kept = 0
        self.top = self.drawn = NONE
        self.colour = ANY
        self.phase = DEAL
        self.turn = self.debt = self.plus = self.passes = 0

    def to_move(self) -> int:
        if self.phase == END:
            return OVER
        return self.turn if self.phase == PLAY or self.phase == DRAWN else CHANCE

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
        first = self.drawing()
        members = self.pile & COLOURED
        while members:
            moves.add_weighted(first + lowest(members), 1)
            members &= members - 1
        if self.pile > COLOURED:
            moves.add_weighted(first + WISH, self.pile >> WISH)

    def drawing(self) -> int:
        """The first action of the kind by which a card now leaves the pile."""
        if self.phase == DEAL:
            return DEALT
        return TURNED if self.phase == TURN_UP else TAKEN

    def sample(self, moves: Moves, rng: Rng) -> int:
        return self.drawing() + nth(self.pile, rng.below(bits(self.pile & COLOURED) + (self.pile >> WISH)))

    # What it does

    def apply(self, action: int) -> None:
        if action < TURNED:
            self.receive(action - DEALT)
            self.turn = self.after(1)
            if self.left == bits(COLOURED) + 4 - HAND * self.seats:
                self.phase = TURN_UP
        elif action < TAKEN:
            self.turn_up(action - TURNED)
        elif action < LAY:
            self.take(action - TAKEN)
        elif action < DRAW:
            self.play(action - LAY)
        elif action == DRAW:
            self.passes = 0
            self.fetch(max(1, self.plus))
        elif action == PASS:
            self.passes += 1
            if self.passes == self.seats:
                self.phase = END  # A12
            else:
                self.begin(1)
        else:
            self.drawn = NONE
            self.begin(1)

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
        self.kept &= ~(1 << card)
        self.discards += 1 << self.top
        self.top = card
        self.colour = laid - WISH if card == WISH else card // 7
        self.drawn = NONE
        self.passes = 0
        if self.held[self.turn] == 0:
            self.phase = END  # R8, A13
        else:
            self.follow(card)

    def follow(self, card: int) -> None:
        """R4, R5: what the card does to the next seat."""
        rank = card % 7 if card < WISH else NONE
        if rank == REST:
            self.begin(2)
        elif rank == PLUS and self.stack_plus:
            self.plus += 1
            self.begin(1)
        elif rank == PLUS:
            self.turn = self.after(1)
            self.plus = 1
            self.fetch(1)
        else:
            self.begin(1)

    def after(self, steps: int) -> int:
        return (self.turn + steps) % self.seats

    def begin(self, steps: int) -> None:
        """The seat so many steps on is to play."""
        self.turn = self.after(steps)
        self.phase = PLAY

    def fetch(self, cards: int) -> None:
        """The seat on turn has to take cards, as many as there are."""
        self.debt = cards
        self.phase = TAKE
        if self.left == 0:
            self.shuffle()
        if self.left == 0:
            self.taken()

    def shuffle(self) -> None:
        """R7, A11: the discards are the new pile; the top card stays.  What is not there must be in a hand."""
        self.pile = self.discards
        self.left = bits(self.pile & COLOURED) + (self.pile >> WISH)
        self.discards = 0
        self.kept = COLOURED & ~self.pile
        if self.top < WISH:
            self.kept &= ~(1 << self.top)

    def take(self, card: int) -> None:
        self.receive(card)
        self.debt -= 1
        if self.debt:
            self.fetch(self.debt)
        elif self.play_drawn and self.plus == 0 and 1 << card & self.fits():
            self.drawn = card
            self.phase = DRAWN  # A2
        else:
            self.taken()

    def taken(self) -> None:
        """Drawing ends the turn."""
        self.debt = self.plus = 0
        self.begin(1)

    def rank(self, seat: int) -> int:
        """The one without cards has won; after a round of passes whoever has the fewest."""
        fewest = 32
        for other in range(self.seats):
            fewest = min(fewest, self.held[other])
        if self.held[seat] == fewest:
            return 1
        if fewest == 0:
            return 2
        better = 1
        for other in range(self.seats):
            if self.held[other] < self.held[seat]:
                better += 1
        return better

    # What is known

    def knows(self, seat: int, action: int) -> bool:
        secret = action < TURNED or TAKEN <= action < LAY
        return seat == self.turn or not secret

    def conceal(self, seat: int) -> None:
        """The others' hands go back into the pile, except for what everybody knows to be in a hand."""
        for other in range(self.seats):
            if other != seat:
                self.pile += self.hands[other] - (self.hands[other] & self.kept)
                self.hands[other] = 0
        if self.turn != seat:
            self.drawn = NONE

    def complete(self, rng: Rng) -> None:
        if self.phase == DRAWN and self.drawn == NONE:
            self.complete_drawn(rng)
        loose = self.kept
        room = 0
        for seat in range(self.seats):
            loose &= ~self.hands[seat]
            room += self.room(seat)
        while loose:
            place = rng.below(room)
            seat = 0
            while place >= self.room(seat):
                place -= self.room(seat)
                seat += 1
            self.hands[seat] += 1 << lowest(loose)
            loose &= loose - 1
            room -= 1
        for seat in range(self.seats):
            for _ in range(self.room(seat)):
                self.hand_over(seat, self.pile, rng)

    def complete_drawn(self, rng: Rng) -> None:
        """Somebody decides about a card just drawn, so it fits, and it came from the pile."""
        fits = self.fits()
        wishes = self.pile >> WISH << WISH
        self.drawn = self.hand_over(self.turn, (self.pile & fits & COLOURED) + wishes, rng)

    def hand_over(self, seat: int, cards: int, rng: Rng) -> int:
        card = nth(cards, rng.below(bits(cards & COLOURED) + (cards >> WISH)))
        self.pile -= 1 << card
        self.hands[seat] += 1 << card
        return card

    def room(self, seat: int) -> int:
        """How many cards of this hand are not known."""
        hand = self.hands[seat]
        return self.held[seat] - bits(hand & COLOURED) - (hand >> WISH)


def nth(cards: int, n: int) -> int:
    """The n-th card of a set, wishes last."""
    members = cards & COLOURED
    while n and members:
        members &= members - 1
        n -= 1
    return lowest(members) if members else WISH
