"""People throw their dice themselves: what is theirs to throw, when they are asked, and how much one press throws."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fabletop.engine.game import State
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Value
from fabletop.tables.calls import Call, TooLate
from fabletop.tables.cup import Cup, Given
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.errors import NotYourTurn
from fabletop.tables.table import Table


def table_of(game: str, kinds: Sequence[str], **options: Value) -> Table:
    plans = [SeatPlan(kind, f"name {seat}") for seat, kind in enumerate(kinds)]
    table = Table("t", Head(game, options, plans, "5eed" * 16, rolls=True))
    add(table, table.opening())
    return table


def add(table: Table, entries: Sequence[Entry]) -> list[str]:
    for entry in entries:
        table.add(entry)
    return [entry.act for entry in entries]


def people(game: str) -> Table:
    return table_of(game, ["person"] * spec_of(game).usual_seats)


@pytest.mark.parametrize("game", game_ids())
def test_nothing_is_thrown_for_a_person_who_has_not_pressed(game: str) -> None:
    table = people(game)
    pressed: set[int] = set()  # entries that a press or a wish has brought
    for _ in range(120):
        known = table.ply
        if table.turn is None:
            break
        if table.roller is not None:
            assert table.turn == CHANCE
            acts = add(table, table.roll(table.roller))
            pressed.add(known)
            if table.game.spec.one_throw:
                pressed |= {known + i for i, act in enumerate(acts) if table.game.spec.is_throw(act)}
        else:
            assert table.turn >= 0
            act = table.actions(table.turn)[-1]
            add(table, table.answer(table.turn, act))
            if table.game.spec.is_wish(act):
                pressed.add(known + 1)
    thrown = {i for i, entry in enumerate(table.log) if table.game.spec.is_throw(entry.act)}
    assert thrown <= pressed
    assert bool(thrown) == bool(table.game.spec.throws)


def test_one_press_throws_all_dice_of_a_quidditch_player_also_the_very_first_ones() -> None:
    table = people("quidditch")
    assert [table.ply, table.roller] == [0, 0]
    with pytest.raises(NotYourTurn, match="not for seat 1 to roll"):
        table.roll(1)
    assert len(add(table, table.roll(0))) == 6  # Snitch, Quaffle, goals
    assert table.roller == 1
    assert len(add(table, table.roll(1))) == 3  # Keeper and Bludgers
    assert [table.roller, table.turn] == [None, 0]


def test_a_throw_that_a_crash_has_cut_in_two_goes_on_by_itself() -> None:
    table = people("quidditch")
    thrown = table.roll(0)
    again = Table(table.id, table.head)
    add(again, thrown[:2])
    assert again.roller is None
    assert again.opening() == thrown[2:]


def test_throws_one_after_the_other_are_pressed_for_one_by_one() -> None:
    table = people("mensch")
    add(table, [Entry(CHANCE, "roll 1")])  # nobody is on the track: she may try three times
    assert table.state.acting == table.roller == 0
    assert table.opening() == []
    assert len(table.roll(0)) == 1


def test_a_wish_to_throw_is_said_once() -> None:
    table = people("kniffel")
    add(table, table.roll(0))
    wish = table.actions(0)[0]
    assert table.game.spec.is_wish(wish)
    acts = add(table, table.answer(0, wish))
    assert [act.partition(" ")[0] for act in acts] == ["reroll", "roll"]


def test_a_computer_player_throws_at_once_and_hands_over_to_the_person() -> None:
    table = table_of("quidditch", ["gentle", "person"])
    assert len(table.log) == 6
    assert (table.turn, table.roller) == (CHANCE, 1)


def test_where_nobody_throws_chance_never_waits() -> None:
    table = people("maumau")
    assert table.turn == 0
    assert {entry.act.partition(" ")[0] for entry in table.log} >= {"deal", "turn"}


@pytest.mark.parametrize("game", game_ids())
def test_everybody_knows_for_whom_chance_acts(game: str) -> None:
    state: State = people(game).state
    for seat in (*range(state.game.seats), None):
        assert state.view(seat).acting == state.acting


def test_nobody_is_called_who_has_not_sat_down() -> None:
    cup = Cup("t", "00" * 32)
    assert Call(cup).wanted == set()
    with pytest.raises(TooLate):
        Call(cup).take(Given(1, cup.n + 1, 1, "00" * 32, cup.head))
