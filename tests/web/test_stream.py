"""The page's stream is compressed, part by part: whoever is told the same shares the work."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncGenerator, Callable

import httpx
import pytest
from starlette.types import Message

from fabletop.tables.events import END
from fabletop.testing.running import run
from fabletop.web.stream import Squeezed, send_events, squeezed

PARTS = [b"id: 1\ndata: " + b"tile " * 2000 + b"\n\n", b": \n\n", b"id: 2\ndata: " + b"hedge " * 2000 + b"\n\n"]


def test_every_part_can_be_read_at_once_and_the_whole_is_a_gzip_file() -> None:
    sent = list[bytes]()

    async def work() -> None:
        async def events() -> AsyncGenerator[bytes, None]:
            for part in PARTS:
                yield part

        async def receive() -> Message:
            await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                assert (b"content-encoding", b"gzip") in message["headers"]
            else:
                sent.append(message["body"])

        await send_events(receive, send, events(), Squeezed())

    squeezed.cache_clear()
    run(work)
    reader = zlib.decompressobj(31)
    assert [reader.decompress(part) for part in sent] == [b"retry: 1000\n\n", *PARTS, END]
    assert reader.eof  # with the right sum and size
    assert not reader.unused_data
    assert sum(map(len, sent)) < 0.1 * sum(map(len, PARTS))
    missed = squeezed.cache_info().misses
    run(work)
    assert squeezed.cache_info().misses == missed  # a second listener costs nothing


@pytest.mark.parametrize("accepts", ["gzip", "identity"])
def test_a_page_hears_of_plies_however_it_listens(visit: Callable[[], httpx.Client], accepts: str) -> None:
    browser = visit()
    page = browser.post("/start/nutcracker")
    table = str(page.url).rsplit("/", 1)[1]
    with browser.stream("GET", f"/t/{table}/live?since=0", headers={"accept-encoding": accepts}) as stream:
        assert stream.headers.get("content-encoding", "identity") == accepts
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        state = browser.get(f"/t/{table}/look").json()
        answer = browser.post(
            f"/t/{table}/move",
            data={"ply": state["ply"], "seat": "0", "act": "roll"},
            headers={"accept": "application/json"},
        )
        assert answer.status_code == 200
        told = next(line for line in lines if line.startswith("data:") and '"strip"' in line)
        assert json.loads(told[5:])["ply"] > state["ply"]
