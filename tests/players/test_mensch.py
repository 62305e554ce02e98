"""The players of Mensch ärgere Dich nicht, their evaluation, and the small board that is solved exactly."""

from __future__ import annotations

import json
import random
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.compiler import store
from fabletop.compiler.kernels import wait_for
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import CHANCE, OFTEN, OVER, Moves
from fabletop.engine.view import View
from fabletop.games.mensch import weights as stored
from fabletop.games.mensch.evaluation import MOST_FEATURES, SIZE, judge
from fabletop.games.mensch.learn import YARDSTICK, Workshop, start
from fabletop.games.mensch.players import estimate
from fabletop.games.mensch.small_board import spot_of
from fabletop.games.mensch.thinking import most_hopeful
from fabletop.games.mensch.training import SIMPLE
from fabletop.games.mensch.weights import learned, name, weights_for
from fabletop.games.mensch.yardstick import Yardstick
from fabletop.lab.playing import Contest
from fabletop.players.arena import contest
from fabletop.players.registry import makers
from fabletop.testing import option_sets

needs_compiler = pytest.mark.skipif(store.numba_version() is None, reason="needs Numba")


PLAYERS = makers("mensch")


@cache
def workshop() -> Workshop:
    return Workshop()


@cache
def yardstick() -> Yardstick:
    return Yardstick(workshop())


def table(mine: list[int], theirs: list[int], die: int, **options: Any) -> State:
    """Two seats on the classic track; seat 0 has rolled."""
    state = fabletop.game("mensch", seats=2, **options).new()
    rules = state.rules
    rules.figures[0][: len(mine)], rules.figures[1][: len(theirs)] = mine, theirs
    rules.turn, rules.die, rules.tries = 0, die, 0
    return state


@pytest.mark.parametrize(
    ("mine", "theirs", "die", "best"),
    [
        ([5, 37, 30], [-1, -1, 28], 3, "move 1"),  # 28 is 8 to us: hit, rather than go home
        ([5, 37, 30], [-1, -1, 2], 3, "move 2"),  # into the goal, rather than lead on
        ([12, 25, 30], [-1, -1, 3], 3, "move 2"),  # 3 is 23 to us: flee, rather than lead on
        ([12, 25, 30], [-1, -1, -1], 3, "move 3"),  # lead on
    ],
)
def test_fair_hits_then_enters_the_goal_then_flees_then_leads_on(
    mine: list[int], theirs: list[int], die: int, best: str
) -> None:
    assert fabletop.bot("mensch", "fair").choose(table(mine, theirs, die).view(0)) == best


def test_sharp_stops_whoever_is_about_to_be_through_for_the_second_place_too() -> None:
    state = fabletop.game("mensch", seats=3).new()
    state.rules.figures[0][:3] = [40, 41, 42]
    state.rules.places[0] = 1
    state.rules.figures[1][:3] = [5, 38, 42]
    state.rules.figures[2][:3] = [38, 41, 42]  # 38 is 8 to us
    state.rules.turn, state.rules.die, state.rules.tries = 1, 3, 0
    assert fabletop.bot("mensch", "sharp").choose(state.view(1)) == "move 1"


def test_a_game_about_to_be_won_is_reckoned_as_won() -> None:
    state = table([39, 41, 42], [38, 41, 42], 1)
    assert estimate(state.game, state.rules) == (1.0, 0.0)


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("game", option_sets("mensch"), ids=repr)
def test_every_level_plays_under_all_options(game: Game, level: str) -> None:
    rng, state = random.Random(2), game.new()
    player = PLAYERS[level](random.Random(3))
    for _ in range(60):
        if (turn := state.turn) is None:
            break
        state.play(rng.choice(state.actions()) if turn == CHANCE else player.choose(state.view(turn)))


def test_the_chances_of_all_seats_make_one() -> None:
    for seats in (2, 3, 4):
        state = fabletop.game("mensch", seats=seats).new()
        chances = [0.0] * 4
        judge(state.rules, 0, weights_for(state.rules), [0] * MOST_FEATURES, [0.0] * MOST_FEATURES, chances, 0)
        assert sum(chances) == pytest.approx(1)
        assert chances[0] > 1 / seats  # whoever begins is ahead


def test_the_learned_weights_are_complete_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = learned()
    for game in option_sets("mensch"):
        assert len(tables[name(game.seats, int(game.options["track"]), int(game.options["pieces"]))]) == 2 * SIZE
    data = json.loads(stored.FILE.read_text(encoding="utf-8"))
    data["weights"][name(2, 40, 3)][0] += 1
    damaged = tmp_path / "evaluation.json"
    damaged.write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr(stored, "FILE", damaged)
    with pytest.raises(ValueError, match="checksum"):
        learned.__wrapped__()


