"""`fabletop simulate`: a progress bar, then a table."""

from __future__ import annotations

import json

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fabletop.engine.game import Game
from fabletop.lab.simulate import simulate
from fabletop.lab.summary import Summary
from fabletop.terminal.screen import console


def games_bar(errors: Console) -> Progress:
    """How many games are done, how fast, and how long it will take; only for a person who looks."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )


def simulated(game: Game, games: int, seed: int | None, threads: int | None, *, as_json: bool) -> int:
    """Run it and show it; stopped by Ctrl-C it shows what is known so far."""
    errors = Console(stderr=True, highlight=False)
    told = set[str]()
    with games_bar(errors) as bar:
        task = bar.add_task(game.spec.title, total=games, rate="")

        def progress(done: int, doing: str) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{speed:,.0f}/s" if speed else "")
            if doing and doing not in told and done < games:
                told.add(doing)
                errors.print(f"[dim]{doing} …[/dim]")

        summary = simulate(game, games, seed=seed, threads=threads, progress=progress)
    if summary.games + summary.endless < games:
        errors.print(f"Stopped after {summary.games:,} of {games:,} games.")
    if as_json:
        print(json.dumps(summary.as_json(), ensure_ascii=False))
    else:
        show(summary)
    return 0 if summary.games else 1


def show(summary: Summary) -> None:
    game, n = summary.game, summary.games
    if not n:
        console.print("No game was finished.")
        return
    speed = f"{n / summary.seconds:,.0f} games/s, {'compiled' if summary.compiled else 'plain'}"
    console.print(f"[bold]{game.spec.title}[/bold] ({game.described()}), {n:,} random games, seed {summary.seed}")
    console.print(f"[dim]{summary.seconds:.2f} s, {speed}[/dim]")
    plies = summary.plies
    lengths = Table(title="Length in plies", title_justify="left")
    for name in plies:
        lengths.add_column(name, justify="right")
    lengths.add_row(*(f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" for value in plies.values()))
    console.print(lengths)
    wins = Table(title="Wins", title_justify="left")
    for name in ("seat", "wins", "share", "95 % interval", *(["mean score"] if summary.scores else [])):
        wins.add_column(name, justify="right")
    for seat, won in enumerate(summary.wins):
        low, high = summary.win_interval(seat)
        row = [str(seat), f"{won:,}", f"{won / n:.2%}", f"{low:.2%} – {high:.2%}"]
        wins.add_row(*row, *([f"{summary.scores[seat]:,.2f}"] if summary.scores else []))
    console.print(wins)
    if summary.endless:
        console.print(f"{summary.endless:,} games were stopped at {game.spec.most_plies:,} plies and do not count.")
