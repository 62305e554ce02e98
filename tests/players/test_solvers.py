"""Solvers on graphs small enough to check by hand, and the cache of solutions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fabletop.compiler import solvers, store
from fabletop.compiler.kernels import Graph
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE, OVER
from fabletop.players import solutions
from fabletop.players.solutions import Arrays

# Seat 0 rolls for a win of 1/4 and otherwise hands over; seat 1 may give the turn back or toss a coin.
# 0: chance -> won (1) or 1.  1: seat 1 -> 0, or 2.  2: chance -> won (1/2) or lost (1/2).
MOVERS = [CHANCE, 1, CHANCE, OVER, OVER]
EDGES = [[(3, 1), (1, 3)], [(0, 1), (2, 1)], [(3, 1), (4, 1)], [], []]
PAY = np.array([0.0, 0.0, 0.0, 1.0, 0.0])


def graph(movers: list[int], edges: list[list[tuple[int, int]]]) -> Graph:
    flat = [edge for row in edges for edge in row]
    return Graph(
        np.zeros(len(movers)),
        np.array(movers, np.int8),
        np.cumsum([0, *map(len, edges)]),
        np.array([target for target, _ in flat], np.int32),
        np.zeros(len(flat), np.int16),
        np.array([weight for _, weight in flat], np.int32),
    )


@pytest.fixture(params=["numba", "numpy"])
def speed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "numpy":
        monkeypatch.setattr(store, "numba_version", lambda: None)
    elif store.numba_version() is None:
        pytest.skip("Numba is not installed")


@pytest.mark.usefixtures("speed")
def test_best_play_goes_round_a_cycle_only_when_it_pays() -> None:
    found = solvers.best_play(graph(MOVERS, EDGES), PAY, (solvers.MORE, solvers.LESS))
    assert found.error < 1e-8
    assert found.values == pytest.approx([1 / 4 + 3 / 4 * 1 / 2, 1 / 2, 1 / 2, 1, 0])
    kind = solvers.best_play(graph(MOVERS, EDGES), PAY, (solvers.MORE, solvers.MORE))
    assert kind.values[:2] == pytest.approx([1, 1])  # round and round until she has won


@pytest.mark.usefixtures("speed")
def test_a_policy_gives_an_absorbing_chain() -> None:
    net = graph(MOVERS, EDGES)
    assert solvers.best_edges(net, [0.625, 0.5, 0.5, 1, 0], (1, -1)).tolist() == [0, 0, 0, 1, 0, 0]
    back = solvers.odds(net, np.array([0, 0, 1, 0, 0, 0]))
    plies = solvers.expected(net, back, gains=np.ones(6))
    assert plies.values[0] == pytest.approx(7)  # 1 + 3/4 (1 + itself)
    assert plies.error < 1e-6
    half = solvers.odds(net)
    chance = solvers.expected(net, half, PAY, bounds=(0, 1)).values[0]
    assert chance == pytest.approx(1 / 4 + 3 / 4 * (chance / 2 + 1 / 4))


@pytest.mark.usefixtures("speed")
def test_the_fewest_turns() -> None:
    # a seat may walk (1 ply, safe) or run (2 plies with 1/2, else back): 2 turns against 1 + 1/2 x itself
    net = graph([0, CHANCE, OVER], [[(2, 1), (1, 1)], [(2, 1), (0, 1)], []])
    gains = np.array([2.5, 1, 0, 0])
    found = solvers.best_play(net, 0.0, (solvers.LESS,), gains=gains, bounds=None)
    assert found.values[0] == pytest.approx(2)


def test_lengths_count_plies_or_turns() -> None:
    net = graph(MOVERS, EDGES)
    back = solvers.odds(net, np.array([0, 0, 1, 0, 0, 0]))
    found = solvers.lengths(net, back)
    assert found[:4] == pytest.approx([0, 1 / 4, 0, 3 / 16])
    assert found.sum() == pytest.approx(1)
    turns = solvers.lengths(net, back, np.array([1, 1, 0, 0, 0, 0]))
    assert turns[:3] == pytest.approx([0, 1 / 4, 3 / 16])


def test_components_put_the_end_first() -> None:
    order, starts = solvers.components(graph(MOVERS, EDGES))
    parts = [set(order[a:b].tolist()) for a, b in pairwise(starts)]
    assert {0, 1} in parts
    assert parts.index({3}) < parts.index({2}) < parts.index({0, 1})


def test_a_solution_is_kept_and_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FABLETOP_CACHE", str(tmp_path))
    monkeypatch.setattr(solutions, "_known", {})
    made: list[int] = []

    def compute(progress: object) -> Arrays:
        made.append(1)
        return {"values": np.arange(5.0), "one": np.array(3)}

    key = solutions.rules_key(Game("duck"))
    assert solutions.stored("some", key) is None
    first = solutions.solution("some", key, compute)
    solutions._known.clear()
    again = solutions.solution("some", key, compute)
    assert len(made) == 1
    assert np.array_equal(first["values"], again["values"])
    assert solutions.stored("some", solutions.rules_key(Game("duck", 3))) is None

    (file,) = (tmp_path / "solutions").iterdir()
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole.replace(np.float64(3).tobytes(), np.float64(4).tobytes())):
        file.write_bytes(damaged)
        solutions._known.clear()
        assert solutions.solution("some", key, compute)["values"].tolist() == [0, 1, 2, 3, 4]
    assert len(made) == 3
