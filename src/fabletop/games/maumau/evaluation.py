"""How good a position of Mau-Mau(s) is for a seat that has just acted: features that are there or not, learned weights.

Only what the seat knows counts: its own hand, how many cards the others hold, which cards it has not seen yet, and what
it remembers.  The chance to win is the logistic function of the sum of the weights.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from fabletop.compiler.arrays import Ints, Weights
from fabletop.engine.rulebook import OVER, bits
from fabletop.games.maumau.rules import ANY, COLOURED, COLUMN, DECK, PLUS, REST, SUIT, TAKE, WISH, Rules, count, shared

if TYPE_CHECKING:
    from fabletop.games.maumau.mind import Mind

MANY = 10  # different sizes of a hand, from 0 on; the last: or more
FEW = 6  # the same where it matters less
CHANCES = 8  # that the next seat can serve, from none to sure
NEXT = 2  # is the own turn next, or another's
OTHERS = 4

HANDS = 0  # features: own cards, those of the next other seat, by whose turn is next
LATER = HANDS + NEXT * MANY * MANY  # cards of the seats after that one
SERVES = LATER + OTHERS * MANY  # can the next other seat serve, by its cards, own cards and whose turn is next
LACKS = SERVES + NEXT * FEW * FEW * CHANCES  # cards that it has got since it could not serve the colour, by its cards
FITTING = LACKS + FEW * FEW  # own cards that fit what lies there, by own cards, wishes and whose turn is next
SUITS = FITTING + NEXT * FEW * FEW * 5  # colours in the own hand, by own cards and the most of one colour
RANKS = SUITS + MANY * 5 * FEW  # own cards of a rank that another own card has, too, by own cards
RESTS = RANKS + MANY * FEW  # own cards that make another rest, by own cards and those of the next other seat
PLUSES = RESTS + FEW * FEW * 5  # the same of +1
WISHES = PLUSES + FEW * FEW * 5  # the same of wishes
PENDING = WISHES + FEW * FEW * 5  # cards that the next seat has to draw unless it answers
SIZE = PENDING + FEW
MOST_FEATURES = 16  # that are there at once


def noticed(mind: Mind, after: Rules, me: int, at: Ints) -> int:
    """The features of a position for a seat: their places, and how many there are."""
    seats, hand = after.seats, after.hands[me]
    taker = after.turn if after.phase == TAKE else -1
    draws = max(1, after.plus)
    mover = after.turn if taker < 0 else after.turn + 1
    own = after.held[me] + (draws if taker == me else 0)
    n = theirs = 0
    other = -1
    for step in range(seats):
        seat = (mover + step) % seats
        if seat != me:
            held = after.held[seat] + (draws if taker == seat else 0)
            if other < 0:
                other, theirs = seat, held
            else:
                at[n] = LATER + n * MANY + min(held, MANY - 1)
                n += 1
    turn = 1 if mover % seats == me else 0
    few, short = min(own, FEW - 1), min(theirs, FEW - 1)
    own, theirs = min(own, MANY - 1), min(theirs, MANY - 1)
    pending = after.plus
    after.plus = 0
    fits = after.fits()
    after.plus = pending
    wishes = hand >> WISH
    at[n] = HANDS + (turn * MANY + own) * MANY + theirs
    at[n + 1] = SERVES + ((turn * FEW + few) * FEW + short) * CHANCES + able(after, hand, fits, theirs)
    lacks = mind.lacks[other][after.colour] if after.colour != ANY else 0
    at[n + 2] = LACKS + short * FEW + min(lacks, FEW - 1)
    fitting = bits(hand & fits & COLOURED)
    at[n + 3] = FITTING + ((turn * FEW + few) * FEW + min(fitting, FEW - 1)) * 5 + wishes
    suits = longest = alike = 0
    for colour in range(4):
        cards = bits(hand & SUIT << 7 * colour)
        longest = max(longest, cards)
        if cards:
            suits += 1
    for rank in range(7):
        cards = bits(hand & COLUMN << rank)
        alike += cards if cards > 1 else 0
    at[n + 4] = SUITS + (own * 5 + suits) * FEW + min(longest, FEW - 1)
    at[n + 5] = RANKS + own * FEW + min(alike, FEW - 1)
    hands = (few * FEW + short) * 5
    at[n + 6] = RESTS + hands + bits(hand & COLUMN << REST)
    at[n + 7] = PLUSES + hands + bits(hand & COLUMN << PLUS)
    at[n + 8] = WISHES + hands + wishes
    n += 9
    if pending and taker < 0:
        at[n] = PENDING + min(pending, FEW - 1)
        n += 1
    return n


def able(after: Rules, hand: int, fits: int, held: int) -> int:
    """How likely so many unseen cards are to have one that fits."""
    unseen = DECK - after.discards - (1 << after.top) - hand
    fitting, cards, none = count(shared(unseen, fits)), count(unseen), 1.0
    for _ in range(held):
        none *= max(0, cards - fitting) / max(1, cards)
        cards -= 1
    return int((1.0 - none) * (CHANCES - 1))


def hope(mind: Mind, after: Rules, me: int, weights: Weights, at: Ints) -> float:
    """The chance of a seat to win, in a position that it has just made."""
    if after.to_move() == OVER:
        return 1.0 if after.rank(me) == 1 else 0.0
    total = 0.0
    for k in range(noticed(mind, after, me, at)):
        total += weights[at[k]]
    return 1.0 / (1.0 + exp(-total))
