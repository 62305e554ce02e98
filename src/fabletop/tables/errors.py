"""What a house of tables refuses, each with one line that says why."""

from __future__ import annotations

from fabletop.engine.errors import FabletopError


class UnknownTable(FabletopError):  # noqa: N818
    """There is no table of this name."""


class Stale(FabletopError):  # noqa: N818
    """An answer to another ply than the table's: mostly it has gone on since."""


class NoSeat(FabletopError):  # noqa: N818
    """Whoever asks does not sit here."""


class NotYourTurn(FabletopError):  # noqa: N818
    """Another seat, chance or nobody is to act."""


class Closed(FabletopError):  # noqa: N818
    """No new tables just now."""
