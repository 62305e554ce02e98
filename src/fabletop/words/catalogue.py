"""Catalogues: gettext .po files, read as they are; nothing has to be compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

LANGUAGES = {"en": "English", "de": "Deutsch"}
ENGLISH = "en"

Translate: TypeAlias = Callable[[str], str]


@cache
def catalogue(path: Path) -> Mapping[str, str]:
    """The translations of one file; nothing when it is not there."""
    from babel.messages.pofile import read_po

    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = read_po(file)
    return {str(m.id): str(m.string) for m in messages if m.id and m.string and not m.fuzzy}


def translator(folder: Path, language: str) -> Translate:
    """How a text of the catalogues in this folder reads in a language."""
    if language == ENGLISH:
        return lambda text: text
    known = catalogue(folder / f"{language}.po")
    return lambda text: known.get(text, text)


def best_language(wanted: str | None, chosen: str | None = None) -> str:
    """The language somebody has chosen, else the best of an Accept-Language header, else English."""
    if chosen in LANGUAGES:
        return str(chosen)
    ranked = []
    for i, part in enumerate((wanted or "").split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), i, tag.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(ranked) if tag in LANGUAGES), ENGLISH)
