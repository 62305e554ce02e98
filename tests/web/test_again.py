"""Once more: the same people, seats, levels and house rules at a new table."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from tests.web.made import ADA, WORDS, table, won
from tests.web.test_pages import look, set_up, table_of

from fabletop.engine.game import Result
from fabletop.tables.seats import PERSON, Occupant
from fabletop.web.again_page import _last, beginners, may_ask, turned
from fabletop.web.visitor import Visitor

Visit = Callable[[], httpx.Client]


def ended(client: httpx.Client, *kinds: str, **more: str) -> str:
    """A game of Nutcracker to its end: whoever plays here rolls until it is over."""
    table = set_up(client, "nutcracker", list(kinds), **more)
    return played_out(client, table)


def played_out(client: httpx.Client, table: str, *others: httpx.Client) -> str:
    for _ in range(600):
        for one in (client, *others):
            scene = look(one, table)
            if scene["over"]:
                return table
            if scene["own"]:
                act = "roll" if scene["roll"] else scene["acts"][0][0]
                one.post(f"{table}/move", data={"ply": scene["ply"], "seat": scene["eye"], "act": act})
        time.sleep(0.01)
    raise AssertionError("the game has not ended")


def seats(client: httpx.Client, table: str) -> list[str]:
    return re.findall(r"<strong>(.*?)</strong>", client.get(f"{table}/seats").text)


@pytest.mark.parametrize(("begins", "first"), [("next", "Hedgehog"), ("same", "Ada")])
def test_again_keeps_people_levels_and_house_rules(visit: Visit, begins: str, first: str) -> None:
    client = visit()
    table = ended(client, "here", "random", name0="Ada", **{"option-last_reply": "on"})
    assert f'action="{table}/again"' in client.get(table).text
    new = table_of(client.post(f"{table}/again", data={"begins": begins}))
    assert new != table
    assert sorted(seats(client, new)) == ["Ada", "Hedgehog"]
    assert seats(client, new)[0] == first
    record = played_out(client, new)
    assert '"last_reply":true' in client.get(f"{record}/record").text.replace(" ", "")


def test_the_loser_begins_if_the_family_likes(visit: Visit) -> None:
    client = visit()
    table = ended(client, "here", "random", name0="Ada")
    winner = look(client, table)["winners"][0]
    new = table_of(client.post(f"{table}/again", data={"begins": "loser"}))
    assert seats(client, new)[0] == seats(client, table)[1 - winner]


def test_who_plays_elsewhere_is_asked_and_keeps_the_seat(visit: Visit) -> None:
    host, guest = visit(), visit()
    table = set_up(host, "nutcracker", ["here", "elsewhere"], name0="Ada")
    invite = re.search(r"invite=([\w-]+)", host.get(f"{table}/seats").text)
    assert invite
    guest.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Ben", "invite": invite[1]})
    played_out(host, table, guest)
    new = table_of(host.post(f"{table}/again"))
    assert f'href="{new}"' in guest.get(table).text  # asked
    assert table_of(guest.post(f"{table}/again")) == new  # who asks as well comes to the same table
    assert seats(host, new) == ["Ben", "Ada"]
    assert look(guest, new)["own"] or look(host, new)["own"]
    guest.post(f"{table}/again", data={"do": "leave"})
    assert "stands in" in host.get(f"{new}/seats").text


def test_only_who_has_played_may_ask_and_only_at_the_end(visit: Visit) -> None:
    host, stranger = visit(), visit()
    running = set_up(host, "nutcracker", ["here", "random"])
    assert host.post(f"{running}/again").status_code == 409
    table = ended(host, "here", "random")
    assert stranger.post(f"{table}/again").status_code == 403
    assert 'href="/new/nutcracker"' in stranger.get(table).text


def test_who_has_played_here_may_ask_for_another_game() -> None:
    ada, stranger = (cast(Visitor, SimpleNamespace(browser=browser)) for browser in ("a", "x"))
    assert may_ask(table(), ada)
    assert not may_ask(table(), stranger)
    assert not may_ask(table("duck", ADA, Occupant(PERSON, "program", keyed=True)), ada)


def test_the_next_who_lost_or_the_same_begins_in_the_own_colour() -> None:
    over = won("duck")
    assert over.state.result
    loser = over.state.result.ranks.index(2)
    others = [[seat.name for seat in turned(over, begins)] for begins in ("next", "loser", "same", "nonsense")]
    names = ["Ada", "Ben"]
    assert others == [["Ben", "Ada"], [names[loser], names[1 - loser]], names, ["Ben", "Ada"]]
    assert [seat.colour for seat in turned(over, "next")] == [1, 0]


@pytest.mark.parametrize(("ranks", "last"), [((1, 2, 3), 2), ((1, 1, 1), None), ((2, 1, 2), 0)])
def test_whoever_lost_begins_is_offered_where_somebody_has(ranks: tuple[int, ...], last: int | None) -> None:
    over = table("duck")
    over.state = cast(Any, SimpleNamespace(result=Result(winners=(), ranks=ranks, scores=None), turn=None))
    assert _last(over) == last
    assert [one for one, _ in beginners(over, WORDS)] == ["next", *(["loser"] if last is not None else []), "same"]
