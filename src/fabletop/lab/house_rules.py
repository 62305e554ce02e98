"""docs/house-rules.md: every option of every game, measured.  `python -m fabletop.lab.house_rules` writes it anew.

The number of games follows from how long they are, so that all of it takes about a minute; nothing depends on the
clock, so the same rules give the same page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fabletop.compiler.kernels import wait_for
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import shown
from fabletop.lab.compare import Comparison, Effect, Measure, compare, variations
from fabletop.lab.simulate import simulate

SEED = 1
PLIES = 30_000_000  # of each table: some seconds
FEWEST, MOST = 200, 20_000  # games of each set of rules

HEAD = """# What house rules do

Every option of every game, one at a time, against the game as it is: **all seats play at random**, with seed {seed}.
People who think may see other numbers, and even other signs. Game number *i* has the same random numbers under every
rule, so luck weighs less. In brackets: the 95 % interval. **Bold**: it does not contain 0; by luck alone that happens
once in twenty. Lengths are in plies: every roll, card and decision is one. *First seat's advantage* is how much more
often it wins than another seat does, in percentage points.

`fabletop compare GAME` measures any of it again, with other seats and more games, in pairs (`--pairs`), as a picture
(`--plot`). This page is written by `python -m fabletop.lab.house_rules`; do not edit it.
"""


def page(ids: tuple[str, ...] | None = None) -> str:
    parts = [HEAD.format(seed=SEED)]
    for id in ids or game_ids():
        parts.append(f"## {spec_of(id).title}\n")
        parts.extend(_table(compared(base)) for base in bases(id))
        parts.append(_meanings(id))
    return "\n".join(parts)


def bases(id: str) -> list[Game]:
    """The usual game; of a game with variants each of them."""
    spec = spec_of(id)
    if not spec.variant:
        return [Game(id)]
    return [Game(id, None, {spec.variant: value}) for value in spec.option(spec.variant).values]


def compared(base: Game) -> Comparison:
    wait_for(base.id, "simulate", seconds=300)
    mean = simulate(base, 100, seed=SEED).plies["mean"]
    names = [o.name for o in base.spec.options if o.name != base.spec.variant or base == bases(base.id)[0]]
    plies = mean * (1 + len(variations(base, names)[0]))
    rough = max(FEWEST, min(MOST, int(PLIES / plies)))
    games = round(rough, 1 - len(str(rough)))  # a round number
    print(f"{base.described()}: {games:,} games", file=sys.stderr)
    return compare(base, names, games, seed=SEED)


def _table(found: Comparison) -> str:
    shown_measures = found.shown_measures()
    lines = [f"`fabletop compare {_command(found.game)} --games {found.games} --seed {found.seed}`\n"]
    lines.append(_row("rule", *(found.title(m) for m in shown_measures)))
    lines.append(_row("---", *("---:" for _ in shown_measures)))
    lines.append(_row("*as it is*", *(m.value(found.base_value(m)) for m in shown_measures)))
    for one in found.variations:
        if one.different:
            lines.append(_row(f"`{one.name}`", *(_cell(m, one.effects[m.key]) for m in shown_measures)))
    same = [f"`{one.name}`" for one in found.variations if not one.different]
    if same:
        lines.append(f"\nNot one game differs here: {', '.join(same)}.")
    return "\n".join(lines) + "\n"


def _command(game: Game) -> str:
    return " ".join([game.id, *(f"--set {name}={shown(value)}" for name, value in game.changed().items())])


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(measure: Measure, effect: Effect) -> str:
    if not effect.mean and not effect.error:
        return "0"
    mean = f"**{measure.change(effect.mean)}**" if effect.clear else measure.change(effect.mean)
    return f"{mean} ({measure.change(effect.low)} to {measure.change(effect.high)})"


def _meanings(id: str) -> str:
    return "\n".join(f"- `{o.name}` ({o.domain()}): {o.help}" for o in spec_of(id).options) + "\n"


def main() -> None:
    target = Path(__file__).parents[3] / "docs" / "house-rules.md"
    target.write_text(page().rstrip() + "\n", encoding="utf-8")
    print(f"wrote {target.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
