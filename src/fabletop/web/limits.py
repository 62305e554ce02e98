"""What a client may ask for: small bodies, and buckets of requests that refill.

A client is an address, as the trusted proxy tells it (a /64 of IPv6, which one household has); a school plays behind
one.  Whoever proves to be somebody, by a signed cookie or the token of a seat, has a bucket besides the address's own
large one, so that one child does not stop the class; whoever proves nothing shares the small bucket of all strangers
at the address, and a token that opens nothing costs more than none.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from starlette.types import Scope

from fabletop.engine.errors import FabletopError
from fabletop.tables import counts
from fabletop.web.turns import Turns

BODY = 16 * 1024  # bytes; a move is a hundred
CLIENTS = 10_000  # remembered at once
TABLES = 100  # that one client may make at once; one more every second
INVENTED = 5  # what a token costs that opens no seat
RETRY = 5  # seconds that a client is asked to wait


class Busy(FabletopError):  # noqa: N818
    """Too many requests."""


class Bucket:
    """So many requests at once, and so many more in every second, for each client."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = float(burst), rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1) -> bool:
        """May this client ask once more?"""
        now = self.clock()
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + max(0.0, now - then) * self.rate)
        self._left[client] = (left - cost if left >= cost else left, now)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return left >= cost


@lru_cache(CLIENTS)
def household(address: str) -> str:
    """The address that a client is known by."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address) + "/64"
    return address


def client_of(scope: Scope) -> str:
    return household(scope["client"][0]) if scope.get("client") else "?"


class Limits:
    """What one client may do; `generous` multiplies everything but new tables, 0 means no limits at all."""

    def __init__(
        self, tables: int = TABLES, generous: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.off = generous == 0

        def bucket(burst: float, rate: float) -> Bucket:
            return Bucket(burst * generous, rate * generous, clock)

        self.tables = Bucket(tables, 1.0, clock)
        self.reads = bucket(600, 200)
        self.moves = bucket(60, 20)  # of a seat or a browser
        self.crowd = bucket(600, 200)  # of all at an address
        self.strangers = bucket(60, 20)
        self.joins = bucket(30, 0.5)
        self.most_streams = max(1, round(300 * generous))
        self.streams: Counter[str] = Counter()
        self.turns = Turns()

    async def turn(self, scope: Scope) -> None:
        """Wait until this client may have a piece of work done."""
        await self.turns.turn(client_of(scope))

    def read(self, scope: Scope) -> None:
        self._take("reads", self.reads, client_of(scope))

    def make(self, scope: Scope) -> None:
        self._take("tables", self.tables, client_of(scope))

    def join(self, scope: Scope) -> None:
        self._take("joins", self.joins, client_of(scope))

    def knock(self, scope: Scope) -> None:
        """Somebody wants to act: before it is known who."""
        self._take("moves", self.crowd, client_of(scope))

    def act(self, scope: Scope, who: str | None, *, invented: bool = False) -> None:
        """Somebody acts who has proved to be `who`, or has not."""
        if who is not None:
            self._take("moves", self.moves, who)
        else:
            self._take("moves", self.strangers, client_of(scope), INVENTED if invented else 1)

    @contextmanager
    def stream(self, scope: Scope) -> Iterator[None]:
        """A line that stays open."""
        client = client_of(scope)
        if not self.off and self.streams[client] >= self.most_streams:
            self._refuse("streams")
        self.streams[client] += 1
        try:
            yield
        finally:
            self.streams[client] -= 1
            if not self.streams[client]:
                del self.streams[client]

    def _take(self, what: str, bucket: Bucket, client: str, cost: float = 1) -> None:
        if not self.off and not bucket.take(client, cost):
            self._refuse(what)

    def _refuse(self, what: str) -> None:
        counts.REFUSED.labels(what).inc()
        raise Busy("That was a bit too quick. Wait a little, then try again.")
