"""Who really asks: the address and scheme that a trusted proxy tells; nobody else is believed."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import Scope

from fabletop.engine.errors import BadOption

log = logging.getLogger("fabletop.web")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """The proxies that are believed when they say for whom they ask."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self.networks = tuple(networks)
        self._noticed = False
        self._known = lru_cache(1024)(self._is_trusted)

    @classmethod
    def named(cls, text: str) -> Proxies:
        """From `127.0.0.1,10.0.0.0/8`; empty: none."""
        try:
            return cls(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
        except ValueError as error:
            raise BadOption("--trusted-proxies {found}: {why}", found=text, why=error) from None

    def __contains__(self, address: str) -> bool:
        return bool(self.networks) and self._known(address)

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self.networks)

    def unveil(self, scope: Scope) -> bool:
        """Put the real client and scheme into the scope; was there a proxy that is believed?"""
        if not scope.get("client") or scope["client"][0] not in self:
            self._notice(scope)
            return False
        chain: list[str] = []
        scheme = b""
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                chain += value.decode("latin-1").split(",")
            elif name == b"x-forwarded-proto":
                scheme = value.strip()
        if scheme in (b"http", b"https"):
            scope["scheme"] = scheme.decode()
        for hop in reversed(chain):  # the last that is no proxy of ours: what stands before it anybody may have written
            hop = bare(hop)
            scope["client"] = (hop, 0)
            if hop not in self:
                break
        return bool(chain)

    def _notice(self, scope: Scope) -> None:
        """A proxy that nobody has named: all who come by it would be one client, so whoever runs it is told, once."""
        if self._noticed:
            return
        for name, _ in scope["headers"]:
            if name == b"x-forwarded-for":
                self._noticed = True
                peer = scope["client"][0] if scope.get("client") else "?"
                log.warning(
                    "%s says that it asks for others; if it is your proxy, say --trusted-proxies %s", peer, peer
                )
                return


def bare(hop: str) -> str:
    """An address without port and brackets."""
    hop = hop.strip()
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop[:64]
