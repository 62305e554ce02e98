"""What a page is told of a ply: the game's frames, drawn; and that a hint belongs to the position it was asked for."""

from __future__ import annotations

import pytest
from tests.web.made import WORDS, table

import fabletop
from fabletop.drawing.stage import Frame, strip
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.players.hints import Hint
from fabletop.tables.entries import Entry, Head, SeatPlan
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


def test_a_ply_begins_with_the_dice_as_they_lay_and_ends_with_what_was_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str, bool, bool]] = []

    def noted(was: View, act: str, now: View) -> list[Frame]:
        seen.append((was.thrown, now.thrown, was.turned, now.turned))
        return strip(was, act, now)

    monkeypatch.setattr("fabletop.web.strips.strip", noted)
    race = table("duck", acts=("roll 3",))
    before = race.state.copy()
    race.add(Entry(CHANCE, "roll 4"))
    for turned in (False, True):
        in_frames(race, before, race.plies[-1], race.state, race.plies, (0, 0), WORDS, whole=False, turned=turned)
    assert seen == [("roll 3", "roll 4", False, False), ("roll 3", "roll 4", True, True)]
