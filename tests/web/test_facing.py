"""The board can face the seat of whoever holds the device: a choice, and never on a shared screen unless asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import httpx
import pytest

import fabletop
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.web.eyes import Eyes
from fabletop.web.seen import scene
from fabletop.web.strips import told_entry
from fabletop.words import Words

Visit = Callable[[], httpx.Client]
WORDS = Words("en")


def places(svg: str) -> dict[str, tuple[float, float]]:
    """Where plates and figures stand."""
    found = re.findall(r'<g id="(plate\d|pawn-\d-\d|die)"[^>]*translate\(([\d.]+) ([\d.]+)\)', svg)
    return {id: (float(x), float(y)) for id, x, y in found}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turned_board_is_the_same_board_seen_from_the_own_corner(seats: int) -> None:
    state = fabletop.game("mensch", seats).new()
    for _ in range(60):
        state.play(state.actions()[-1])
    for seat in range(seats):
        view = state.view(seat)
        lies = places(view.svg())
        view.turned = True
        turned = places(view.svg())
        x, y = turned[f"plate{seat}"]
        assert x < 300 < y  # near, at the left
        assert set(turned) == set(lies)
        for one in (f"pawn-{s}-{n}" for s in range(seats) for n in range(1, view.position.pieces + 1)):
            own = [where for id, where in turned.items() if id != one and id.startswith("pawn")]
            assert turned[one] not in own  # no two on one square
    spectator = state.view(None)
    before = spectator.svg()
    spectator.turned = True
    assert spectator.svg() == before  # who has no seat sees it as it lies


def test_a_page_is_told_of_plies_as_its_board_lies() -> None:
    people = [SeatPlan("person", "Ada"), SeatPlan("person", "Ben"), SeatPlan("gentle", "Owl")]
    table = Table("t", Head("mensch", {}, people, "5eed" * 16))
    eyes = Eyes((0, 1), None, turned=True)
    shown, corners = places(str(scene(table, eyes, WORDS)["svg"])), set()
    for _ in range(80):
        before, turn, acts = table.state.copy(), table.turn, table.state.actions()
        assert turn is not None
        entry = Entry(turn, acts[len(table.plies) % len(acts)])
        table.add(entry)
        told = told_entry(table, before, entry, eyes, WORDS)
        strip = told["strip"]
        assert isinstance(strip, list)
        for frame in (json.loads(bytes(written)) for written in strip):
            now = places(frame.get("svg") or frame["moving"])
            if "svg" not in frame:  # only what moves: the board below it lies as before
                assert all(now[f"plate{seat}"] == shown[f"plate{seat}"] for seat in range(3))
            shown = now
        corners.add(shown["plate1"])
    assert len(corners) == 2  # it has faced both


def test_it_is_asked_for_by_one_tap_and_apart_for_a_shared_screen(visit: Visit) -> None:
    one = visit()
    table = one.post("/new/mensch", data={"kind0": "gentle", "kind1": "here"}).url.path
    lies = places(one.get(table).text)["plate1"]
    page = one.post("/facing", data={"to": table, "where": "alone", "facing": "on"})
    assert page.url.path == table
    assert 'name="facing" value="off" aria-pressed="true"' in page.text
    near = places(page.text)["plate1"]
    assert near != lies
    assert places(json.loads(one.get(f"{table}/look").text)["svg"])["plate1"] == near
    shared = one.post("/new/mensch", data={"kind0": "here", "kind1": "here"})
    assert 'name="facing" value="on" aria-pressed="false"' in shared.text
    assert "whoever plays" in shared.text
    asked = one.post("/facing", data={"to": shared.url.path, "where": "shared", "facing": "on"})
    assert places(asked.text)["plate0"] != places(shared.text)["plate0"]
    back = one.post("/facing", data={"to": table, "where": "alone", "facing": "off"})
    assert places(back.text)["plate1"] == lies
    assert "/facing" not in one.post("/start/duck").text  # nobody sits around that board
