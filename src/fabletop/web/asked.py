"""What a request asks for, read with care: it may hold anything at all."""

from __future__ import annotations

from urllib.parse import urlsplit

DIGITS = 9  # nothing here is counted beyond


def whole(text: str | bytes | None, below: int | None = None) -> int | None:
    """A whole number in plain digits, smaller than `below`; None for everything else."""
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    if not text or len(text) > DIGITS or not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if below is None or number < below else None


def authority(url: str) -> str | None:
    """The host and port of an address; None when it is none."""
    try:
        return urlsplit(url).netloc or None
    except ValueError:
        return None
