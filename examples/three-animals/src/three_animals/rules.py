"""Three Animals: the rules R1 to R5 of RULES.md.

A card is 1 (fox), 2 (bear) or 3 (lion); 0 is no card, and HIDDEN one that the seat that looks may not know.
"""

from __future__ import annotations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record

ANIMALS = ("fox", "bear", "lion")
CARDS = len(ANIMALS)
HIDDEN = CARDS + 1
MOST = 10  # apples, with five rounds of two

DEAL, FIRST, SECOND, ANSWER, BACK, END = range(6)  # what happens next; in ANSWER and BACK the other has dared

PASS = CARDS  # actions: card fox is 0, …
DARE = PASS + 1
ACTIONS = (*(f"card {animal}" for animal in ANIMALS), "pass", "dare")


@record
class Rules(BaseRules):
    seats: int = field(2, 2)
    rounds: int = field(1, 5)

    round: int = field(0, 5)
    phase: int = field(DEAL, END)
    cards: list[int] = field(0, HIDDEN, 2)
    apples: list[int] = field(-MOST, MOST, 2)
    laid: list[int] = field(0, CARDS, 2)  # open after the last round, if both wanted to see

    def start(self) -> None:
        self.round = 0
        self.phase = DEAL
        for seat in range(2):
            self.cards[seat] = self.apples[seat] = self.laid[seat] = 0

    def first(self) -> int:
        """R1: the seats begin by turns."""
        return self.round & 1

    def to_move(self) -> int:
        if self.phase == END:
            return OVER
        if self.phase == DEAL:
            return CHANCE
        return self.first() if self.phase in (FIRST, BACK) else 1 - self.first()

    def acting(self) -> int:
        return self.first() if self.cards[self.first()] == 0 else 1 - self.first()

    # What may be done

    def legal(self, moves: Moves) -> None:
        if self.phase == DEAL:
            for card in range(1, CARDS + 1):
                if card not in self.cards:
                    moves.add(card - 1)
        else:
            moves.add(PASS)
            moves.add(DARE)

    # What it does

    def apply(self, action: int) -> None:
        if self.phase == DEAL:
            self.cards[self.acting()] = action + 1
            if self.cards[0] and self.cards[1]:
                self.phase = FIRST
        elif self.phase == FIRST:
            self.phase = SECOND if action == PASS else ANSWER
        elif self.phase == SECOND and action == DARE:
            self.phase = BACK
        elif self.phase == SECOND:
            self.compare(1)  # R3: nobody has dared
        elif action == DARE:
            self.compare(2)  # R4
        else:
            self.give(1 - self.to_move(), 1)  # R5: who gives up pays one apple and shows nothing
            self.next_round(0)

    def compare(self, apples: int) -> None:
        """The cards are laid open, and the higher one wins."""
        self.give(0 if self.cards[0] > self.cards[1] else 1, apples)
        self.next_round(1)

    def give(self, seat: int, apples: int) -> None:
        self.apples[seat] += apples
        self.apples[1 - seat] -= apples

    def next_round(self, shown: int) -> None:
        for seat in range(2):
            self.laid[seat] = self.cards[seat] if shown else 0
            self.cards[seat] = 0
        self.round += 1
        self.phase = END if self.round == self.rounds else DEAL

    def score(self, seat: int) -> int:
        return self.apples[seat]

    def rank(self, seat: int) -> int:
        return 1 if self.apples[seat] >= self.apples[1 - seat] else 2

    # What is known

    def knows(self, seat: int, action: int) -> bool:
        """A card that is dealt is its owner's secret."""
        return self.phase != DEAL or seat == self.acting()

    def conceal(self, seat: int) -> None:
        for other in range(2):
            if other != seat and self.cards[other]:
                self.cards[other] = HIDDEN

    def complete(self, rng: Rng) -> None:
        """Any card that nobody is known to hold may be the hidden one."""
        for seat in range(2):
            while self.cards[seat] == HIDDEN:
                card = 1 + rng.below(CARDS)
                if card != self.cards[1 - seat]:
                    self.cards[seat] = card
