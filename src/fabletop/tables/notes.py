"""What the store keeps beside the log of a table, overwritten each time: who sits where, how it ended."""

from __future__ import annotations

import time
from functools import lru_cache

SEATS_NOTE, OVER_NOTE, SEEN_NOTE, INVITATION_NOTE = "seats", "over", "seen", "invitation"
COPIED_NOTE = "copied"  # what a table was when it came here from another store: operating.py


def today() -> str:
    """The day of a table's last move, as `SEEN_NOTE` has it."""
    return _day(int(time.time() // 86400))


@lru_cache(2)
def _day(number: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(number * 86400))
