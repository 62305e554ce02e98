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
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import CHANCE, OVER, Moves
from fabletop.engine.view import View
from fabletop.games.mensch import evaluation
from fabletop.games.mensch.evaluation import ROOM, SIZE, judge, learned, name, weights_for
from fabletop.games.mensch.learn import SIMPLE, YARDSTICK, Workshop, start
from fabletop.games.mensch.players import CARELESS, PLAYERS, LookAhead, RulePlayer
from fabletop.games.mensch.thinking import DEPTH
from fabletop.games.mensch.yardstick import Yardstick, place
from fabletop.players import Maker, RandomPlayer
from fabletop.players.arena import contest
from fabletop.testing import option_sets

needs_compiler = pytest.mark.skipif(store.numba_version() is None, reason="needs Numba")


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
    assert RulePlayer(random.Random(0)).choose(table(mine, theirs, die).view(0)) == best


def test_sharp_wins_when_it_can_and_says_what_an_action_is_worth() -> None:
    view = table([39, 41, 42], [38, 41, 42], 1).view(0)
    assert LookAhead(random.Random(0)).values(view) == {"move 1": 1.0}
    view = table([10, 41, 42], [31, 41, 42], 1).view(0)  # 31 is 11 to us
    values = LookAhead(random.Random(0)).values(view)
    assert set(values) == set(view.actions())
    assert all(0 < value < 1 for value in values.values())


def test_sharp_plays_on_for_the_second_place() -> None:
    state = fabletop.game("mensch", seats=3).new()
    state.rules.figures[0][:3] = [40, 41, 42]
    state.rules.places[0] = 1
    state.rules.figures[1][:3] = [39, 41, 42]
    state.rules.figures[2][:3] = [20, 41, 42]
    state.rules.turn, state.rules.die, state.rules.tries = 1, 1, 0
    assert LookAhead(random.Random(0)).values(state.view(1)) == {"move 1": 1.0}


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
        judge(state.rules, 0, weights_for(state.rules), [0] * ROOM, [0.0] * ROOM, chances)
        assert sum(chances) == pytest.approx(1)
        assert chances[0] > 1 / seats  # whoever begins is ahead


def test_the_learned_weights_are_complete_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = learned()
    for game in option_sets("mensch"):
        assert len(tables[name(game.seats, int(game.options["track"]), int(game.options["pieces"]))]) == 2 * SIZE
    data = json.loads(evaluation.FILE.read_text(encoding="utf-8"))
    data["weights"][name(2, 40, 3)][0] += 1
    damaged = tmp_path / "evaluation.json"
    damaged.write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr(evaluation, "FILE", damaged)
    with pytest.raises(ValueError, match="checksum"):
        learned.__wrapped__()


def test_sharp_beats_fair_beats_gentle_beats_random() -> None:
    """The quickest look ahead stands for sharp here; the compiled match below has many games."""
    game = fabletop.game("mensch", seats=2, pieces=4)
    makers: dict[str, Maker] = {"random": RandomPlayer, **PLAYERS, "sharp": lambda rng: LookAhead(rng, 0)}
    for one, other, games in (("sharp", "fair", 120), ("fair", "gentle", 360), ("gentle", "random", 360)):
        score = contest(game, makers[one], makers[other], games, seed=1)
        assert score.share - 2 * score.error > 0.5


@needs_compiler
@pytest.mark.slow
def test_sharp_wins_sixty_two_of_a_hundred_against_the_simple_player() -> None:
    games = 4000
    wins = workshop().match((2, 40, 3), [DEPTH, SIMPLE], learned()[name(2, 40, 3)], games, seed=11)
    share = wins[0] / games
    assert share - 2 * sqrt(share * (1 - share) / games) > 0.62


# The small board


def view_of(rules: Any) -> View:
    return View(fabletop.game("mensch", seats=2, track=32), rules.turn, copied(rules))


@needs_compiler
@pytest.mark.slow
def test_the_compiled_players_are_the_ones_that_play() -> None:
    """In positions all over the small board, the shares that are weighed are what `choose` does."""
    board, rng = yardstick(), random.Random(4)
    weights = learned()[name(*YARDSTICK)]
    for player, depth in ((RulePlayer(rng), SIMPLE), (LookAhead(rng, 1), 1)):
        shares = board.player(depth, weights)
        for _ in range(150):
            number, face = rng.randrange(len(board.values)), rng.randrange(6)
            rules = plain(board, number)
            rules.apply(face)
            if rules.to_move() == CHANCE:
                continue
            chosen = board.actions[number, face, shares[number, face].argmax()]
            assert player.choose(view_of(rules)) == view_of(rules).game.words[chosen]


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
    levels = [chance, (1 - CARELESS) * fair + CARELESS * chance, fair, board.player(1, weights), board.perfect()]
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
    value = float(board.values[board.index[place(rules, board.width)] - 1])
    return value if rules.turn == seat else 1 - value
