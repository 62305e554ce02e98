"""The table of strength: what is measured, how it is written, what is kept."""

from __future__ import annotations

import pytest

from fabletop.players import strength


def test_the_page_has_a_row_for_every_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "warmed", lambda game: None)
    monkeypatch.setattr(strength, "_exact", lambda game: False)
    rows = list(strength.pairings(["duck"], 0))
    assert {(row.one, row.others) for row in rows} >= {("sharp", "fair"), ("fair", "gentle"), ("gentle", "random")}
    found = {row.key: strength.played(row, 4, 30.0) for row in rows if row.one == "gentle"}
    page = strength.page(found, rows, 0)
    assert "## The Duck Game, 2 seats" in page
    assert page.count("| gentle | random |") == 2
    assert "(50%)" in page
    assert "(25%)" in page


def test_games_of_teams_say_what_they_are_measured_in() -> None:
    hours = {dict(row.options)["hours"] for row in strength.pairings(["cinderella"], 0)}
    assert hours == {8, 9, 10}


def test_what_other_players_played_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = next(strength.pairings(["duck"], 0)).key
    monkeypatch.setattr(strength, "_text", lambda id: "other players")
    assert next(strength.pairings(["duck"], 0)).key != before


def test_a_game_without_players_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "levels", lambda id: ("random",))
    assert list(strength.pairings(["duck"], 0)) == []
