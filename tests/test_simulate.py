"""Simulations: the same numbers whatever plays them, and statistics that add up."""

from __future__ import annotations

import statistics

import numpy as np
import pytest

import fabletop
from fabletop.compiler import store
from fabletop.compiler.kernels import Games, Kernels, wait_for
from fabletop.lab.simulate import simulate
from fabletop.lab.summary import Summary


@pytest.fixture(autouse=True)
def ready() -> None:
    assert wait_for("duck", "simulate", seconds=300) is not None


def test_threads_and_speed_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    one, four = (simulate("duck", 3000, seats=2, seed=5, threads=threads) for threads in (1, 4))
    assert one == four
    assert one.compiled
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: False)
    monkeypatch.setattr(store, "start_compiling", lambda id: None)
    plain = simulate("duck", 3000, seats=2, seed=5)
    assert not plain.compiled
    assert plain == one


def test_plain_play_hands_over_when_the_compiler_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = simulate("duck", 20_000, seats=2, seed=6)
    answers = iter([False, False, False])
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: next(answers, True))
    monkeypatch.setattr("fabletop.lab.simulate.PATIENCE", 0.0)
    said: list[str] = []
    mixed = simulate("duck", 20_000, seats=2, seed=6, progress=lambda done, doing: said.append(doing))
    assert mixed == expected
    assert "being compiled" in said[0]
    assert said[-1] == ""


def test_the_statistics_are_those_of_the_games() -> None:
    game = fabletop.game("duck", seats=3)
    batch = Kernels("duck").simulate(game.new().rules, 3, 0, 200)
    summary = simulate(game, 200, seed=3)
    lengths = batch.plies.tolist()
    plies = summary.plies
    assert plies["mean"] == pytest.approx(statistics.mean(lengths))
    assert plies["sd"] == pytest.approx(statistics.stdev(lengths))
    assert (plies["min"], plies["max"]) == (min(lengths), max(lengths))
    ordered = sorted(lengths)
    assert plies["p50"] == ordered[99]
    assert plies["p95"] == ordered[189]
    assert summary.wins == [int((batch.ranks[:, seat] == 1).sum()) for seat in range(3)]
    assert summary.scores is None


def test_scores_are_means() -> None:
    summary = simulate("kniffel", 50, seats=2, seed=1)
    assert summary.scores is not None
    assert len(summary.scores) == 2
    assert all(5 < score < 54 for score in summary.scores)


def test_shared_wins_count_for_each_and_endless_games_for_nobody() -> None:
    summary = Summary(fabletop.game("duck", seats=2), seed=0)
    ranks, none = np.array([[1, 1], [0, 0], [2, 1]], np.int8), np.zeros((3, 2), np.int32)
    summary.add(Games(np.array([10, -1, 2000], np.int32), ranks, none))
    assert (summary.games, summary.wins, summary.endless) == (2, [1, 2], 1)
    assert summary.plies["max"] == 2000
    low, high = summary.win_interval(1)
    assert 0 < low < high <= 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"games": 0}, "games must be a whole number from 1"),
        ({"games": 1.5}, "games must be a whole number"),
        ({"games": 5, "threads": 0}, "threads must be a whole number from 1"),
        ({"games": 5, "seed": -1}, "seed must be a whole number from 0"),
        ({"games": 5, "seats": 9}, "1 to 4 seats, not 9"),
        ({"games": 5, "nothing": 1}, "no option 'nothing'"),
    ],
)
def test_bad_input_fails_before_any_work(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(fabletop.BadOption, match=says):
        simulate("duck", **arguments)  # type: ignore[arg-type]


def test_a_game_has_its_options_already() -> None:
    with pytest.raises(fabletop.BadOption, match="has its seats and options already"):
        simulate(fabletop.game("duck"), 5, seats=2)


def test_stopping_keeps_what_is_known() -> None:
    summary = simulate("duck", 50_000_000, seats=2, seed=1, threads=1, progress=_after(200, KeyboardInterrupt()))
    assert 0 < summary.games < 50_000_000
    assert sum(summary.wins) == summary.games


def _after(games: int, error: BaseException):  # type: ignore[no-untyped-def]
    def progress(done: int, doing: str) -> None:
        if done > games:
            raise error

    return progress


def test_the_public_name_is_loaded_on_demand() -> None:
    assert fabletop.simulate is simulate
    with pytest.raises(AttributeError, match="no attribute 'simulte'"):
        fabletop.simulte  # noqa: B018
