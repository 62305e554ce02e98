"""Find the games and their parts.

A game is a folder with a spec.py: in the package fabletop.games, in a folder named in FABLETOP_GAMES, or an installed
package that names itself in the entry point group "fabletop.games".
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from fabletop.engine.contract import NEEDED, PARTS, BadGame, broken, faults
from fabletop.engine.deadline import deadline
from fabletop.engine.errors import UnknownGame, listed, quoted
from fabletop.engine.spec import Spec

log = logging.getLogger("fabletop.games")

HOUSE = "fabletop.games"  # also the name of the entry point group
LOADING = 10  # seconds of the processor to load and check a part of a game: no sound one needs so many


@cache
def _packages() -> dict[str, str]:
    """The package of each game."""
    shelves = importlib.import_module(HOUSE).__path__
    found = {entry.name: entry.value for entry in entry_points(group=HOUSE)}
    return found | {spec.parent.name: f"{HOUSE}.{spec.parent.name}" for shelf in shelves for spec in _specs(shelf)}


def _specs(shelf: str) -> list[Path]:
    return sorted(Path(shelf).glob("*/spec.py"))


@cache
def _found() -> tuple[dict[str, str], dict[str, str]]:
    """The games that can be played, with their packages; and those of others that cannot, with what is wrong."""
    own = set(_specs(str(Path(str(importlib.import_module(HOUSE).__file__)).parent)))
    ours = {f"{HOUSE}.{spec.parent.name}" for spec in own}
    good, bad = {}, {}
    for id, package in sorted(_packages().items()):
        if package in ours:
            good[id] = package
            continue
        try:
            _check(id)
        except BadGame as error:
            bad[id] = str(error)
            log.warning("a game is left out: %s", error)
        else:
            good[id] = package
    return good, bad


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(_found()[0])


def known_id(id: object) -> str:
    good, bad = _found()
    if isinstance(id, str) and id in good:
        return id
    if isinstance(id, str) and id in bad:
        raise BadGame(bad[id])
    known = listed(good, most=30)
    raise UnknownGame("there is no game {id}; the games are {known}", id=quoted(id), known=known)


def package_of(id: str) -> str:
    """The package that is the game's folder."""
    return _packages()[known_id(id)]


@cache
def folder_of(id: str) -> Path:
    """Where its other files lie: catalogues, rules pages, golden records."""
    return Path(str(part(id, "spec").__file__)).parent


def spec_of(id: str) -> Spec:
    spec: Spec = part(id, "spec").SPEC
    return spec


def rules_of(id: str) -> ModuleType:
    """The module with the class Rules and the tuple ACTIONS."""
    module: ModuleType = part(id, "rules")
    return module


def events_of(id: str) -> Any:
    """The class Events of the game's events.py: what is counted in it; None where nothing is."""
    return part(id, "events").Events if has_part(id, "events") else None


def mind_of(id: str) -> Any:
    """The class Mind of the game's mind.py: players that can be compiled; None where there are none."""
    return part(id, "mind").Mind if has_part(id, "mind") else None


def mind_levels(id: str) -> tuple[str, ...]:
    """The levels of a game's Mind; its number 1 is the first."""
    levels: tuple[str, ...] = part(id, "mind").LEVELS if has_part(id, "mind") else ()
    return levels


def deep_levels(id: str) -> tuple[str, ...]:
    """The levels of a game's Mind that think so long that a table asks them compiled, where that is ready."""
    levels: tuple[str, ...] = getattr(part(id, "mind"), "DEEP", ()) if has_part(id, "mind") else ()
    return levels


def part(id: str, name: str) -> Any:
    """A module of the game's folder, loaded and checked when it is first needed."""
    return _part(known_id(id), name)


def has_part(id: str, name: str) -> bool:
    return _has_part(known_id(id), name)


def check(id: str) -> None:
    """Load every part that a folder has; BadGame names the first fault, its file and the remedy."""
    _check(known_id(id))


def _check(id: str) -> None:
    if not (id.isidentifier() and id.isascii() and id == id.lower()):
        raise BadGame(f"{id}: the id of a game, the name of its folder, has small letters, digits and _ alone")
    for name in PARTS:
        if _has_part(id, name):
            _part(id, name)
        elif name in NEEDED:
            raise BadGame(f"{id}/{name}.py is missing: every game has {listed(f'{part}.py' for part in NEEDED)}")


@cache
def _part(id: str, name: str) -> ModuleType:
    package = _packages()[id]
    try:
        with deadline(LOADING):
            module = importlib.import_module(f"{package}.{name}")
            spec = _part(id, "spec").SPEC if name == "rules" else None
            fault = next(faults(name, module, spec), None)
    except BadGame:
        raise
    except Exception as error:
        home = importlib.util.find_spec(package)
        places = list(home.submodule_search_locations or ()) if home else []
        raise BadGame(broken(Path(places[0] if places else id), name, error)) from error
    if fault:
        raise BadGame(fault)
    return module


@cache
def _has_part(id: str, name: str) -> bool:
    try:
        return importlib.util.find_spec(f"{_packages()[id]}.{name}") is not None
    except Exception:  # a package that cannot be imported has its say when it is loaded
        return name == "spec"
