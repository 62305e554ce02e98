"""The terminal itself: colours where they are wanted, questions with clear answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TypeVar

from rich.console import Console

from fabletop.drawing.ansi import folded

T = TypeVar("T")

console = Console(highlight=False)


class Quit(Exception):  # noqa: N818
    """The person at the keyboard wants to leave."""


def colours() -> bool:
    """Colours only for a person: not in files, and not where NO_COLOR is set."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def say(text: str = "") -> None:
    """Lines as they are, without markup; on a screen what is too long goes on in the next line, between two words."""
    if sys.stdout.isatty():
        text = "\n".join(part for line in text.split("\n") for part in _fitting(line))
    print(text, flush=True)


def _fitting(line: str) -> list[str]:
    plain = line.lstrip(" ")
    return folded(plain, max(20, get_terminal_size().columns), line[: len(line) - len(plain)])


def ask(question: str) -> str:
    """A line from the keyboard; q, Ctrl-C and Ctrl-D leave."""
    try:
        answer = input(question).strip()
    except (EOFError, KeyboardInterrupt):
        say()
        raise Quit from None
    if answer.lower() in ("q", "quit", "exit"):
        raise Quit
    return answer


def ask_until(question: str, understood: Callable[[str], T]) -> T:
    """Ask until the answer is understood; `understood` raises ValueError with one line that helps."""
    while True:
        try:
            return understood(ask(question))
        except ValueError as error:
            say(f"  {error}")


def clear() -> None:
    """Wipe the screen and what can be scrolled back to; where that cannot be done, push it out of sight."""
    say("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * 60)
