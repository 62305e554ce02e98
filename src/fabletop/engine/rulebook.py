"""Everything that a rules.py imports: chance, the move buffer, the generator, the contract, small helpers.

The text here and in every rules.py runs twice: as plain Python at the table and in the tests, and compiled
for players, solvers and simulations.  So it keeps to integers, to fixed lists and to straight loops.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

from fabletop.engine.record import Record, field, record

__all__ = [
    "CHANCE",
    "LEAST",
    "NOBODY",
    "OVER",
    "BaseEvents",
    "BaseMind",
    "BaseRules",
    "Book",
    "Moves",
    "Rng",
    "bits",
    "counter",
    "field",
    "find",
    "looked_up",
    "lowest",
    "record",
]

CHANCE = -1  # to_move() when the dice or the deck decide
OVER = -2  # to_move() when the game has ended
NOBODY = -1  # no seat; as an observer: a spectator

ROOM = 512  # no game has more legal actions in one position
WORD = 0xFFFFFFFF
LEAST = -1e300  # as a worth: nothing is known
OFTEN = 50  # of a hundred decisions of the gentlest player are made without a thought


@record
class Rng:
    """xoshiro128++ (Blackman and Vigna): the same stream in plain Python and compiled.

    A fresh one is as `seed(0, 0)` leaves it: all zeros would give nothing but zeros for ever.
    """

    a: int = field(0, WORD, first=2772935249)
    b: int = field(0, WORD, first=2758980808)
    c: int = field(0, WORD, first=1656824103)
    d: int = field(0, WORD, first=3024441236)

    def seed(self, seed: int, stream: int) -> None:
        """Begin the stream of this number, independent of every other stream and seed."""
        self.a = mixed((seed & WORD) ^ 0x9E3779B9)
        self.b = mixed((seed >> 32 & WORD) ^ self.a)
        self.c = mixed((stream & WORD) ^ self.b)
        self.d = mixed((stream >> 32 & WORD) ^ self.c)
        self.a = mixed(self.a ^ self.d)
        self.b = mixed(self.b ^ self.a) | 1  # never all zero
        for _ in range(4):
            self.word()

    def word(self) -> int:
        """The next 32 random bits."""
        a, b, c, d = self.a, self.b, self.c, self.d
        total = a + d & WORD
        c ^= a
        d ^= b
        self.a = a ^ d
        self.b = b ^ c
        self.c = c ^ (b << 9 & WORD)
        self.d = (d << 11 | d >> 21) & WORD
        return (total << 7 | total >> 25) + a & WORD

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, without bias (Lemire)."""
        product = self.word() * n
        if product & WORD < n:
            threshold = (WORD + 1 - n) % n
            while product & WORD < threshold:
                product = self.word() * n
        return product >> 32


def mixed(x: int) -> int:
    """A 32-bit finaliser (murmur3): every bit of x changes half of the result."""
    x = (x ^ x >> 16) * 0x85EBCA6B & WORD
    x = (x ^ x >> 13) * 0xC2B2AE35 & WORD
    return x ^ x >> 16


@record
class Moves:
    """The legal actions of a position, in a fixed room; for chance with weights, if they differ."""

    n: int = field(0, ROOM)
    total: int = field(0, WORD >> 1)  # of the weights; 0: all alike
    room: list[int] = field(0, 1 << 15, ROOM)
    weights: list[int] = field(0, WORD >> 1, ROOM)

    def clear(self) -> None:
        self.n = 0
        self.total = 0

    def add(self, action: int) -> None:
        self.room[self.n] = action
        self.n += 1

    def add_if(self, condition: int, action: int) -> None:
        """The action if the condition is 1, not if it is 0; compiled without a branch, which dice would mispredict."""
        self.room[self.n] = action
        self.n += condition

    def add_weighted(self, action: int, weight: int) -> None:
        """An outcome of chance; in one position either all outcomes have weights or none."""
        self.room[self.n] = action
        self.weights[self.n] = weight
        self.total += weight
        self.n += 1

    def add_set(self, first: int, members: int) -> None:
        """The actions first + i for every i in a set held as bits."""
        while members:
            rest = members & members - 1
            self.add(first + lowest(members))
            members = rest

    def pick(self, rng: Rng) -> int:
        """One of the actions, by weight."""
        if self.total == 0:
            return self.room[rng.below(self.n)]
        left = rng.below(self.total)
        i = 0
        while left >= self.weights[i]:
            left -= self.weights[i]
            i += 1
        return self.room[i]


