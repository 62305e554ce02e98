"""How long pictures take and how large they are, for every game that is drawn: `python benchmarks/drawing.py`.

Bounds: the moving part at most 0.3 ms and 12 kB, the still part at most 20 ms once, the whole at most 60 kB.
"""

from __future__ import annotations

import argparse
import json
import sys
from statistics import median
from time import perf_counter, process_time
from typing import Any

from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.view import View
from fabletop.testing import option_sets
from fabletop.testing.scripts import random_game

MOVING_MS, STILL_MS, MOVING_BYTES, WHOLE_BYTES = 0.3, 20.0, 12_000, 60_000


def measured(game: Game, plies: int) -> dict[str, Any]:
    """The slowest position counts, each as the fastest of five tries; so does the largest picture."""
    draw = registry.part(game.id, "draw")
    first = game.new().view(0)
    began = process_time()
    first.svg()
    still = process_time() - began
    times, moving, whole = [], 0, 0
    for view, just in _views(game, plies):
        times.append(min(_timed(draw.moving, view, just) for _ in range(5)))
        moving = max(moving, len(draw.moving(view, **just).encode()))
        whole = max(whole, len(view.svg(**just).encode()))
    return {
        "game": game.described(),
        "still_ms": round(1000 * still, 2),
        "moving_ms": round(1000 * max(times), 3),
        "moving_ms_median": round(1000 * median(times), 3),
        "moving_bytes": moving,
        "whole_bytes": whole,
    }


def _views(game: Game, plies: int) -> list[tuple[View, dict[str, Any]]]:
    found: list[tuple[View, dict[str, Any]]] = []
    before, action = None, ""
    for ply, (state, played) in enumerate(random_game(game, 1, most=plies)):
        if ply % 7 == 0:
            seat = state.turn if state.turn is not None and state.turn >= 0 else ply % game.seats
            just: dict[str, Any] = (
                {} if before is None else {"last": before.tell(seat, action), "before": before.view(seat)}
            )
            found.append((state.view(seat), just))
        before, action = state.copy(), played
    return found


def _timed(function: Any, view: View, just: dict[str, Any]) -> float:
    began = perf_counter()
    function(view, **just)
    return perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="ids (default: all that are drawn)")
    parser.add_argument("--all", action="store_true", help="every option set, not only the default")
    parser.add_argument("--plies", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    ids = args.games or [id for id in registry.game_ids() if registry.has_part(id, "draw")]
    games = [game for id in ids for game in (option_sets(id) if args.all else [Game(id)])]
    rows = [measured(game, args.plies) for game in games]
    bounds = {
        "still_ms": STILL_MS, "moving_ms": MOVING_MS, "moving_bytes": MOVING_BYTES, "whole_bytes": WHOLE_BYTES,
    }  # fmt: skip
    if args.json:
        print(json.dumps(rows, indent=1))
    else:
        print(f"{'':40} {'still ms':>9} {'moving ms':>10} {'(median)':>9} {'moving B':>9} {'whole B':>8}")
        for row in rows:
            over = " ".join(name for name, bound in bounds.items() if row[name] > bound)
            print(
                f"{row['game']:40} {row['still_ms']:9} {row['moving_ms']:10} {row['moving_ms_median']:9}"
                f" {row['moving_bytes']:9,} {row['whole_bytes']:8,}  {'over: ' + over if over else ''}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
