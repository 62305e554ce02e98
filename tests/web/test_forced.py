"""What has only one possibility may play itself; the move that ends the game, and what is the player's to do, never."""

from __future__ import annotations

import random

import pytest

import fabletop
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.web.eyes import Eyes
from fabletop.web.seen import present
from fabletop.words import Words


@pytest.mark.parametrize("game", ["kniffel", "maumau", "mensch", "nutcracker"])
def test_the_winning_move_is_never_played_by_itself(game: str) -> None:
    seats = max(2, fabletop.game(game).spec.seats[0])
    forced, ends = 0, 0
    for seed in range(12):
        chance = random.Random(seed)
        people = [SeatPlan("person", f"seat {seat}") for seat in range(seats)]
        table = Table("t", Head(game, {}, people, f"{seed:064x}", version=fabletop.game(game).version))
        for entry in table.opening():
            table.add(entry)
        while table.turn is not None:
            assert table.turn != CHANCE
            seat, acts = table.turn, table.actions(table.turn)
            entries = table.answer(seat, chance.choice(acts))
            if len(acts) == 1:
                told = present(table, Eyes((seat,), None), Words("en"))
                after = table.state.copy()
                after.play(acts[0])
                ends += after.turn is None
                forced += told["forced"]
                assert not (told["forced"] and after.turn is None), f"{acts[0]} has won by itself"
            for entry in entries:
                table.add(entry)
        if ends >= 2 and forced >= 2:
            break
    if game in ("kniffel", "maumau", "mensch"):  # there it comes to that
        assert ends
    if game in ("maumau", "mensch"):
        assert forced, "nothing plays itself"
