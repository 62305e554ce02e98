"""The computer players of Cinderella, and its solution for one seat."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import fabletop
from fabletop.compiler import drivers
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE, Moves, Rng
from fabletop.games.cinderella import solve
from fabletop.games.cinderella.alone import worths
from fabletop.games.cinderella.analysis import analyse
from fabletop.games.cinderella.players import A_TURN, book
from fabletop.games.cinderella.weighing import place_of
from fabletop.players import RandomPlayer
from fabletop.players.arena import play_game
from fabletop.players.registry import Maker, makers

LEVELS = ("gentle", "fair", "sharp", "perfect")
ALONE: list[dict[str, Any]] = [
    {"hours": 7},
    {"hours": 4, "last_chance": True},
    {"variant": "magic", "hours": 8},
    {"variant": "magic", "hours": 5, "blanks": 8, "last_chance": True},
    {"variant": "advanced", "hours": 9},
    {"variant": "advanced", "hours": 6, "blanks": 2, "last_chance": True},
    {"variant": "advanced", "hours": 8, "blanks": 0, "bank_early_pairs": True},
]


def quiet(share: float, doing: str) -> None:
    pass


def named(options: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def best_after(state: State) -> float:
    """The chance to win from a position, one step further by the real rules: chance's odds, then the best action."""
    if state.turn is None:
        return 1.0 if state.result and state.result.winners else 0.0
    if state.turn == CHANCE:
        total = 0.0
        for outcome, odds in state.odds().items():
            then = state.copy()
            then.play(outcome)
            total += float(odds) * best_after(then)
        return total
    return max(chance for chance, _ in worths(state.view(0)).values())


@pytest.mark.parametrize("options", ALONE, ids=named)
def test_every_action_is_worth_what_the_rules_make_of_it(options: dict[str, Any]) -> None:
    game, rng = fabletop.game("cinderella", seats=1, **options), random.Random(5)
    for _ in range(3):
        state = game.new()
        while state.turn is not None:
            if state.turn == CHANCE:
                odds = state.odds()
                state.play(rng.choices(list(odds), [float(p) for p in odds.values()])[0])
                continue
            values = worths(state.view(0))
            for action in rng.sample(sorted(values), min(4, len(values))):
                then = state.copy()
                then.play(game.actions[action])
                assert values[action][0] == pytest.approx(best_after(then), abs=1e-9)
            most = max(chance for chance, _ in values.values())
            good = [action for action in values if values[action][0] >= most - 1e-9]
            state.play(game.actions[rng.choice(good if rng.random() < 0.7 else list(values))])


@pytest.mark.parametrize("options", ALONE, ids=named)
def test_the_exact_value_and_length_are_what_the_perfect_player_gets(options: dict[str, Any]) -> None:
    game, games = fabletop.game("cinderella", seats=1, **options), 120
    found = analyse(game, quiet)
    assert found is not None
    assert found.exact
    assert found.value is not None
    assert found.turns is not None
    wins, lengths = 0, []
    for seed in range(games):
        turns, won = rolls(game, makers("cinderella")["perfect"], seed)
        wins += won
        lengths.append(turns)
    error = sqrt(found.value * (1 - found.value) / games)
    assert abs(wins / games - found.value) <= 2 * error + 1e-9
    mean = sum(lengths) / games
    spread = sqrt(sum((turns - mean) ** 2 for turns in lengths) / games / games)
    assert abs(mean - found.turns) <= 2 * spread + 1e-9


def rolls(game: Game, make: Maker, seed: int) -> tuple[int, bool]:
    """The turns of a game alone, and whether it was won."""
    rng, moves, state, player, turns = Rng(), Moves(), game.new(), make(random.Random(seed)), 0
    rng.seed(seed, 1)
    while state.turn is not None:
        if state.turn == CHANCE:
            outcome = game.actions[state.rules.sample(moves, rng)]
            turns += outcome.startswith("roll")
            state.play(outcome)
        else:
            state.play(player.choose(state.view(0)))
    return turns, bool(state.result and state.result.winners)


