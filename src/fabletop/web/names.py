"""Names that people may have here: what a host does not want to read is refused.

The list is a file of the host's choice with one regular expression a line, compared without regard to case.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from fabletop.engine.errors import BadOption

HIDDEN = ("Cc", "Cf", "Co", "Cs")  # control, format (also right to left tricks), private, half characters


class Names:
    """A filter; without a list it only takes out what nobody can see."""

    def __init__(self, patterns: str = "") -> None:
        self._unwanted = re.compile(patterns, re.IGNORECASE) if patterns else None

    @classmethod
    def read(cls, path: str) -> Names:
        """From a file; empty lines and those with # are left out."""
        if not path:
            return cls()
        try:
            lines = [line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines()]
            return cls("|".join(f"(?:{line})" for line in lines if line and not line.startswith("#")))
        except (OSError, UnicodeDecodeError, re.error) as error:
            raise BadOption("--unwanted-names {file}: {why}", file=path, why=error) from None

    def checked(self, name: str) -> str:
        """The name as it may be shown; an unwanted one is refused."""
        name = "".join(letter for letter in name if unicodedata.category(letter) not in HIDDEN or letter == "\u200d")
        if self._unwanted and self._unwanted.search(unicodedata.normalize("NFKC", name)):
            raise BadOption("Please choose another name.")
        return name
