"""Many games at once for learners: each is played on until somebody has to decide, and then observed.

Like the drivers, this text runs plain or compiled.  Rows are NumPy arrays either way, and nothing is allocated.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.compiler.arrays import Array, Ints
from fabletop.compiler.drivers import WHIMS, choose, reward, think
from fabletop.engine.rulebook import CHANCE, OVER, BaseMind, BaseRules, Book, Moves, Rng, field, record

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a game that has ended begins anew, as Gymnasium names it
# What `how` holds, a number each: is chance a seat, are forced moves played, the seats of guests as bits, are there
# secrets, the only learner's seat or -1, one of the three above, are rewards points, most plies, plies remembered,
# does every game begin anew
EXPLICIT, SKIP, GUESTS, SECRETS, LEARNER, RESET, POINTS, BOUND, PAST, ANEW = range(10)
SHARE = 64  # games that a thread takes at a time: whole lines of the cache in every array, however small its numbers
GAMES_AHEAD = 8  # games by which a core asks for what the caller has read on another one
SHARES_GIVEN, SHARES_OWN, SHARES_HELPED = range(3)  # what a queue counts: given out, to its owner, to others
UNSEEN = -3  # in the past: what the seat was not told; as a seat: nothing has happened yet


@record
class BaseGuest(BaseMind):
    """Sits in the seats of opponents where a game has no Mind, and is never asked: they are random."""

    level: int = field(0, 0)


def refused(actions: Array, mask: Array, done: Array, truncated: Array, how: Ints) -> int:
    """The first game whose action is not legal, or -1; nothing has happened yet."""
    for i in range(len(actions)):
        if 0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]:
            continue
        if how[RESET] == SAME_STEP or not (done[i] or truncated[i]):  # after the end any number will do
            return i
    return -1


def seed_games(rngs: Sequence[Rng], whims: Sequence[Rng], seed: int) -> None:
    """A stream of its own for each game."""
    for i in range(len(rngs)):
        rngs[i].seed(seed, i)
        whims[i].seed(seed, WHIMS + i)


def claimed(queue: Array, which: int) -> int:
    """A counter's number, and on it goes; compiled, no two threads get the same (see compiler/intrinsics.py)."""
    queue[which] += 1
    return int(queue[which]) - 1


def next_share(queues: Array, own: int, first: int, last: int) -> int:
    """The first game of what is to be done next; `last`: nothing is left.  Each thread has a queue of its own, the same
    games at each step: they lie in the cache of its core.  Who has done with them helps others from the end of theirs,
    again at each step with the same games."""
    shares, threads = (last - first + SHARE - 1) // SHARE, len(queues)
    for turn in range(threads):
        whose = (own + turn) % threads
        begin, end = shares * whose // threads, shares * (whose + 1) // threads
        if claimed(queues[whose], SHARES_GIVEN) < end - begin:
            if turn == 0:
                return first + SHARE * (begin + claimed(queues[whose], SHARES_OWN))
            return first + SHARE * (end - 1 - claimed(queues[whose], SHARES_HELPED))
    return last


def prefetch(rows: Array, i: int) -> None:
    """A row is going to be written: compiled, it comes into the cache of this core meanwhile."""


def step_games(
    root: BaseRules, twin: BaseRules, trial: BaseRules, moves: Moves, book: Book,
    states: Sequence[BaseRules], rngs: Sequence[Rng], whims: Sequence[Rng], minds: Sequence[Sequence[BaseMind]],
    queues: Array, own: int, first: int, last: int, actions: Array, action_of: Array,
    how: Ints, number_of: Array, plies: Array, past: Array, seat: Array, done: Array, truncated: Array,
    observation: Array, mask: Array, weight: Array, gain: Array, final: Array,
) -> None:  # fmt: skip
    """One decision in each game, and all that follows from it until the next one.  Whoever calls this takes share after
    share: a thread that the machine keeps waiting leaves its part to the others."""
    share = next_share(queues, own, first, last)
    while share < last:
        for i in range(share, min(share + SHARE, last)):
            if i + GAMES_AHEAD < last:
                prefetch(gain, i + GAMES_AHEAD)
                prefetch(observation, i + GAMES_AHEAD)
                prefetch(mask, i + GAMES_AHEAD)
            for other in range(root.seats):
                gain[i, other] = 0
            over = how[RESET] != SAME_STEP and (done[i] or truncated[i])
            if over and how[RESET] == DISABLED and not how[ANEW]:
                continue
            begins = over or how[ANEW]
            if not begins:
                done[i] = truncated[i] = 0
                act(states[i], seat[i], action_of[actions[i]], i, how, plies, past)
                carry_on(
                    twin, trial, moves, book, states[i], rngs[i], whims[i], minds[i], i,
                    how, plies, past, seat, done, truncated,
                )  # fmt: skip
                if done[i]:
                    settle_gains(states[i], i, how, gain)
            ended, cut = done[i], truncated[i]
            if how[RESET] == SAME_STEP and not begins and (ended or cut):
                show(states[i], twin, i, how, past, seat, final)
                begins = True
            if begins:
                restart(
                    root, twin, trial, moves, book, states[i], rngs[i], whims[i], minds[i], i,
                    how, plies, past, seat, done, truncated,
                )  # fmt: skip
                if done[i]:
                    settle_gains(states[i], i, how, gain)
                if how[RESET] == SAME_STEP and not how[ANEW]:
                    done[i] = ended
                    truncated[i] = cut
            show(states[i], twin, i, how, past, seat, observation)
            offer(states[i], moves, i, how, number_of, mask, weight)
        share = next_share(queues, own, first, last)


