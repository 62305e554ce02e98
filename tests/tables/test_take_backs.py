"""Taking back: it costs the same however often it was done, and nobody can do it for ever."""

from __future__ import annotations

import json
import random

import pytest

import fabletop
from fabletop.engine.game import State
from fabletop.engine.records import load
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import MARK, TAKE_BACKS, Table
from fabletop.tables.verify import verdict
from fabletop.web.seen import may_undo


def table_of(game: str, seats: int = 2) -> Table:
    table = Table("t", Head(game, {}, [SeatPlan("person", f"seat {seat}") for seat in range(seats)], "ab" * 32))
    for entry in table.opening():
        table.add(entry)
    return table


def answered(table: Table, act: str) -> None:
    assert table.turn is not None
    for entry in table.answer(table.turn, act):
        table.add(entry)


def taken_back(table: Table, seat: int) -> None:
    for entry in table.undo(seat):
        table.add(entry)


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every action that is carried out in any position: the cost, whatever the machine is doing."""
    done: list[str] = []
    plain = State.play

    def play(state: State, action: str) -> None:
        done.append(action)
        plain(state, action)

    monkeypatch.setattr(State, "play", play)
    return done


def test_a_take_back_and_a_read_cost_the_same_after_many_of_them(plays: list[str]) -> None:
    table = table_of("garden")
    costs = []
    for _ in range(TAKE_BACKS):
        answered(table, "place A")
        plays.clear()
        taken_back(table, 0)
        for _ in table.past(max(0, table.ply - 10)):
            pass
        assert table.ply < 2 or next(iter(table.heard(None, table.ply - 1))).undo == 0
        costs.append(len(plays))
    assert max(costs) <= 10 + 2 * MARK
    assert costs[-1] <= costs[20]
    answered(table, "place A")
    with pytest.raises(fabletop.IllegalAction, match="too often"):
        table.undo(0)


def test_deep_in_a_long_game_nothing_is_played_from_the_beginning(plays: list[str]) -> None:
    table, chance = table_of("mensch", 4), random.Random(3)
    while len(table.plies) < 120:
        answered(table, chance.choice(table.actions(table.turn)))
    assert len(table.plies) > 6 * MARK
    plays.clear()
    for _ in table.past(table.ply - 1):
        pass
    assert len(plays) <= MARK + 1
    table = table_of("garden")
    while len(table.plies) < 6 * MARK - 1 or table.plies[-1].by == CHANCE:
        answered(table, chance.choice(table.actions(table.turn)))
    plays.clear()
    taken_back(table, table.plies[-1].by)
    assert 0 < len(plays) <= MARK + 1


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_the_past_is_what_a_fold_from_the_beginning_says(game: str) -> None:
    table, chance = table_of(game), random.Random(5)
    for _ in range(60):
        if table.turn is None:
            break
        answered(table, chance.choice(table.actions(table.turn)))
        while table.plies and table.plies[-1].by != CHANCE and chance.random() < 0.5:
            try:
                taken_back(table, table.plies[-1].by)
            except fabletop.IllegalAction:
                break
    slow = Table(table.id, table.head)
    expected = []
    for entry in table.log:
        slow.add(entry)
        replayed = table.game.new()
        for ply in slow.plies:
            replayed.play(ply.act)
        assert slow.state == replayed
        expected.append((slow.ply, slow.state.copy(), list(slow.plies), vars(slow.luck.copy()), slow.before.copy()))
    for since in {0, 1, table.ply // 3, table.ply // 2, table.ply - 3, table.ply - 1}:
        found = [
            (past.ply, past.state.copy(), list(past.plies), vars(past.luck.copy()), before.copy())
            for past, before, _ in table.past(max(0, since))
        ]
        assert found == expected[max(0, since) :]


def at_table(game: str, *kinds: str) -> Table:
    seats = [SeatPlan(kind, f"seat {seat}") for seat, kind in enumerate(kinds)]
    table = Table("t", Head(game, {}, seats, "ab" * 32, version=fabletop.game(game).version, dice=2))
    for entry in table.opening():
        table.add(entry)
    return table


def test_who_plays_alone_takes_the_answers_of_computer_players_back_too() -> None:
    table = at_table("garden", "person", "gentle", "gentle")
    positions, chance = [table.state.copy()], random.Random(2)
    while table.turn != 0 or table.decided_last() != 0 or table.plies[-1].by == 0:
        known = len(table.plies)
        answered(table, chance.choice(table.actions(table.turn)))
        positions += [table.state.copy()] * (len(table.plies) - known)
    mine = max(number for number, ply in enumerate(table.plies) if ply.by == 0)
    assert mine < len(table.plies) - 1
    assert may_undo(table, (0,))
    ply, entries = table.ply, table.undo(0)
    assert [entry.undo for entry in entries] == list(range(len(table.plies) - 1, mine - 1, -1))
    taken_back(table, 0)
    assert table.state == positions[mine]
    assert table.turn == 0
    assert table.ply == ply + len(entries)
    with pytest.raises(fabletop.IllegalAction, match="another seat"):
        table.undo(1)  # a computer player takes nothing back


def test_nobody_takes_an_answer_back_where_others_play_or_dice_were_thrown() -> None:
    table = at_table("garden", "person", "gentle", "person")
    while not table.plies or table.plies[-1].by != 1:
        answered(table, table.actions(table.turn)[0])
    with pytest.raises(fabletop.IllegalAction, match="another seat"):
        table.undo(0)
    dice = at_table("mensch", "person", "gentle")
    for _ in range(40):
        if dice.plies and dice.plies[-1].by == CHANCE:
            with pytest.raises(fabletop.IllegalAction, match="chance"):
                dice.undo(0)
        if dice.turn is not None:
            answered(dice, dice.actions(dice.turn)[0])


def test_dice_are_proved_also_where_answers_were_taken_back() -> None:
    table, chance = at_table("garden", "person", "gentle"), random.Random(1)
    back = 0
    while table.turn is not None:
        if back < 5 and table.turn == 0 == table.decided_last() != table.plies[-1].by:
            taken_back(table, 0)
            back += 1
        answered(table, chance.choice(table.actions(table.turn)))
    assert back
    lines = table.record().splitlines()
    found = verdict(load(lines), [json.loads(line) for line in lines[1:]])
    assert found.wrong is None
