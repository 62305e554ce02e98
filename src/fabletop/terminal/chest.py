"""The chest: choose a game, its seats and house rules, and play; and the lists of games and options."""

from __future__ import annotations

from collections.abc import Callable

from rich.table import Table as Grid

from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import Value, shown
from fabletop.players.registry import levels, usual_level
from fabletop.terminal.screen import Quit, ask_until, console, say
from fabletop.terminal.table import play
from fabletop.words import Words
from fabletop.words.speech import own_words


def show_games() -> None:
    words = own_words()
    grid = Grid(title=words("The chest"), title_justify="left")
    for name in (words("game"), words("title"), words("seats"), words("what it is")):
        grid.add_column(name)
    for id in game_ids():
        low, high = spec_of(id).seats
        own = words.game(id)
        grid.add_row(id, own.title, f"{low}–{high}" if low < high else str(low), own.summary)
    console.print(grid)
    console.print(words("fabletop games GAME lists its options; fabletop play GAME plays it."), style="dim")


def show_game(id: str) -> None:
    spec, words = spec_of(id), own_words()
    own, (low, high) = words.game(id), spec.seats
    console.print(f"[bold]{own.title}[/bold]: {own.summary}")
    seats = words("{low} to {high} seats, usually {usual}.", low=low, high=high, usual=spec.usual_seats)
    console.print(seats if low < high else words("Seats: {number}.", number=low))
    if spec.begins:
        console.print(own.begins, words("Seat 1 is the one who begins."))
    grid = Grid(title=words("Options (--set NAME=VALUE)"), title_justify="left")
    for name in (words("option"), words("values"), words("default"), words("what it does")):
        grid.add_column(name)
    for option in spec.offered:
        grid.add_row(option.name, option.domain(), shown(option.default), own.option(option.name)[1])
    console.print(grid)
    console.print(words("Version {version} of the rules.", version=spec.version))
    for version in range(spec.version - 1, 0, -1):
        said = words("Version {version} (--rules-version {version}) had other defaults:", version=version)
        console.print(said)
        for name, value in spec.earlier.get(version, {}).items():
            console.print(f"  {name}={shown(value)}: {own.option(name)[1]}", highlight=False)


def chest() -> int:
    """Choose and play, until somebody has had enough."""
    words = own_words()
    try:
        while True:
            _one_game(words)
    except Quit:
        say(words("Good night."))
    return 0


def _one_game(words: Words) -> None:
    say("\n" + words("The chest is open. Which game? (q closes it)"))
    for number, id in enumerate(game_ids(), start=1):
        say(f"  {number} " + words.translate.labelled(words.game(id).title, words.game(id).summary))
    id = ask_until("> ", lambda answer: _which(answer, words))
    spec = spec_of(id)
    low, high = spec.seats
    seats = low
    if low < high:
        asked = words("How many seats, {low} to {high}? [{usual}] ", low=low, high=high, usual=spec.usual_seats)
        seats = ask_until(asked, _between(low, high, spec.usual_seats, words))
    asked = words("How many of you are people, 0 to {high}? [{usual}] ", high=seats, usual=1)
    people = ask_until(asked, _between(0, seats, 1, words))
    level = usual_level(id)
    if people < seats:
        known = levels(id)
        listed = ", ".join(f"{number} {words.level(name)}" for number, name in enumerate(known, start=1))
        asked = words(
            "How well should the computer play: {levels}? [{usual}] ", levels=listed, usual=words.level(level)
        )
        level = ask_until(asked, _one_of(known, level, words))
    asked = words("House rules as NAME=VALUE, ? lists them, Enter plays as printed: ")
    play(ask_until(asked, lambda text: _ruled(id, seats, text, words)), people, level=level)


def _which(answer: str, words: Words) -> str:
    ids = game_ids()
    if answer.isdecimal() and 1 <= int(answer) <= len(ids):
        return ids[int(answer) - 1]
    wanted, titles = answer.lower(), {id: words.game(id).title for id in ids}
    found = [
        id
        for id in ids
        if wanted and (id.startswith(wanted) or any(wanted in name.lower() for name in (spec_of(id).title, titles[id])))
    ]
    if len(found) == 1:
        return found[0]
    names = words.translate.listed(titles.values(), "or")
    raise ValueError(words("Give a number from 1 to {high} or a name: {names}", high=len(ids), names=names))


def _between(low: int, high: int, usual: int, words: Words) -> Callable[[str], int]:
    def understood(answer: str) -> int:
        if not answer:
            return min(usual, high)
        if answer.isdecimal() and low <= int(answer) <= high:
            return int(answer)
        raise ValueError(words("Give a number from {low} to {high}.", low=low, high=high))

    return understood


def _one_of(known: tuple[str, ...], usual: str, words: Words) -> Callable[[str], str]:
    def understood(answer: str) -> str:
        typed = answer.lower()
        found = [name for name in known if name.startswith(typed) or words.level(name).lower().startswith(typed)]
        found = found if answer else [usual]
        if answer.isdecimal() and 1 <= int(answer) <= len(known):
            found = [known[int(answer) - 1]]
        if len(found) == 1:
            return found[0]
        raise ValueError(words("Give one of: {names}.", names=", ".join(map(words.level, known))))

    return understood


def _ruled(id: str, seats: int, answer: str, words: Words) -> Game:
    if answer == "?":
        show_game(id)
        raise ValueError(words("Several go together with spaces: ") + _example(id))
    options: dict[str, Value] = {}
    for setting in answer.split():
        name, equals, text = setting.partition("=")
        if not equals:
            said = words("{setting}: give NAME=VALUE, for example {example}", setting=setting, example=_example(id))
            raise ValueError(said)
        options[name] = spec_of(id).option(name).parse(text)
    return Game(id, seats, options)


def _example(id: str) -> str:
    return " ".join(f"{option.name}={shown(option.values[-1])}" for option in spec_of(id).options[:2]) or "…"
