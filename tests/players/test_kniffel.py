"""Space Kniffel: the exact solutions against brute force and simulation; the levels against each other."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE, OVER, Moves
from fabletop.games.kniffel import players, solve
from fabletop.games.kniffel.analysis import analyse
from fabletop.games.kniffel.dice import DICE, FULL, SIDES, THROWS
from fabletop.games.kniffel.rules import ALL_BOXES, BOXES, KNIFFEL, ROLLS, TRIPLE, TWO_PAIRS
from fabletop.games.kniffel.solve import BEST, PAIR, HouseRules, all_dice, kind_of
from fabletop.players import bot
from fabletop.players.arena import contest, play_game
from fabletop.players.registry import Maker, makers
from fabletop.players.simple import RandomPlayer
from fabletop.players.solutions import silent

HOUSES = [HouseRules(*switches) for switches in product((0, 1), repeat=4)]
START = kind_of(ALL_BOXES)


def game(seats: int, rules: HouseRules = HOUSES[0]) -> Game:
    names = ("strict_zero", "must_max", "four_is_two_pairs", "joker")
    return Game("kniffel", seats, {name: bool(getattr(rules, name)) for name in names})


# The two facts that the solver relies on


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_what_may_be_filled_is_what_the_rules_allow(rules: HouseRules) -> None:
    at, rng = rules.rules(), random.Random(1)
    for _ in range(60):
        at.free[0] = rng.randrange(1, ALL_BOXES + 1)
        allowed = rules.allowed(at.free[0])
        for at.dice in rng.sample(range(FULL, len(THROWS)), 20):
            boxes = sum(1 << int(box) for box in np.flatnonzero(allowed[at.dice - FULL]))
            assert boxes == at.allowed()


@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[5], HOUSES[10], HOUSES[15]], ids=repr)
def test_symbols_are_interchangeable(rules: HouseRules) -> None:
    """Sheets of a kind, solved each by itself with all throws apart, are worth the same."""
    worth = players.scores(rules)
    rng = random.Random(2)
    for free in [ALL_BOXES, *rng.sample(range(1, ALL_BOXES + 1), 40)]:
        turn = players.Turn(solve.ends(rules, free, worth))
        assert turn.kept[-1][-1] == pytest.approx(worth[kind_of(free)], abs=1e-9)


# Brute force, written once more from the rules alone: every position of the end of a game


def value_of(at: Any, known: dict[Any, Any], shared: bool) -> Any:
    """For one seat the expected score; for two (`shared`) the chance of seat 0 when both want to win."""
    who = at.to_move()
    if who == OVER:
        if not shared:
            return float(at.score(0))
        return 0.5 * (1 + (at.score(0) > at.score(1)) - (at.score(0) < at.score(1)))
    key = at.key()
    if key not in known:
        moves = Moves()
        at.legal(moves)
        values = []
        for action in moves.room[: moves.n]:
            then = type(at)()
            then.become(at)
            then.apply(action)
            values.append(value_of(then, known, shared))
        if who == CHANCE:
            known[key] = sum(v * w for v, w in zip(values, moves.weights, strict=False)) / moves.total
        else:
            known[key] = max(values) if who == 0 else min(values)
    return known[key]


@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[4], HOUSES[8], HOUSES[3]], ids=repr)
def test_brute_force_agrees_on_the_last_box(rules: HouseRules) -> None:
    for box in (0, TRIPLE, TWO_PAIRS, KNIFFEL):
        at = rules.rules()
        at.free[0] = 1 << box
        assert value_of(at, {}, False) == pytest.approx(players.scores(rules)[kind_of(1 << box)], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[13]], ids=repr)
def test_brute_force_agrees_on_the_last_two_boxes(rules: HouseRules) -> None:
    for free in (1 << 5 | 1 << KNIFFEL, 1 << TRIPLE | 1 << TWO_PAIRS):
        at = rules.rules()
        at.free[0] = free
        assert value_of(at, {}, False) == pytest.approx(players.scores(rules)[kind_of(free)], abs=1e-9)


@pytest.mark.parametrize(("mine", "theirs", "lead"), [(0, TRIPLE, -1), (KNIFFEL, 3, -4), (TWO_PAIRS, TWO_PAIRS, 0)])
def test_brute_force_agrees_on_who_wins_with_one_box_each(mine: int, theirs: int, lead: int) -> None:
    at = HOUSES[0].rules()
    at.seats = 2
    at.free[0], at.free[1] = 1 << mine, 1 << theirs
    ahead = 1 if lead < 0 else 0
    filled = next(box for box in range(BOXES) if box not in (mine, theirs))
    at.sheets[ahead][filled] = abs(lead)
    chance = players.wins(HOUSES[0])[PAIR[kind_of(1 << mine), kind_of(1 << theirs)], BEST + lead]
    assert value_of(at, {}, True) == pytest.approx(chance, abs=1e-6)


# Simulation: many games at once, each turn reckoned as the players do it


@cache
def _paths() -> tuple[Any, Any, Any]:
    """For rows of `all_dice`: the row with one more die of a symbol; the dice in it; what can be kept of it."""
    dice = all_dice()
    more, sizes = np.zeros((dice.size, SIDES), int), np.zeros(dice.size, int)
    for rows, leads in dice.steps:
        more[rows] = leads
    for throw, row in dice.row.items():
        sizes[row] = len(throw)
    parts = np.split(dice.keeps, dice.first[1:])
    keeps = np.array([np.resize(part, max(map(len, parts))) for part in parts])
    return more, sizes, keeps


def play_turns(worth: Any, column: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """One turn in each of many games: game g has worth[:, :, column[g]] for each throw and box.  The throw and the
    box that are chosen in the end."""
    dice, (more, sizes, keeps) = all_dice(), _paths()
    now = worth.max(axis=1)
    kept = dice.turn(now)
    row = np.full(len(column), dice.size - 1)
    for rolls in reversed(range(ROLLS)):
        while (sizes[row] < DICE).any():
            rolled = more[row, rng.integers(0, SIDES, len(row))]
            row = np.where(sizes[row] < DICE, rolled, row)
        if rolls:
            values = kept[rolls - 1][keeps[row], column[:, None]]
            best = values.argmax(axis=1)
            again = values.max(axis=1) > now[row, column]
            row = np.where(again, keeps[row, best], row)
    return row, worth[row, :, column].argmax(axis=1)


def solo(rules: HouseRules, games: int, seed: int) -> Any:
    """The scores of so many games for one seat, by the tables that the perfect player uses."""
    rng = np.random.default_rng(seed)
    free, score = np.full(games, ALL_BOXES), np.zeros(games, int)
    for _ in range(BOXES):
        sheets, column = np.unique(free, return_inverse=True)
        worth = np.stack([players._for_score(rules, sheet).worth for sheet in sheets.tolist()], axis=2)
        throw, box = play_turns(worth, column, rng)
        score += rules.points[throw, box]
        free &= ~(1 << box)
    assert not free.any()
    return score


@pytest.mark.slow
def test_perfect_averages_its_exact_value_over_20_000_games() -> None:
    found = solo(HOUSES[0], 20_000, 7)
    exact = players.scores(HOUSES[0])[START]
    assert abs(found.mean() - exact) < 2 * found.std() / np.sqrt(len(found))


@pytest.mark.parametrize("rules", [HOUSES[5], HOUSES[10]], ids=repr)
def test_perfect_averages_its_exact_value_with_house_rules(rules: HouseRules) -> None:
    found = solo(rules, 2_000, 3)
    exact = analyse(game(1, rules), silent)
    assert exact.exact
    assert exact.value is not None
    assert abs(found.mean() - exact.value) < 3 * exact.details["score"]["deviation"] / np.sqrt(len(found))


def test_the_player_at_the_table_averages_its_exact_value() -> None:
    perfect = makers("kniffel")["perfect"]
    found = [scores[0] for seed in range(150) if (scores := play_game(game(1), [perfect], seed).scores)]
    assert abs(np.mean(found) - players.scores(HOUSES[0])[START]) < 3 * 5.2 / np.sqrt(len(found))


@pytest.mark.slow
def test_the_chance_of_the_first_seat_is_what_the_players_get() -> None:
    players.wins(HOUSES[0])
    perfect = makers("kniffel")["perfect"]
    gains = []
    for seed in range(400):
        winners = play_game(game(2), [perfect, perfect], seed).winners
        gains.append((0 in winners) / len(winners))
    chance = analyse(game(2), silent).win
    assert chance is not None
    assert sum(chance) == pytest.approx(1)
    assert abs(np.mean(gains) - chance[0]) < 3 * 0.5 / np.sqrt(len(gains))


@pytest.mark.slow
def test_playing_to_win_beats_playing_for_points() -> None:
    """Exact, so there is no interval: 51.2 % in the first seat, 51.5 % in the second."""
    first, second = solve.duel(HOUSES[0], players.wins(HOUSES[0]), players.scores(HOUSES[0]))
    assert first == pytest.approx(0.51191, abs=1e-4)
    assert second == pytest.approx(0.51506, abs=1e-4)


def test_the_odds_of_every_score_have_the_exact_value_as_mean() -> None:
    for rules in (HOUSES[0], HOUSES[15]):
        worth = players.scores(rules)
        odds = solve.spread(rules, worth)
        assert np.allclose(odds.sum(axis=1), 1)
        assert np.allclose(odds @ np.arange(BEST + 1), worth)


# Order


def test_sheets_have_the_known_values() -> None:
    """Written down once all tests had passed; house rules only take away, or give, what they should."""
    worth = {rules: float(players.scores(rules)[START]) for rules in HOUSES}
    assert worth[HouseRules()] == pytest.approx(33.931936, abs=1e-6)
    for rules, value in worth.items():
        assert value <= worth[HouseRules(0, 0, rules.four_is_two_pairs, rules.joker)] + 1e-12
        if not rules.must_max:  # there a better throw may have to go to a worse box
            assert value >= worth[HouseRules(rules.strict_zero, 0, 0, 0)] - 1e-12


def test_each_level_beats_the_one_below() -> None:
    levels: list[Maker] = [RandomPlayer, *(makers("kniffel")[level] for level in ("gentle", "fair", "sharp"))]
    for weaker, stronger, games in zip(levels, levels[1:], (40, 100, 400), strict=False):
        score = contest(game(2), stronger, weaker, games, seed=1)
        assert score.share - 2 * score.error > 0.5


@pytest.mark.parametrize("level", ["gentle", "fair", "sharp", "perfect"])
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_every_level_plays_every_table(level: str, seats: int) -> None:
    rules = HOUSES[seats]
    maker = makers("kniffel")[level]
    result = play_game(game(seats, rules), [maker] * seats, seats)
    assert result.scores is not None
    assert min(result.scores) > 0


@pytest.mark.slow
def test_equal_views_get_equal_answers() -> None:
    state = game(2).new()
    state.play("roll ufo ufo ufo rocket sun")
    for level in ("gentle", "fair", "sharp", "perfect"):
        one, two = bot("kniffel", level, seed=5), bot("kniffel", level, seed=5)
        first = one.choose(state.view(0))
        assert first in state.actions()
        assert two.choose(state.copy().view(0)) == first


def test_advice_names_the_value_of_every_action() -> None:
    state = game(1).new()
    state.play("roll sun sun sun sun sun")
    perfect = players.Winner()
    values = perfect.values(state.view(0))
    assert list(values) == state.actions()
    assert max(values, key=values.__getitem__) == perfect.choose(state.view(0)) == "score kniffel"
    assert values["score kniffel"] > values["score sun"] > values["score ufo"]
