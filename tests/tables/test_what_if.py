"""What if: a table that goes on from a ply of another game, with dice of its own that can be checked."""

from __future__ import annotations

from pathlib import Path

import pytest

import fabletop
from fabletop.engine.errors import BadRecord, IllegalAction
from fabletop.engine.rulebook import CHANCE
from fabletop.tables import dice, links
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.tables.tally import tally
from fabletop.tables.verify import verify


def head(id: str, seats: int, begun: list[str], **options: bool | int | str) -> Head:
    plans = [SeatPlan("random", f"Player {seat + 1}") for seat in range(seats)]
    return Head(
        id, options, plans, dice.new_seed(), version=fabletop.game(id).version, dice=links.PROTOCOL, begun=begun
    )


def played_out(table: Table) -> Table:
    """Everybody takes the first action that is possible; chance has no devices to ask."""
    for entry in table.opening():
        table.add(entry)
    n = 0
    while table.turn is not None:
        acts, n = table.state.actions(), n + 1
        for entry in table.answer(table.turn, acts[n % len(acts)]):
            table.add(entry)
    return table


@pytest.mark.parametrize("id", ["duck", "maumau", "quidditch", "kniffel"])
def test_a_game_goes_on_from_any_ply_and_its_own_dice_are_checked(id: str, tmp_path: Path) -> None:
    seats = fabletop.game(id).seats
    first = played_out(Table("first", head(id, seats, [])))
    acts = [entry.act for entry in first.plies]
    for ply in (1, len(acts) // 3, 2 * len(acts) // 3, len(acts) - 1):
        table = Table(f"then-{ply}", head(id, seats, acts[:ply]))
        state = first.game.new()
        for act in acts[:ply]:
            state.play(act)
        assert table.state == state
        assert table.ply == 0
        played_out(table)
        assert [entry.act for entry in table.plies[:ply]] == acts[:ply]
        record = tmp_path / f"{id}-{ply}.jsonl"
        record.write_text(table.record(), encoding="utf-8")
        assert fabletop.replay(record).result == table.state.result
        verdict = verify(record)
        assert verdict.wrong is None
        assert verdict.rolls == sum(entry.by == CHANCE for entry in table.plies[ply:])
        counted = sum(tally(table).counts.values())
        throws = [e.act for e in table.plies[ply:] if e.by == CHANCE and table.game.spec.is_throw(e.act)]
        assert counted == sum(len(act.split()) - 1 for act in throws)
        forged = record.read_text(encoding="utf-8").replace(f'"begun": {ply}', f'"begun": {ply + 1}', 1)
        record.write_text(forged, encoding="utf-8")
        other = verify(record)
        assert other.wrong is not None or other.fingerprint != verdict.fingerprint, "no receipt agrees with it"
    record.write_text(forged.replace(f'"begun": {ply + 1}', '"begun": -1', 1), encoding="utf-8")
    with pytest.raises(BadRecord, match="begun is how many"):
        verify(record)


def test_what_was_given_is_not_taken_back_and_what_is_played_is() -> None:
    acts: list[str] = []
    state = fabletop.game("kniffel", seats=2).new()
    while len(acts) < 30 or state.turn == CHANCE or not any(act.startswith("score") for act in state.actions()):
        acts.append(state.actions()[0])
        state.play(acts[-1])
    seat = state.turn
    assert seat is not None
    table = Table("taken", head("kniffel", 2, acts))
    with pytest.raises(IllegalAction, match="nothing to take back"):
        table.undo(next(entry.by for entry in reversed(table.plies) if entry.by != CHANCE))
    table.add(Entry(seat, next(act for act in state.actions() if act.startswith("score"))))
    assert table.state != state
    for entry in table.undo(seat):
        table.add(entry)
    assert table.state == state
    assert [entry.act for entry in table.plies] == acts
    assert [past.state for past, _, _ in table.past(0)][-1] == state
