"""Choosing a card in Mau-Mau(s): every action is tried in deals that might be, and all play on as was learned."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from fabletop.compiler.arrays import Floats, Ints, Weights
from fabletop.compiler.drivers import integers, reals, twins
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng, bits
from fabletop.games.maumau.evaluation import MOST_FEATURES, hope
from fabletop.games.maumau.rules import SUIT, Rules

if TYPE_CHECKING:
    from fabletop.games.maumau.mind import Mind

TRIES = 8  # at a deal that agrees with what is remembered
LONGEST = 60  # plies that a deal is played on; then it is judged
BELIEF = 20.0  # so many deals the learned hope counts for
BEHIND = 1.2  # times the root of the deals so far: an action with so many wins less is not tried any longer


def most_hopeful(mind: Mind, view: Rules, trial: Rules, moves: Moves, weights: Weights, at: Ints) -> int:
    """The action after which the seat to act hopes most; the first of equals."""
    me, best, chosen = view.turn, -1.0, 0
    for k in range(moves.n):
        trial.become(view)
        trial.apply(moves.room[k])
        found = hope(mind, trial, me, weights, at)
        if found > best:
            chosen, best = moves.room[k], found
    return int(chosen)


def tried(mind: Mind, view: Rules, trial: Rules, moves: Moves, rng: Rng, weights: Weights, n_deals: int) -> int:
    """The action that wins most in so many deals, and what was hoped of it."""
    at, n, me = integers(MOST_FEATURES), moves.n, view.turn
    options, wins = integers(n), reals(n)
    for k in range(n):
        options[k] = moves.room[k]
        trial.become(view)
        trial.apply(options[k])
        wins[k] = BELIEF * hope(mind, trial, me, weights, at)
    deals, blank, dice = twins(view, 2), twins(mind, 1), twins(rng, 1)
    blank[0].forget()
    best = most_of(wins, n)
    for number in range(n_deals):
        imagine_deal(mind, view, deals[0], rng)
        luck, least = rng.word(), wins[best] - BEHIND * sqrt(BELIEF + number)
        for k in range(n):
            if wins[k] >= least:
                deals[1].become(deals[0])
                deals[1].apply(options[k])
                dice[0].seed(luck, 0)
                wins[k] += played_on(blank[0], me, deals[1], trial, moves, dice[0], weights, at)
        best = most_of(wins, n)
    return int(options[best])


def most_of(wins: Floats, n: int) -> int:
    """The place of the first of the largest."""
    best = 0
    for k in range(n):
        if wins[k] > wins[best]:
            best = k
    return best


def imagine_deal(mind: Mind, view: Rules, deal: Rules, rng: Rng) -> None:
    """What the seat does not know, at random, so that whoever could not serve a colour has few cards of it."""
    for _ in range(TRIES):
        deal.become(view)
        deal.complete(rng)
        if agrees(mind, deal, view.turn):
            return


def agrees(mind: Mind, deal: Rules, me: int) -> bool:
    for seat in range(deal.seats):
        if seat != me:
            for colour in range(4):
                most = mind.lacks[seat][colour]
                if most and bits(deal.hands[seat] & SUIT << 7 * colour) > most:
                    return False
    return True


def played_on(
    mind: Mind, me: int, deal: Rules, trial: Rules, moves: Moves, rng: Rng, weights: Weights, at: Ints
) -> float:
    """All do what they hope most of; 1 if the seat wins, or its hope after very many plies."""
    for _ in range(LONGEST):
        who = deal.to_move()
        if who == OVER:
            return 1.0 if deal.rank(me) == 1 else 0.0
        if who == CHANCE:
            deal.apply(deal.sample(moves, rng))
            continue
        moves.clear()
        deal.legal(moves)
        deal.apply(moves.room[0] if moves.n == 1 else most_hopeful(mind, deal, trial, moves, weights, at))
    return hope(mind, deal, me, weights, at)
