"""What the style sheets ask for and a machine can see: quotes, apostrophes, spaces, and texts on the wrong message."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fabletop.words import LANGUAGES
from fabletop.words.catalogue import LOCALE
from fabletop.words.check import load
from fabletop.words.typeset import typeset
from fabletop.words.upkeep import catalogues

OTHERS = [language for language in LANGUAGES if language != "en"]
CODE = re.compile(r"`[^`]*`|'[^' ]*'|\{\w*\}|%\(\w+\)[sr]|pip install.*")
FOREIGN = {"de": "«»‘”", "fr": "“”„‘", "es": "“”„‘", "it": "“”„‘", "nl": "“”„«»", "pt": "“”„‘", "el": "“”„‘"}
ABBREVIATED = {"min", "max", "sd"}
NAMES = {"Mensch ärgere Dich nicht", "plain Python"}  # begin or end as a name does
COMMANDS = re.compile(r"--\w|PostgreSQL")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """All English texts with their translations; of plurals the last form of English with each of the others."""
    for name in catalogues():
        for message in load(LOCALE / language / f"{name}.po"):
            if message.id:
                english = message.id if isinstance(message.id, str) else message.id[-1]
                forms = (message.string,) if isinstance(message.string, str) else message.string or ()
                yield from ((english, form) for form in forms)


def prose(text: str) -> str:
    return CODE.sub("X", text)


def first(text: str) -> str:
    return re.sub(r"^[^\w{]+", "", text)[:1]


def ended(text: str) -> bool:
    return re.sub(r"[\W_]*$", lambda end: re.sub(r"[^.!?;…:]", "", end[0]), text)[-1:] in tuple(".!?;…:")


@pytest.mark.parametrize("language", OTHERS)
def test_quotes_and_apostrophes_are_those_of_the_language(language: str) -> None:
    wrong = [
        said
        for english, said in texts(language)
        if re.search(r"\w'", prose(said))
        or ('"' in said and '"' not in english)
        or set(FOREIGN[language]) & set(said)
        or "..." in said
        or english.endswith(" …") != said.endswith(" …")
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_looks_like_its_text(language: str) -> None:
    """A text that was put on another message by mistake mostly begins, ends or is as long otherwise."""
    odd = []
    for english, said in texts(language):
        if english in ABBREVIATED | NAMES or COMMANDS.match(english):
            continue
        begins = first(english), first(said)
        letters = language != "de" and all(map(str.isalpha, begins))  # German nouns have capitals
        if (letters and begins[0].isupper() != begins[1].isupper()) or ended(english) != ended(said):
            odd.append((english, said))
        if len(said) > 2.2 * len(english) + 14:
            odd.append((english, said))
    assert odd == []


def test_french_has_its_spaces_before_punctuation() -> None:
    narrow, wide = "\u202f", "\u00a0"
    wrong = [
        said
        for _, said in texts("fr")
        if re.search(
            rf"\w[?!;](?!\w)|\w (?=[?!;](?:\s|$))|\w[ {narrow}]?:(?=\s|$)|«(?!{wide})|(?<!{wide})»", prose(said)
        )
    ]
    assert wrong == []


def test_french_spaces_are_set_whatever_was_typed() -> None:
    assert typeset("fr", "Un 6 ! Ça va : « oui » ; non ?") == (
        "Un 6\u202f! Ça va\u00a0: «\u00a0oui\u00a0»\u202f; non\u202f?"
    )
    assert typeset("fr", "Réponds, ? explique, ! aide : {text}") == "Réponds, ? explique, ! aide\u00a0: {text}"
    assert typeset("nl", "Ja !") == "Ja !"


def test_spanish_opens_what_it_closes() -> None:
    said = [(text.count("¡"), text.count("!"), text.count("¿"), text.count("?")) for _, text in texts("es")]
    keys = [text for _, text in texts("es") if re.search(r"(^|[,;:] )[?!] \w", text)]  # typed in a terminal
    assert sum(a != b or c != d for a, b, c, d in said) == len(keys)


def test_greek_asks_with_its_own_mark() -> None:
    assert [said for english, said in texts("el") if "?" in said and not re.search(r"\? \w", english)] == []
