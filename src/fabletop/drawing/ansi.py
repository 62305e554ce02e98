"""Colours in a terminal.  What is coloured is readable without: the paint only repeats what a sign says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fabletop.drawing.palette import SEATS

PAINTED = re.compile(r"\x1b\[[\d;]*m")
COLUMNS = 80


def width(text: str) -> int:
    """The columns that a text takes, its paint not counted."""
    return len(PAINTED.sub("", text))


def filled(text: str, columns: int) -> str:
    """The text with spaces behind it, so many columns wide; what is wider stays as it is."""
    return text + " " * (columns - width(text))


def in_rows(texts: Sequence[str], columns: int) -> list[str]:
    """As many beside each other as there is room for."""
    wide = max(map(width, texts), default=0) + 2
    across = max(1, (columns + 2) // wide)
    rows = (texts[i : i + across] for i in range(0, len(texts), across))
    return ["".join(filled(text, wide) for text in row).rstrip() for row in rows]


def folded(text: str, columns: int = COLUMNS, indent: str = "") -> list[str]:
    """A text in lines of at most so many columns, all but the first two further in."""
    if width(indent + text) <= columns:
        return [indent + text]
    lines = [indent]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if width(longer) <= columns or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(f"{indent}  {word}")
    return lines


def page(lines: Iterable[str]) -> str:
    """Lines one below the other; what is wider than a terminal goes on in the next one."""
    return "\n".join(part.rstrip() for line in lines for part in folded(line))


def widest(texts: Iterable[str]) -> int:
    return max(map(width, texts), default=0)


class Paint:
    """Paints words, or leaves them as they are where colours are not wanted."""

    def __init__(self, colour: bool, colours: Sequence[int] = range(len(SEATS))) -> None:
        self.colour, self.colours = colour, colours

    def __call__(self, text: str, colour: str, *, bold: bool = False) -> str:
        """The text in a colour given as #RRGGBB."""
        if not self.colour:
            return text
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        return f"\x1b[{'1;' * bold}38;2;{red};{green};{blue}m{text}\x1b[0m"

    def seat(self, seat: int, text: str | None = None) -> str:
        """The seat's sign, or a text in its colour."""
        mark = SEATS[self.colours[seat]]
        return self(mark.sign if text is None else text, mark.colour, bold=True)

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text
