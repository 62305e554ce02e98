"""What can go wrong with what a user gives us.  Every message is one line that says what is allowed."""

from __future__ import annotations

from collections.abc import Iterable


class FabletopError(ValueError):
    """The user's input cannot be used; the message says why and what can.

    It is kept as a text and the values that fill its places, so that a table can say it in another language.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.text, self.values = text, values


class UnknownGame(FabletopError):  # noqa: N818  (these are answers to a user, named like it)
    """No game has this id."""


class BadOption(FabletopError):  # noqa: N818
    """An option or a number of seats that the game does not have."""


class IllegalAction(FabletopError):  # noqa: N818
    """The action cannot be done now; the state is untouched."""


class BadRecord(FabletopError):  # noqa: N818
    """A record that cannot be read or does not follow the rules; the message names the file and the line."""


def refusal(error: OSError) -> FabletopError:
    """Why a file cannot be opened, in words; what is rare as the system says it."""
    if isinstance(error, FileNotFoundError):
        return BadOption("there is no such file or folder")
    if isinstance(error, IsADirectoryError):
        return BadOption("that is a folder")
    if isinstance(error, PermissionError):
        return BadOption("that is not allowed")
    return FabletopError(str(error.strerror or error))


def listed(things: Iterable[object], most: int = 12) -> str:
    """Words for a message: `a, b, c`, shortened when there are many."""
    words = [str(thing) for thing in things]
    if len(words) > most:
        return ", ".join([*words[:most], "…", words[-1]])
    return ", ".join(words) or "nothing"


def quoted(thing: object, most: int = 60) -> str:
    """What the user gave, on one line and not too long."""
    text = repr(thing)
    return text if len(text) <= most else text[: most - 1] + "…"
