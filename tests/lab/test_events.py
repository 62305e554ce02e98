"""Counts of what happens in a game: they agree with the actions of the games, whatever plays them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import fabletop
from fabletop.cli import main
from fabletop.compiler import store
from fabletop.compiler.kernels import Kernels, event_names
from fabletop.drawing.heat import LEGEND, warmth
from fabletop.drawing.palette import luminance
from fabletop.engine import registry
from fabletop.engine.registry import events_of
from fabletop.engine.rulebook import CHANCE
from fabletop.lab.simulate import simulate
from fabletop.testing import random_game

SVG = "{http://www.w3.org/2000/svg}"
Recount = Callable[[Any, str, Any], int]  # from a position, the action's text and what it led to


def said(*beginnings: str) -> Recount:
    return lambda before, act, after: int(act.startswith(beginnings))


def thrown_out(before: Any, act: str, after: Any) -> int:
    """Figures that stood on the track and are at home again."""
    pairs = zip(before.figures, after.figures, strict=True)
    return sum(now < 0 <= was for old, new in pairs for was, now in zip(old, new, strict=True))


def carried(before: Any, act: str, after: Any) -> int:
    return sum(a != b for a, b in zip(before.pawns, after.pawns, strict=True)) if act.startswith("turn") else 0


def no_points(before: Any, act: str, after: Any) -> int:
    return int(act.startswith("score") and sum(map(sum, before.sheets)) == sum(map(sum, after.sheets)))


# For each game, what some of its counters must be by another way of counting
RECOUNTS: dict[str, tuple[dict[str, Any], dict[str, Recount]]] = {
    "cinderella": (
        {"variant": "magic"},
        {
            "peeks": said("peek"),
            "pointers": said("point"),
            "specials": said("use"),
            "pairs": lambda before, act, after: (before.layout.bit_count() - after.layout.bit_count()) // 2,
        },
    ),
    "duck": (
        {"bump": True},
        {
            "hops": said("hop"),
            "rainy_turns": lambda before, act, after: int(
                act.startswith("roll") and before.at == after.at and before.at[before.turn] == 31
            ),
        },
    ),
    "garden": (
        {},
        {
            "walks": said("walk"),
            "gaps": said("gap"),
            "flights": said("fly"),
            "hedges_turned": said("turn"),
            "magic_cards": said("magic"),
            "pawns_carried": carried,
        },
    ),
    "kniffel": ({"seats": 3}, {"rerolls": said("reroll"), "zeros": no_points}),
    "maumau": (
        {"stack_plus": True, "start_effects": True},
        {"cards_played": said("play"), "wishes": said("play wish"), "draws": said("card"), "passes": said("pass")},
    ),
    "mensch": ({}, {"entries": said("enter"), "sixes": said("roll 6"), "captures": thrown_out}),
    "nutcracker": (
        {"level": 2},
        {
            "tower_turns": said("turn"),
            "king_moves": said("king"),
            "nutcrackers": lambda before, act, after: sum(after.united) - sum(before.united),
        },
    ),
    "quidditch": (
        {},
        {
            "bookings": said("book"),
            "fouls": said("foul"),
            "rounds": lambda before, act, after: int(before.attacker != after.attacker or after.over == 1),
        },
    ),
}


@pytest.mark.parametrize("id", sorted(RECOUNTS))
def test_counters_agree_with_the_games(id: str) -> None:
    options, recounts = RECOUNTS[id]
    game = fabletop.game(id, **options)
    counters = events_of(id)()
    expected = dict.fromkeys(recounts, 0)
    arrivals = 0
    for seed in range(3):
        for state, act in random_game(game, seed, most=1500):
            after = state.copy()
            after.play(act)
            counters.watch(state.rules, game.numbers[act], after.rules)
            for name, recount in recounts.items():
                expected[name] += recount(state.rules, act, after.rules)
            arrivals += state.turn != CHANCE or act.startswith("roll")
    assert {name: getattr(counters, name) for name in recounts} == expected
    assert all(count > 0 for name, count in expected.items() if name not in ("passes", "fouls")), expected
    if "visits" in counters.FIELDS:
        assert 0 < sum(counters.visits) <= arrivals * game.seats


@pytest.mark.parametrize("id", [id for id in fabletop.game_ids() if events_of(id)])
def test_a_game_that_counts_counts_something(id: str) -> None:
    assert sum(numbers["total"] for numbers in simulate(id, 20, seed=1).events.values()) > 0


def test_the_recounts_are_of_counters_that_exist() -> None:
    for id, (_, recounts) in RECOUNTS.items():
        assert set(recounts) <= set(event_names(id))


def test_a_game_without_events_is_simulated_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.compiler.kernels.events_of", lambda id: None)
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: False)  # what is compiled would still know its events
    monkeypatch.setattr(store, "start_compiling", lambda id: None)
    batch = Kernels("duck").simulate(fabletop.game("duck").new().rules, 1, 0, 5, events=True)
    assert batch.events is None
    assert simulate("duck", 5, seed=1, events=False).events == {}


def test_events_are_the_same_whatever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = simulate("mensch", 60, seed=4, threads=2)
    assert fast.events["captures"]["total"] > 0
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: False)
    monkeypatch.setattr(store, "start_compiling", lambda id: None)
    assert simulate("mensch", 60, seed=4) == fast


def test_events_are_columns(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    summary = simulate("kniffel", 30, seed=2, csv=file)
    rows = list(csv.DictReader(file.open()))
    for name, numbers in summary.events.items():
        column = [int(row[name]) for row in rows]
        assert (sum(column), max(column)) == (numbers["total"], numbers["max"])
        assert numbers["mean"] == pytest.approx(sum(column) / 30)
    simulate("kniffel", 30, seed=2, csv=file, events=False)
    assert "zeros" not in file.read_text()


def test_events_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "duck", "--games", "30", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Events in a game" in shown
    assert "rainy turns" in shown
    assert "bumps" not in shown  # the house rule is off
    assert main(["simulate", "duck", "--games", "30", "--seed", "1", "--no-events"]) == 0
    assert "Events" not in capsys.readouterr().out


# The heat map


@pytest.mark.parametrize("id", ["duck", "garden", "mensch", "nutcracker"])
def test_visits_are_drawn_on_the_board(id: str) -> None:
    for seats in {fabletop.game(id).seats, registry.spec_of(id).seats[0]}:
        summary = simulate(id, 10, seats=seats, seed=1)
        assert summary.visited is not None
        counted = int(summary.visited.sum())
        assert sum(summary.visits.values()) == counted > 0, "a square that is visited does not lie on the board"
        drawn = summary.heat_map()
        root = ElementTree.fromstring(drawn)
        spots = [one for one in root.iter(f"{SVG}circle") if one.get("opacity") == "0.94"]
        assert len(spots) == len(summary.visits)
        _, _, width, height = (float(part) for part in str(root.get("viewBox")).split())
        assert all(0 < float(str(spot.get("cx"))) < width for spot in spots)
        assert all(0 < float(str(spot.get("cy"))) < height - LEGEND for spot in spots)
        most = max(summary.visits, key=lambda name: summary.visits[name])
        assert str(root.get("aria-label")).endswith(f"most on {most}.")
        assert drawn._repr_svg_() == drawn
        assert len(repr(drawn)) < 100


def test_warmth_grows_darker() -> None:
    tones = [luminance(warmth(i / 20)) for i in range(21)]
    assert tones == sorted(tones, reverse=True)
    assert warmth(-1) == warmth(0)
    assert warmth(2) == warmth(1)


def test_a_heat_map_is_a_file(tmp_path: Path) -> None:
    for name, start in (("board.svg", b"<svg "), ("board.png", b"\x89PNG")):
        assert main(["simulate", "duck", "--games", "20", "--heat", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("kniffel --heat a.svg", "no squares to be visited; these have: duck, garden, mensch, nutcracker"),
        ("duck --heat a.gif", "a picture is one of .svg, .png"),
        ("duck --heat nowhere/a.svg", "nowhere/a.svg: cannot be written"),
        ("duck --heat a.svg --no-events", "a heat map needs the events"),
        ("duck --heat a.svg --plot ./a.svg", "a.svg is given twice"),
        ("duck --csv a --parquet a", "a is given twice"),
    ],
)
def test_no_heat_map_is_one_line_before_any_game(
    arguments: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Kernels, "simulate", lambda *args, **more: pytest.fail("a game was played"))
    assert main(["simulate", *arguments.split()]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_squares_that_are_not_drawn_are_counted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    summary = simulate("duck", 5, seed=1)
    monkeypatch.setattr("fabletop.lab.summary._has_squares", lambda id: False)
    assert summary.visited is not None
    assert summary.visited.sum() > 0
    assert summary.as_json()["visits"] == {}


def test_without_visits_there_is_no_heat_map() -> None:
    with pytest.raises(fabletop.BadOption, match="simulate with events"):
        simulate("duck", 5, events=False).heat_map()
