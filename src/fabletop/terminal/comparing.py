"""`fabletop compare`: what house rules do, as a table."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from fabletop.engine.game import Game
from fabletop.lab import files
from fabletop.lab.compare import Comparison, Effect, Measure, compare, variations
from fabletop.terminal.numbers import games_bar
from fabletop.terminal.screen import console


def compared(
    game: Game,
    vary: Sequence[str],
    games: int,
    seed: int | None,
    threads: int | None,
    *,
    pairs: bool,
    plot: str | None,
    as_json: bool,
) -> int:
    """Run it and show it; stopped by Ctrl-C it shows what is known so far."""
    errors = Console(stderr=True, highlight=False)
    singles, couples = variations(game, vary, pairs)
    if plot:
        files.picture(plot)
    total = games * (1 + len(singles) + len(couples))
    with games_bar(errors) as bar:
        task = bar.add_task(game.spec.title, total=total, rate="")

        def progress(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{speed:,.0f}/s" if speed else "")

        found = compare(game, vary, games, pairs=pairs, seed=seed, threads=threads, plot=plot, progress=progress)
    if found.games < games:
        errors.print(f"Stopped after {found.games:,} of {games:,} games.")
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        show(found)
    return 0 if found.summary.games else 1


def show(found: Comparison) -> None:
    game = found.game
    if not found.summary.games:
        console.print("No game was finished.")
        return
    console.print(
        f"[bold]{game.spec.title}[/bold] ({game.described()}), "
        f"{found.games:,} random games of each set of rules, seed {found.seed}"
    )
    console.print(f"[dim]{found.seconds:.2f} s[/dim]")
    table = Table(title="Effect (of a share in percentage points) and its 95 % interval", title_justify="left")
    table.add_column("rule")
    shown = found.shown_measures()
    for measure in shown:
        table.add_column(found.title(measure), justify="right")
    table.add_row("[dim]without any[/dim]", *(f"[dim]{m.value(found.base_value(m))}[/dim]" for m in shown))
    for one in found.variations:
        table.add_row(one.name, *(_cell(m, one.effects.get(m.key)) for m in shown))
    console.print(table)
    couples = [one for one in found.variations if one.parts]
    if couples:
        table = Table(title="Pairs: effect beyond the sum of the two", title_justify="left")
        table.add_column("rules")
        for measure in shown:
            table.add_column(found.title(measure), justify="right")
        for one in couples:
            table.add_row(one.name, *(_cell(m, one.interactions.get(m.key)) for m in shown))
        console.print(table)
    console.print("*: the interval does not contain 0; by luck alone that happens once in twenty.")
    same = [one.name for one in found.variations if not one.different]
    if same:
        console.print(f"Not one game differs: {'; '.join(same)}.", markup=False)


def _cell(measure: Measure, effect: Effect | None) -> str:
    if effect is None:
        return "–"
    if not effect.mean and not effect.error:
        return "[dim]0[/dim]"
    low, high = measure.change(effect.low), measure.change(effect.high)
    return f"{measure.change(effect.mean)}{' *' if effect.clear else '  '}\n[dim]{low} to {high}[/dim]"
