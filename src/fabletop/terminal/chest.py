"""The chest: choose a game, its seats and house rules, and play; and the lists of games and options."""

from __future__ import annotations

from collections.abc import Callable

from rich.table import Table as Grid

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import Value, shown
from fabletop.players.registry import levels, usual_level
from fabletop.terminal.screen import Quit, ask_until, console, say
from fabletop.terminal.table import play


def show_games() -> None:
    grid = Grid(title="The chest", title_justify="left")
    for name in ("game", "title", "seats", "what it is"):
        grid.add_column(name)
    for id in game_ids():
        spec = spec_of(id)
        low, high = spec.seats
        grid.add_row(id, spec.title, f"{low}–{high}" if low < high else str(low), spec.summary)
    console.print(grid)
    console.print("[dim]fabletop games GAME lists its options; fabletop play GAME plays it.[/dim]")


def show_game(id: str) -> None:
    spec = spec_of(id)
    low, high = spec.seats
    console.print(f"[bold]{spec.title}[/bold]: {spec.summary}")
    console.print(f"{low} to {high} seats, usually {spec.usual_seats}." if low < high else f"{low} seats.")
    grid = Grid(title="Options (--set NAME=VALUE)", title_justify="left")
    for name in ("option", "values", "default", "what it does"):
        grid.add_column(name)
    for option in spec.options:
        grid.add_row(option.name, option.domain(), shown(option.default), option.help)
    console.print(grid)


def chest() -> int:
    """Choose and play, until somebody has had enough."""
    try:
        while True:
            _one_game()
    except Quit:
        say("Good night.")
    return 0


def _one_game() -> None:
    say("\nThe chest is open. Which game? (q closes it)")
    for number, id in enumerate(game_ids(), start=1):
        say(f"  {number} {spec_of(id).title}: {spec_of(id).summary}")
    id = ask_until("game> ", _which)
    spec = spec_of(id)
    low, high = spec.seats
    seats = low
    if low < high:
        seats = ask_until(
            f"How many seats, {low} to {high}? [{spec.usual_seats}] ", _between(low, high, spec.usual_seats)
        )
    people = ask_until(f"How many of you are people, 0 to {seats}? [1] ", _between(0, seats, 1))
    level = usual_level(id)
    if people < seats:
        known = levels(id)
        level = ask_until(f"How hard shall the computer play: {', '.join(known)}? [{level}] ", _one_of(known, level))
    game = ask_until(
        "House rules as NAME=VALUE, ? lists them, Enter plays as printed: ", lambda text: _ruled(id, seats, text)
    )
    play(game, people, level=level)


def _which(answer: str) -> str:
    ids = game_ids()
    if answer.isdecimal() and 1 <= int(answer) <= len(ids):
        return ids[int(answer) - 1]
    found = [
        id for id in ids if answer and (id.startswith(answer.lower()) or spec_of(id).title.lower() == answer.lower())
    ]
    if len(found) == 1:
        return found[0]
    raise ValueError(f"Give a number from 1 to {len(ids)} or a name: {', '.join(ids)}")


def _between(low: int, high: int, usual: int) -> Callable[[str], int]:
    def understood(answer: str) -> int:
        if not answer:
            return min(usual, high)
        if answer.isdecimal() and low <= int(answer) <= high:
            return int(answer)
        raise ValueError(f"Give a number from {low} to {high}.")

    return understood


def _one_of(words: tuple[str, ...], usual: str) -> Callable[[str], str]:
    def understood(answer: str) -> str:
        found = [word for word in words if word.startswith(answer.lower())] if answer else [usual]
        if len(found) == 1:
            return found[0]
        raise ValueError(f"Give one of: {', '.join(words)}.")

    return understood


def _ruled(id: str, seats: int, answer: str) -> Game:
    if answer == "?":
        show_game(id)
        raise BadOption("Several go together with spaces: " + _example(id))
    options: dict[str, Value] = {}
    for setting in answer.split():
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadOption(f"{setting!r}: give NAME=VALUE, for example {_example(id)}")
        options[name] = spec_of(id).option(name).parse(text)
    return Game(id, seats, options)


def _example(id: str) -> str:
    return " ".join(f"{option.name}={shown(option.values[-1])}" for option in spec_of(id).options[:2]) or "nothing"
