"""How long tables are kept."""

from __future__ import annotations

import re
from typing import NamedTuple

from fabletop.engine.errors import BadOption

DAY = 86400.0
UNITS = {"h": 3600.0, "d": DAY, "w": 7 * DAY}


class Keep(NamedTuple):
    """How long tables are kept after their last day, in seconds; None: for ever."""

    finished: float | None = None
    abandoned: float | None = None


FOREVER = Keep()


def period(text: str) -> float | None:
    """`90d` in seconds; `forever` is None."""
    if text == "forever":
        return None
    found = re.fullmatch(r"(\d{1,5})([hdw])", text)
    if not found or not int(found[1]):
        raise BadOption("{found}: a time is written as 90d, 12w or 48h, or forever", found=text)
    return int(found[1]) * UNITS[found[2]]
