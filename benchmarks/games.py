"""How fast do random games play: plain, compiled, and beside OpenSpiel's nearest games, in one run.

    make bench                      the whole table
    make bench ARGS="mensch --seconds 0.5"
    python benchmarks/games.py --json > table.json
    python benchmarks/games.py --page           writes docs/benchmarks.md

Machines are shared and noisy, so everything is measured in turns, several times, and the best of each counts: what
disturbs can only slow down.  OpenSpiel (extra `bench`) is left out with a hint where it is not installed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import fabletop
from fabletop.compiler.kernels import Compiled, Kernels, compile_now
from page import machine, table, write_part

PACKAGES = ("numba", "numpy", "open_spiel")


class Peer(NamedTuple):
    """OpenSpiel's nearest game, and what makes the comparison unequal."""

    game: str
    differs: str


# our game and options -> the peer
PEERS: dict[str, tuple[dict[str, Any], Peer]] = {
    "mensch": (
        {"seats": 4, "pieces": 4, "stop_at_winner": True},
        Peer(
            "maedn(players=4)",
            "both end at the first winner; three tries and compulsory entry are ours alone",
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


def batch_for(play: Callable[[int], int], seconds: float) -> int:
    """How many games take about so long."""
    play(2)  # what is loaded at the first call is not measured
    batch = 2
    while True:
        began = time.perf_counter()
        play(batch)
        spent = time.perf_counter() - began
        if spent > seconds / 4:
            return max(1, round(batch * seconds / spent))
        batch *= 2


def timed(play: Callable[[int], int], games: int) -> Rate:
    began = time.perf_counter()
    plies = play(games)
    spent = time.perf_counter() - began
    return Rate(games / spent, plies / spent)


def contenders(id: str, options: dict[str, Any]) -> dict[str, Callable[[int], int]]:
    game = fabletop.game(id, **options)
    root = game.new().rules
    plain, fast = Kernels(id), Compiled(id)
    pool = ThreadPoolExecutor(2)

    def two_threads(n: int) -> int:
        halves = [pool.submit(fast.simulate, root, 1, i * (n // 2), n // 2) for i in (0, 1)]
        return sum(int(half.result().plies.sum()) for half in halves)

    def with_statistics(n: int) -> int:
        summary = fabletop.simulate(game, n, seed=1, threads=1)
        return round(summary.plies["mean"] * n)

    return {
        "plain": lambda n: int(plain.simulate(root, 1, 0, n).plies.sum()),
        "compiled": lambda n: int(fast.simulate(root, 1, 0, n).plies.sum()),
        "compiled, two threads": two_threads,
        "compiled, with statistics": with_statistics,
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
    batches = {name: batch_for(play, seconds) for name, play in players.items()}
    seen: dict[str, list[Rate]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            seen[name].append(timed(play, batches[name]))
    best = {name: max(rates, key=lambda rate: rate.plies) for name, rates in seen.items()}
    row: dict[str, Any] = {
        "game": fabletop.game(id, **options).described(),
        "rates": {name: rate._asdict() for name, rate in best.items()},
        "compiled / plain": best["compiled"].plies / best["plain"].plies,
        "two threads / one": best["compiled, two threads"].plies / best["compiled"].plies,
        "plain µs per ply": statistics.median(1e6 / rate.plies for rate in seen["plain"]),
    }
    if peer and (theirs := best.get("OpenSpiel C++")):
        row |= {
            "peer": peer._asdict(),
            "plies / OpenSpiel C++": best["compiled"].plies / theirs.plies,
            "games / OpenSpiel C++": best["compiled"].games / theirs.games,
            "games with statistics / OpenSpiel C++": best["compiled, with statistics"].games / theirs.games,
        }
    return row


def page(rows: list[dict[str, Any]], command: str) -> str:
    """The same for docs/benchmarks.md."""
    lines = [f"`{command}` on {machine(*PACKAGES)}.\n"]
    cells = [
        (row["game"] if i == 0 else "", name, f"{rate['games']:,.0f}", f"{rate['plies']:,.0f}")
        for row in rows
        for i, (name, rate) in enumerate(row["rates"].items())
    ]
    lines += [table(("game", "player", "games/s", "plies/s"), cells), *(f"- {words(row)}" for row in rows)]
    return "\n".join(lines)


def words(row: dict[str, Any]) -> str:
    """The ratios of a row in a sentence."""
    told = (
        f"{row['game']}: compiled {row['compiled / plain']:.0f} times plain ({row['plain µs per ply']:.1f} µs a ply); "
        f"two threads {row['two threads / one']:.2f} times one"
    )
    if "peer" in row:
        told += (
            f"; {row['plies / OpenSpiel C++']:.1f} times the plies/s and {row['games / OpenSpiel C++']:.1f} times the "
            f"games/s of OpenSpiel's C++ rollouts of {row['peer']['game']}, "
            f"{row['games with statistics / OpenSpiel C++']:.1f} times with statistics ({row['peer']['differs']})"
        )
    return told + "."


def show(rows: list[dict[str, Any]]) -> None:
    shown = Table(title=f"Random games ({machine(*PACKAGES)})", title_justify="left")
    for name in ("game", "player", "games/s", "plies/s", "ratio of plies/s"):
        shown.add_column(name, justify="left" if name in ("game", "player") else "right")
    for row in rows:
        base = row["rates"]["plain"]["plies"]
        for i, (name, rate) in enumerate(row["rates"].items()):
            games, plies = rate["games"], rate["plies"]
            shown.add_row(row["game"] if i == 0 else "", name, f"{games:,.0f}", f"{plies:,.0f}", f"{plies / base:.2f}")
        shown.add_section()
    console = Console()
    console.print(shown)
    for row in rows:
        console.print(words(row), highlight=False)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the speed of random games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement (default 0.5)")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each, in turns (default 7)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md")
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
        print(json.dumps({"machine": machine(*PACKAGES), "rows": rows}, indent=1))
    else:
        show(rows)
    if args.page:
        given = " ".join(argument for argument in sys.argv[1:] if argument != "--page")
        write_part("games", page(rows, f"python benchmarks/games.py {given}".strip()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
