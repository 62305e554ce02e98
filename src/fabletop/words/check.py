"""What is wrong with a translation: missing, in doubt, or with places that do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po


def load(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name if path.parent.name != "locale" else path.stem)


def faults(found: Catalog, wanted: Catalog) -> list[str]:
    """All that is wrong with a catalogue, one line each; `wanted` is its template."""
    asked = [message for message in wanted if message.id]
    return [line for message in asked for line in _faults(found.get(message.id, message.context), message)]


def misfits(catalogue: Catalog) -> list[str]:
    """The translations of a catalogue whose places are not those of its own texts; what is missing is nothing wrong."""
    asked = [message for message in catalogue if message.id and all(_forms(message)) and not message.fuzzy]
    return [line for message in asked for line in _misfits(_forms(message), message)]


def _faults(found: Message | None, wanted: Message) -> Iterator[str]:
    forms = _forms(found) if found else ("",)
    if found is None or not all(forms) or bool(found.pluralizable) != bool(wanted.pluralizable):
        yield f"missing: {_named(wanted)}"
    elif found.fuzzy:
        yield f"in doubt (fuzzy): {_named(wanted)}"
    else:
        yield from _misfits(forms, wanted)


def _misfits(forms: tuple[str, ...], wanted: Message) -> Iterator[str]:
    ids, said = (wanted.id,) if isinstance(wanted.id, str) else wanted.id, _named(wanted)
    always, ever = set.intersection(*map(fields, ids)), set.union(*map(fields, ids))
    for form in forms:
        if not always <= fields(form) <= ever:
            yield f"places do not fit: {said} – {form!r}"
        elif form.count("**") != ids[-1].count("**"):
            yield f"**…** do not fit: {said} – {form!r}"
        elif [form[:1].isspace(), form[-1:].isspace()] != [ids[-1][:1].isspace(), ids[-1][-1:].isspace()]:
            yield f"spaces at an end do not fit: {said} – {form!r}"


def _named(message: Message) -> str:
    said = repr(message.id if isinstance(message.id, str) else message.id[1])
    return f"{said} ({message.context})" if message.context else said


def _forms(message: Message) -> tuple[str, ...]:
    """A translation, in as many forms as its language has."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def fields(text: str) -> set[str]:
    """The `{places}` of a text that are filled in later."""
    return set(re.findall(r"\{(\w*)\}", text))
