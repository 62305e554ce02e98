"""What a page is told of a ply: the game's frames, drawn; and that a hint belongs to the position it was asked for."""

from __future__ import annotations

import fabletop
from fabletop.players.hints import Hint
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.web.help_page import told
from fabletop.web.strips import in_frames
from fabletop.words import Words


def quidditch() -> Table:
    people = [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")]
    table = Table("t", Head("quidditch", {}, people, "5eed" * 16, version=fabletop.game("quidditch").version))
    for entry in table.opening():
        table.add(entry)
    return table


def test_a_frame_with_marks_shows_what_the_ply_has_brought() -> None:
    table, results = quidditch(), 0
    while not results:
        seat = table.turn
        assert seat is not None
        for entry in table.answer(seat, table.actions(seat)[0]):
            before = table.state.copy()
            table.add(entry)
            frames = in_frames(table, before, entry, table.state, table.plies, (0, 0), Words("en"), whole=False)
            for frame in frames:
                if frame.get("shows"):
                    results += 1
                    assert 'id="last"' in str(frame["moving"])
            if len(frames) > 1 and not any(frame.get("shows") for frame in frames):
                assert 'id="last"' not in str(frames[0]["moving"]), "what has not happened yet is not marked"


def test_a_hint_is_explained_as_the_table_was_when_it_was_asked_for() -> None:
    table = quidditch()
    seat = table.turn
    assert seat is not None
    view, (act, *_others) = table.state.view(seat), table.actions(seat)
    for entry in table.answer(seat, act):
        table.add(entry)  # while somebody thinks about it the move is made
    assert told(table, view, Hint(act, {}), Words("en"))["text"]