def test_fair_beats_gentle_beats_random() -> None:
    game = fabletop.game("mensch", seats=2, pieces=4)
    for one, other in (("fair", "gentle"), ("gentle", "random")):
        score = contest(game, PLAYERS[one], PLAYERS[other], 360, seed=1)
        assert score.share - 2 * score.error > 0.5


@needs_compiler
def test_sharp_wins_sixty_two_of_a_hundred_against_fair() -> None:
    game, games = fabletop.game("mensch", seats=2), 1200
    compiled = wait_for("mensch", "contest", 300)
    assert compiled is not None
    ranks = [
        Contest(compiled, game, players).simulate(game.new().rules, 11, 0, games).ranks
        for players in (("sharp", "fair"), ("fair", "sharp"))
    ]
    share = float(((ranks[0][:, 0] == 1).mean() + (ranks[1][:, 1] == 1).mean()) / 2)
    assert share - 2 * sqrt(share * (1 - share) / games / 2) > 0.62


# The small board


def view_of(rules: Any) -> View:
    return View(fabletop.game("mensch", seats=2, track=32), rules.turn, copied(rules))


@needs_compiler
@pytest.mark.slow
def test_the_compiled_players_are_the_ones_that_play() -> None:
    """In positions all over the small board, the shares that are weighed are what `choose` does."""
    board, rng, moves = yardstick(), random.Random(4), Moves()
    weights = learned()[name(*YARDSTICK)]
    fair = fabletop.bot("mensch", "fair")
    for depth in (SIMPLE, 1):
        shares = board.player(depth, weights)
        for _ in range(150):
            number, face = rng.randrange(len(board.values)), rng.randrange(6)
            rules = plain(board, number)
            rules.apply(face)
            if rules.to_move() == CHANCE:
                continue
            chosen = board.actions[number, face, shares[number, face].argmax()]
            if depth == SIMPLE:
                assert fair.choose(view_of(rules)) == view_of(rules).game.actions[chosen]
            else:
                moves.clear()
                rules.legal(moves)
                assert most_hopeful(rules, copied(rules), moves, depth, weights) == chosen


def plain(board: Yardstick, number: int) -> Any:
    """A position of the small board as the plain rules have it."""
    rules = start(YARDSTICK)
    for field in rules.FIELDS:
        setattr(rules, field, board.states[number][field].tolist())
    return rules


@needs_compiler
@pytest.mark.slow
def test_regret_on_the_small_board_falls_from_level_to_level() -> None:
    board, weights = yardstick(), learned()[name(*YARDSTICK)]
    fair, chance = board.player(SIMPLE, weights), board.at_random()
    levels = [
        chance,
        (1 - OFTEN / 100) * fair + OFTEN / 100 * chance,
        fair,
        board.player(1, weights),
        board.perfect(),
    ]
    regrets = [board.regret(shares) for shares in levels]
    assert regrets == sorted(regrets, reverse=True)
    assert regrets[-2] < 0.012
    assert regrets[-1] == pytest.approx(0, abs=1e-9)


@needs_compiler
@pytest.mark.slow
def test_the_exact_chance_is_what_perfect_players_get_at_the_table() -> None:
    """Played by the plain rules: the seat that begins, both playing perfectly."""
    board, rng, moves, games = yardstick(), random.Random(9), Moves(), 1000
    wins = 0
    for _ in range(games):
        rules = start(YARDSTICK)
        while rules.to_move() != OVER:
            rules.apply(rng.randrange(6))
            if rules.to_move() >= 0:
                moves.clear()
                rules.legal(moves)
                rules = best_of(board, rules, moves.room[: moves.n])
        wins += rules.places[0] == 1
    expected = float(board.values[0])
    assert abs(wins / games - expected) < 3 * sqrt(expected * (1 - expected) / games)


def best_of(board: Yardstick, rules: Any, actions: list[int]) -> Any:
    """The best position that an action leads to."""
    ways = [copied(rules) for _ in actions]
    for after, action in zip(ways, actions, strict=True):
        after.apply(action)
    return max(ways, key=lambda after: worth(board, after, rules.turn))


def worth(board: Yardstick, rules: Any, seat: int) -> float:
    """The exact chance of a seat before a roll, or after the end, which only its own move brings."""
    if rules.to_move() == OVER:
        return 1.0
    value = float(board.values[board.index[spot_of(rules, board.width)] - 1])
    return value if rules.turn == seat else 1 - value
