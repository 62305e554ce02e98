"""How fast do random games play: plain, compiled, and beside OpenSpiel's nearest games, in one run.

    make bench                      the whole table
    make bench ARGS="mensch --seconds 0.5"
    python benchmarks/games.py --json > table.json

Machines are shared and noisy, so everything is measured in turns, several times, and the ratios compare the
medians of one run.  OpenSpiel (extra `bench`) is left out with a hint where it is not installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import fabletop
from fabletop.compiler.kernels import Compiled, Kernels, compile_now


class Peer(NamedTuple):
    """OpenSpiel's nearest game, and what makes the comparison unequal."""

    game: str
    differs: str


# our game and options -> the peer
PEERS: dict[str, tuple[dict[str, Any], Peer]] = {
    "mensch": (
        {"seats": 4, "pieces": 4},
        Peer(
            "maedn(players=4)",
            "three tries, compulsory entry and play-out for places are ours alone; it ends at the first winner",
        ),
    ),
    "maumau": (
        {"seats": 4},
        Peer(
            "crazy_eights(players=4)",
            "52 cards and several draws in a turn; each round of its dealing is a ply as with us",
        ),
    ),
    "kniffel": (
        {"seats": 2},
        Peer(
            "yacht", "12 boxes and no re-use of set-aside dice rules; its rolls are one ply for each outcome as with us"
        ),
    ),
}


class Rate(NamedTuple):
    """Games and plies in a second."""

    games: float
    plies: float


def timed(play: Callable[[int], int], seconds: float) -> Rate:
    """Play batches until the time is over."""
    games = plies = 0
    batch = 1
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        plies += play(batch)
        games += batch
        if time.perf_counter() - began < seconds / 8:
            batch *= 2
    spent = time.perf_counter() - began
    return Rate(games / spent, plies / spent)


def contenders(id: str, options: dict[str, Any]) -> dict[str, Callable[[int], int]]:
    root = fabletop.game(id, **options).new().rules
    plain, fast = Kernels(id), Compiled(id)
    pool = ThreadPoolExecutor(2)

    def two_threads(n: int) -> int:
        halves = [pool.submit(fast.simulate, root, 1, i * n, n) for i in (0, 1)]
        return sum(int(half.result().plies.sum()) for half in halves) // 2

    return {
        "plain": lambda n: int(plain.simulate(root, 1, 0, n).plies.sum()),
        "compiled": lambda n: int(fast.simulate(root, 1, 0, n).plies.sum()),
        "two threads (half)": two_threads,
    }


def peers(peer: Peer) -> dict[str, Callable[[int], int]]:
    """OpenSpiel's C++ rollouts and its loop from Python; nothing where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    game = pyspiel.load_game(peer.game)
    lengths = [_python_game(game, seed) for seed in range(40)]
    mean = sum(lengths) / len(lengths)

    def cpp(n: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        bot.step(state)
        return int(n * mean)

    return {"OpenSpiel C++": cpp, "OpenSpiel Python": lambda n: sum(_python_game(game, seed) for seed in range(n))}


def _python_game(game: Any, seed: int) -> int:
    import random

    rng, state, plies = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def measure(id: str, options: dict[str, Any], peer: Peer | None, seconds: float, rounds: int) -> dict[str, Any]:
    compile_now(id)
    players = contenders(id, options) | (peers(peer) if peer else {})
    seen: dict[str, list[Rate]] = {name: [] for name in players}
    for play in players.values():
        play(1)
    for _ in range(rounds):
        for name, play in players.items():
            seen[name].append(timed(play, seconds))
    rates = {
        name: Rate(statistics.median(r.games for r in rs), statistics.median(r.plies for r in rs))
        for name, rs in seen.items()
    }
    return {
        "game": fabletop.game(id, **options).described(),
        "rates": {name: rate._asdict() for name, rate in rates.items()},
        "compiled / plain": rates["compiled"].plies / rates["plain"].plies,
        "two threads / one": 2 * rates["two threads (half)"].plies / rates["compiled"].plies,
        "peer": peer._asdict() if peer and "OpenSpiel C++" in rates else None,
        "plies / OpenSpiel C++": rates["compiled"].plies / rates["OpenSpiel C++"].plies
        if "OpenSpiel C++" in rates
        else None,
        "games / OpenSpiel C++": rates["compiled"].games / rates["OpenSpiel C++"].games
        if "OpenSpiel C++" in rates
        else None,
    }


def machine() -> str:
    versions = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in ("numba", "numpy"))]
    try:
        versions.append(f"open_spiel {version('open_spiel')}")
    except ImportError:
        versions.append("open_spiel not installed: pip install 'fabletop[bench]'")
    return f"{platform.machine()}, {os.cpu_count()} cores, {', '.join(versions)}"


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title=f"Random games ({machine()})", title_justify="left")
    for name in ("game", "player", "games/s", "plies/s", "ratio of plies/s"):
        table.add_column(name, justify="left" if name in ("game", "player") else "right")
    for row in rows:
        base = row["rates"]["plain"]["plies"]
        for i, (name, rate) in enumerate(row["rates"].items()):
            games, plies = rate["games"], rate["plies"]
            if "half" in name:
                name, games, plies = "compiled, two threads", 2 * games, 2 * plies
            table.add_row(row["game"] if i == 0 else "", name, f"{games:,.0f}", f"{plies:,.0f}", f"{plies / base:.2f}")
        table.add_section()
    console = Console()
    console.print(table)
    for row in rows:
        against = ""
        if row["peer"]:
            plies, games = row["plies / OpenSpiel C++"], row["games / OpenSpiel C++"]
            against = (
                f"; {plies:.1f} times the plies/s and {games:.1f} times the games/s"
                f" of OpenSpiel's C++ rollouts of {row['peer']['game']} ({row['peer']['differs']})"
            )
        console.print(
            f"{row['game']}: compiled {row['compiled / plain']:.0f} times plain; "
            f"two threads {row['two threads / one']:.2f} times one{against}",
            highlight=False,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the speed of random games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--seconds", type=float, default=0.6, help="for each measurement (default 0.6)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each, in turns (default 5)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    try:
        for id in args.games or fabletop.game_ids():
            print(f"measuring {id} …", file=sys.stderr)
            options, peer = PEERS.get(id, ({}, None))
            rows.append(measure(id, options, peer, args.seconds, args.rounds))
    except KeyboardInterrupt:
        print("stopped; what is known so far:", file=sys.stderr)
    if args.json:
        print(json.dumps({"machine": machine(), "rows": rows}, indent=1))
    else:
        show(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
