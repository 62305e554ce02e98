"""Nutcracker solved: level 1 against simulation, level 2 from positions near the end, the players."""

from __future__ import annotations

import random
import time
from math import sqrt

import pytest

from fabletop.compiler.kernels import kernels
from fabletop.engine.game import Game
from fabletop.games.nutcracker import players
from fabletop.games.nutcracker.analysis import analyse, solved, turns_begun, without_order
from fabletop.players import bot
from fabletop.players.arena import contest
from fabletop.players.exact import Table, graph_of
from fabletop.players.registry import _players
from fabletop.players.solutions import silent

from .walks import counted

GAMES = 20_000


@pytest.mark.parametrize("last_reply", [False, True])
def test_level_1_is_a_chain_that_simulation_confirms(last_reply: bool) -> None:
    game = Game("nutcracker", 2, {"last_reply": last_reply})
    found = analyse(game, silent)
    assert found is not None
    assert found.exact
    assert found.win is not None
    games = kernels("nutcracker", "simulate").simulate(game.new().rules, 3, 0, GAMES)
    for seat in range(2):
        won = float((games.ranks[:, seat] == 1).mean())
        assert abs(won - found.win[seat]) < 2.5 * sqrt(0.25 / GAMES)
    assert found.details["plies"]["mean"] == pytest.approx(
        games.plies.mean(), abs=2.5 * games.plies.std() / sqrt(GAMES)
    )
    if not last_reply:
        turns = found.details["turns"]
        assert turns[0] - turns[1] == pytest.approx(found.win[0])  # who wins has the last turn


def test_level_1_knows_every_position() -> None:
    game = Game("nutcracker")
    arrays = solved(game)
    state, table = game.new(), Table(arrays)
    rng = random.Random(4)
    while state.turn is not None:
        here = table.value(state.rules)
        assert here is not None
        nexts = []
        for action in state.actions():
            then = state.copy()
            then.play(action)
            nexts.append(table.value(then.rules))
        assert here == pytest.approx(sum(value or 0.0 for value in nexts) / len(nexts))
        state.play(rng.choice(state.actions()))


def test_turns_are_counted_as_the_rules_hand_them_out() -> None:
    game = Game("nutcracker")
    graph = graph_of(game)
    counted(game, graph, lambda seat: turns_begun(graph, seat), games=400)


def test_the_order_of_cards_is_said_not_to_be_solved() -> None:
    game = Game("nutcracker", 2, {"level": 2})
    assert analyse(game, silent) is None
    assert without_order(game).options["shuffle_each_draw"]


def test_every_level_answers_at_once_while_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "solved_soon", lambda game: None)
    for level in ("gentle", "fair", "sharp", "perfect"):
        player, rng, state = bot("nutcracker", level, 1), random.Random(3), Game("nutcracker", 2, {"level": 2}).new()
        asked = 0
        while state.turn is not None and asked < 4:
            if state.turn == -1:
                state.play(rng.choice(state.actions()))
                continue
            began = time.process_time()
            state.play(player.choose(state.view(state.turn)))
            asked += 1
            assert time.process_time() - began < 1.0


@pytest.mark.parametrize(("better", "worse", "games"), [("gentle", "random", 300), ("fair", "gentle", 700)])
def test_rules_of_thumb_are_in_order(better: str, worse: str, games: int) -> None:
    makers = _players("nutcracker")
    score = contest(Game("nutcracker", 2, {"level": 2}), makers[better], makers[worse], games, seed=5)
    assert score.share - 2 * score.error > 0.5


@pytest.mark.slow
def test_level_2_without_order_is_solved_and_sharp_beats_fair() -> None:
    game = Game("nutcracker", 2, {"level": 2})
    table = Table(solved(game))  # half a minute, the first time
    assert table.value(without_order(game).new().rules) == pytest.approx(0.52967, abs=1e-4)
    makers = _players("nutcracker")
    score = contest(game, makers["sharp"], makers["fair"], 1500, seed=6)
    assert score.share - 2 * score.error > 0.5
