"""Where all see the same, a ply is drawn and written once; each seat gets what a drawing of its own would show."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import fabletop
from fabletop.drawing.own import BEGIN, is_same_for_all
from fabletop.engine.registry import part
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.tables import links
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.web import strips
from fabletop.web.eyes import Eyes
from fabletop.web.frozen import Frozen
from fabletop.web.strips import told_entry
from fabletop.words import Words

SHARED = [id for id in fabletop.game_ids() if is_same_for_all(id)]


def new_table(game: str, seats: int = 2) -> Table:
    plans = [SeatPlan("person", f"Ada {seat}") for seat in range(seats)]
    return Table("t", Head(game, {}, plans, "ab" * 32, rolls=True, dice=links.PROTOCOL))


def next_entries(table: Table, chance: random.Random) -> list[Entry]:
    if table.turn == CHANCE:
        return table.shaken(None) if table.roller is None else table.roll(table.roller)
    assert table.turn is not None
    return table.answer(table.turn, chance.choice(table.actions(table.turn)))


def told(table: Table, entry: Entry, seat: int | None) -> Any:
    eyes = Eyes(() if seat is None else (seat,), None)
    return msgspec.json.decode(msgspec.json.encode(told_entry(table, table.before, entry, eyes, Words("de"))))


def test_open_games_are_drawn_once_for_all() -> None:
    assert set(SHARED) >= {"mensch", "duck", "kniffel", "nutcracker", "quidditch", "garden"}


@pytest.mark.parametrize("game", SHARED)
def test_what_is_drawn_for_everybody_is_what_each_would_see(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, chance, owns = new_table(game), random.Random(7), 0
    for entry in (entry for _ in range(60) if table.turn is not None for entry in next_entries(table, chance)):
        table.add(entry)
        for seat in (None, 0, 1):
            shared = told(table, entry, seat)
            with monkeypatch.context() as patch:
                patch.setattr(strips, "is_same_for_all", lambda _: False)
                assert told(table, entry, seat) == shared
            owns += shared["own"]
            assert BEGIN not in msgspec.json.encode(shared).decode()
    assert owns > 3


def test_three_who_look_on_and_one_who_rolls_cost_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, chance = new_table("mensch", 4), random.Random(1)
    while table.turn is not None and table.turn != CHANCE:
        for entry in next_entries(table, chance):
            table.add(entry)
    (entry,) = table.roll(table.roller or 0)[:1]
    table.add(entry)
    drawn, plain = list[object](), part("mensch", "draw").moving

    def counted(view: View, **more: Any) -> str:
        drawn.append(view.seat)
        return str(plain(view, **more))

    monkeypatch.setattr(part("mensch", "draw"), "moving", counted)
    once = len(told(table, entry, None)["strip"])
    assert drawn == [None] * once
    for seat in range(4):
        told(table, entry, seat)
    assert drawn == [None] * once + ([] if table.turn == CHANCE else [table.turn])


def test_whatever_people_are_called_a_frame_stays_json() -> None:
    names = '"\\u0001" \\u00010\\u0002a\\u0002b\\u0003 } ,"moving":"'
    frame = Frozen({"say": names, "moving": '<g>\x010\x02my "own"\x02théirs\x03</g>', "parts": {}})
    read = [msgspec.json.decode(frame.seen_by(seat)) for seat in (0, 1, None)]
    assert [one["moving"] for one in read] == ['<g>my "own"</g>', "<g>théirs</g>", "<g>théirs</g>"]
    assert all(one["say"] == names for one in read)
