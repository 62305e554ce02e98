"""`fabletop simulate`: a progress bar, then a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fabletop.compiler import store
from fabletop.engine.game import Game
from fabletop.lab.simulate import MANY, simulate
from fabletop.lab.summary import Summary
from fabletop.terminal.screen import console
from fabletop.words import Words
from fabletop.words.speech import own_words


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
    errors, words = Console(stderr=True, highlight=False), own_words()
    wanted = games if games is not None or precision else MANY
    told = set[str]()
    with games_bar(errors) as bar:
        task = bar.add_task(words.game(game.id).title, total=wanted, rate="")

        def progress(done: int, doing: str) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{words.translate.number(speed)}/s" if speed else "")
            if doing and doing not in told and (wanted is None or done < wanted):
                told.add(doing)
                plain, why = words("plain Python"), words.error(store.excuse(game.id))
                errors.print(f"{plain} ({why}) …", style="dim", markup=False)

        summary = simulate(game, games, until_precision=precision, progress=progress, **more)
    played = summary.games + summary.endless
    if precision is None and wanted is not None and played < wanted:
        errors.print(stopped(played, wanted, words))
    if precision is not None and summary.precision > precision:
        number = words.translate.number(played)
        errors.print(words("Stopped after {number} games, before it was so precise.", number=number))
    if as_json:
        print(json.dumps(summary.as_json(), ensure_ascii=False))
    else:
        show(summary)
    return 0 if summary.games else 1


def stopped(played: int, wanted: int, words: Words) -> str:
    number = words.translate.number
    return words("Stopped after {number} of {most} games.", number=number(played), most=number(wanted))


def heading(game: Game, games: int, players: Sequence[str], seed: int | None, words: Words) -> str:
    """Which game, how often, by whom: levels as `--players` takes them, in every language."""
    own, number = words.game(game.id), words.translate.number(games)
    levels = ", ".join(dict.fromkeys(players) if len(set(players)) == 1 else players)
    text = words("{number} games of {players}, seed {seed}", number=number, players=levels, seed=seed)
    if set(players) == {"random"}:
        text = words("{number} random games, seed {seed}", number=number, seed=seed)
    return f"[bold]{own.title}[/bold] ({own.described(game)}), {text}"


def show(summary: Summary) -> None:
    game, n, words = summary.game, summary.games, own_words()
    number, percent = words.translate.number, words.translate.percent
    if not n:
        console.print(words("No game was finished."))
        return
    console.print(heading(game, n, summary.players, summary.seed, words))
    how = words("compiled") if summary.compiled else words("plain Python")
    speed = words("{number} games a second", number=number(n / summary.seconds))
    console.print(f"[dim]{number(summary.seconds, 2)} s, {speed}, {how}[/dim]")
    plies = summary.plies
    lengths = Table(title=words("Length in plies"), title_justify="left")
    for name in (words("mean"), words("sd"), words("min"), "p50", "p95", words("max")):
        lengths.add_column(name, justify="right")
    lengths.add_row(*(number(value, isinstance(value, float)) for value in plies.values()))
    console.print(lengths)
    _show_histogram(summary, words)
    times = {"half": number(summary.minutes["p50"]), "most": number(summary.minutes["p95"]), "share": percent(0.95)}
    console.print(words("At a table: half of the games within {half} minutes, {share} within {most}.", **times))
    console.print(words("Minutes: what the screen takes is measured, thinking is assumed (docs/lab.md)."), style="dim")
    mixed = len(set(summary.players)) > 1
    wins = Table(title=words("Wins"), title_justify="left")
    more = [words("player")] if mixed else []
    more += [words("mean score")] if summary.scores else []
    for name in (words("seat"), words("wins"), words("share"), words("{share} interval", share=percent(0.95)), *more):
        wins.add_column(name, justify="right")
    for seat, won in enumerate(summary.wins):
        low, high = summary.win_interval(seat)
        row = [str(seat + 1), number(won), percent(won / n, 2), f"{percent(low, 2)} – {percent(high, 2)}"]
        row += [words.level(summary.players[seat])] if mixed else []
        wins.add_row(*row, *([number(summary.scores[seat], 2)] if summary.scores else []))
    console.print(wins)
    _show_events(summary, words)
    if summary.endless:
        values = {"number": number(summary.endless), "plies": number(game.spec.most_plies)}
        console.print(words("{number} games were stopped at {plies} plies and do not count.", **values))


def _show_events(summary: Summary, words: Words) -> None:
    """What happened at all; a house rule may have made the rest impossible."""
    happened = {name: numbers for name, numbers in summary.events.items() if numbers["total"]}
    if not happened:
        return
    own, number = words.game(summary.game.id), words.translate.number
    table = Table(title=words("Events in a game"), title_justify="left")
    table.add_column(words("event"))
    for name in (words("mean"), words("sd"), words("max")):
        table.add_column(name, justify="right")
    for name, numbers in happened.items():
        table.add_row(own.event(name), number(numbers["mean"], 2), number(numbers["sd"], 2), number(numbers["max"]))
    console.print(table)


def _show_histogram(summary: Summary, words: Words) -> None:
    number, percent = words.translate.number, words.translate.percent
    bins = summary.histogram(12)
    most = max(count for _, _, count in bins)
    room = len(number(bins[-1][1]))
    for low, high, count in bins:
        bar, share = "█" * round(40 * count / most), percent(count / summary.games, 1)
        console.print(f"  {number(low):>{room}} – {number(high):>{room}} [blue]{bar}[/blue] [dim]{share}[/dim]")
