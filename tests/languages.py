"""What tests of all rooms ask about languages: is anything left in English?"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from fabletop.words.__main__ import main
from fabletop.words.catalogue import HOUSE, LOCALE
from fabletop.words.check import load
from fabletop.words.upkeep import write

NINTH = "eo"


def english_for(game: str, language: str) -> Iterator[re.Pattern[str]]:
    """What must not be met: English messages that this language says otherwise, with anything in their places."""
    for name in (HOUSE, game):
        for message in load(LOCALE / language / f"{name}.po"):
            english = [message.id] if isinstance(message.id, str) else list(message.id)
            own = [message.string] if isinstance(message.string, str) else list(message.string or ())
            for text in set(english) - set(own):
                words = re.sub(r"\{\w+\}|\W|\d", " ", text).split()
                if len(words) >= 2:
                    parts = re.split(r"\{\w+\}", text.replace("**", ""))
                    yield re.compile(r".{1,30}".join(map(re.escape, parts)))


def in_brackets(text: str) -> str:
    return re.sub(r"^(\s*)(.*?)(\s*)$", r"\1⟦\2⟧\3", text, flags=re.DOTALL)


def made_up(folder: Path) -> Path:
    """A ninth language beside the others: one command makes its folder; then every text is written, in brackets."""
    locale = folder / "locale"
    shutil.copytree(LOCALE, locale)
    with redirect_stdout(io.StringIO()) as listed:
        assert main(["add", NINTH], locale) == 1
    assert "missing: 'Roll!'" in listed.getvalue()
    for path in (locale / NINTH).glob("*.po"):
        book = load(path)
        for message in book:
            if isinstance(message.id, str):
                message.string = in_brackets(message.id) if message.id else message.string
            else:
                message.string = tuple(map(in_brackets, message.id))
        write(path, book)
    return locale
