"""Decisions per second for learners: fabletop.batch beside what other libraries do, in one run.

    python benchmarks/batch.py                    the table; libraries that are not installed are left out with a hint
    python benchmarks/batch.py --seconds 0.5 --games 1024
    python benchmarks/batch.py --page             writes the part of docs/benchmarks.md

A decision has its observation and its mask written.  Time is the processor time of this process, of all its threads
together.  Choosing (a random legal action by NumPy) is not counted for ours and cannot be taken apart in the others,
which choose by a shorter way.  One thread and two are measured by the clock, the same step of the same games in turns,
and the median of their ratios counts.  A step after which the caller has read all observations and masks, as a learner
does, is told apart from one after which nobody has: what one core has read the other must take back before it writes.
Beside them stand two batches that have nothing in common, stepped at once: what the machine gives to two threads.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import fabletop
from page import machine, table, write_part

OURS: dict[str, dict[str, Any]] = {
    "nutcracker": {"level": 2},
    "mensch": {"seats": 4},
    "duck": {"seats": 2},
    "quidditch": {},
    "maumau": {"seats": 4},
    "cinderella": {"seats": 3},
    "garden": {"seats": 2},
    "kniffel": {"seats": 2},
}
PGX, GAMES_OF_PGX = ("tic_tac_toe", "connect_four", "backgammon"), 1024
SPIEL = ("maedn(players=4)", "crazy_eights(players=4)", "backgammon", "yacht")


class Ours:
    """A batch that is stepped on and on; only the steps are timed."""

    def __init__(self, id: str, games: int, threads: int = 1) -> None:
        self.env = fabletop.batch(id, games, threads=threads, **OURS[id])
        self.env.reset(seed=1)
        self.dice = np.random.default_rng(1)
        self.env.step(self.env.mask.argmax(axis=1))  # compiled

    def speed(self, seconds: float, clock: Callable[[], float], ready: Callable[[], object] = bool) -> float:
        env, spent, steps = self.env, 0.0, 0
        while steps == 0 or spent < seconds:
            chosen = self.choice()
            ready()
            spent += self.step(chosen, clock)
            steps += 1
        return env.n * steps / spent

    def choice(self) -> Any:
        mask = self.env.mask
        return ((self.dice.random(mask.shape, np.float32) + 1) * mask).argmax(axis=1)

    def step(self, chosen: Any, clock: Callable[[], float]) -> float:
        began = clock()
        self.env.step(chosen)
        return clock() - began

    def read(self) -> None:
        self.env.observation.sum()
        self.env.mask.sum()


def ours(id: str, games: int, seconds: float) -> float:
    return Ours(id, games).speed(seconds, time.process_time)


def one_and_two(id: str, games: int, steps: int = 100) -> tuple[float, float, float]:
    """How many times the decisions of one thread two make: when all was read before, when nothing was, and in two
    batches that have nothing in common."""
    guide, one, two = Ours(id, games), Ours(id, games), Ours(id, games, 2)
    ratios: dict[bool, list[float]] = {True: [], False: []}
    for step in range(2 * steps):
        read, chosen = step % 2 == 0, guide.choice()
        if read:
            one.read()
            two.read()
        guide.env.step(chosen)
        ratios[read].append(one.step(chosen, time.perf_counter) / two.step(chosen, time.perf_counter))
    two.env.close()
    left, right, alone = Ours(id, games), Ours(id, games), Ours(id, games)
    with ThreadPoolExecutor(2) as pool:
        apart = [at_once(pool, left, right) / alone.speed(0, time.perf_counter) for _ in range(steps)]
    return float(np.median(ratios[True])), float(np.median(ratios[False])), float(np.median(apart))


def at_once(pool: ThreadPoolExecutor, *several: Ours) -> float:
    """A step of each, begun together; until all have ended."""
    start = Barrier(len(several)).wait
    speeds = pool.map(lambda some: some.speed(0, time.perf_counter, start), several)
    return len(several) * float(min(speeds))


def strain(id: str, games: int, steps: int = 200) -> float:
    """The processor time of two threads together beside that of one, in the same games: 1 if sharing costs nothing, and
    then two are twice as fast on cores of their own.  A busy machine leaves this alone."""
    both = [Ours(id, games, threads) for threads in (1, 2)]
    spent = [0.0, 0.0]
    for _ in range(steps):  # in turns
        for k, some in enumerate(both):
            spent[k] += games / some.speed(0, time.process_time)
    for some in both:
        some.env.close()
    return spent[1] / spent[0]


def spiel(name: str, seconds: float) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    dice, decisions, began = np.random.default_rng(1), 0, time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(actions[dice.choice(len(actions), p=odds)])
                continue
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[dice.integers(len(legal))])
            decisions += 1
    return decisions / (time.process_time() - began)


def zoo(seconds: float) -> float:
    from pettingzoo.classic import tictactoe_v3  # needs pygame

    env, decisions, began = tictactoe_v3.env(), 0, time.process_time()
    while time.process_time() - began < seconds:
        env.reset(seed=decisions)
        for agent in env.agent_iter():
            seen, _, done, cut, _ = env.last()
            env.step(None if done or cut else env.action_space(agent).sample(seen["action_mask"]))
            decisions += 1
    return decisions / (time.process_time() - began)


def cards(seconds: float) -> float:
    """The nearest game of RLCard; its state has the observation and the legal actions in it."""
    import rlcard

    env, decisions, began = rlcard.make("uno"), 0, time.process_time()
    dice = np.random.default_rng(1)
    while time.process_time() - began < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[dice.integers(len(legal))])
            decisions += 1
    return decisions / (time.process_time() - began)


def pgx(name: str, games: int, seconds: float) -> float:
    """Many games at once, compiled by JAX for the processor; its time to compile is not counted."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)

    def onward(state: Any, key: Any) -> Any:
        which, chance = jax.random.split(key)
        odds = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(which, odds, axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(chance, games))

    step, key = jax.jit(onward), jax.random.PRNGKey(1)
    state = step(jax.jit(jax.vmap(env.init))(jax.random.split(key, games)), key)
    jax.block_until_ready(state)
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        key, own = jax.random.split(key)
        state = step(state, own)
        jax.block_until_ready(state)
        steps += 1
    return games * steps / (time.process_time() - began)


