"""The Duck Game solved: the values against simulation, the players against the values."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest

from fabletop.compiler import solvers
from fabletop.engine.game import Game, State
from fabletop.games.duck.analysis import analyse, solved, turns_begun
from fabletop.games.duck.players import exact, race
from fabletop.players import bot
from fabletop.players.arena import contest
from fabletop.players.exact import column, graph_of
from fabletop.players.registry import makers
from fabletop.players.solutions import silent

from .walks import counted, walked

GAMES = 20_000


@pytest.mark.parametrize(
    "options", [{}, {"bump": True}, {"forced_hops": True}, {"ducks": "french", "field3": "behind"}]
)
@pytest.mark.parametrize("seats", [1, 2])
def test_turns_are_counted_as_the_rules_hand_them_out(seats: int, options: dict[str, object]) -> None:
    game = Game("duck", seats, options)
    graph = graph_of(game)
    counted(game, graph, lambda seat: turns_begun(graph, seat), games=60)


@pytest.mark.parametrize("options", [{}, {"bump": True}])
def test_two_seats_win_as_often_as_solved(options: dict[str, object]) -> None:
    game = Game("duck", 2, options)
    found = analyse(game, silent)
    assert found is not None
    assert found.exact
    assert found.win is not None
    assert sum(found.win) == pytest.approx(1)
    graph = graph_of(game)
    pay = np.where(column(graph, "turn") == 0, 1.0, 0.0)
    best = solvers.best_play(graph, pay, (1, -1)).values
    weights = solvers.odds(graph, solvers.best_edges(graph, best, (1, -1)))
    ends, turns = walked(graph, weights, GAMES, 1, turns_begun(graph, 0))
    share = float((column(graph, "turn")[ends] == 0).mean())
    assert abs(share - found.win[0]) < 2 * sqrt(0.25 / GAMES)
    assert found.turns == pytest.approx(1 + turns.mean(), abs=2.5 * turns.std() / sqrt(GAMES))
    # turns alternate, missed ones too: seat 0 has one more than seat 1 exactly when it wins
    assert found.details["turns"][0] - found.details["turns"][1] == pytest.approx(found.win[0], abs=1e-6)


def test_one_seat_takes_the_fewest_turns() -> None:
    game = Game("duck", 1)
    found = analyse(game, silent)
    assert found is not None
    assert found.turns is not None
    assert found.turns == pytest.approx(19.9955, abs=1e-3)
    assert all(found.turns < other for other in found.details["turns_if"].values())
    assert found.details["hop_saves_turns"]["54 with 4"] < -3  # to 58 and back to 42


def test_more_seats_are_not_solved() -> None:
    assert analyse(Game("duck", 3), silent) is None


def test_perfect_is_what_was_solved() -> None:
    """In every position that comes up, its choice is worth as much as the best."""
    game = Game("duck", 2)
    solved(game)
    solved(Game("duck", 1))
    player, rng = bot("duck", "perfect", 1), random.Random(2)
    for _ in range(30):
        state = game.new()
        while state.turn is not None:
            if state.turn in (0, 1):
                view = state.view(state.turn)
                values = exact(view)
                assert values is not None
                assert values[player.choose(view)] == max(values.values())
            state.play(rng.choice(state.actions()))


def test_alone_the_race_counts_turns() -> None:
    solved(Game("duck", 1))
    state = _played(1, "roll 5")  # on the duck of square 5
    values = race(state.view(0))
    assert values is not None
    assert values["hop"] - values["stay"] == pytest.approx(1.0037, abs=1e-3)
    for seats in (2, 4):
        state = _played(seats, "roll 5")
        assert race(state.view(0)) == pytest.approx(values)


def _played(seats: int, *actions: str) -> State:
    state = Game("duck", seats).new()
    for action in actions:
        state.play(action)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "games"), [("gentle", "random", 1200), ("fair", "gentle", 5000), ("sharp", "fair", 1600)]
)
def test_levels_are_in_order(better: str, worse: str, games: int) -> None:
    solved(Game("duck", 1))
    made = makers("duck")
    score = contest(Game("duck", 2), made[better], made[worse], games, seed=5)
    assert score.share - 2 * score.error > 0.5
