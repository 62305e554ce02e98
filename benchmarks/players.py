"""How fast do computer players play?  Games a second with all seats thinking.

    python benchmarks/players.py [GAME …]
    python benchmarks/players.py --page         writes the part of docs/benchmarks.md

One core, processor time.  Plain is the loop of a table, one view for each decision; compiled is what `simulate` does,
with every statistic.  Both play the same level in one run, so that their ratio does not depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial

import fabletop
from fabletop.compiler.kernels import Compiled, Kernels, wait_for
from fabletop.engine.game import Game
from fabletop.engine.registry import deep_levels, game_ids, mind_levels
from fabletop.lab.playing import Contest
from fabletop.players.arena import play_game
from fabletop.players.registry import makers
from page import machine, table, write_part

# games/s of the plain loop on this machine before these players were written, where that was measured
BEFORE = {
    ("mensch", "fair"): 109, ("garden", "fair"): 15, ("cinderella", "sharp"): 17, ("quidditch", "sharp"): 23,
    ("kniffel", "sharp"): 146,
}  # fmt: skip
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


def measured(game: Game, level: str, seconds: float) -> list[str]:
    fast = wait_for(game.id, "contest", 600.0)
    if not isinstance(fast, Compiled):
        raise SystemExit(f"{game.id} is not compiled: pip install 'fabletop[fast]'")
    names, root = [level] * game.seats, game.new().rules
    compiled = Contest(fast, game, names)
    compiled.simulate(root, 1, 0, 2, events=True)
    players = [makers(game.id)[level]] * game.seats

    def plain(first: int, n: int) -> None:
        if level in deep_levels(game.id):  # a table asks it compiled
            Contest(Kernels(game.id), game, names).simulate(root, 1, first, n)
            return
        for number in range(first, first + n):
            play_game(game, players, number)

    slow, few = rate(plain, seconds)
    quick, many = rate(partial(compiled.simulate, root, 1, events=True), seconds)
    then = BEFORE.get((game.id, level))
    ratios = [f"{quick / slow:,.0f}", f"{quick / then:,.0f}" if then else ""]
    return [game.described(), level, f"{slow:,.1f}", f"{quick:,.0f}", *ratios, f"{few:,} / {many:,}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--seconds", type=float, default=3.0, help="of processor time for each number (default 3)")
    parser.add_argument("--page", action="store_true", help="write the part of docs/benchmarks.md")
    given = parser.parse_args()
    rows = []
    for id in given.ids or game_ids():
        for level in mind_levels(id):
            rows.append(measured(fabletop.game(id, **SHOWN.get(id, {})), level, given.seconds))
            print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    found = table(["game", "level", "plain games/s", "compiled games/s", "ratio", "to the loop then", "games"], rows)
    if given.page:
        said = f"`python benchmarks/players.py --seconds {given.seconds:g}` on {machine('numba', 'numpy')}."
        write_part("players", f"{said}\n\n{found}")
    else:
        print(found)


if __name__ == "__main__":
    main()
