"""`fabletop new-game ID`: a folder with a small complete game, to be changed into another."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from fabletop.engine.errors import BadOption, refusal
from fabletop.engine.registry import game_ids
from fabletop.words.speech import said as _

STARTER, TITLE = "starter", "The Lantern Path"
LEFT_OUT = ("__pycache__",)
PAGE = Path("docs", "add-a-game.md")


def new_game(id: str, title: str, shelf: Path) -> Path:
    """The folder of the new game."""
    if not (id.isidentifier() and id.isascii() and id == id.lower()):
        raise BadOption("{id}: an id has small letters, digits and _ alone, and begins with a letter", id=id)
    if not title.isprintable() or set('"\\{}') & set(title):
        raise BadOption("a title is one line without quotation marks, backslashes or braces: it is written into Python")
    if id in game_ids() or (shelf / id).exists():
        raise BadOption("there is a game {id} already; choose another id", id=id)
    folder = shelf / id
    try:
        _copy(files(f"fabletop.{STARTER}"), folder, {TITLE: title or id.replace("_", " ").title(), STARTER: id})
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=folder, why=refusal(error)) from None
    return folder


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for item in source.iterdir():
        if item.name in LEFT_OUT:
            continue
        name = item.name.replace(STARTER, words[STARTER])
        if item.is_dir():
            _copy(item, target / name, words)
        else:
            text = re.sub("|".join(words), lambda found: words[found[0]], item.read_text(encoding="utf-8"))
            (target / name).write_text(text, encoding="utf-8")


def shelf() -> Path:
    """The first folder of FABLETOP_GAMES, or where we are."""
    named = [folder for folder in os.environ.get("FABLETOP_GAMES", "").split(os.pathsep) if folder]
    return Path(named[0]) if named else Path()


def page() -> Path:
    """What tells authors how: it lies in the source, and in a wheel beside the code."""
    package = Path(str(files("fabletop")))
    return next((path for home in (package, package.parents[1]) if (path := home / PAGE).exists()), PAGE)


def made(id: str, title: str, place: str | None) -> int:
    chosen = Path(place) if place else shelf()
    folder = new_game(id, title, chosen)
    home = str(chosen.absolute())
    known = home in [str(Path(one).absolute()) for one in os.environ.get("FABLETOP_GAMES", "").split(os.pathsep) if one]
    print(
        _(
            "{folder}/ is a small complete game. Change it, file by file; {page} goes with you.",
            folder=folder,
            page=page(),
        )
    )
    if not known:
        print(f"\n  export FABLETOP_GAMES={home}")
    lines = {
        f"fabletop play {id}": _("in a terminal"),
        "fabletop": _("in the browser: it lies in the chest"),
        f"fabletop simulate {id}": _("how long, how fair"),
        f"python -m pytest {folder}": _("its rules, and what any game must hold"),
    }
    print()
    for command, what in lines.items():
        print(f"  {command.ljust(max(map(len, lines)))}  {what}")
    return 0
