"""A small reverse proxy for tests: it passes requests on, streams too, and says for whom it asks.

With a path it has other things beside it, as a real host has: whoever asks for those has gone astray.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator


class ReverseProxy:
    """One upstream; each connection carries one request."""

    def __init__(self, upstream: str, scheme: str, address: str, path: str = "") -> None:
        host, _, port = upstream.removeprefix("http://").partition(":")
        self.upstream, self.scheme, self.address = (host, int(port)), scheme, address
        self.url, self.path, self.astray = "", path, list[str]()

    async def serve(self, ready: threading.Event, end: asyncio.Event) -> None:
        server = await asyncio.start_server(self._pass_on, self.address, 0)
        self.url = f"http://{self.address}:{server.sockets[0].getsockname()[1]}"
        ready.set()
        async with server:
            await end.wait()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).removesuffix(b"\r\n\r\n")
            first, *lines = head.split(b"\r\n")
            asked = first.split()[1].decode("latin-1")
            if self.path and asked.partition("?")[0] != self.path and not asked.startswith(self.path + "/"):
                self.astray.append(asked)
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                writer.close()
                return
            names = [line.partition(b":")[0].lower() for line in lines]
            came = [line.partition(b":")[2].strip() for line, name in zip(lines, names, strict=True)
                    if name == b"x-forwarded-for"]  # fmt: skip
            kept = [line for line, name in zip(lines, names, strict=True)
                    if name not in (b"x-forwarded-for", b"x-forwarded-proto", b"connection")]  # fmt: skip
            peer = writer.get_extra_info("peername")[0].encode()
            kept += [b"X-Forwarded-For: " + b", ".join([*came, peer]), b"Connection: close"]
            kept.append(b"X-Forwarded-Proto: " + self.scheme.encode())
            up_reader, up_writer = await asyncio.open_connection(*self.upstream)
            up_writer.write(b"\r\n".join([first, *kept, b"", b""]))
            sending = asyncio.create_task(_copy(reader, up_writer))
            await _copy(up_reader, writer)
            sending.cancel()
            up_writer.close()
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


@contextlib.contextmanager
def reverse_proxy(upstream: str, *, scheme: str = "http", address: str = "127.0.0.1") -> Iterator[str]:
    """Its address."""
    with proxying(ReverseProxy(upstream, scheme, address)) as proxy:
        yield proxy.url


@contextlib.contextmanager
def proxy_below(path: str, upstream: str) -> Iterator[ReverseProxy]:
    """A host with the server below a path."""
    with proxying(ReverseProxy(upstream, "http", "127.0.0.1", path)) as proxy:
        yield proxy


@contextlib.contextmanager
def proxying(proxy: ReverseProxy) -> Iterator[ReverseProxy]:
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    end = asyncio.Event()

    def run() -> None:
        loop.run_until_complete(proxy.serve(ready, end))
        loop.run_until_complete(loop.shutdown_asyncgens())
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        if not ready.wait(20):
            raise RuntimeError("the proxy does not start")
        yield proxy
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
