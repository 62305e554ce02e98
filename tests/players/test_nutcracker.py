"""Nutcracker solved: level 1 against simulation, level 2 from positions near the end, the players."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest

from fabletop.compiler import solvers
from fabletop.compiler.kernels import Graph, kernels
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, OVER
from fabletop.games.nutcracker import players
from fabletop.games.nutcracker.analysis import analyse, solved, turns_begun, without_order
from fabletop.games.nutcracker.board import CARDS
from fabletop.games.nutcracker.solve import Pile, all_piles
from fabletop.players import bot
from fabletop.players.arena import contest
from fabletop.players.exact import Table, graph_of
from fabletop.players.registry import makers
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


def test_251_piles_follow_each_other_as_the_rules_say() -> None:
    piles = all_piles()
    assert len(piles) == len(set(piles)) == 251
    assert sum(pile.seen == CARDS for pile in piles) == 70
    for pile in piles:
        assert sum(chance for _, chance, _ in pile.nexts()) == pytest.approx(1)
    assert Pile(0, 0).nexts()[0][1] == 1 / 2
    state = Game("nutcracker", 2, {"level": 2}).new().rules
    rng, pile = random.Random(1), Pile(0, 0)
    for _ in range(20):
        after, _, fairy = rng.choice(pile.nexts())
        state.use_card(fairy)
        assert (state.seen, state.pile) == (after.seen, after.cards)
        pile = after


def test_layers_agree_with_the_whole() -> None:
    """A game of two cards, by hand: the graph without order and its layers give what the product gives."""
    # 0: seat 0 stops (worth 0.4) or takes a card; a fairy wins, a sceptre leads back to 0
    net = Graph(
        np.zeros(4),
        np.array([0, CHANCE, OVER, OVER], np.int8),
        np.array([0, 2, 4, 4, 4]),
        np.array([2, 1, 3, 0], np.int32),
        np.zeros(4, np.int16),
        np.ones(4, np.int32),
    )
    part = solvers.Part(net, np.array([False, True, False, False]))
    given = {"a sceptre is left": 0.0, "both are left": 0.0, "a fairy is left": 1.0}
    values = np.array([0.0, 0.0, 0.4, 1.0])
    for known, worth in given.items():
        values[1] = worth if known != "both are left" else (1.0 + 1.0) / 2  # won, or back with the fairy left
        part.solve(values, (solvers.MORE, solvers.LESS))
        assert values[0] == pytest.approx(max(0.4, values[1]))


def test_perfect_plays_the_solution_with_the_pile_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("nutcracker", 2, {"level": 2})
    rng, state = random.Random(5), game.new()
    while state.turn == CHANCE or len(state.actions()) < 2:
        state.play(rng.choice(state.actions()))
    assert state.turn is not None
    view = state.view(state.turn)
    place = state.rules.seen << CARDS | state.rules.pile
    twin = copied(state.rules)
    twin.shuffle_each_draw, twin.seen, twin.pile = 1, 0, 0
    for second in (0, 1):
        solution = {
            "keys": np.array([0, twin.digest()], np.int64),
            "piles": np.array([place]),
            "policy": np.packbits(np.array([[1 - second, second]], bool), axis=1),
        }
        monkeypatch.setattr(players, "with_order_if_known", lambda game, solution=solution: solution)
        assert bot("nutcracker", "perfect", 1).choose(view) == view.actions()[second]


@pytest.mark.slow
def test_every_level_answers_while_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "solved_soon", lambda game: None)
    for level in ("gentle", "fair", "sharp", "perfect"):
        player, rng, state = bot("nutcracker", level, 1), random.Random(3), Game("nutcracker", 2, {"level": 2}).new()
        asked = 0
        while state.turn is not None and asked < 4:
            if state.turn == -1:
                state.play(rng.choice(state.actions()))
                continue
            state.play(player.choose(state.view(state.turn)))
            asked += 1


@pytest.mark.parametrize(("better", "worse", "games"), [("gentle", "random", 300), ("fair", "gentle", 700)])
def test_rules_of_thumb_are_in_order(better: str, worse: str, games: int) -> None:
    made = makers("nutcracker")
    score = contest(Game("nutcracker", 2, {"level": 2}), made[better], made[worse], games, seed=5)
    assert score.share - 2 * score.error > 0.5


@pytest.mark.slow
def test_level_2_without_order_is_solved_and_sharp_beats_fair() -> None:
    game = Game("nutcracker", 2, {"level": 2})
    table = Table(solved(game))  # half a minute, the first time
    assert table.value(without_order(game).new().rules) == pytest.approx(0.53045, abs=1e-4)
    made = makers("nutcracker")
    score = contest(game, made["sharp"], made["fair"], 1500, seed=6)
    assert score.share - 2 * score.error > 0.5
