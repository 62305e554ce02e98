"""`fabletop simulate`: a progress bar, then a table."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fabletop.engine.game import Game
from fabletop.lab.simulate import MANY, simulate
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


def simulated(game: Game, games: int | None, *, as_json: bool, precision: float | None = None, **more: Any) -> int:
    """Run it and show it; stopped by Ctrl-C it shows what is known so far."""
    errors = Console(stderr=True, highlight=False)
    wanted = games if games is not None or precision else MANY
    told = set[str]()
    with games_bar(errors) as bar:
        task = bar.add_task(game.spec.title, total=wanted, rate="")

        def progress(done: int, doing: str) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{speed:,.0f}/s" if speed else "")
            if doing and doing not in told and (wanted is None or done < wanted):
                told.add(doing)
                errors.print(f"[dim]{doing} …[/dim]")

        summary = simulate(game, games, until_precision=precision, progress=progress, **more)
    played = summary.games + summary.endless
    if precision is None and wanted is not None and played < wanted:
        errors.print(f"Stopped after {played:,} of {wanted:,} games.")
    if precision is not None and summary.precision > precision:
        errors.print(f"Stopped after {played:,} games, before it was so precise.")
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
    how = "compiled" if summary.compiled else "plain" if set(summary.players) == {"random"} else "players"
    speed = f"{n / summary.seconds:,.0f} games/s, {how}"
    console.print(f"[bold]{game.spec.title}[/bold] ({game.described()}), {n:,} {summary.played}, seed {summary.seed}")
    console.print(f"[dim]{summary.seconds:.2f} s, {speed}[/dim]")
    plies = summary.plies
    lengths = Table(title="Length in plies", title_justify="left")
    for name in plies:
        lengths.add_column(name, justify="right")
    lengths.add_row(*(f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" for value in plies.values()))
    console.print(lengths)
    _show_histogram(summary)
    mixed = len(set(summary.players)) > 1
    wins = Table(title="Wins", title_justify="left")
    for name in (
        "seat",
        "wins",
        "share",
        "95 % interval",
        *(["player"] if mixed else []),
        *(["mean score"] if summary.scores else []),
    ):
        wins.add_column(name, justify="right")
    for seat, won in enumerate(summary.wins):
        low, high = summary.win_interval(seat)
        row = [str(seat), f"{won:,}", f"{won / n:.2%}", f"{low:.2%} – {high:.2%}"]
        row += [summary.players[seat]] if mixed else []
        wins.add_row(*row, *([f"{summary.scores[seat]:,.2f}"] if summary.scores else []))
    console.print(wins)
    _show_events(summary)
    if summary.endless:
        console.print(f"{summary.endless:,} games were stopped at {game.spec.most_plies:,} plies and do not count.")


def _show_events(summary: Summary) -> None:
    """What happened at all; a house rule may have made the rest impossible."""
    happened = {name: numbers for name, numbers in summary.events.items() if numbers["total"]}
    if not happened:
        return
    table = Table(title="Events in a game", title_justify="left")
    for name in ("event", "mean", "sd", "max"):
        table.add_column(name, justify="left" if name == "event" else "right")
    for name, numbers in happened.items():
        table.add_row(name.replace("_", " "), f"{numbers['mean']:,.2f}", f"{numbers['sd']:,.2f}", f"{numbers['max']:,}")
    console.print(table)


def _show_histogram(summary: Summary) -> None:
    bins = summary.histogram(12)
    most = max(count for _, _, count in bins)
    room = len(f"{bins[-1][1]:,}")
    for low, high, count in bins:
        span = f"{low:>{room},} – {high:>{room},}"
        console.print(f"  {span} [blue]{'█' * round(40 * count / most)}[/blue] [dim]{count / summary.games:.1%}[/dim]")
