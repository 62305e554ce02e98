"""Find the games: every folder of the package fabletop.games with a spec.py is one."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fabletop.engine.errors import UnknownGame, listed, quoted
from fabletop.engine.spec import Spec

HOUSE = "fabletop.games"


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    shelves = importlib.import_module(HOUSE).__path__
    return tuple(sorted({spec.parent.name for shelf in shelves for spec in Path(shelf).glob("*/spec.py")}))


def known_id(id: object) -> str:
    if isinstance(id, str) and id in game_ids():
        return id
    known = listed(game_ids(), most=30)
    raise UnknownGame("there is no game {id}; the games are {known}", id=quoted(id), known=known)


@cache
def spec_of(id: str) -> Spec:
    spec = part(id, "spec").SPEC
    if not isinstance(spec, Spec):
        raise TypeError(f"{HOUSE}.{id}.spec.SPEC is not a Spec")
    return spec


def rules_of(id: str) -> ModuleType:
    """The module with the class Rules and the tuple ACTIONS."""
    module: ModuleType = part(id, "rules")
    return module


def events_of(id: str) -> Any:
    """The class Events of the game's events.py: what is counted in it; None where nothing is."""
    return part(id, "events").Events if has_part(id, "events") else None


def part(id: str, name: str) -> Any:
    """A module of the game's folder, loaded when it is first needed."""
    return importlib.import_module(f"{HOUSE}.{known_id(id)}.{name}")


def has_part(id: str, name: str) -> bool:
    return importlib.util.find_spec(f"{HOUSE}.{known_id(id)}.{name}") is not None
