"""All throws of up to five dice, numbered, and how they hang together.

Which die shows what does not matter: a throw is a multiset of symbols, told in the order of SYMBOLS.  Throws
are numbered from 0 (no dice) by size, then symbol by symbol: 1 to 6 are single dice, 7 is ufo ufo.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

Throw: TypeAlias = tuple[int, ...]  # the places of its symbols in SYMBOLS, ascending
Row: TypeAlias = tuple[int, ...]

SYMBOLS = ("ufo", "rocket", "nebula", "star", "sun", "planet")
SIDES = len(SYMBOLS)
DICE = 5
MOST_PARTS = (1 << DICE) - 1

SIZES = range(DICE + 1)
THROWS = tuple(throw for size in SIZES for throw in combinations_with_replacement(range(SIDES), size))
NUMBER = {throw: number for number, throw in enumerate(THROWS)}
NAMES = tuple(" ".join(SYMBOLS[symbol] for symbol in throw) for throw in THROWS)


def named(names: str) -> int:
    """The number of a throw given as text, in any order: `sun ufo sun`."""
    return NUMBER[tuple(sorted(map(SYMBOLS.index, names.split())))]


def _ways(throw: Throw) -> int:
    """In how many ways do so many dice show this throw?"""
    return factorial(len(throw)) // prod(factorial(throw.count(symbol)) for symbol in set(throw))


def _plus(throw: Throw) -> Row:
    """For each symbol the throw with one more of it; 0 where that are too many dice."""
    return tuple(NUMBER.get(tuple(sorted((*throw, symbol))), 0) for symbol in range(SIDES))


def _minus(throw: Throw) -> Row:
    """For each symbol the throw with one less of it; 0 where there is none."""
    without = {symbol: throw[:i] + throw[i + 1 :] for i, symbol in enumerate(throw)}
    return tuple(NUMBER[without.get(symbol, ())] for symbol in range(SIDES))


def _parts(throw: Throw) -> set[int]:
    """All throws of at least one die that can be picked out of this one."""
    return {NUMBER[part] for size in SIZES[1:] for part in combinations(throw, size)}


def _groups(throw: Throw) -> list[int]:
    """How many dice show each symbol, the most first."""
    return sorted((throw.count(symbol) for symbol in range(SIDES)), reverse=True)


def _filled(row: Row | list[int], length: int) -> Row:
    return (*row, *[0] * (length - len(row)))


# What the rules look up by the number of a throw.

SIZE = tuple(map(len, THROWS))
FACES = tuple(_filled(throw, DICE) for throw in THROWS)  # its symbols; only as many as its size count
WAYS = tuple(map(_ways, THROWS))
PLUS = tuple(map(_plus, THROWS))
MINUS = tuple(map(_minus, THROWS))
SHOWN = tuple(tuple(map(throw.count, range(SIDES))) for throw in THROWS)  # how often each symbol
ALIKE = tuple(_groups(throw)[0] for throw in THROWS)  # dice with the most frequent symbol
SECOND = tuple(_groups(throw)[1] for throw in THROWS)  # dice with the next

# The throws of n dice are those from FIRST[n] to FIRST[n + 1] - 1; those of all dice start at FULL.

FIRST = (*map(SIZE.index, SIZES), len(THROWS))
FULL = FIRST[DICE]

# Only for the throws of all dice, counted from FULL:

PARTS = tuple(_filled(sorted(_parts(throw)), MOST_PARTS) for throw in THROWS[FULL:])
PART_COUNT = tuple(len(_parts(throw)) for throw in THROWS[FULL:])