def measured(games: int, seconds: float) -> list[tuple[str, float]]:
    rows: list[tuple[str, float]] = []
    console = Console(stderr=True)

    def add(name: str, measure: Callable[[], float]) -> None:
        try:
            rows.append((name, measure()))
            console.print(f"{name}: {rows[-1][1]:,.0f} a second", markup=False)
        except ImportError as error:
            console.print(f"{name} is left out: {error}", markup=False)

    for id in OURS:
        add(f"fabletop {id}", partial(ours, id, games, seconds))
    for name in SPIEL:
        add(f"OpenSpiel {name}, from Python", partial(spiel, name, seconds))
    for name in PGX:
        add(f"Pgx {name}, {GAMES_OF_PGX} games", partial(pgx, name, GAMES_OF_PGX, seconds))
    add("PettingZoo tictactoe", partial(zoo, seconds))
    add("RLCard uno", partial(cards, seconds))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--page", action="store_true", help="write the part of docs/benchmarks.md")
    args = parser.parse_args()
    rows = measured(args.games, args.seconds)
    many = 4 * args.games  # a step of fewer takes less time than waking somebody up
    ways = [f"two threads beside one, {many:,} games", "all was read", "nothing was read", "two batches apart"]
    threads = [[id, *(f"{times:.2f}" for times in one_and_two(id, many))] for id in OURS]
    strained = f"Two threads of mensch take together {strain('mensch', many):.2f} times the processor time of one."
    speeds = [[name, f"{speed:,.0f}"] for name, speed in rows]
    heads = ["environment", "decisions a second"]
    if args.page:
        on = machine("numba", "numpy", "open_spiel", "pettingzoo", "pgx", "rlcard")
        said = f"`python benchmarks/batch.py --games {args.games}` on {on}."
        write_part("batch", f"{said}\n\n{table(heads, speeds)}\n{table(ways, threads)}\n{strained}")
        return
    for columns, cells in ((heads, speeds), (ways, threads)):
        shown = Table(*columns)
        for row in cells:
            shown.add_row(*row)
        Console().print(shown)
    Console().print(strained)


if __name__ == "__main__":
    main()
