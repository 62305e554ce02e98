"""A command line in the reader's language: argparse with our catalogue instead of the system's."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.translate import N_, NN_
from fabletop.words.speech import own_words
from fabletop.words.speech import said as _

# What argparse says itself; it looks its words up by gettext.
OWN = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("unrecognized arguments: %s"),
    NN_("expected %s argument", "expected %s arguments"),
)


class Parser(argparse.ArgumentParser):
    """Errors are one line on standard error and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, _("{program}: {wrong} (try {program} --help)", program=self.prog, wrong=message) + "\n")


@contextmanager
def translated() -> Iterator[None]:
    """For a while argparse has our words: its own hook knows only files that a system has installed."""
    words, theirs = own_words().translate, vars(argparse)
    before = {name: theirs[name] for name in ("_", "ngettext")}
    theirs.update(_=words, ngettext=words.ngettext)
    try:
        yield
    finally:
        theirs.update(before)


def whole(text: str) -> int:
    """A whole number; 10,000 and 10_000 are fine."""
    try:
        return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise _wrong(BadOption("{found} is not a whole number", found=quoted(text))) from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _wrong(BadOption("{found} is not a number", found=quoted(text))) from None


def share(text: str) -> float:
    """0.005 or 0.5%."""
    try:
        return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise _wrong(BadOption("{found} is not a number or a percentage", found=quoted(text))) from None


def _wrong(error: BadOption) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(own_words().error(error))
