"""Colours in a terminal.  What is coloured is readable without: the paint only repeats what a sign says."""

from __future__ import annotations

from fabletop.drawing.palette import SEATS


class Paint:
    """Paints words, or leaves them as they are where colours are not wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, colour: str, *, bold: bool = False) -> str:
        """The text in a colour given as #RRGGBB."""
        if not self.colour:
            return text
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        return f"\x1b[{'1;' * bold}38;2;{red};{green};{blue}m{text}\x1b[0m"

    def seat(self, seat: int, text: str | None = None) -> str:
        """The seat's sign, or a text in its colour."""
        mark = SEATS[seat]
        return self(mark.sign if text is None else text, mark.colour, bold=True)

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text
