"""How fast do computer players play?  `python benchmarks/players.py [GAME …]`: games a second with all seats thinking.

One core, processor time.  Plain is the loop of a table, one view for each decision; compiled is what `simulate` does,
with every statistic.  Both play the same level in one run, so that their ratio does not depend on the machine.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from functools import partial

import fabletop
from fabletop.compiler.kernels import Compiled, wait_for
from fabletop.compiler.store import numba_version
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, mind_levels
from fabletop.lab.playing import Contest
from fabletop.players.arena import play_game
from fabletop.players.registry import makers

SHOWN = {"nutcracker": {"level": 2}}  # its first level has no decisions


def rate(play: Callable[[int, int], object], seconds: float) -> tuple[float, int]:
    """Games a second, and how many were played: `play(first, n)` is asked for more until the time is over."""
    done, n, began = 0, 1, time.process_time()
    while True:
        play(done, n)
        done += n
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent, done
        n = max(1, min(2 * n, int(done * (seconds - spent) / max(spent, 1e-6)) + 1))


def measured(game: Game, level: str, seconds: float) -> str:
    fast = wait_for(game.id, "contest", 600.0)
    if not isinstance(fast, Compiled):
        raise SystemExit(f"{game.id} is not compiled: pip install 'fabletop[fast]'")
    names, root = [level] * game.seats, game.new().rules
    compiled = Contest(fast, game, names)
    compiled.simulate(root, 1, 0, 2, events=True)
    players = [makers(game.id)[level]] * game.seats

    def plain(first: int, n: int) -> None:
        for number in range(first, first + n):
            play_game(game, players, number)

    slow, few = rate(plain, seconds)
    quick, many = rate(partial(compiled.simulate, root, 1, events=True), seconds)
    cells = (game.described(), level, f"{slow:,.1f}", f"{quick:,.0f}", f"{quick / slow:,.0f}", f"{few:,} / {many:,}")
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for each number (default 3)")
    given = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, {numba_version()}\n")
    print("| game | level | plain games/s | compiled games/s | ratio | games |\n|---|---|---:|---:|---:|---:|")
    for id in given.ids or game_ids():
        for level in mind_levels(id):
            print(measured(fabletop.game(id, **SHOWN.get(id, {})), level, given.seconds), flush=True)


if __name__ == "__main__":
    main()
