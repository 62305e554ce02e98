"""A frame of a strip as JSON, written once for all who are told of it: each seat only fills in what is its own."""

from __future__ import annotations

import msgspec

from fabletop.drawing.own import open_places

_encode = msgspec.json.encode


class Frozen:
    """The frame, and its JSON with the places that are still open."""

    def __init__(self, frame: dict[str, object]) -> None:
        self.frame = frame
        moving = frame.get("moving")
        if not isinstance(moving, str):
            self._pieces = [_encode(frame)]
            return
        self._pieces = [_quoted(piece) for piece in open_places(moving)]
        rest = {name: value for name, value in frame.items() if name != "moving"}
        self._pieces[0] = _encode(rest)[:-1] + b',"moving":"' + self._pieces[0]
        self._pieces[-1] += b'"}'

    def but(self, changed: dict[str, object]) -> Frozen:
        return Frozen(self.frame | changed)

    def seen_by(self, seat: int | None) -> msgspec.Raw:
        """As this seat sees it."""
        pieces, looks = self._pieces, str(seat).encode()
        said = [pieces[0]]
        for at in range(1, len(pieces), 4):
            said += (pieces[at + 1 if pieces[at] == looks else at + 2], pieces[at + 3])
        return msgspec.Raw(b"".join(said))


def _quoted(text: str) -> bytes:
    """A part of a text in JSON."""
    return _encode(text)[1:-1]
