"""Catalogues: gettext .po files, read as they are; nothing has to be compiled by hand.

`words/locale` has a folder for each language, and in it a file for the house and one for each game of the chest.
A game from elsewhere brings its own: `locale/<language>.po` in its folder.
"""

from __future__ import annotations

import io
import os
import re
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from fabletop.engine import registry
from fabletop.engine.translate import ENGLISH, Translate

LOCALE = Path(os.environ.get("FABLETOP_LOCALE") or Path(__file__).parent / "locale")  # or a translator's own copy
CHEST = Path(__file__).parent.parent / "games"
HOUSE = "house"


def languages(locale: Path = LOCALE) -> dict[str, str]:
    """All languages there are by their codes, each by its own name, which its catalogue of the house tells."""
    found = {ENGLISH.language: "English"}
    for path in sorted(locale.glob(f"*/{HOUSE}.po")):
        name = re.search(r'^"Language-Team: (.+?)\\n"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        found[path.parent.name] = name[1] if name else path.parent.name
    return found


LANGUAGES = languages()


def place_of(name: str, language: str, locale: Path = LOCALE) -> Path:
    """The catalogue of the house or of a game in a language."""
    if name != HOUSE and registry.folder_of(name).parent != CHEST:
        return registry.folder_of(name) / "locale" / f"{language}.po"
    return locale / language / f"{name}.po"


def read(path: Path) -> NullTranslations:
    """The translations of one file, those in doubt left out; nothing when it is not there."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    if not path.exists():
        return NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def translator(name: str, language: str) -> Translate:
    """How the texts of the house, or of a game and the house behind it, read in a language."""
    if language == ENGLISH.language:
        return ENGLISH
    texts = read(place_of(name, language))
    if name != HOUSE:
        texts.add_fallback(translator(HOUSE, language).texts)
    return Translate(language, texts)


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
    return next((tag for _, _, tag in sorted(ranked) if tag in LANGUAGES), ENGLISH.language)
