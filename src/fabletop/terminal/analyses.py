"""`fabletop analyse` and `fabletop advise`: a progress bar, then tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game
from fabletop.engine.records import Recording
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.lab.analyse import advice, analyse
from fabletop.players import solutions
from fabletop.players.analysis import Analysis
from fabletop.terminal.screen import console, say

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
        task = bar.add_task(game.spec.title, total=1.0)

        def progress(share: float, doing: str) -> None:
            bar.update(task, completed=share, description=f"{game.spec.title}: {doing}")

        found = analyse(game, extra, level=level, games=games, seed=seed, progress=progress)
    if as_json:
        head = {"game": game.id, "options": dict(game.options), "seats": game.seats}
        print(json.dumps(head | found.as_json(), ensure_ascii=False))
    else:
        show(game, found)
    return 0


def show(game: Game, found: Analysis) -> None:
    console.print(f"[bold]{game.spec.title}[/bold] ({game.described()})")
    console.print(f"{'Exact' if found.exact else 'Simulated'}: {found.method}.", markup=False)
    grid = Table(show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    if found.value is not None:
        grid.add_row("value for seat 0", f"{found.value:.4f}")
    for seat, chance in enumerate(found.win or ()):
        grid.add_row(f"seat {seat} wins", f"{chance:.2%}")
    if found.turns is not None:
        grid.add_row("turns of seat 0, missed ones too", f"{found.turns:.2f}")
    console.print(grid)
    for name, detail in found.details.items():
        _detail(name.replace("_", " "), detail)


def _detail(name: str, detail: Any, depth: int = 0) -> None:
    if isinstance(detail, Mapping):
        if depth or all(not isinstance(value, (Mapping, list)) for value in detail.values()):
            cells = "  ".join(f"{key}: {_shown(value)}" for key, value in detail.items())
            console.print(f"{'  ' * depth}{name}  {cells}", markup=False)
            return
        for key, value in detail.items():
            _detail(f"{name} {key}".replace("_", " "), value, depth)
    else:
        console.print(f"{'  ' * depth}{name}  {_shown(detail)}", markup=False)


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_shown, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


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
        raise BadOption(f"--ply {number}: nobody decides there; the nearest decision is ply {near}")
    state = recording.game.new()
    for earlier in recording.plies[: number - 1]:
        state.play(earlier.act)
    seat = state.turn
    assert seat is not None
    view = state.view(seat)
    values, who = advice(view)
    if not solutions.finished(0.0):
        Console(stderr=True).print("[dim]solving the game, once …[/dim]")
        solutions.finished(PATIENCE)
        values, who = advice(view)
    done = deciding[number]
    if as_json:
        answer = {"game": recording.game.id, "ply": number, "seat": seat, "by": who, "values": values}
        print(json.dumps(answer | {"played": done.act if done else None}, ensure_ascii=False))
        return 0
    say(f"Ply {number}, {recording.names[seat]}:")
    list_values(values, who, done.act if done else None)
    return 0


def advise_live(view: View) -> None:
    """The answer to `!` at a table."""
    list_values(*advice(view))


def list_values(values: Mapping[str, float], who: str, played: str | None = None) -> None:
    if not values:
        say("  Nobody knows better.")
        return
    best = max(values.values())
    width = max(map(len, values))
    for action, value in sorted(values.items(), key=lambda item: -item[1]):
        mark = "  best" if value == best else f"  {value - best:+.4f}"
        say(f"  {action.ljust(width)}  {value:9.4f}{mark}{'  (played)' if action == played else ''}")
    say(f"  ({who})")
