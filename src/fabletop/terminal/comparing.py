"""`fabletop compare`: what house rules do, as a table."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from fabletop.engine.game import Game
from fabletop.lab import files
from fabletop.lab.compare import Comparison, Effect, Measure, Variation, compare, variations
from fabletop.terminal.numbers import games_bar, heading, stopped
from fabletop.terminal.screen import console
from fabletop.words import Words
from fabletop.words.speech import own_words


def compared(
    game: Game,
    vary: Sequence[str],
    games: int,
    seed: int | None,
    threads: int | None,
    *,
    players: str | None,
    pairs: bool,
    plot: str | None,
    as_json: bool,
) -> int:
    """Run it and show it; stopped by Ctrl-C it shows what is known so far."""
    errors, words = Console(stderr=True, highlight=False), own_words()
    singles, couples = variations(game, vary, pairs)
    if plot:
        files.picture(plot)
    total = games * (1 + len(singles) + len(couples))
    with games_bar(errors) as bar:
        task = bar.add_task(words.game(game.id).title, total=total, rate="")

        def progress(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{words.translate.number(speed)}/s" if speed else "")

        found = compare(
            game, vary, games, pairs=pairs, seed=seed, threads=threads, players=players, plot=plot, progress=progress
        )
    if found.games < games:
        errors.print(stopped(found.games, games, words))
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        show(found)
    return 0 if found.summary.games else 1


def show(found: Comparison) -> None:
    words = own_words()
    if not found.summary.games:
        console.print(words("No game was finished."))
        return
    each = words("for each set of rules")
    console.print(f"{heading(found.game, found.games, found.summary.players, found.seed, words)}, {each}")
    console.print(f"[dim]{words.translate.number(found.seconds, 2)} s[/dim]")
    share = words.translate.percent(0.95)
    title = words("Effect (of a share in percentage points) and its {share} interval", share=share)
    table = Table(title=title, title_justify="left")
    table.add_column(words("rule"))
    shown, titles = found.shown_measures(), _titles(words)
    table.add_column(words("minutes at a table"), justify="right")
    for measure in shown:
        table.add_column(titles[found.title(measure)], justify="right")
    without = words("without any")
    usual = (words.translate.number(found.summary.minutes["mean"], 1), *(_value(m, found, words) for m in shown))
    table.add_row(f"[dim]{without}[/dim]", *(f"[dim]{value}[/dim]" for value in usual))
    for one in found.variations:
        longer = words.translate.change(one.longer, 1) if one.effects else "–"
        rules = f"{one.name}\n[dim]{_named(one, words)}[/dim]"  # as it is typed, and as it is said
        table.add_row(rules, longer, *(_cell(m, one.effects.get(m.key), words) for m in shown))
    console.print(table)
    couples = [one for one in found.variations if one.parts]
    if couples:
        table = Table(title=words("Pairs: effect beyond the sum of the two"), title_justify="left")
        table.add_column(words("rules"))
        for measure in shown:
            table.add_column(titles[found.title(measure)], justify="right")
        for one in couples:
            table.add_row(_named(one, words), *(_cell(m, one.interactions.get(m.key), words) for m in shown))
        console.print(table)
    console.print(words("*: the interval does not contain 0; by luck alone that happens once in twenty."))
    console.print(words("Minutes: what the screen takes is measured, thinking is assumed (docs/lab.md)."))
    same = [_named(one, words) for one in found.variations if not one.different]
    if same:
        console.print(words("Not one game differs: {rules}.", rules="; ".join(same)), markup=False)


def _titles(_: Words) -> dict[str, str]:
    """What is measured in every game; events have the games' own names."""
    return {
        "length in plies": _("length in plies"),
        "first seat's advantage": _("first seat's advantage"),
        "shared wins": _("shared wins"),
        "first seat wins": _("first seat wins"),
        "all win": _("all win"),
        "mean score": _("mean score"),
        "best score": _("best score"),
    }


def _named(one: Variation, words: Words) -> str:
    """A set of rules by what is not as usual."""
    own = words.game(one.game.id)
    return ", ".join(own.set_to(name, value) for name, value in one.changes.items())


def _value(measure: Measure, found: Comparison, words: Words) -> str:
    value = found.base_value(measure)
    return words.translate.percent(value, 2) if measure.percent else words.translate.number(value, 2)


def _cell(measure: Measure, effect: Effect | None, words: Words) -> str:
    if effect is None:
        return "–"
    if not effect.mean and not effect.error:
        return "[dim]0[/dim]"
    times = 100 if measure.percent else 1  # percentages differ by percentage points
    mean, low, high = (words.translate.change(times * one, 2) for one in (effect.mean, effect.low, effect.high))
    return f"{mean}{' *' if effect.clear else '  '}\n[dim]{low} … {high}[/dim]"