def test_one_known_pair_and_one_unknown_by_hand() -> None:
    """Two tiles unknown, one pair known, two hours: whatever is rolled, both pairs are found."""
    solved = solve.Solution(last_chance=False)
    now = solve.Knowledge(((1, 0, 1),), 0)
    assert solved.worth(now, 0)[0, 2] == pytest.approx(1.0)
    assert solved.worth(now, 0)[0, 1] == 0.0
    # one pair and one blank, all unknown, one hour: looks come first with odds 1/2
    alone = solve.Knowledge(((1, 0, 0),), 1)
    known_one = Fraction(1, 2) * 1 + Fraction(1, 2) * Fraction(1, 2)  # one tile and one blank left to tell apart
    known_blank = Fraction(1)
    by_search = Fraction(1, 3) * 0 + Fraction(2, 3) * Fraction(1, 2)
    expected = Fraction(1, 2) * (Fraction(2, 3) * known_one + Fraction(1, 3) * known_blank) + Fraction(1, 2) * by_search
    assert solved.worth(alone, 0)[0, 1] == pytest.approx(float(expected))


def test_more_hours_and_fewer_blanks_never_hurt() -> None:
    values = {}
    for blanks in (0, 4, 8):
        found = analyse(fabletop.game("cinderella", seats=1, variant="magic", blanks=blanks), quiet)
        assert found is not None
        row = [found.details["hours"][hours] for hours in range(4, 13)]
        assert row == sorted(row)
        values[blanks] = row
    assert all(a >= b >= c for a, b, c in zip(values[0], values[4], values[8], strict=True))


@pytest.mark.slow
def test_the_solver_knows_all_special_tiles(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABLETOP_CACHE", str(tmp_path))
    solve.solution.cache_clear()
    solve.reveals.cache_clear()
    found = analyse(fabletop.game("cinderella", seats=1, variant="advanced", blanks=8, last_chance=True), quiet)
    assert found is not None
    assert set(found.details["special"]) == {"mirror", "wand", "cauldron", "hourglass"}
    assert analyse(fabletop.game("cinderella", seats=2), quiet) is None


def team_wins(game: Game, make: Maker, games: int) -> float:
    return sum(bool(play_game(game, [make] * game.seats, seed).winners) for seed in range(games)) / games


@pytest.mark.parametrize("seats", [2, 4])
def test_teams_are_as_strong_as_their_level_says(seats: int) -> None:
    game = fabletop.game("cinderella", seats=seats, variant="advanced", hours=11)
    games = {"sharp": 50, "fair": 200, "gentle": 100, "random": 50}
    rates = {level: team_wins(game, makers("cinderella")[level], n) for level, n in games.items()}
    easy = fabletop.game("cinderella", seats=seats)
    assert team_wins(easy, makers("cinderella")["gentle"], 50) > 0.7
    assert team_wins(easy, RandomPlayer, 50) < 0.15
    for one, other in (("sharp", "fair"), ("fair", "gentle")):
        error = sqrt(sum(rates[x] * (1 - rates[x]) / games[x] for x in (one, other)))
        assert rates[one] - rates[other] > 2 * error, rates


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options",
    [
        {"seats": 1, "variant": "advanced", "hours": 5, "last_chance": True},
        {"seats": 2, "last_chance": True, "hours": 4},
        {"seats": 3, "variant": "magic", "blanks": 8, "hours": 6, "last_chance": True},
        {"seats": 6, "variant": "advanced", "blanks": 0, "hours": 5, "last_chance": True},
        {"seats": 5, "variant": "advanced", "bank_early_pairs": True},
    ],
    ids=named,
)
@pytest.mark.slow
def test_every_level_plays_every_game_to_its_end(level: str, options: dict[str, Any]) -> None:
    game = fabletop.game("cinderella", **options)
    for seed in range(3):
        assert len(play_game(game, [makers("cinderella")[level]] * game.seats, seed).winners) in (0, game.seats)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_player_cannot_see_does_not_change_its_choice(level: str) -> None:
    """Two states with the same view, two players with the same whims, all along a game."""
    game = fabletop.game("cinderella", seats=3, variant="advanced", last_chance=True, hours=6)
    rng, moves, other = Rng(), Moves(), Rng()
    rng.seed(3, 0)
    other.seed(4, 0)
    state = game.new()
    players = [fabletop.bot("cinderella", level, seat) for seat in range(3)]
    twins = [fabletop.bot("cinderella", level, seat) for seat in range(3)]
    differed = 0
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            state.play(game.actions[state.rules.sample(moves, rng)])
            continue
        imagined = state.copy()
        imagined.rules.conceal(turn)
        imagined.rules.complete(other)
        differed += imagined != state
        assert imagined.view(turn) == state.view(turn)
        chosen = players[turn].choose(state.view(turn))
        assert chosen == twins[turn].choose(imagined.view(turn))
        state.play(chosen)
    assert differed


