"""Learn the evaluation by self-play: `python -m fabletop.games.mensch.learn` writes evaluation.json.

Each game is played by the evaluation itself, one ply deep and now and then at random; after it the weights move
towards what the positions led to (TD(lambda) on the cross entropy of the winner, with Adagrad's steps).
"""

from __future__ import annotations

import argparse
import json
import time
from math import sqrt
from typing import Any

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.packing import packed
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng
from fabletop.games.mensch import evaluation, thinking
from fabletop.games.mensch.evaluation import FILE, ROOM, SIZE, checksum, features, judge, learned, name, stage
from fabletop.games.mensch.rules import Rules
from fabletop.games.mensch.thinking import DEPTH, ROWS, apply, become, fast, foresee, legal, simple, to_move

COMMAND = "python -m fabletop.games.mensch.learn"
LONGEST = 2000  # turns of a game that is learned from
YARDSTICK = (2, 32, 2)  # the small board that is solved exactly
TABLES = (YARDSTICK, *((s, t, p) for s in (2, 3, 4) for t in (40, 32) for p in (3, 4)))

LAST = ROWS - 1  # a row that no look ahead uses
SIMPLE, RANDOM = -1, -2  # as the depth of a player: no evaluation, but the simple rules, or anything


def word(rng: Any) -> int:
    """32 random bits; compiled it is the generator's own."""
    drawn: int = rng.word()
    return drawn


def seeded(rng: Any, seed: int, stream: int) -> None:
    rng.seed(seed, stream)


def choose(
    state: Any, depth: int, taken: int, states: Any, moves: Any, rng: Any,
    weights: Any, at: Any, worth: Any, chances: Any,
) -> int:  # fmt: skip
    """What a player of a depth does: the best after so many more rolls, the first of equals."""
    options = moves[LAST]
    legal(state, options)
    if options.n == 1:
        return int(options.room[0])
    if depth == RANDOM:
        return int(options.room[word(rng) % options.n])
    mover = state.turn
    best, chosen = -1.0, 0
    for k in range(options.n):
        action = options.room[k]
        if depth == SIMPLE:
            liked = float(simple(state, action))
        else:
            become(states[depth], state)
            apply(states[depth], action)
            foresee(depth, taken, states, moves, weights, at, worth, chances)
            liked = chances[depth][mover]
        if liked > best:
            best, chosen = liked, action
    return int(chosen)


