"""Server-sent events: what listeners are told, ready to be sent as it is."""

from __future__ import annotations

import msgspec

HEARTBEAT = b": \n\n"  # a comment: keeps the line open, and nobody hears it
END = b"event: end\ndata: {}\n\n"

_encode = msgspec.json.encode


def event(body: object, number: int | None = None) -> bytes:
    """One event; a listener that comes back names the last number it has heard."""
    data = _encode(body)
    return b"data: %b\n\n" % data if number is None else b"id: %d\ndata: %b\n\n" % (number, data)


def named_event(name: str, body: object) -> bytes:
    """An event that only those hear who listen for its name."""
    return b"event: %b\n%b" % (name.encode(), event(body))


def notice(body: dict[str, object]) -> bytes:
    """Something that happens at a table and is not part of its log: who has come, a friendly sign."""
    return event({"notice": body})
