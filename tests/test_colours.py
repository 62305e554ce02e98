"""Seats have colours and shapes that people choose: drawn, told and stored everywhere."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

import fabletop
from fabletop.drawing.palette import SEATS
from fabletop.drawing.scene import MARKS
from fabletop.drawing.shapes import SHAPES
from fabletop.engine.records import header_line, load
from fabletop.tables.house import House
from fabletop.tables.seats import COLOURS, Occupant, coloured, colours_of
from fabletop.tables.store import SqliteStore
from fabletop.terminal.pictures import pictures
from fabletop.testing import random_game
from fabletop.testing.running import run


def test_the_house_has_six_colours_each_with_a_shape_and_a_name() -> None:
    assert len(SEATS) == len(MARKS) == COLOURS == 6
    assert [f"{mark.name} {mark.shape}" for mark in SEATS] == list(MARKS)


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ([None, None], (0, 1)),
        ([1, None], (1, 0)),
        ([None, 0], (1, 0)),
        ([5, None, 1], (5, 0, 1)),
        ([2, 2, None], (2, 1, 0)),
        ([9, -1], (0, 1)),
        ([3, None, None, 0, None, None], (3, 1, 2, 0, 4, 5)),
    ],
)
def test_nobody_shares_a_colour_and_who_has_not_chosen_keeps_the_own_if_it_is_free(
    chosen: list[int | None], found: tuple[int, ...]
) -> None:
    assert colours_of(tuple(chosen)) == found


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_game_draws_the_colours_that_were_chosen_and_no_other(id: str) -> None:
    seats = 2
    chosen = (5, 4)
    for number, (state, _) in enumerate(random_game(fabletop.game(id, seats), 3, 40)):
        if number % 13:
            continue
        for seat in (None, 0):
            svg = state.view(seat).svg(colours=chosen)
            usual = state.view(seat).svg()
            for colour in chosen:
                assert SHAPES[SEATS[colour].shape] in svg
            for own in range(seats):
                mark = f'd="{SHAPES[SEATS[own].shape]}" fill="{SEATS[own].shade}"'
                others = 1 if id == "kniffel" and own == 0 else 0  # a die that shows anything has this circle, too
                assert usual.count(mark) > others
                assert svg.count(mark) == others, "nothing is left in a colour that nobody has"
            assert svg.count('class="piece') == usual.count('class="piece')


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_terminal_shows_the_chosen_shape(id: str) -> None:
    *_, (state, _) = random_game(fabletop.game(id, 2), 3, 12)
    view = state.view(0)
    view.colours = (5, 4)
    text = view.text().replace("●○", "")  # a clock
    assert {"★", "♥"} & set(text)
    assert not {"●", "■"} & set(text)


def test_without_names_a_seat_is_called_by_its_number_from_1_and_its_mark() -> None:
    svg = fabletop.game("duck", 2).new().view(None).svg(colours=(5, 1))
    assert "Seat 1 (sky star)" in svg
    assert "Seat 2 (blue square)" in svg


def test_colours_are_stored_with_the_table_and_written_into_its_record(tmp_path: Path) -> None:
    async def played() -> tuple[str, tuple[int, ...]]:
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        occupants = [Occupant("random", "Owl", colour=3), Occupant("random", "Fox")]
        table = (await house.make("duck", {}, ["random"] * 2, ["Owl", "Fox"], occupants=occupants)).table
        assert table.colours == (3, 1)
        await house.reseat(table.id, 1, lambda now: coloured(now, 0))
        await house.close()
        house = House(SqliteStore(tmp_path / "tables.sqlite"))
        table = await house.table(table.id)
        while table.turn is not None:
            await asyncio.sleep(0.01)
        await house.close()
        assert [seat["colour"] for seat in table.seen(None)["seats"]] == [3, 0]
        return table.record(), table.colours

    record, colours = run(played)
    assert colours == (3, 0)
    recording = load(record.splitlines())
    assert recording.colours == (3, 0)
    (svg,) = pictures(recording, None, len(recording.plies), whole=False)
    assert SEATS[3].shade in svg
    assert SEATS[1].shade not in svg


def test_a_table_without_choices_is_stored_as_before() -> None:
    assert msgspec.json.encode(Occupant("person", "Ada")) == b'{"kind":"person","name":"Ada"}'
    assert "colours" not in json.loads(header_line(fabletop.game("duck", 2), ["Ada", "Ben"]))


@pytest.mark.parametrize("wrong", [None, [0], [0, 0], [0, 6], ["a", 1], 7])
def test_a_record_whose_colours_make_no_sense_has_the_usual_ones(wrong: object) -> None:
    header = json.loads(header_line(fabletop.game("duck", 2)))
    assert load([json.dumps({**header, "colours": wrong})]).colours == (0, 1)
