"""The page of a table over HTTP, without a network: who sits where and may do what; signs, colours, invitations."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from tests.web.made import won

from fabletop.engine.rulebook import CHANCE
from fabletop.tables.house import House
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web.app import make_app

JSON = {"accept": "application/json"}


class Round(NamedTuple):
    """A table with Ada here and a seat for somebody elsewhere; a guest, and a stranger."""

    app: Starlette
    host: httpx.AsyncClient
    guest: httpx.AsyncClient
    stranger: httpx.AsyncClient
    url: str
    key: str

    @property
    def house(self) -> House:
        found: House = self.app.state.house
        return found

    async def table(self) -> Table:
        return await self.house.table(self.url[3:])

    async def seat(self, who: httpx.AsyncClient, do: str, seat: int = 1, **more: str) -> httpx.Response:
        return await who.post(f"{self.url}/seat", data={"seat": str(seat), "do": do, **more})

    async def names(self) -> list[str]:
        return [occupant.name for occupant in (await self.table()).seats]


@asynccontextmanager
async def gathered(folder: Path, game: str, **form: str) -> AsyncIterator[Round]:
    app = make_app(lambda: SqliteStore(folder / "tables.sqlite"), gone=0.0)
    async with app.router.lifespan_context(app):
        transport, headers = httpx.ASGITransport(app=app), {"origin": "http://here", "accept-language": "en"}

        def browser() -> httpx.AsyncClient:
            return httpx.AsyncClient(
                transport=transport, base_url="http://here", headers=headers, follow_redirects=True
            )

        async with browser() as host, browser() as guest, browser() as stranger:
            wanted = {"kind0": "here", "kind1": "elsewhere", "name0": "Ada", **form}
            made = await host.post(f"/new/{game}", data=wanted)
            key = re.search(rf"{made.url.path}\?invite=([\w-]+)", made.text)
            assert key
            await guest.get("/")
            await stranger.get("/")
            yield Round(app, host, guest, stranger, made.url.path, key[1])


def at_a_table(folder: Path, test: Callable[[Round], Awaitable[None]], game: str = "duck", **form: str) -> None:
    async def work() -> None:
        async with gathered(folder, game, **form) as people:
            await test(people)

    run(work)


def test_a_seat_is_taken_by_invitation_once(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        refused = await people.seat(people.stranger, "join", name="Eve")
        assert refused.status_code == 403
        assert "invitation" in refused.text
        refused = await people.seat(people.stranger, "join", name="Eve", invite="x" + people.key[1:])
        assert refused.status_code == 403
        joined = await people.seat(people.guest, "join", name="Ben", animal="owl", invite=people.key)
        assert joined.url.path == people.url
        assert await people.names() == ["Ada", "Ben"]
        assert (await people.table()).seats[1].animal == "owl"
        late = await people.seat(people.stranger, "join", name="Eve", invite=people.key)
        assert "already sitting" in late.text
        nowhere = await people.seat(people.stranger, "join", seat=2, name="Eve", invite=people.key)
        assert "no such seat" in nowhere.text
        assert await people.names() == ["Ada", "Ben"]

    at_a_table(tmp_path, test)


def test_who_is_invited_is_welcomed_to_the_free_seat_and_nobody_else(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        async def welcomed(who: httpx.AsyncClient, query: str = "") -> bool:
            return 'id="welcome"' in (await who.get(people.url + query)).text

        assert not await welcomed(people.host)
        assert not await welcomed(people.stranger)
        assert await welcomed(people.guest, f"?invite={people.key}")
        await people.seat(people.guest, "join", name="Ben", invite=people.key)
        assert not await welcomed(people.guest, f"?invite={people.key}")
        assert not await welcomed(people.stranger, f"?invite={people.key}")  # no seat is free

    at_a_table(tmp_path, test)


def test_the_list_says_who_plays_where(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        async def told(who: httpx.AsyncClient) -> list[str]:
            return re.findall(r"<small>([^<]*)</small>", (await who.get(f"{people.url}/seats")).text)

        assert await told(people.host) == ["plays here", "seat is free", "computer player"]
        assert await told(people.guest) == ["is away", "seat is free", "computer player"]  # she has no stream
        await people.seat(people.guest, "join", name="Ben", invite=people.key)
        assert await told(people.guest) == ["is away", "plays here", "computer player"]
        await people.seat(people.guest, "replace")
        assert await told(people.host) == ["plays here", "a computer player stands in", "computer player"]
        assert (await people.table()).seats[1].computer
        await people.seat(people.host, "back")  # it is not hers
        assert (await people.table()).seats[1].computer
        await people.seat(people.guest, "back")
        assert (await people.table()).seats[1].computer is None

    at_a_table(tmp_path, test, kind2="gentle")


def test_only_who_sits_there_may_put_a_computer_player_in_an_empty_seat(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        for who, stands in ((people.stranger, False), (people.host, True)):
            await people.seat(who, "replace")
            assert bool((await people.table()).seats[1].computer) is stands
        await people.seat(people.host, "replace", seat=2)  # a computer player cannot be replaced
        assert (await people.table()).seats[2].stand_in == ""

    at_a_table(tmp_path, test, kind2="gentle")


def test_a_colour_is_changed_to_one_that_nobody_has(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        await people.seat(people.guest, "join", name="Ben", colour="4", invite=people.key)
        assert (await people.table()).colours == (0, 4)
        await people.seat(people.stranger, "colour", seat=0)
        await people.seat(people.host, "colour", seat=1)
        assert (await people.table()).colours == (0, 4)
        seen = []
        for _ in range(6):
            await people.seat(people.host, "colour", seat=0)
            seen.append((await people.table()).colours[0])
        assert seen == [1, 2, 3, 5, 0, 1]  # once round, past the other's

    at_a_table(tmp_path, test)


def test_a_favourite_colour_that_another_has_is_not_taken_away(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        await people.seat(people.guest, "join", name="Ben", colour="0", invite=people.key)
        assert (await people.table()).colours == (0, 1)

    at_a_table(tmp_path, test)


def test_signs_are_given_by_those_who_sit_in_their_own_name(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        told: list[dict[str, object]] = []
        people.house.others.notify = lambda id, body: told.append(body)  # type: ignore[method-assign]
        for who, sign, seat in (
            (people.host, "hello", "0"), (people.host, "well", "1"), (people.host, "luck", ""),
            (people.host, "rude", "0"), (people.stranger, "hello", "0"),
        ):  # fmt: skip
            answer = await who.post(f"{people.url}/sign", data={"sign": sign, "seat": seat}, headers=JSON)
            assert answer.json()["ok"] is True
        assert told == [{"sign": sign, "seat": 0, "name": "Ada"} for sign in ("hello", "well", "luck")]

    at_a_table(tmp_path, test)


def test_the_code_of_an_invitation_is_for_those_who_may_invite(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        assert (await people.stranger.get(f"{people.url}/qr.svg")).status_code == 403
        mine = await people.host.get(f"{people.url}/qr.svg")
        by_link = await people.stranger.get(f"{people.url}/qr.svg?invite={people.key}")
        assert mine.headers["content-type"] == "image/svg+xml"
        assert mine.content == by_link.content
        assert mine.text.startswith("<svg")

    at_a_table(tmp_path, test)


@pytest.mark.parametrize("script", [True, False])
def test_a_move_is_answered_with_the_newest_ply_and_a_refusal_with_its_reason(tmp_path: Path, script: bool) -> None:
    async def test(people: Round) -> None:
        async def send(who: httpx.AsyncClient, path: str, **form: object) -> httpx.Response:
            said = {name: str(value) for name, value in form.items()}
            return await who.post(f"{people.url}/{path}", data=said, headers=JSON if script else {})

        await people.seat(people.host, "replace")
        table = await people.table()
        while table.turn == CHANCE:
            await send(people.host, "move", ply=table.ply, seat=0, act="roll")
        ply, act = table.ply, table.actions(0)[0]
        for who, at, what in ((people.stranger, ply, act), (people.host, ply + 1, act), (people.host, ply, "fly")):
            answer = await send(who, "move", ply=at, seat=0, act=what)
            assert table.ply == ply
            if script:
                assert answer.status_code >= 400
                assert answer.json()["ply"] == ply
                assert answer.json()["error"]
            else:
                assert answer.url.path == people.url
        assert (await send(people.host, "move", ply=ply, seat=0, act=act)).status_code == 200
        assert table.ply > ply

    at_a_table(tmp_path, test, game="maumau")


def test_hints_are_asked_for_from_others_only_while_the_game_goes_on(tmp_path: Path) -> None:
    async def test(people: Round) -> None:
        await people.seat(people.guest, "join", name="Ben", invite=people.key)
        asked = (await people.host.get(f"{people.url}/hint")).json()
        assert asked["ask"] is True
        told: list[dict[str, object]] = []
        people.house.others.notify = lambda id, body: told.append(body)  # type: ignore[method-assign]
        for who, agreed in ((people.stranger, None), (people.host, False), (people.guest, True)):
            told.clear()
            await who.post(f"{people.url}/hints", data={})
            assert [one.get("agreed") for one in told if "hints" in one] == ([] if agreed is None else [agreed])
            if agreed is False:
                waits = (await who.get(f"{people.url}/hint")).json()
                assert waits == {"text": "There are hints as soon as the others agree."}
        assert "ask" not in (await people.host.get(f"{people.url}/hint")).json()
        assert "ask" not in (await people.stranger.get(f"{people.url}/hint")).json()
        (await people.table()).state = won("duck").state
        await people.house.reseat(people.url[3:], 1, lambda now: msgspec.structs.replace(now, hints=False))
        assert (await people.host.get(f"{people.url}/hint")).json() == {"text": "The game is over."}

    at_a_table(tmp_path, test)
