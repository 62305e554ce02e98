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


def _faults(found: Message | None, wanted: Message) -> Iterator[str]:
    said = repr(wanted.id if isinstance(wanted.id, str) else wanted.id[1])
    said = f"{said} ({wanted.context})" if wanted.context else said
    string = found.string if found else ""
    forms = (string,) if isinstance(string, str) else tuple(string or ())
    if found is None or not all(forms) or bool(found.pluralizable) != bool(wanted.pluralizable):
        yield f"missing: {said}"
    elif found.fuzzy:
        yield f"in doubt (fuzzy): {said}"
    else:
        ids = (wanted.id,) if isinstance(wanted.id, str) else wanted.id
        always, ever = set.intersection(*map(fields, ids)), set.union(*map(fields, ids))
        for form in forms:
            if not always <= fields(form) <= ever:
                yield f"places do not fit: {said} – {form!r}"
            elif form.count("**") != ids[-1].count("**"):
                yield f"**…** do not fit: {said} – {form!r}"
            elif [form[:1].isspace(), form[-1:].isspace()] != [ids[-1][:1].isspace(), ids[-1][-1:].isspace()]:
                yield f"spaces at an end do not fit: {said} – {form!r}"


def fields(text: str) -> set[str]:
    """The `{places}` of a text that are filled in later."""
    return set(re.findall(r"\{(\w*)\}", text))
