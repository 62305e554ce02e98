"""`fabletop analyse` and `fabletop advise`: a progress bar, then tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game
from fabletop.engine.records import Recording
from fabletop.engine.rulebook import CHANCE
from fabletop.lab.analyse import advice, analyse
from fabletop.players import solutions
from fabletop.players.analysis import Analysis
from fabletop.terminal.details import told
from fabletop.terminal.screen import console, say
from fabletop.words import N_, GameWords, Words
from fabletop.words.speech import own_words

PATIENCE = 60.0  # seconds that advice waits for a solution


def analysed(
    game: Game, extra: Sequence[str], level: str | None, games: int | None, seed: int, *, as_json: bool
) -> int:
    errors = Console(stderr=True, highlight=False)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(),
        console=errors, transient=True, disable=not errors.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task(own_words().game(game.id).title, total=1.0)

        def progress(share: float, doing: str) -> None:
            bar.update(task, completed=share)

        found = analyse(game, extra, level=level, games=games, seed=seed, progress=progress)
    if as_json:
        head = {"game": game.id, "version": game.version, "options": dict(game.options), "seats": game.seats}
        print(json.dumps(head | found.as_json(), ensure_ascii=False))
    else:
        show(game, found)
    return 0


def show(game: Game, found: Analysis) -> None:
    words = own_words()
    own, number, percent = words.game(game.id), words.translate.number, words.translate.percent
    console.print(f"[bold]{own.title}[/bold] ({own.described(game)})")
    console.print(_method(found, words, own), markup=False)
    grid = Table(show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    if found.value is not None:
        grid.add_row(words("value for seat 1"), number(found.value, 4))
    for seat, chance in enumerate(found.win or (), start=1):
        grid.add_row(words("seat {number} wins", number=seat), percent(chance, 2))
    if found.turns is not None:
        grid.add_row(words("turns of seat 1, missed ones too"), number(found.turns, 2))
    console.print(grid)
    for line in told(game, found, words):
        console.print(line, markup=False)


def _method(found: Analysis, words: Words, own: GameWords) -> str:
    if not found.exact:
        games, by = words.translate.number(found.details["games"]), words.level(found.details["level"])
        text = N_("Simulated: {number} games, every seat played by the computer ({level}); seed {seed}.")
        return words(text, number=games, level=by, seed=found.details["seed"])
    clauses = map(own.translate, found.method.split("; "))
    return words("Exact: {method}.", method="; ".join(clauses))


def advised(recording: Recording, ply: int | None, *, as_json: bool) -> int:
    """What each action is worth at a ply of a record: the next decision is number `ply`, by default the last one."""
    last = len(recording.plies)
    deciding = {i + 1: p for i, p in enumerate(recording.plies) if p.by != CHANCE}
    final = recording.final()
    if final.turn is not None and final.turn != CHANCE:
        deciding[last + 1] = None  # type: ignore[assignment]  # to be decided now
    if not deciding:
        raise BadOption("nobody has decided anything in this record")
    number = max(deciding) if ply is None else ply
    if number not in deciding:
        near = min(deciding, key=lambda other: abs(other - number))
        raise BadOption("--ply {ply}: nobody decides there; the nearest decision is ply {near}", ply=number, near=near)
    state = recording.game.new()
    for earlier in recording.plies[: number - 1]:
        state.play(earlier.act)
    seat, words = state.turn, own_words()
    assert seat is not None
    view = state.view(seat)
    values, who = advice(view)
    if not solutions.finished(0.0):
        Console(stderr=True).print(words("solving the game, once …"), style="dim")
        solutions.finished(PATIENCE)
        values, who = advice(view)
    done = deciding[number]
    if as_json:
        answer = {"game": recording.game.id, "ply": number, "seat": seat, "by": who, "values": values}
        print(json.dumps(answer | {"played": done.act if done else None}, ensure_ascii=False))
        return 0
    say(words("Ply {number}, {who}:", number=number, who=recording.names[seat]))
    list_values(values, who, words, words.game(recording.game.id), done.act if done else None)
    return 0


def list_values(values: Mapping[str, float], who: str, words: Words, own: GameWords, played: str | None = None) -> None:
    if not values:
        say("  " + words("Nobody knows better."))
        return
    number, best = words.translate.number, max(values.values())
    labels = {action: own.label(action) for action in values}
    width = max(map(len, labels.values()))
    for action, value in sorted(values.items(), key=lambda item: -item[1]):
        mark = words("best of all") if value == best else number(value - best, 4)
        seen = "  " + words("(played)") if action == played else ""
        say(f"  {labels[action].ljust(width)}  {number(value, 4):>9}  {mark}{seen}")
    say("  " + (words("(by looking ahead)") if who == "search" else f"({words.level(who)})"))
