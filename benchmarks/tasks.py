"""The games as tasks for learners: how long, how wide, and how the computer players fare against random ones.

    python benchmarks/tasks.py                     the tables
    python benchmarks/tasks.py --only duck,maumau  for some games
    python benchmarks/tasks.py --page              writes the part of docs/research.md

Decisions and choices are those of random play (`fabletop.batch`).  A baseline is the mean reward (1 for beating
everybody to -1 for being beaten by all) of a level in one seat, going round the table, against random players in the
others; of a game that is won together, of everybody playing like that.  Half of a 95 % interval stands behind it.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from rich.console import Console

import fabletop
from fabletop.compiler.kernels import wait_for
from fabletop.engine.game import Game
from fabletop.players.minds import book_for
from fabletop.players.registry import compiled_levels
from page import PAGE, table, write_part

TASKS: dict[str, dict[str, Any]] = {
    "nutcracker": {"level": 2}, "cinderella": {"seats": 2}, "quidditch": {}, "mensch": {"seats": 2},
    "duck": {"seats": 2}, "maumau": {"seats": 2}, "kniffel": {"seats": 2}, "garden": {"seats": 2},
}  # fmt: skip
LEVELS = ("gentle", "fair", "sharp")


def shape(game: Game, games: int = 256) -> tuple[float, float, float, int, int]:
    """Decisions in a game, the share of those with a choice, choices where there is one, numbers and actions."""
    env = fabletop.batch(game, games, autoreset="disabled")
    env.reset(seed=1)
    dice, decisions, real, choices = np.random.default_rng(1), 0, 0, 0
    while not (env.done | env.truncated).all():
        legal = env.mask.sum(axis=1)
        decisions, real, choices = (
            decisions + (legal > 0).sum(),
            real + (legal > 1).sum(),
            choices + legal[legal > 1].sum(),
        )
        env.step(((dice.random(env.mask.shape, np.float32) + 1) * env.mask).argmax(axis=1))
    return decisions / games, real / decisions, choices / max(real, 1), env.observation.shape[1], env.mask.shape[1]


def baseline(game: Game, level: str, games: int) -> tuple[float, float] | None:
    """The mean reward, and half of its interval."""
    numbers = compiled_levels(game.id, [level])
    kernels = wait_for(game.id, "contest", 600)
    if numbers is None or kernels is None:
        return None
    book, rewards = book_for(game, [level]), []
    for seat in range(1 if game.spec.together else game.seats):
        levels = (
            numbers * game.seats if game.spec.together else [numbers[0] if s == seat else 0 for s in range(game.seats)]
        )
        ranks = kernels.simulate(
            game.new().rules, 1, 0, max(1, games // game.seats), levels=levels, book=book
        ).ranks.astype(int)  # fmt: skip
        if game.spec.together:
            rewards.append(np.where(ranks[:, 0] == 1, 1.0, -1.0))
        else:
            rewards.append(np.sign(ranks - ranks[:, [seat]]).sum(axis=1) / (game.seats - 1))
    found = np.concatenate(rewards)
    return float(found.mean()), float(1.96 * found.std() / len(found) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", help="some games, as duck,mensch")
    parser.add_argument("--page", action="store_true", help="write the part of docs/research.md")
    args = parser.parse_args()
    rows, console = [], Console(stderr=True)
    for id in args.only.split(",") if args.only else TASKS:
        game = fabletop.game(id, **TASKS[id])
        decisions, real, choices, numbers, actions = shape(game)
        cells: list[object] = [game.described(), f"{decisions:.0f}", f"{real:.0%}", f"{choices:.1f}", numbers, actions]
        for level in ("random", *LEVELS):
            found = baseline(game, level, args.games) if level != "random" or game.spec.together else (0.0, 0.0)
            cells.append(
                "" if found is None else f"{found[0]:+.2f} ± {found[1]:.2f}" if level != "random" or found[1] else 0
            )
        rows.append(cells)
        console.print(*map(str, cells), sep=" | ", markup=False)
    heads = ["task", "decisions a game", "with a choice", "choices there", "numbers", "actions", "random", *LEVELS]
    if args.page:
        said = f"`python benchmarks/tasks.py --games {args.games}`:"
        write_part("tasks", f"{said}\n\n{table(heads, rows)}", PAGE.with_name("research.md"))
    else:
        print(table(heads, rows))


if __name__ == "__main__":
    main()