def test_who_knows_the_partner_points_at_it_and_the_searcher_follows() -> None:
    game = fabletop.game("cinderella", seats=2)
    for level in ("fair", "sharp"):
        state = game.new()
        for action in ("roll cauldron", "peek 1", "tile gown", "roll cauldron", "peek 2", "tile mouse"):
            state.play(action)
        for action in ("roll wand", "show 3", "tile rat", "roll hourglass", "show 4", "tile gloves"):
            state.play(action)
        assert fabletop.bot("cinderella", level, 1).choose(state.view(0)) == "point 1"
        state.play("point 1")
        assert fabletop.bot("cinderella", level, 1).choose(state.view(1)) == "peek 1"
        state.play("peek 1")
        assert state.rules.layout & 0b1001 == 0


def test_sharp_concludes_from_a_pass_that_the_partner_lies_elsewhere() -> None:
    game = fabletop.game("cinderella", seats=2)
    state = game.new()
    for cell, tile in enumerate(("mouse", "horse", "slipper", "rat", "pumpkin"), start=1):
        for action in ("roll cauldron", f"peek {cell}", f"tile {tile}", "roll wand", f"show {12 - cell}"):
            state.play(action)
        if state.turn == CHANCE and state.rules.drawing != -1:
            state.play("tile " + ("horse", "slipper", "coachman", "carriage", "mouse")[cell - 1])
    for action in ("roll wand", "show 7", "roll hourglass", "show 6", "tile gown"):
        state.play(action)
    state.play("pass")
    # cell 12 alone has been seen by nobody: cells 1 to 5 are known to seat 0, who passed
    assert state.turn == 1
    chosen = fabletop.bot("cinderella", "sharp", 1).choose(state.view(1))
    assert chosen == "peek 12"


def test_the_book_of_sharp_is_the_solved_game_of_one_memory() -> None:
    """What a team knows is a place in it: the same that the solver makes of these tiles."""
    for options in ({"last_chance": True}, {"variant": "advanced", "blanks": 3}):
        game, moves, rng = fabletop.game("cinderella", seats=2, hours=9, **options), Moves(), Rng()
        learned, solved = book(game, wait=True), solve.solution(bool(options.get("last_chance")))
        for seed in range(4):
            rng.seed(seed, 0)
            state = game.new()
            while state.turn is not None:
                rules: Any = state.rules
                if state.turn != CHANCE and rules.hours_left > 1:
                    chance, turns = solved.worth(solve.knowledge(rules, solve.remembered(rules)), 0)[
                        :, rules.hours_left - 1
                    ]
                    assert learned.worths[place_of(rules)] == pytest.approx(chance - A_TURN * turns)
                state.play(game.actions[drivers.choose(rules, rules.to_move(), moves, rng)])


def test_gentle_forgets_and_fair_does_not() -> None:
    game = fabletop.game("cinderella", seats=1, hours=8)
    assert (
        team_wins(game, makers("cinderella")["fair"], 120) - team_wins(game, makers("cinderella")["gentle"], 120) > 0.2
    )
    again = [[rolls(game, makers("cinderella")["gentle"], seed) for seed in range(5)] for _ in range(2)]
    assert again[0] == again[1]
