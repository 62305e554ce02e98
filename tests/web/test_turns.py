"""One client that asks for very much at once keeps only itself waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from fabletop.tables.house import House
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run
from fabletop.web.guard import Guard
from fabletop.web.limits import Limits
from fabletop.web.proxies import Proxies
from fabletop.web.turns import Turns


async def answer(*_: object) -> Response:
    return Response()


async def nothing() -> Message:
    return {"type": "http.disconnect"}


async def unheard(_: Message) -> None:
    pass


def test_pages_of_one_client_keep_neither_moves_nor_pages_of_others_waiting() -> None:
    done: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        done.append(scope["client"][0])

    async def ask(guard: Guard, client: str, method: str, path: str) -> None:
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": method, "path": path, "client": (client, 1), "headers": headers}
        await guard(scope | {"scheme": "http"}, nothing, unheard)

    async def work() -> None:
        guard = Guard(app, Limits(), answer, Proxies())
        greedy = [asyncio.create_task(ask(guard, "greedy", "GET", "/t/x")) for _ in range(200)]
        await asyncio.sleep(0)
        assert done == ["greedy"]  # one piece of work in a round of the loop
        page = asyncio.create_task(ask(guard, "page", "GET", "/t/x"))
        move = asyncio.create_task(ask(guard, "move", "POST", "/api/tables/x/moves"))
        await move
        assert done.index("move") <= 2
        await page
        assert done.index("page") <= 4
        await asyncio.gather(*greedy)
        assert done.count("greedy") == 200

    run(work)


def test_whoever_has_gone_is_passed_over_and_the_last_leaves_the_door_open() -> None:
    async def work() -> None:
        turns = Turns()
        waiting = [asyncio.create_task(turns.turn(client)) for client in ("a", "a", "b", "a")]
        await asyncio.sleep(0)
        waiting[1].cancel()
        waiting[2].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert [task.cancelled() for task in waiting] == [False, True, True, False]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        free = turns.turn("c")  # goes on at once
        with_nothing_to_wait_for = asyncio.create_task(free)
        await asyncio.sleep(0)
        assert with_nothing_to_wait_for.done()

    run(work)


def test_a_past_that_is_told_again_waits_for_its_turn_at_each_ply(tmp_path: Path) -> None:
    async def work() -> None:
        house, asked = House(SqliteStore(tmp_path / "tables.sqlite")), 0
        table = (await house.make("garden", {}, ["person", "person"])).table
        for _ in range(6):
            assert table.turn is not None
            await house.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])

        async def turn() -> None:
            nonlocal asked
            asked += 1

        events = house.listen(table.id, None, 2, turn=turn)
        for _ in range(table.ply - 2):
            await anext(events)
        assert asked == table.ply - 3  # before each but the first
        await events.aclose()
        await house.close()

    run(work)
