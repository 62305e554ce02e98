"""Quidditch Dice: rounds and matches solved, confirmed by brute force and by play; the levels in their order."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fabletop.compiler import store
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import CHANCE, LEAST, Moves, Rng
from fabletop.games.quidditch import players, rounds
from fabletop.games.quidditch.analysis import analyse, analyse_round
from fabletop.games.quidditch.mind import RATE, worth_at
from fabletop.games.quidditch.rounds import the_round
from fabletop.games.quidditch.solve import LEADS, Match, place_of
from fabletop.games.quidditch.tidying import CUT, code_of, tidy, tidy_code
from fabletop.lab.analyse import turns_of
from fabletop.players import bot
from fabletop.players.arena import contest, play_game
from fabletop.players.registry import makers
from fabletop.players.simple import RandomPlayer
from fabletop.players.solutions import silent

GAME = Game("quidditch")
pytestmark = pytest.mark.skipif(store.numba_version() is None, reason="takes minutes without Numba")


def ends(rate: float) -> Any:
    return np.array([goals + rate * snitches for goals, snitches in the_round().outcomes])


# A round


def test_a_position_is_found_in_the_book_without_being_tidied() -> None:
    rng, moves, rules, pages = Rng(), Moves(), GAME.new().rules, players.book(GAME, wait=True)
    assert pages is not None
    rng.seed(3, 1)
    asked = 0
    while asked < 300:
        moves.clear()
        rules.legal(moves)
        rules.apply(rules.sample(moves, rng) if rules.to_move() == CHANCE else moves.pick(rng))
        tidied = copied(rules)
        tidy(tidied)
        assert tidy_code(rules) == code_of(tidied)
        assert worth_at(pages, tidy_code(rules)) == players.round_worth()[the_round().node(copied(rules))]
        asked += 1


def test_what_is_not_in_the_book_is_not_found() -> None:
    pages, codes = players.book(GAME, wait=True), the_round().arrays["codes"]
    assert pages is not None
    assert all(worth_at(pages, int(code) ^ 1) == LEAST for code in codes[:: len(codes) // 50])
    assert worth_at(pages, CUT) == LEAST


def brute(at: Any, rate: float, known: dict[Any, Any]) -> Any:
    """Best play from the rules alone: rows keep their places, nothing is tidied."""
    if at.over or at.attacker:
        return at.points[0] + rate * at.snitches[0]
    key = at.key()
    if key not in known:
        moves = Moves()
        at.legal(moves)
        values = []
        for action in moves.room[: moves.n]:
            then = copied(at)
            then.apply(action)
            values.append(brute(then, rate, known))
        who = at.to_move()
        if who == CHANCE:
            known[key] = sum(v * w for v, w in zip(values, moves.weights, strict=False)) / moves.total
        else:
            known[key] = max(values) if who == 0 else min(values)
    return known[key]


def late_positions(n: int, dice: int) -> list[Any]:
    """Positions of random rounds with so many dice left, about to be rolled."""
    rng = random.Random(4)
    found: list[Any] = []
    while len(found) < n:
        state = GAME.new()
        while not state.rules.attacker:
            left = sum(map(sum, state.rules.dice))
            if left == dice == sum(row[0] for row in state.rules.dice):
                found.append(copied(state.rules))
                break
            state.play(rng.choice(state.actions()))
    return found


@pytest.mark.parametrize("rate", [0.0, 12.5, 40.0])
def test_brute_force_agrees_on_the_end_of_a_round(rate: float) -> None:
    values = the_round().values(ends(rate))
    for at in late_positions(12, 2) + late_positions(3, 3):
        exact = brute(at, rate, {})
        assert values[the_round().node(at)] == pytest.approx(exact, abs=1e-9)


def test_a_round_has_28_ends_and_the_best_is_90_points() -> None:
    outcomes = the_round().outcomes
    assert len(outcomes) == len(set(outcomes)) == 28
    assert max(outcomes) == (90, 0)
    assert max(snitches for _, snitches in outcomes) == 3


def test_both_ways_of_computing_a_round_agree() -> None:
    pay = np.random.default_rng(1).random((28, 3))
    both = the_round().values(pay)
    for column in range(3):
        assert np.allclose(the_round().values(pay[:, column]), both[:, column], atol=1e-12)


def test_rounds_that_are_played_give_the_exact_value() -> None:
    found = analyse_round(GAME, RATE, silent)
    assert found.exact
    assert found.value is not None
    gains = []
    for seed in range(250):
        state, rng, moves = GAME.new(), Rng(), Moves()
        rng.seed(seed, 1)
        player = bot("quidditch", "sharp", seed)
        while not state.rules.attacker:
            if state.turn == CHANCE:
                state.play(GAME.actions[state.rules.sample(moves, rng)])
            else:
                state.play(player.choose(state.view(state.turn)))
        gains.append(state.rules.points[0] + RATE * state.rules.snitches[0])
    assert abs(np.mean(gains) - found.value) < 3 * np.std(gains) / np.sqrt(len(gains))


def test_a_round_is_worth_what_was_found() -> None:
    values = [analyse_round(GAME, rate, silent) for rate in (0.0, 10.0, 20.0, 40.0)]
    assert [found.value for found in values] == pytest.approx([58.487423, 62.233003, 67.239730, 80.739906], abs=1e-6)
    for found, rate in zip(values, (0.0, 10.0, 20.0, 40.0), strict=True):
        assert found.value == pytest.approx(found.details["goal_points"] + rate * found.details["snitch_points"])
        assert sum(found.details["odds_of_snitch_points"]) == pytest.approx(1)


@pytest.mark.slow
def test_a_round_has_so_many_positions() -> None:
    assert len(rounds._ordered(silent)["movers"]) == len(the_round()) == 353_323


# A match


def four_all(match: Match) -> Any:
    """Both need one Snitch point: solved by itself, for it leads nowhere but to the end."""
    worth = np.full(match.shape, 0.5)
    while match._improve([(0, 4, 4)], worth) > 1e-10:
        pass
    return worth


@pytest.mark.slow
def test_bounds_from_both_sides_agree_with_policy_iteration() -> None:
    """As if a match that goes on too long were lost by the attacker, or won: the truth lies between."""
    match = Match(the_round(), 0)
    found = four_all(match)[0, 4, 4]
    low, high = np.zeros(match.shape), np.ones(match.shape)
    steps, leads = match.steps(0, 4, 4), match.leads(4)
    middle = slice(place_of(-100), place_of(100) + 1)
    for _ in range(60):
        low_pay, high_pay = (match.pay(steps, 0, 4, leads, side) for side in (high, low))
        both = match.round.worth(np.concatenate([low_pay, high_pay], axis=1))
        low[0, 4, 4], high[0, 4, 4] = both[:LEADS], both[LEADS:]
        assert (low[0, 4, 4] <= found + 1e-9).all()
        assert (high[0, 4, 4] >= found - 1e-9).all()
        if (high - low)[0, 4, 4, middle].max() < 0.001:
            return
    pytest.fail("the bounds do not meet")


def test_matches_from_four_all_give_the_exact_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = four_all(Match(the_round(), 0))
    monkeypatch.setattr(players, "match_soon", lambda game: worth[None])
    monkeypatch.setattr(players, "_ready", lambda game: worth[None])
    players._for_match.cache_clear()
    wins = []
    for seed in range(150):
        state = GAME.new()
        state.rules.snitches = [4, 4]
        wins.append(0 in played(state, seed))
    players._for_match.cache_clear()
    chance = worth[0, 4, 4, place_of(0)]
    assert abs(np.mean(wins) - chance) < 3 * np.sqrt(chance * (1 - chance) / len(wins))


def played(state: State, seed: int) -> tuple[int, ...]:
    """The winners when two perfect players go on from here."""
    rng, moves, player = Rng(), Moves(), players.MatchPlayer(random.Random(seed))
    rng.seed(seed, 2)
    while state.turn is not None:
        if state.turn == CHANCE:
            state.play(state.game.actions[state.rules.sample(moves, rng)])
        else:
            state.play(player.choose(state.view(state.turn)))
    result = state.result
    assert result is not None
    return result.winners


@pytest.mark.parametrize("equal_innings", [pytest.param(False, marks=pytest.mark.slow), True])
def test_matches_of_two_rounds_give_the_exact_chance(equal_innings: bool) -> None:
    game = Game("quidditch", options={"max_rounds": 2, "equal_innings": equal_innings})
    found = analyse(game, silent)
    assert found is not None
    assert found.exact
    assert found.win is not None
    points = []
    for seed in range(100):
        winners = played(game.new(), seed)
        points.append((0 in winners) / len(winners))
    assert abs(np.mean(points) - found.win[0]) < 3 * np.std(points) / np.sqrt(len(points))


def test_one_round_alone_is_a_round_played_for_any_point() -> None:
    game = Game("quidditch", options={"max_rounds": 1})
    worth = the_round().values(np.array([1.0 if goals else 0.5 for goals, _ in the_round().outcomes]))
    found = analyse(game, silent)
    assert found is not None
    assert found.value == pytest.approx(worth[-1])


@pytest.mark.slow
def test_whole_matches_give_the_exact_chance() -> None:
    found = analyse(GAME, silent)
    assert found is not None
    assert found.value is not None
    assert found.value == pytest.approx(0.660863, abs=1e-6)
    assert found.details["error"] < 1e-8
    wins = [0 in play_game(GAME, [players.MatchPlayer] * 2, seed).winners for seed in range(150)]
    assert abs(np.mean(wins) - found.value) < 3 * np.sqrt(found.value * (1 - found.value) / len(wins))


# The players


def test_each_level_beats_the_one_below() -> None:
    the_round()
    order = [RandomPlayer, *(makers("quidditch")[level] for level in ("gentle", "fair", "sharp"))]
    for weaker, stronger in pairwise(order):
        score = contest(GAME, stronger, weaker, 40, seed=2)
        assert score.share - 2 * score.error > 0.5


@pytest.mark.parametrize("level", ["gentle", "fair", "sharp", "perfect"])
@pytest.mark.slow
def test_every_level_answers(level: str) -> None:
    the_round()
    for options in ({}, {"equal_innings": True}, {"max_rounds": 3}):
        state = Game("quidditch", options=options).new()
        for number in (1, 2, 2, 3, 4, 5, 3, 6, 6):
            state.play(f"roll {number}")
        state.play("book snitch")
        player = bot("quidditch", level, seed=1)
        assert player.choose(state.view(0)) in state.actions()


def test_advice_names_every_action() -> None:
    state = GAME.new()
    for number in (1, 2, 2, 2, 2, 5, 3, 6, 6):
        state.play(f"roll {number}")
    state.play("book snitch")
    players.match_worth(GAME)
    values = players.MatchPlayer(random.Random(0)).values(state.view(0))
    assert set(values) == set(state.actions())
    state.play("done")
    state.play("book keeper")
    assert set(players.MatchPlayer(random.Random(0)).values(state.view(1))) == set(state.actions())


def test_turns_are_counted_by_their_compulsory_booking() -> None:
    state, path, acts = GAME.new(), [], []
    rng = random.Random(6)
    compulsory = 0
    while state.turn is not None:
        path.append(copied(state.rules))
        act = rng.choice(state.actions())
        compulsory += state.turn == 0 and not state.rules.begun
        acts.append(GAME.numbers[act])
        state.play(act)
    path.append(copied(state.rules))
    assert turns_of(GAME, path, acts, 0) == compulsory
