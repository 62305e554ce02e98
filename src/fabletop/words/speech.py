"""The language of a terminal: what `--language` or the environment asks for, as gettext reads it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from fabletop.engine.errors import BadOption
from fabletop.words.catalogue import LANGUAGES, best_language
from fabletop.words.words import Words

NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set


def own_language() -> str:
    wanted = next((os.environ[name] for name in NAMES if os.environ.get(name)), "")
    tags = [re.split("[.@]", tag)[0].replace("_", "-") for tag in wanted.split(":")]  # el_GR.UTF-8, de@euro
    return best_language(",".join(tags))


def own_words() -> Words:
    return Words(own_language())


def said(text: str, **places: object) -> str:
    """A text of the house in the reader's language."""
    return own_words()(text, **places)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """For a while in this language, here and in what we start."""
    if language not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise BadOption("--language {language}: known are {known}", language=language, known=known)
    before = os.environ.get(NAMES[0])
    os.environ[NAMES[0]] = language
    try:
        yield
    finally:
        os.environ.pop(NAMES[0], None)
        if before is not None:
            os.environ[NAMES[0]] = before
