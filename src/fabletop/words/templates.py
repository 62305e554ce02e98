"""Which texts there are to translate: the template of each catalogue, found in the code, the pages and the guides."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file

from fabletop.engine import registry
from fabletop.words.catalogue import HOUSE

PACKAGE = Path(__file__).parent.parent
ROOMS = (
    "cli",
    "compiler",
    "drawing",
    "engine",
    "guide",
    "lab",
    "players",
    "tables",
    "terminal",
    "web",
    "words",
)  # whose texts are the house's
ERRORS = ("BadOption", "BadRecord", "Busy", "Forbidden", "NotYet", "UnknownGame")  # that a person reads
GUIDE = ("about", "begins", "effect", "end", "name", "say", "special_title", "story", "tips", "title", "wrong")
CONTEXT = (1, "c")
KEYWORDS = {
    **dict.fromkeys(("_", "N_", "house", "words", *ERRORS)),
    "ngettext": (1, 2),
    "NN_": (1, 2),
    "pgettext": (CONTEXT, 2),
    "NP_": (CONTEXT, 2),
    "npgettext": (CONTEXT, 2, 3),
}


def template(name: str) -> Catalog:
    """All texts of the house, or of a game."""
    found = Catalog(project="Fabletop", version="1", charset="utf-8", fuzzy=False)
    if name == HOUSE:
        for room in ROOMS:
            place = PACKAGE / room
            for path in [place] if place.is_file() else sorted(place.rglob("*")):
                _scan(path, found)
        return found
    spec, folder = registry.spec_of(name), registry.folder_of(name)
    shown = [spec.title, spec.summary, *filter(None, [spec.begins]), *(option.help for option in spec.options)]
    for text in shown:
        _add(found, text, folder / "spec.py")
    counters = registry.events_of(name)
    for event, field in counters.FIELDS.items() if counters else ():
        if not field.shape:
            _add(found, event.replace("_", " "), folder / "events.py", ["what is counted in a game, in the lab"])
    for path in sorted(folder.glob("*.py")):
        _scan(path, found)
    for path in sorted(folder.glob("guide/**/*.toml")):
        for text in from_guide(tomllib.loads(path.read_text(encoding="utf-8"))):
            _add(found, text, path)
    return found


def _scan(path: Path, into: Catalog) -> None:
    kind = {".py": "python", ".html": "jinja2.ext:babel_extract"}.get(path.suffix)
    if kind is None:
        return
    for text, comments, context in _texts(kind, path, path.stat().st_mtime_ns):
        _add(into, text, path, comments, context)


@cache
def _texts(kind: str, path: Path, written: int) -> list[tuple[str | tuple[str, ...], list[str], str | None]]:
    """What a file says, read once for all languages until it is written again."""
    tags, options = ("Translators:",), {"trim_blocks": "true", "silent": "false"}
    found = extract_from_file(kind, path, KEYWORDS, tags, options, strip_comment_tags=True)
    return [(text, comments, context) for _, text, comments, context in found]


def _add(
    into: Catalog,
    text: str | tuple[str, ...],
    path: Path,
    comments: list[str] | None = None,
    context: str | None = None,
) -> None:
    place = path.relative_to(PACKAGE.parent).as_posix() if path.is_relative_to(PACKAGE) else path.name
    into.add(text, locations=[(place, 0)], auto_comments=comments or [], context=context)


def from_guide(data: object, key: str = "") -> Iterator[str]:
    """The texts of a rulebook or a lesson; numbers alone read the same everywhere."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from from_guide(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from from_guide(value, key)
    elif isinstance(data, str) and key in GUIDE and re.search(r"[^\W\d]", data):
        yield data
