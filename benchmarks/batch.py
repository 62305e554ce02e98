"""Decisions per second for learners: fabletop.batch beside what other libraries do, in one run.

    python benchmarks/batch.py                    the table; libraries that are not installed are left out with a hint
    python benchmarks/batch.py --seconds 0.5 --games 1024
    python benchmarks/batch.py --page             writes the part of docs/benchmarks.md

A decision has its observation and its mask written.  Time is the processor time of this process, of all its threads
together.  Choosing (a random legal action by NumPy) is not counted for ours and cannot be taken apart in the others,
which choose by a shorter way.  One thread and two are measured by the clock, step by step in turns, and the best step
of each counts: what disturbs can only slow down.  Beside them stand two batches that have nothing in common, stepped at
once: what the machine itself gives to two threads.
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
            chosen = ((self.dice.random(env.mask.shape, np.float32) + 1) * env.mask).argmax(axis=1)
            ready()
            began = clock()
            env.step(chosen)
            spent += clock() - began
            steps += 1
        return env.n * steps / spent


def ours(id: str, games: int, seconds: float) -> float:
    return Ours(id, games).speed(seconds, time.process_time)


def one_and_two(id: str, games: int, steps: int = 400) -> tuple[float, float, float]:
    """Decisions a second by the clock: of one thread, of two, and of two batches with a thread each."""
    one, two, left, right = Ours(id, games), Ours(id, games, 2), Ours(id, games), Ours(id, games)
    best = (0.0, 0.0, 0.0)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(steps):
            best = (
                max(best[0], one.speed(0, time.perf_counter)),
                max(best[1], two.speed(0, time.perf_counter)),
                max(best[2], at_once(pool, left, right)),
            )
    two.env.close()
    return best


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
    one, two, both = one_and_two("mensch", many)
    threads = (
        f"By the clock, {many:,} games of mensch on one thread {one:,.0f} and on two {two:,.0f}: {two / one:.2f} times "
        f"as many; two batches with nothing in common, at once, {both / one:.2f} times. They take two threads together "
        f"{strain('mensch', many):.2f} times the processor time of one."
    )
    if args.page:
        cells = [[name, f"{speed:,.0f}"] for name, speed in rows]
        on = machine("numba", "numpy", "open_spiel", "pettingzoo", "pgx", "rlcard")
        said = f"`python benchmarks/batch.py --games {args.games}` on {on}."
        write_part("batch", f"{said}\n\n{table(['environment', 'decisions a second'], cells)}\n{threads}")
        return
    shown = Table("environment", "decisions a second")
    for name, speed in rows:
        shown.add_row(name, f"{speed:,.0f}")
    Console().print(shown)
    Console().print(threads)


if __name__ == "__main__":
    main()
