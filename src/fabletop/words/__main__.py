"""`python -m fabletop.words` brings all catalogues up to date; with `check` it only says what is wrong with them.

`python -m fabletop.words add fr` makes the files of a new language, ready to be translated (docs/add-a-language.md).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.core import Locale, UnknownLocaleError

from fabletop.engine.translate import ENGLISH
from fabletop.words.catalogue import LOCALE, languages, place_of
from fabletop.words.upkeep import merge, missing, write_templates


def main(args: Sequence[str] | None = None, locale: Path = LOCALE) -> int:
    parser = argparse.ArgumentParser("python -m fabletop.words", description=__doc__)
    parser.add_argument("do", nargs="?", choices=("merge", "check", "add"), default="merge")
    parser.add_argument("language", nargs="*", help="only these languages, as de or fr")
    asked = parser.parse_args(args)
    spoken = [code for code in languages(locale) if code != ENGLISH.language]
    for code in asked.language:
        try:
            Locale.parse(code)
        except (UnknownLocaleError, ValueError):
            parser.error(f"there is no language {code!r}")
        if asked.do != "add" and code not in spoken:
            parser.error(f"there are no catalogues in {code!r}; `add {code}` makes them")
    wanted = asked.language or spoken
    if asked.do != "check":
        write_templates(locale)
        for code in wanted:
            merge(code, locale)
    return told(wanted, locale)


def told(wanted: Sequence[str], locale: Path) -> int:
    status = 0
    for code in wanted:
        for name, lines in missing(code, locale).items():
            status = 1
            print(f"# {place_of(name, code, locale)}: {len(lines)}", *lines, sep="\n  ")
    return status


if __name__ == "__main__":
    sys.exit(main())
