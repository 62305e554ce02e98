"""The upkeep of the catalogues: brought up to date with the code, written, and checked."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from fabletop.engine import registry
from fabletop.engine.translate import ENGLISH, LOCALES
from fabletop.words.catalogue import HOUSE, LOCALE, place_of
from fabletop.words.check import faults, load
from fabletop.words.templates import template
from fabletop.words.typeset import typeset

VANE = "POT-Creation-Date|Report-Msgid-Bugs-To|Generated-By"  # lines of a head that change with the wind


def catalogues() -> list[str]:
    return [HOUSE, *registry.game_ids()]


def pairs(language: str, locale: Path = LOCALE) -> Iterator[tuple[str, Path]]:
    """The catalogues of a language; a game from elsewhere need not speak all."""
    for name in catalogues():
        path = place_of(name, language, locale)
        if path.is_relative_to(locale) or path.exists():
            yield name, path


def missing(language: str, locale: Path = LOCALE) -> dict[str, list[str]]:
    """What is wrong with the catalogues of a language, by "house" or a game's id."""
    found = {}
    for name, path in pairs(language, locale):
        lines = faults(load(path) if path.exists() else Catalog(), template(name))
        if lines:
            found[name] = lines
    return found


def write(path: Path, catalogue: Catalog) -> None:
    """A catalogue as a file that changes only where a text does: no line numbers, no wrapped lines, no tool's name."""
    text = io.BytesIO()
    catalogue.header_comment = ""
    write_po(text, catalogue, width=0, include_lineno=False, ignore_obsolete=True)
    lines = re.sub(rf'^"({VANE}):.*\n', "", text.getvalue().decode(), flags=re.MULTILINE)
    lines = lines.lstrip("#\n")
    if not path.exists() or path.read_text(encoding="utf-8") != lines:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines, encoding="utf-8")


def write_templates(locale: Path = LOCALE) -> None:
    for name in catalogues():
        if place_of(name, ENGLISH.language, locale).is_relative_to(locale):
            write(locale / f"{name}.pot", template(name))


def merge(language: str, locale: Path = LOCALE) -> None:
    """Bring a language's catalogues up to date: what is new is empty, or in doubt where it is like something old."""
    for name, path in pairs(language, locale):
        wanted = template(name)
        found = load(path) if path.exists() and path.stat().st_size else fresh(language)
        found.update(wanted)
        for message in found:
            if isinstance(message.string, str):
                message.string = typeset(language, message.string)
            else:
                message.string = tuple(typeset(language, form) for form in message.string or ())
        write(path, found)


def fresh(language: str) -> Catalog:
    known = LOCALES.get(language, language)
    name = Locale.parse(known).get_language_name(known) or language
    return Catalog(
        known.partition("_")[0],
        project="Fabletop",
        version="1",
        revision_date=datetime.now(UTC),
        language_team=name[:1].upper() + name[1:],
        last_translator="Fabletop",
        fuzzy=False,
    )
