"""Whose turn it is: of all that wait, one piece of work in each round of the event loop, and the clients in turn.

However much one client asks for at once, a move of somebody else waits for one piece of it, and another's page for one
of each client.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Turns:
    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._free = True  # in this round of the loop

    async def turn(self, client: str) -> None:
        """Once this client may do one piece of work, without waiting for anything in it."""
        loop = asyncio.get_running_loop()
        if self._free:
            self._free = False
            loop.call_soon(self._next)
        else:
            place = loop.create_future()
            self._waiting.setdefault(client, deque()).append(place)
            await place

    def _next(self) -> None:
        while self._waiting:
            client, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[client] = places  # behind the others
            if not place.done():  # whoever has gone is passed over
                place.set_result(None)
                place.get_loop().call_soon(self._next)
                return
        self._free = True