class BaseRules(Record):
    """What the rules of every game answer.  The defaults suit a game without scores and without secrets.

    A game's class adds its fields.  Among them are `seats` and one for each option, named like it, which the
    engine fills in before `start`: a number as it is, a switch as 0 or 1, a word as its place among the words.
    """

    __slots__ = ()
    seats: int

    @abstractmethod
    def start(self) -> None:
        """Set up the game."""

    @abstractmethod
    def to_move(self) -> int:
        """The seat to act, or CHANCE, or OVER."""

    @abstractmethod
    def legal(self, moves: Moves) -> None:
        """Add what the seat or chance to act may do, in ascending order."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Carry out one of the legal actions."""

    @abstractmethod
    def rank(self, seat: int) -> int:
        """After the end: 1 for the best; ties share.  Where a whole table has lost together, nobody is 1."""

    def acting(self) -> int:
        """While chance is to act: the seat for whom it acts (whose die, whose card), which everybody may know."""
        return NOBODY

    def score(self, seat: int) -> int:
        """Points of a seat, in a game that has points."""
        return 0

    def sample(self, moves: Moves, rng: Rng) -> int:
        """An outcome of chance, by the weights that `legal` gives; a game may know a shorter way."""
        moves.clear()
        self.legal(moves)
        return moves.pick(rng)

    def likely(self, moves: Moves, rng: Rng) -> int:
        """What the seat to act might well do, in games that a player imagines: anything, unless a game knows better."""
        moves.clear()
        self.legal(moves)
        return moves.pick(rng)

    def conceal(self, seat: int) -> None:
        """Forget what the seat cannot know (NOBODY: a spectator)."""

    def complete(self, rng: Rng) -> None:
        """After `conceal`: fill in what is forgotten, at random among what is possible."""

    def knows(self, seat: int, action: int) -> bool:
        """Is the seat told which action this is, when it is about to be applied?"""
        return True


def counter(*shape: int) -> Any:
    """A field of events: how often something happened in one game, or a row of such numbers."""
    return field(0, WORD >> 1, *shape)


class BaseEvents(Record):
    """What is worth counting in a game, for statistics: one counter for each kind of event.

    A game that has squares may add `visits`, a row with a counter for each of them.
    """

    __slots__ = ()

    @abstractmethod
    def watch(self, before: Any, action: int, after: Any) -> None:
        """Count what this action brought; both positions are the rules' records and stay as they are."""


class Book(NamedTuple):
    """What a player has learned by heart: numbers in ascending order, such as digests of positions, and their worths.

    More worths may follow after those of the keys.
    """

    keys: Any
    worths: Any


def looked_up(book: Any, key: int) -> float:
    """The worth of a key; LEAST where the book does not have it."""
    low, high = 0, len(book.keys)
    while low < high:
        middle = low + high >> 1
        if book.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(book.keys) or book.keys[low] != key:
        return LEAST
    return float(book.worths[low])


class BaseMind(Record):
    """The computer players of a game as one record: the level, and what a player remembers.

    The same text plays at the table and, compiled, in bulk.  `LEVELS` beside it names the levels from 1 on; level 0
    chooses at random and is never asked.  A Mind says what actions are worth, or decides in a way of its own.
    """

    __slots__ = ()
    level: int

    def forget(self) -> None:
        """A new game begins."""

    def notice(self, view: Any) -> None:
        """It is the own turn, and this is what the seat knows: to be remembered, even where there is no choice."""

    def carelessness(self) -> int:
        """Of a hundred decisions so many are made without a thought: every other one at the first level, else none."""
        return OFTEN if self.level == 1 else 0

    def worth(self, view: Any, trial: Any, action: int, book: Book) -> float:
        """How good an action is for the seat to act; only which is more matters."""
        return 0.0

    def decide(self, view: Any, trial: Any, moves: Moves, rng: Rng, book: Book) -> int:
        """One of the moves.

        `view` is what the seat to act knows; `trial` is another record, to try things on; `book` is what the game's
        `players.book` gives to the levels in `READS`.
        """
        if rng.below(100) < self.carelessness():
            return moves.pick(rng)
        return self.best_of(view, trial, moves, rng, book)

    def best_of(self, view: Any, trial: Any, moves: Moves, rng: Rng, book: Book) -> int:
        """What is worth most; among the same, any."""
        chosen, best, alike = moves.room[0], LEAST, 1
        for i in range(moves.n):
            found = self.worth(view, trial, moves.room[i], book)
            if found > best:
                chosen, best, alike = moves.room[i], found, 1
            elif found == best:
                alike += 1
                if rng.below(alike) == 0:
                    chosen = moves.room[i]
        return chosen


def find(row: list[int], value: int) -> int:
    """The first place of a value in a row, or -1."""
    for i in range(len(row)):
        if row[i] == value:
            return i
    return -1


# Two primitives; compiled they are one machine instruction each (see compiler/intrinsics.py).


def bits(members: int) -> int:
    """The size of a set held as bits."""
    return members.bit_count()


def lowest(members: int) -> int:
    """The smallest member of a set held as bits."""
    return (members & -members).bit_length() - 1
