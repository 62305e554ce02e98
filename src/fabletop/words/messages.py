"""Which texts there are to translate, and which a catalogue lacks: `python -m fabletop.words.messages`.

It lists what is missing in each catalogue, ready to be filled in, and ends with status 1 if anything is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir, extract_from_file

from fabletop.engine import registry
from fabletop.words.catalogue import LANGUAGES, catalogue

HOUSE = Path(__file__).parent.parent
ERRORS = ("BadOption", "Busy", "Elsewhere", "NotYet")  # that a page shows as they are
KEYWORDS = dict.fromkeys(("_", "words", "N_", "house", *ERRORS))


def house_messages() -> set[str]:
    """All texts of the pages and of what is not a game."""
    found = set()
    for folder in ("drawing", "engine", "web", "tables", "words"):
        kinds = [("**.py", "python"), ("**.html", "fabletop.words.messages:from_template")]
        for _, _, message, _, _ in extract_from_dir(HOUSE / folder, kinds, keywords=KEYWORDS):
            found.add(str(message))
    return found


def game_messages(id: str) -> set[str]:
    """All texts of a game: of its spec and of what it says anywhere."""
    spec = registry.spec_of(id)
    found = {spec.title, spec.summary, *(option.help for option in spec.options)}
    counters = registry.events_of(id)
    found |= {name.replace("_", " ") for name, f in counters.FIELDS.items() if not f.shape} if counters else set()
    for path in Path(str(registry.part(id, "spec").__file__)).parent.glob("*.py"):
        found |= {str(m) for _, m, _, _ in extract_from_file("python", path, keywords=KEYWORDS)}
    return found


def from_template(file: object, keywords: object, comment_tags: object, options: object) -> Iterator[object]:
    """`_("…")` in a Jinja template."""
    text = file.read().decode()  # type: ignore[attr-defined]
    for match in re.finditer(r"\b_\(\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')", text):
        line = text.count("\n", 0, match.start()) + 1
        yield line, "_", match[1][1:-1].encode().decode("unicode_escape").encode("latin-1").decode(), []


def missing(language: str) -> dict[str, list[str]]:
    """What each catalogue of a language lacks: by "house" or a game's id."""
    found = {"house": sorted(house_messages() - set(catalogue(HOUSE / "words" / "locale" / f"{language}.po")))}
    for id in registry.game_ids():
        folder = Path(str(registry.part(id, "spec").__file__)).parent
        found[id] = sorted(game_messages(id) - set(catalogue(folder / "locale" / f"{language}.po")))
    return {name: texts for name, texts in found.items() if texts}


def fields(text: str) -> set[str]:
    """The `{places}` of a text that are filled in later."""
    return set(re.findall(r"\{(\w*)\}", text))


def main() -> int:
    status = 0
    for language in LANGUAGES:
        if language == "en":
            continue
        for name, texts in missing(language).items():
            status = 1
            print(f"# {language}: {name}")
            for text in texts:
                quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
                print(f'msgid "{quoted}"\nmsgstr ""\n')
    return status


if __name__ == "__main__":
    sys.exit(main())
