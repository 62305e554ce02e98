"""Connections: who sends half a request and waits is let go, and nobody has all of them.

The reverse proxy's connections are everybody's, so it may have as many as it likes; it has its own time-outs, and the
streams behind it are counted for each client.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from fabletop.web.guard import HEADERS, Headers
from fabletop.web.limits import household
from fabletop.web.proxies import Proxies

PATIENCE = 15.0  # seconds for the head of a request, and as many for its body
MUCH = 128 * 1024  # bytes that are no whole head of a request: half a head, or a body beyond all measure
AHEAD = 16  # requests that a client may send before it has the answer to the first
MOST = 400  # connections of one address
ROOM = 256  # file descriptors that are not for connections


def raise_descriptors() -> int:
    """As many connections as the system allows; how many that is."""
    try:
        import resource
    except ImportError:  # not on this system
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 1 << 16) if hard != resource.RLIM_INFINITY else 1 << 16
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(64, soft - ROOM)


@cache
def status_line(status: int) -> bytes:
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()


@lru_cache(64)
def written(headers: Headers) -> bytes:
    """Headers as they go over the line."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])


def connections(
    proxies: Proxies, generous: float = 1.0, *, patience: float = PATIENCE, most: int = MOST
) -> type[asyncio.Protocol]:
    """The protocol of a server's connections."""
    of_all = raise_descriptors()
    of_one = max(1, round(most * generous)) if generous else of_all
    opened: Counter[str] = Counter()

    class Patient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """Waits for a request, but not for ever."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = self.client[0] if self.client else "?"
            self._address = "" if address in proxies else household(address)
            self._due: asyncio.TimerHandle | None = None
            self._phase, self._bytes, self._known = "", 0, None
            self._unanswered: list[Any] = []
            self.app_state: dict[str, object] = {**self.app_state, "line": self}  # for streams
            opened[self._address] += 1
            if (self._address and opened[self._address] > of_one) or opened.total() > of_all:
                transport.abort()
            else:
                self._wait("head")

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            cycle = self.cycle
            fresh, self._known = cycle is not self._known, cycle
            self._bytes = 0 if fresh else self._bytes + len(data)
            if self._bytes > MUCH:
                self.transport.abort()
            elif cycle is None or cycle.response_complete:
                self._wait("head")
            else:
                self._wait("body" if cycle.more_body else "")

        def on_message_begin(self) -> None:
            """Another request begins; whoever sends them faster than they can be answered is let go."""
            if self.cycle is None or self.cycle.response_complete:
                self._unanswered.clear()
            else:
                self._unanswered.append(self.cycle)
            if len(self._unanswered) > AHEAD:
                self.transport.abort()
                raise ConnectionAbortedError
            super().on_message_begin()

        def connection_lost(self, error: Exception | None) -> None:
            self._wait("")
            for cycle in self._unanswered:  # the protocol tells only the last one
                if not cycle.response_complete:
                    cycle.disconnected = True
                    cycle.message_event.set()
            opened[self._address] -= 1
            if not opened[self._address]:
                del opened[self._address]
            super().connection_lost(error)

        def _wait(self, phase: str) -> None:
            """One time for each phase: sending a byte now and then does not make it longer."""
            if phase != self._phase:
                if self._due:
                    self._due.cancel()
                self._phase = phase
                self._due = asyncio.get_running_loop().call_later(patience, self.transport.abort) if phase else None

        def answer(self, status: int, headers: Headers, number: bytes, body: bytes) -> bool:
            """A whole answer in one write, if nothing is in the way: that halves what it costs both sides."""
            cycle = self.cycle
            if getattr(cycle, "chunked_encoding", False) is not None or cycle.response_started:
                return False  # begun, or of a protocol that keeps count itself
            if self.pipeline or cycle.disconnected or not cycle.keep_alive or self.flow.write_paused:
                return False
            cycle.response_started = cycle.response_complete = True
            self.transport.write(
                b"%b%b%bx-request-id: %b\r\ncontent-length: %d\r\n\r\n%b"
                % (
                    status_line(status),
                    written(tuple(cycle.default_headers)),
                    written(headers),
                    number,
                    len(body),
                    body,
                )
            )
            cycle.message_event.set()
            cycle.on_response()
            return True

        # What a stream may do with its line: cut it, or write to it without the layers in between

        def cut(self) -> None:
            self.transport.abort()

        def takes(self) -> bool:
            """Is a stream open that the client reads as quickly as we write?"""
            cycle, sending = self.cycle, getattr(self.cycle, "chunked_encoding", False)
            if not sending or cycle.response_complete or self.transport.is_closing():
                return False
            return not self.flow.write_paused

        def write(self, body: bytes) -> bool:
            """A piece of the stream, if it takes one now; a piece of nothing would end it."""
            if not self.takes():
                return False
            if body:
                self.transport.write(b"%x\r\n%b\r\n" % (len(body), body))
            return True

        def send_400_response(self, msg: str) -> None:
            if self.transport.is_closing():
                return
            lines = [b"HTTP/1.1 400 Bad Request", *(b"%b: %b" % header for header in HEADERS)]
            lines += [b"content-type: text/plain", b"connection: close", b"content-length: %d" % len(msg), b"", b""]
            self.transport.write(b"\r\n".join(lines) + msg.encode("ascii", "replace"))
            self.transport.close()

    return Patient
