"""How the server is: /healthz (alive), /readyz (the store can write), /metrics (figures, for those near it)."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import time

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop import __version__
from fabletop.tables.house import House
from fabletop.tables.store import StoreDown
from fabletop.web.api import answered
from fabletop.web.guard import Refused
from fabletop.web.limits import RETRY
from fabletop.web.proxies import bare

PATIENCE = 5.0  # seconds for the store
FRESH = 1.0  # seconds that an answer is good for: asking must not become work


class Health:
    def __init__(self, house: House) -> None:
        self.house = house
        self._ready: tuple[float, str] = (-FRESH, "")
        self._asking = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        return [Route("/healthz", self.alive), Route("/readyz", self.ready), Route("/metrics", self.metrics)]

    async def alive(self, request: Request) -> Response:
        return answered({"ok": True, "version": __version__})

    async def ready(self, request: Request) -> Response:
        async with self._asking:
            if time.monotonic() - self._ready[0] > FRESH:
                self._ready = (time.monotonic(), await self._wrong())
        wrong = self._ready[1]
        answer = answered({"ok": not wrong, **({"error": wrong} if wrong else {})}, 503 if wrong else 200)
        if wrong:
            answer.headers["retry-after"] = str(RETRY)
        return answer

    async def _wrong(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.house.store.ping()
        except StoreDown as error:
            return str(error)
        except TimeoutError:
            return "the store does not answer"
        return ""

    async def metrics(self, request: Request) -> Response:
        """No names are in it, but it is nobody's business far away: only addresses of this machine and its net ask."""
        hops = request.headers.get("x-forwarded-for", "").split(",")  # whoever lets them pass: nobody far away
        if not all(
            is_near(hop) for hop in (request.client.host if request.client else "", *map(bare, filter(None, hops)))
        ):
            raise Refused(404, "there is nothing here")
        registry: CollectorRegistry = REGISTRY
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # several workers: the figures of all
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = await asyncio.to_thread(generate_latest, registry)
        return Response(text, headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST)


def is_near(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False
