"""What one client may ask for: small bodies, and a bucket of requests that refills."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

BODY = 16 * 1024  # bytes; a move is a hundred
CLIENTS = 10_000  # remembered at once


class Bucket:
    """So many requests at once, and so many more in every second, for each client."""

    def __init__(self, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """May this client ask once more?"""
        now = self.clock()
        left, then = self._left.pop(client, (float(self.burst), now))
        left = min(float(self.burst), left + (now - then) * self.rate)
        self._left[client] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return left >= 1
