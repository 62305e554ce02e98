"""Attacks on the dice over HTTP, as somebody at the table or a stranger would try them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import Any

import httpx
from tests.web.made import table
from tests.web.test_pages import JSON, look, set_up

from fabletop.engine.records import load
from fabletop.tables import links
from fabletop.tables.verify import verdict
from fabletop.web.dice_page import proof_of

Visit = Callable[[], httpx.Client]


def made(client: httpx.Client, game: str, seats: int, **more: object) -> tuple[str, list[dict[str, str]]]:
    """A table of programs: its address, and what opens each seat."""
    answer = client.post("/api/tables", json={"game": game, "seats": ["person"] * seats, **more}).json()
    return f"/api/tables/{answer['table']}", [{"authorization": f"Bearer {seat['token']}"} for seat in answer["seats"]]


def asked(client: httpx.Client, table: str, seat: dict[str, str], *, until: str = "actions") -> dict[str, Any]:
    """The table, as soon as a seat is to act, or its device is called."""
    while not (seen := client.get(table, headers=seat).json())[until] and seen["result"] is None:
        time.sleep(0.01)
    return dict(seen)


def test_the_end_is_not_taken_back(visit: Visit) -> None:
    client = visit()
    table, (seat,) = made(client, "kniffel", 1)
    while (seen := asked(client, table, seat))["result"] is None:
        move = {"ply": seen["ply"], "act": seen["actions"][-1]}
        assert client.post(f"{table}/moves", json=move, headers=seat).status_code == 200
    record = client.get(f"{table}/record").text
    for path, body in (("undo", {"ply": seen["ply"]}), ("device", {"anchor": "ab" * 32})):
        assert client.post(f"{table}/{path}", json=body, headers=seat).status_code == 422
    assert client.get(f"{table}/record").text == record
    page = set_up(client, "kniffel", ["here"])
    while not (scene := look(client, page))["over"]:
        act = "roll" if scene["roll"] else scene["acts"][-1][0]
        fields = {"ply": scene["ply"], "seat": 0, "act": act}
        assert client.post(f"{page}/move", data=fields, headers=JSON).status_code == 200
    fields = {"ply": scene["ply"], "seat": 0}
    assert client.post(f"{page}/undo", data=fields, headers=JSON).status_code >= 400
    assert look(client, page)["ply"] == scene["ply"]


def test_a_page_whose_link_comes_too_late_hears_so_and_nothing_has_gone_wrong(visit: Visit) -> None:
    client = visit()
    page = set_up(client, "duck", ["here", "here"])
    late = {"device": 1, "n": 1, "i": 1, "link": "ab" * 32, "head": "cd" * 32}
    answer = client.post(f"{page}/link", data=late, headers=JSON)
    assert (answer.status_code, answer.json()) == (200, {"ok": False})


def test_no_link_but_the_own_next_one_of_this_table_gets_into_the_cup(visit: Visit) -> None:
    """Forged, another's, for a later shake or another past, of another table: nothing of it is ever in a record."""
    client = visit()
    table, (ada, ben) = made(client, "duck", 2, waits=True)
    other, _ = made(client, "duck", 2, waits=True)
    tag = links.tag(table.rsplit("/", 1)[1])
    mine, hers = (links.chain(tag, os.urandom(32)) for _ in range(2))
    assert client.post(f"{table}/device", json={"anchor": mine[0].hex()}).status_code == 403, "without a seat"
    assert client.post(f"{other}/device", json={"anchor": mine[0].hex()}, headers=ada).status_code == 403
    client.post(f"{table}/device", json={"anchor": hers[0].hex()}, headers=ben)
    assert client.post(f"{table}/device", json={"anchor": hers[0].hex()}, headers=ada).status_code == 422, "hers"
    assert client.post(f"{table}/device", json={"anchor": mine[0].hex()}, headers=ada).json()["device"] == 2
    call = asked(client, table, ada, until="call")["call"]
    fine = {"device": 2, "n": call["n"], "i": 1, "link": mine[1].hex(), "head": call["head"]}
    foreign = links.chain(links.tag("elsewhere"), b"root" * 8)
    lies: list[dict[str, object]] = [
        {"link": "cd" * 32},
        {"link": hers[1].hex()},
        {"link": foreign[1].hex()},
        {"i": 0, "link": mine[0].hex()},
        {"n": call["n"] + 1},
        {"head": "00" * 32},
        {"device": 9},
    ]
    for lie in lies:
        assert client.post(f"{table}/links", json=fine | lie).status_code in (409, 422), lie  # 409 when it is too late
    assert client.post(f"{other}/links", json=fine).status_code == 409
    while (seen := client.get(table).json())["result"] is None:
        acts = client.get(table, headers=(ada, ben)[seen["turn"]]).json()["actions"] if seen["turn"] in (0, 1) else ()
        if acts:
            client.post(f"{table}/moves", json={"ply": seen["ply"], "act": acts[0]}, headers=(ada, ben)[seen["turn"]])
        else:
            time.sleep(0.01)
    record = client.get(f"{table}/record").text.splitlines()
    plies = [json.loads(line) for line in record[1:]]
    assert [link for ply in plies for link in shaken(ply)] == [], "nobody has given a link that fits"
    seen = verdict(load(record), plies)
    assert (seen.wrong, seen.linked) == (None, 0)
    assert seen.silences >= 2, "and whoever gave none was silent"


def shaken(ply: dict[str, Any]) -> list[object]:
    return list(ply["dice"][2]) if ply["by"] == "chance" and len(ply.get("dice", ())) > 2 else []


def test_the_seed_of_a_running_game_is_given_to_nobody_and_a_stranger_shakes_no_cup(visit: Visit) -> None:
    client, stranger = visit(), visit()
    table, (seat, _) = made(client, "duck", 2)
    page = set_up(client, "duck", ["here", "here"])
    for path in (f"{table}/record", f"{page}/record", f"{page}/dice.json"):
        answer = client.get(path, headers=seat)
        assert 400 <= answer.status_code < 500, path
        assert "seed" not in answer.text
    anchor = {"anchor": "ab" * 32}
    assert stranger.post(f"{page}/device", data=anchor, headers=JSON).status_code == 403
    assert client.post(f"{page}/device", data=anchor, headers=JSON).json()["device"] == 1


def test_the_proof_has_the_odds_of_each_outcome_of_chance() -> None:
    race = table("duck", acts=("roll 3",))
    assert proof_of(race)["odds"] == [{f"roll {face}": 1 for face in range(1, 7)}]