def match(
    root: Any, state: Any, depths: Any, seed: int, games: int, states: Any, moves: Any, rng: Any,
    weights: Any, at: Any, worth: Any, chances: Any, wins: Any,
) -> None:  # fmt: skip
    """Games between players of these depths; game i shifts them by i seats, with the same dice for each shift."""
    seats = root.seats
    for i in range(games):
        seeded(rng, seed, i // seats)
        become(state, root)
        over = False
        while not over:
            who = to_move(state)
            if who == CHANCE:
                apply(state, word(rng) % 6)
            else:
                player = (who + i) % seats
                apply(state, choose(state, depths[player], 0, states, moves, rng, weights, at, worth, chances))
            for seat in range(seats):
                if state.places[seat] == 1:
                    wins[(seat + i) % seats] += 1
                    over = True


def train(
    root: Any, state: Any, seed: int, first: int, games: int, rate: float, lam: float, noise: float,
    states: Any, moves: Any, rng: Any, weights: Any, squares: Any, at: Any, worth: Any, chances: Any,
    rows_at: Any, rows_worth: Any, counts: Any, lates: Any, believed: Any,
) -> None:  # fmt: skip
    """Self-play games, each learned from when it is over."""
    seats = root.seats
    target = np.zeros(seats)
    for i in range(first, first + games):
        seeded(rng, seed, i)
        become(state, root)
        turns = 0
        while to_move(state) != OVER:
            if to_move(state) == CHANCE:
                if turns < LONGEST:
                    lates[turns] = stage(state)
                    judge(state, 0, weights, at, worth, believed[turns])
                    for seat in range(seats):
                        counts[turns, seat] = features(state, seat, rows_at[turns, seat], rows_worth[turns, seat])
                    turns += 1
                apply(state, word(rng) % 6)
            else:
                depth = RANDOM if word(rng) < noise * 4294967296.0 else 0
                apply(state, choose(state, depth, 0, states, moves, rng, weights, at, worth, chances))
        for seat in range(seats):
            target[seat] = 1.0 if state.places[seat] == 1 else 0.0
        for t in range(turns - 1, -1, -1):
            for seat in range(seats):
                error = target[seat] - believed[t, seat]
                for k in range(counts[t, seat]):
                    place, size = rows_at[t, seat, k], rows_worth[t, seat, k] * error
                    for part in range(2):
                        step = size * (lates[t] if part else 1.0 - lates[t])
                        squares[SIZE * part + place] += step * step
                        weights[SIZE * part + place] += rate * step / sqrt(squares[SIZE * part + place] + 1.0)
            for seat in range(seats):
                target[seat] = lam * target[seat] + (1.0 - lam) * believed[t, seat]


class Workshop:
    """The compiled functions, and the room that they work in."""

    def __init__(self) -> None:
        bound = store.module("mensch")
        self.names: dict[str, Any] = {
            "listed": bound.m_legal,
            "apply": bound.m_apply,
            "become": bound.m_become,
            "to_move": bound.m_to_move,
            "hit": bound.m_hit,
            "word": bound.m_word,
            "seeded": bound.m_seed,
        }
        for function in (
            *(evaluation.dangers, features, stage, judge),
            *(legal, thinking.hunters, simple, foresee, choose, match, train),
        ):
            fast(function, self.names)
        states = np.zeros(ROWS, packed(Rules()).dtype)
        moves = np.zeros(ROWS, packed(Moves()).dtype)
        self.tools = (states, moves, packed(Rng())[0])
        self.desk = (np.zeros(ROOM, np.int64), np.zeros(ROOM), np.zeros((ROWS, 4)))

    def learn(self, table: tuple[int, int, int], games: int, seed: int) -> Any:
        """The weights after so many games; noise and steps get smaller on the way."""
        root, (seats, _, _) = start(table), table
        weights, squares = np.zeros(2 * SIZE), np.zeros(2 * SIZE)
        lines = (
            np.zeros((LONGEST, seats, ROOM), np.int64),
            np.zeros((LONGEST, seats, ROOM)),
            np.zeros((LONGEST, seats), np.int64),
            np.zeros(LONGEST),
            np.zeros((LONGEST, 4)),
        )
        parts, mean = 20, np.zeros(2 * SIZE)
        for part in range(parts):
            first, share = games * part // parts, part / parts
            count = games * (part + 1) // parts - first
            rate, noise = 0.3 * (1 - share) + 0.02, 0.1 * (1 - share)
            steps = (seed, first, count, rate, 0.9, noise)
            tables = (weights, squares, *self.desk, *lines)
            self.names["train"](packed(root)[0], packed(root)[0], *steps, *self.tools, *tables)
            if part >= parts // 2:
                mean += weights / (parts - parts // 2)
        return mean

    def match(self, table: tuple[int, int, int], depths: list[int], weights: Any, games: int, seed: int) -> Any:
        """Wins of each of the players of these depths."""
        root, wins = start(table), np.zeros(len(depths), np.int64)
        desk = (*self.tools, np.asarray(weights), *self.desk, wins)
        self.names["match"](packed(root)[0], packed(root)[0], np.array(depths), seed, games, *desk)
        return wins


def start(table: tuple[int, int, int]) -> Any:
    """A game about to begin, with any number of figures; it ends with the first who is through."""
    rules = Rules()
    rules.seats, rules.track, rules.pieces = table
    rules.stop_at_winner = 1
    rules.start()
    return rules


def written(command: str, tables: dict[str, list[float]]) -> None:
    data = {"command": command, "sha256": checksum(tables), "weights": tables}
    FILE.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def begun(command: str) -> dict[str, list[float]]:
    """What the same command has written before it was stopped."""
    if FILE.exists() and json.loads(FILE.read_text(encoding="utf-8"))["command"] == command:
        return learned()
    return {}


def matches(workshop: Workshop, games: int, seed: int) -> None:
    """One look ahead as `sharp` has it against simple players, on every board, with 95 % intervals."""
    for table in TABLES:
        depths = [DEPTH] + [SIMPLE] * (table[0] - 1)
        share = workshop.match(table, depths, learned()[name(*table)], games, seed)[0] / games
        print(f"{name(*table)}: {share:.1%} ± {1.96 * sqrt(share * (1 - share) / games):.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--games", type=int, default=30_000, help="self-play games for each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=4000, help="games against simple players, to see what was learned")
    parser.add_argument("--match", type=int, default=0, help="no learning: games of sharp against simple players")
    given = parser.parse_args()
    if given.match:
        matches(Workshop(), given.match, given.seed)
        return
    command = f"{COMMAND} --games {given.games} --seed {given.seed}"
    workshop, tables = Workshop(), begun(command)
    for table in TABLES:
        if name(*table) in tables:
            continue
        spent = time.process_time()
        weights = workshop.learn(table, given.games, given.seed)
        tables[name(*table)] = [round(float(w), 4) for w in weights]
        written(command, tables)
        spent = time.process_time() - spent
        wins = workshop.match(table, [0] + [SIMPLE] * (table[0] - 1), weights, given.check, given.seed)
        print(f"{name(*table)}: {wins[0] / given.check:.1%} against simple players, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
