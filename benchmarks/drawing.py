"""How long pictures take and how large they are, for every game that is drawn: `python benchmarks/drawing.py`.

Bounds: the moving part at most 0.3 ms and 12 kB, the still part at most 20 ms once, the whole at most 60 kB, in every
position of every option set.  Each position counts as the fastest of five tries, the still part of two.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from inspect import signature
from statistics import median_low
from time import process_time
from typing import Any

from fabletop.engine import registry
from fabletop.engine.game import Game, State
from fabletop.engine.translate import ENGLISH
from fabletop.engine.view import View
from fabletop.testing import option_sets
from fabletop.testing.scripts import random_game
from page import machine, table, write_part

BOUNDS = {"still_ms": 20.0, "moving_ms": 0.3, "moving_bytes": 12_000, "whole_bytes": 60_000}


def measured(name: str, games: Iterable[Game], seeds: int, plies: int) -> dict[str, Any]:
    """The median and the worst over positions of random games."""
    found: dict[str, list[float]] = {name: [] for name in BOUNDS}
    for game in games:
        draw = registry.part(game.id, "draw")
        colours = [range(game.seats)] if len(signature(draw._still.draw).parameters) > 3 else []
        found["still_ms"].append(min(_timed(draw._still.draw, game, 0, ENGLISH, *colours) for _ in range(2)))
        for view, just in _views(game, seeds, plies):
            found["moving_ms"].append(min(_timed(draw.moving, view, **just) for _ in range(5)))
            found["moving_bytes"].append(len(draw.moving(view, **just).encode()))
            found["whole_bytes"].append(len(view.svg(**just).encode()))
    worst = {name: round(max(values), 3) for name, values in found.items()}
    medians = {f"{name}_median": round(median_low(values), 3) for name, values in found.items()}
    return {"game": name, "positions": len(found["moving_ms"]), **worst, **medians}


def _views(game: Game, seeds: int, plies: int) -> Iterator[tuple[View, dict[str, Any]]]:
    for seed in range(seeds):
        before: State | None = None
        action = ""
        for ply, (state, played) in enumerate(random_game(game, seed, most=plies)):
            if ply % 5 == 0:
                seat = state.turn if state.turn is not None and state.turn >= 0 else ply % game.seats
                just: dict[str, Any] = (
                    {} if before is None else {"last": before.tell(seat, action), "before": before.view(seat)}
                )
                yield state.view(seat), just
            before, action = state.copy(), played


def _timed(function: Any, *values: Any, **named: Any) -> float:
    """Milliseconds of work, whatever else the machine does."""
    began = process_time()
    function(*values, **named)
    return 1000 * (process_time() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="ids (default: all that are drawn)")
    parser.add_argument("--each", action="store_true", help="a line for each option set, not for each game")
    parser.add_argument("--seeds", type=int, default=2, help="random games of each option set")
    parser.add_argument("--plies", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md")
    args = parser.parse_args()
    ids = args.games or [id for id in registry.game_ids() if registry.has_part(id, "draw")]
    sets = {id: option_sets(id) for id in ids}
    asked = {game.described(): [game] for id in ids for game in sets[id]} if args.each else sets
    rows = [measured(name, games, args.seeds, args.plies) for name, games in asked.items()]
    if args.json:
        print(json.dumps(rows, indent=1))
        return 0
    if args.page:
        heads = ("median / worst", "positions", *(name.replace("_", " ") for name in BOUNDS))
        lines = [
            (row["game"], row["positions"], *(f"{row[name + '_median']:,.10g} / {row[name]:,.10g}" for name in BOUNDS))
            for row in rows
        ]
        write_part("drawing", f"`python benchmarks/drawing.py` on {machine()}.\n\n{table(heads, lines)}")
    wide = max(len(row["game"]) for row in rows)
    print(f"{'median / worst':{wide}} {'positions':>9}" + "".join(f"{name.replace('_', ' '):>20}" for name in BOUNDS))
    for row in rows:
        cells = "".join(f"{row[name + '_median']:>11,.10g} /{row[name]:>7,.10g}" for name in BOUNDS)
        over = " ".join(name for name, bound in BOUNDS.items() if row[name] > bound)
        print(f"{row['game']:{wide}} {row['positions']:9}{cells}{'  over: ' + over if over else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
