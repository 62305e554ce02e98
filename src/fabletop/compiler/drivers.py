"""Playing, searching and exploring any game: written once, run plain over its methods or compiled with them.

Rules, moves and generators are records; everything else is integers and flat rows of them (lists when plain,
arrays when compiled).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, TypeAlias

from fabletop.compiler.arrays import Array, Floats, Ints
from fabletop.engine.rulebook import CHANCE, OVER, BaseEvents, BaseMind, BaseRules, Book, Moves, Rng

Minds: TypeAlias = Sequence[BaseMind]  # one for each seat
Counts: TypeAlias = Sequence[BaseEvents]  # one for each game, or none

UNTOLD = -1  # instead of an action: one that the observer is not told
WHIMS = 1 << 40  # the streams of what players leave to chance begin here
ENDLESS = -1  # instead of a number of plies: the game was stopped at the bound


def integers(n: int) -> Ints:
    """n zeros."""
    return [0] * n


def reals(n: int) -> Floats:
    return [0.0] * n


def twins(state: Any, n: int) -> Sequence[Any]:
    """n records of the same kind, to try things on; what they hold does not matter."""
    return [type(state)() for _ in range(n)]


def choose(state: BaseRules, who: int, moves: Moves, rng: Rng) -> int:
    """What random play does: chance by its odds, a seat any legal action."""
    if who == CHANCE:
        action: int = state.sample(moves, rng)
        return action
    moves.clear()
    state.legal(moves)
    picked: int = moves.pick(rng)
    return picked


def playout(state: BaseRules, moves: Moves, rng: Rng, bound: int) -> int:
    """Play at random to the end; the number of plies."""
    plies = 0
    who = state.to_move()
    while who != OVER:
        if plies == bound:
            return ENDLESS
        state.apply(choose(state, who, moves, rng))
        plies += 1
        who = state.to_move()
    return plies


def rollout(state: BaseRules, moves: Moves, rng: Rng, bound: int) -> int:
    """Play to the end as people might; the number of plies."""
    plies = 0
    who = state.to_move()
    while who != OVER:
        if plies == bound:
            return ENDLESS
        state.apply(state.sample(moves, rng) if who == CHANCE else state.likely(moves, rng))
        plies += 1
        who = state.to_move()
    return plies


def simulate(
    root: BaseRules, state: BaseRules, before: BaseRules, moves: Moves, rng: Rng,
    seed: int, first: int, games: int, bound: int, plies: Ints, ranks: Ints, scores: Ints,
    events: Counts,
) -> None:  # fmt: skip
    """Random games number first, first + 1, …, each with a stream of its own: who plays them does not matter.

    Where `events` has a record for each game, what happens in it is counted.
    """
    for i in range(games):
        rng.seed(seed, first + i)
        state.become(root)
        if len(events):
            plies[i] = watched(state, before, moves, rng, bound, events[i])
        else:
            plies[i] = playout(state, moves, rng, bound)
        settle(state, i, plies, ranks, scores)


def settle(state: BaseRules, i: int, plies: Ints, ranks: Ints, scores: Ints) -> None:
    """Write down how game i of a batch has ended."""
    seats = state.seats
    for seat in range(seats):
        ranks[i * seats + seat] = state.rank(seat) if plies[i] != ENDLESS else 0
        scores[i * seats + seat] = state.score(seat)


def watched(state: BaseRules, before: BaseRules, moves: Moves, rng: Rng, bound: int, events: BaseEvents) -> int:
    """Play at random to the end and count what happens; the number of plies."""
    plies = 0
    who = state.to_move()
    while who != OVER:
        if plies == bound:
            return ENDLESS
        action = choose(state, who, moves, rng)
        before.become(state)
        state.apply(action)
        events.watch(before, action, state)
        plies += 1
        who = state.to_move()
    return plies


def think(
    state: BaseRules, who: int, view: BaseRules, trial: BaseRules, moves: Moves, rng: Rng, whim: Rng, minds: Minds,
    book: Book,
) -> int:  # fmt: skip
    """What chance does, or the player in a seat, who is shown only what the seat knows."""
    if who == CHANCE:
        action: int = state.sample(moves, rng)
        return action
    view.become(state)
    view.conceal(who)
    minds[who].notice(view)
    moves.clear()
    view.legal(moves)
    if moves.n == 1:
        return int(moves.room[0])
    decided: int = minds[who].decide(view, trial, moves, whim, book) if minds[who].level else moves.pick(whim)
    return decided


def ask(view: BaseRules, trial: BaseRules, moves: Moves, whim: Rng, minds: Minds, book: Book) -> int:
    """What the first of the players decides, who is shown what the seat to act knows."""
    moves.clear()
    view.legal(moves)
    decided: int = minds[0].decide(view, trial, moves, whim, book)
    return decided


def contested(
    state: BaseRules, view: BaseRules, trial: BaseRules, moves: Moves, rng: Rng, whim: Rng, minds: Minds, book: Book,
    bound: int, events: Counts,
) -> int:  # fmt: skip
    """Players play to the end; the number of plies.  What happens is counted in the first of `events`, if any."""
    plies = 0
    for seat in range(state.seats):
        minds[seat].forget()
    who = state.to_move()
    while who != OVER:
        if plies == bound:
            return ENDLESS
        action = think(state, who, view, trial, moves, rng, whim, minds, book)
        if len(events):
            trial.become(state)
            state.apply(action)
            events[0].watch(trial, action, state)
        else:
            state.apply(action)
        plies += 1
        who = state.to_move()
    return plies


def contest(
    root: BaseRules, state: BaseRules, view: BaseRules, trial: BaseRules, moves: Moves, rng: Rng, whim: Rng,
    minds: Minds, book: Book, seed: int, first: int, games: int, bound: int, plies: Ints, ranks: Ints, scores: Ints,
    events: Counts, guessed: int, action: int,
) -> None:  # fmt: skip
    """`simulate` with players; chance has the stream that random play has, whims have their own.

    Where it is `guessed`, the root is only what somebody knows, and each game fills in the rest at random.  An action,
    unless it is UNTOLD, comes first; those that are compared get the same random numbers.
    """
    for i in range(games):
        rng.seed(seed, first + i)
        whim.seed(seed, WHIMS + first + i)
        state.become(root)
        if guessed:
            state.complete(rng)
        if action != UNTOLD:
            state.apply(action)
        plies[i] = contested(state, view, trial, moves, rng, whim, minds, book, bound, events[i : i + 1])
        settle(state, i, plies, ranks, scores)


def reward(state: BaseRules, seat: int) -> float:
    """1 for beating everybody, 0 for being beaten by all; a team that has lost together gets 0, else 1/2."""
    mine = state.rank(seat)
    if state.seats == 1:
        return 1.0 if mine == 1 else 0.0
    points = 0.0
    best = mine
    for other in range(state.seats):
        if other != seat:
            rank = state.rank(other)
            best = min(best, rank)
            if rank > mine:
                points += 1.0
            elif rank == mine:
                points += 0.5
    return points / (state.seats - 1) if best == 1 else 0.0


def search(
    root: BaseRules, state: BaseRules, moves: Moves, rng: Rng, worlds: Sequence[BaseRules],
    rollouts: int, bound: int, explore: float, visits: Ints, values: Floats,
) -> None:  # fmt: skip
    """Single-observer information-set tree search; beyond the tree seats do what is likely.

    `root` is what the seat to act knows; each rollout begins in one of the worlds, or where none are given fills
    in the rest at random.  What the seat is not told makes no branches.  The result is, for each action, how
    often it was tried and the sum of its rewards.
    """
    observer = root.to_move()
    size = rollouts + 2
    action_of, mover = integers(size), integers(size)
    child, sibling = integers(size), integers(size)  # 0: none
    tried, worth = integers(size), reals(size)
    path, slot = integers(size), integers(len(visits))
    gains = reals(root.seats)
    nodes = 1
    for _ in range(rollouts):
        if len(worlds):
            state.become(worlds[rng.below(len(worlds))])
        else:
            state.become(root)
            state.complete(rng)
        node = depth = 0
        path[0] = 0
        fresh = False
        who = state.to_move()
        while not fresh and who != OVER:
            if who == CHANCE:
                action = state.sample(moves, rng)
            else:
                action = select(state, node, moves, rng, explore, child, sibling, action_of, tried, worth, slot)
            told = action if state.knows(observer, action) else UNTOLD
            state.apply(action)
            below = child[node]
            while below and action_of[below] != told:
                below = sibling[below]
            if below == 0:
                fresh = True
                below = nodes
                nodes += 1
                action_of[below] = told
                mover[below] = who
                sibling[below] = child[node]
                child[node] = below
            node = below
            depth += 1
            path[depth] = node
            who = state.to_move()
        if rollout(state, moves, rng, bound) == ENDLESS:
            continue
        for seat in range(root.seats):
            gains[seat] = reward(state, seat)
        for i in range(depth + 1):
            node = path[i]
            tried[node] += 1
            if node and mover[node] != CHANCE:
                worth[node] += gains[mover[node]]
    below = child[0]
    while below:
        if mover[below] == observer:
            visits[action_of[below]] = tried[below]
            values[action_of[below]] = worth[below]
        below = sibling[below]


def select(
    state: BaseRules, node: int, moves: Moves, rng: Rng, explore: float,
    child: Ints, sibling: Ints, action_of: Ints, tried: Ints, worth: Floats, slot: Ints,
) -> int:  # fmt: skip
    """An untried action at random, else the one with the highest upper confidence bound."""
    moves.clear()
    state.legal(moves)
    for i in range(moves.n):
        slot[moves.room[i]] = 0
    below = child[node]
    while below:
        if action_of[below] != UNTOLD:
            slot[action_of[below]] = below
        below = sibling[below]
    untried = 0
    for i in range(moves.n):
        if slot[moves.room[i]] == 0:
            untried += 1
    if untried:
        skip = rng.below(untried)
        for i in range(moves.n):
            if slot[moves.room[i]] == 0:
                if skip == 0:
                    return int(moves.room[i])
                skip -= 1
    total = 1
    for i in range(moves.n):
        total += tried[slot[moves.room[i]]]
    best, chosen = -1.0, 0
    for i in range(moves.n):
        below = slot[moves.room[i]]
        n = tried[below] + 1e-9
        bound = worth[below] / n + explore * sqrt(log(total) / n)
        if bound > best:
            best, chosen = bound, i
    return int(moves.room[chosen])


def trace(
    root: BaseRules, state: BaseRules, moves: Moves, rng: Rng, seed: int, stream: int, bound: int,
    states: Sequence[BaseRules], movers: Ints, acting: Ints, actions: Ints, counts: Ints, legal: Ints, weights: Ints,
) -> int:  # fmt: skip
    """One random game written down ply by ply: position, mover (and for whom), legal actions with weights, choice."""
    rng.seed(seed, stream)
    state.become(root)
    plies = 0
    written = 0
    who = state.to_move()
    while who != OVER and plies < bound:
        moves.clear()
        state.legal(moves)
        counts[plies] = moves.n
        if written + moves.n > len(legal):
            return ENDLESS
        for i in range(moves.n):
            legal[written] = moves.room[i]
            weights[written] = moves.weights[i] if moves.total else 0
            written += 1
        movers[plies] = who
        acting[plies] = state.acting() if who == CHANCE else who
        states[plies].become(state)
        actions[plies] = choose(state, who, moves, rng)
        state.apply(actions[plies])
        plies += 1
        who = state.to_move()
    states[plies].become(state)
    return plies


def imagine(states: Sequence[BaseRules], n: int, seat: int, rng: Rng, fill: int) -> None:
    """Each of n positions as a seat knows it, and with `fill` as it might then be."""
    for i in range(n):
        states[i].conceal(seat)
        if fill:
            states[i].complete(rng)


def explore(
    states: Sequence[BaseRules], table: Ints, state: BaseRules, moves: Moves, progress: Ints,
    movers: Ints, offsets: Ints, targets: Ints, actions: Ints, weights: Ints,
) -> bool:  # fmt: skip
    """Number the positions reachable from the known ones, and list what each leads to; False: more room, please.

    Position i has the edges offsets[i] to offsets[i + 1]; edge e plays actions[e], with weights[e] where chance
    is the mover, and leads to position targets[e].  `table` finds the number of a position.  `progress` holds
    how many positions are known, how many of them are done, and how many edges there are.
    """
    known, done, edges = progress[0], progress[1], progress[2]
    while done < known:
        movers[done] = states[done].to_move()
        offsets[done] = edges
        moves.clear()
        if movers[done] != OVER:
            states[done].legal(moves)
        if edges + moves.n > len(targets) or known + moves.n >= len(states):
            progress[0], progress[1], progress[2] = known, done, edges
            return False
        for i in range(moves.n):
            state.become(states[done])
            state.apply(moves.room[i])
            slot = place(states, table, state)
            if table[slot] == 0:
                states[known].become(state)
                known += 1
                table[slot] = known
            targets[edges] = table[slot] - 1
            actions[edges] = moves.room[i]
            weights[edges] = moves.weights[i] if moves.total else 1
            edges += 1
        done += 1
    offsets[done] = edges
    progress[0], progress[1], progress[2] = known, done, edges
    return True


def place(states: Sequence[BaseRules] | Array, table: Ints, state: BaseRules) -> int:
    """Where the table (open addressing, a power of two in size) has the number of a position, or room for it."""
    last = len(table) - 1
    slot = state.digest() & last
    while table[slot] and not state.same(states[table[slot] - 1]):
        slot = slot + 1 & last
    return int(slot)


def index(states: Sequence[BaseRules], known: int, table: Ints) -> None:
    """Fill an empty table with the numbers of the first positions."""
    for i in range(known):
        table[place(states, table, states[i])] = i + 1