def restart(
    root: BaseRules, twin: BaseRules, trial: BaseRules, moves: Moves, book: Book,
    state: BaseRules, rng: Rng, whim: Rng, minds: Sequence[BaseMind], i: int,
    how: Ints, plies: Array, past: Array, seat: Array, done: Array, truncated: Array,
) -> None:  # fmt: skip
    """A new game in the place of another, and one in which a learner has to decide; where none begins by itself, a game
    that is over before that counts, too."""
    done[i] = 1
    while done[i]:
        state.become(root)
        plies[i] = done[i] = truncated[i] = 0
        seat[i] = 0  # observes, should the game be over before anybody has decided
        for k in range(3 * how[PAST]):
            past[i, k] = UNSEEN
        for other in range(root.seats):
            minds[other].forget()
        carry_on(twin, trial, moves, book, state, rng, whim, minds, i, how, plies, past, seat, done, truncated)
        if how[RESET] == DISABLED:
            return


def carry_on(
    twin: BaseRules, trial: BaseRules, moves: Moves, book: Book,
    state: BaseRules, rng: Rng, whim: Rng, minds: Sequence[BaseMind], i: int,
    how: Ints, plies: Array, past: Array, seat: Array, done: Array, truncated: Array,
) -> None:  # fmt: skip
    """What needs no learner: chance, guests, and with SKIP what has only one possibility."""
    who = state.to_move()
    while who != OVER and plies[i] < how[BOUND]:
        if who == CHANCE and not how[EXPLICIT]:
            action = state.sample(moves, rng)
        elif who != CHANCE and how[GUESTS] >> who & 1:
            if minds[who].level:
                action = think(state, who, twin, trial, moves, rng, whim, minds, book)
            else:
                action = choose(state, who, moves, rng)
        else:
            if not how[SKIP] or who == CHANCE:
                break
            moves.clear()
            state.legal(moves)
            if moves.n > 1:
                break
            action = moves.room[0]
        act(state, who, action, i, how, plies, past)
        who = state.to_move()
    if who == OVER:
        done[i] = 1
    elif plies[i] >= how[BOUND]:
        truncated[i] = 1
    else:
        seat[i] = who  # after the end: whoever decided last


def act(state: BaseRules, who: int, action: int, i: int, how: Ints, plies: Array, past: Array) -> None:
    """Apply an action; the newest ply of the past comes first: by whom, what, and who was told, as bits."""
    size = 3 * how[PAST]
    if size:
        for k in range(size - 1, 2, -1):
            past[i, k] = past[i, k - 3]
        told = 0
        for other in range(state.seats):
            if state.knows(other, action):
                told |= 1 << other
        past[i, 0] = who
        past[i, 1] = action
        past[i, 2] = told
    state.apply(action)
    plies[i] += 1


def settle_gains(state: BaseRules, i: int, how: Ints, gain: Array) -> None:
    """1 for beating everybody, -1 for being beaten by all, or the points."""
    for other in range(state.seats):
        if how[POINTS]:
            gain[i, other] = state.score(other)
        else:
            gain[i, other] = 2 * reward(state, other) - 1


def show(
    state: BaseRules, twin: BaseRules, i: int, how: Ints, past: Array, seat: Array, rows: Array
) -> None:  # fmt: skip
    """Write down what the observer knows: all numbers of the record that `conceal` leaves, and the past it was told.
    When the game is over everything is turned up, as in `State.view`."""
    observer = how[LEARNER] if how[LEARNER] >= 0 else seat[i]
    row = rows[i]
    if how[SECRETS] and state.to_move() != OVER:
        twin.become(state)
        twin.conceal(observer)
        twin.write(row)
    else:
        state.write(row)
    first = len(row) - 2 * how[PAST]
    for k in range(how[PAST]):
        row[first + 2 * k] = past[i, 3 * k]
        row[first + 2 * k + 1] = UNSEEN
        if observer >= 0 and past[i, 3 * k] != UNSEEN and past[i, 3 * k + 2] >> observer & 1:
            row[first + 2 * k + 1] = past[i, 3 * k + 1]


def offer(state: BaseRules, moves: Moves, i: int, how: Ints, number_of: Array, mask: Array, weight: Array) -> None:
    """Mark what may be done now; nothing after the end."""
    mask[i, :] = 0
    who = state.to_move()
    if how[EXPLICIT]:
        weight[i, :] = 0
    if who == OVER:
        return
    moves.clear()
    state.legal(moves)
    for k in range(moves.n):
        number = number_of[moves.room[k]]
        mask[i, number] = 1
        if who == CHANCE:
            weight[i, number] = moves.weights[k] if moves.total else 1


def encode(
    rows: Array, seat: Sequence[int] | Array, seats: int, source: Array, cell: Array, kind: Array, value: Array,
    scale: Array, stride: Array,
    table: Array, out: Array,
) -> None:  # fmt: skip
    """From observations to features (see batches/observations.py): is it this value (0), has it this bit (1), how
    much is it (2), is it this seat counted from the own one (3), what stands for it in a table (4), what lies above so
    many bits (5)?
    """
    for i in range(len(rows)):
        own = max(seat[i], 0)
        for f in range(len(cell)):
            found = rows[i, source[own, cell[f]]]
            if kind[f] == 0:
                out[i, f] = 1.0 if found == value[f] else 0.0
            elif kind[f] == 1:
                out[i, f] = found >> value[f] & 1
            elif kind[f] == 2:
                out[i, f] = min(1.0, (found - value[f]) * scale[f])
            elif kind[f] == 3:
                out[i, f] = 1.0 if found >= 0 and (found - own + seats) % seats == value[f] else 0.0
            elif kind[f] == 4:
                out[i, f] = table[value[f] + found * stride[f]] * scale[f]
            else:
                out[i, f] = (found >> value[f]) * scale[f]
