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


def test_perfect_has_no_rows_where_it_plays_like_sharp() -> None:
    """In a team, and with four ducks: nothing is solved there, and the page says so."""
    teams, ducks = (list(strength.pairings([id], 0)) for id in ("cinderella", "duck"))
    assert {row.one for row in teams} == {"random", "gentle", "fair", "sharp"}
    assert {row.seats for row in ducks if row.one == "perfect"} == {2}
    four = [row for row in ducks if row.seats == 4]
    measured = strength.Measured(share=0.4, error=0.01, games=4, together=False)
    found = dict.fromkeys([row.key for row in four], measured)
    assert "`perfect` plays like `sharp`" in strength.page(found, four, 0)


def test_what_games_do_not_tell_regrets_may() -> None:
    rows = [row for row in strength.pairings(["duck"], 0) if row.seats == 2]
    close = strength.Measured(share=0.5, error=0.01, games=4, together=False)
    regrets = {"gentle": 0.02, "fair": 0.01, "sharp": 0.00002, "perfect": 0.0}
    page = strength.page({row.key: close | strength.Measured(regret=regrets[row.one]) for row in rows}, rows, 0)
    assert "| perfect | sharp | 50.0% (48.0% – 52.0%) | 4 | by regret | 0.00000 |" in page
    assert "| gentle | random | 50.0% (48.0% – 52.0%) | 4 | not shown | 0.02000 |" in page
