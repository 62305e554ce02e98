"""The computer players of the Enchanted Garden, and the turns they see."""

from __future__ import annotations

import random
from itertools import product
from math import sqrt
from typing import Any

import pytest

import fabletop
from fabletop.compiler.kernels import wait_for
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE, Moves, Rng
from fabletop.games.garden.mind import Mind
from fabletop.games.garden.planning import FLIES, SLIPS, listed_things, reaches, write_plan
from fabletop.games.garden.rules import FAIRY, GAP, PLAYING, SLIP, TURN, WALK
from fabletop.games.garden.walks import NO_TURN, WAYS_TO_TURN, back, carried
from fabletop.players.arena import contest, play_game
from fabletop.players.registry import makers

LEVELS = ("gentle", "fair", "sharp")


def positions(game: Game, seed: int, plies: int) -> list[State]:
    """Positions at the beginning of turns, out of a game of two careless players."""
    rng, moves, state, found = Rng(), Moves(), game.new(), []
    rng.seed(seed, 0)
    whims = random.Random(seed)
    players = [makers("garden")["gentle"](random.Random(seat)) for seat in range(game.seats)]
    for _ in range(plies):
        if (turn := state.turn) is None:
            break
        if turn == CHANCE:
            state.play(game.actions[state.rules.sample(moves, rng)])
            continue
        rules = state.rules
        if rules.phase == PLAYING and not rules.turned and not rules.walked:
            found.append(state.copy())
        wild = whims.random() < 0.3
        state.play(whims.choice(state.actions()) if wild else players[turn].choose(state.view(turn)))
    return found


def reachable(state: State, turned: int) -> set[int]:
    """By the rules alone: where the pawn can be with at most one walk, this turning, and one walk."""
    seat, found = state.turn, set()
    assert seat is not None

    def steps(now: State) -> list[State]:
        after = [now]
        for action in now.legal():
            if WALK <= action < SLIP:
                then = now.copy()
                then.play(now.game.actions[action])
                after.append(then)
        return after

    for before in steps(state):
        if before.turn != seat or TURN + turned not in before.legal():
            continue
        then = before.copy()
        then.play(before.game.actions[TURN + turned])
        for last in steps(then) if then.turn == seat else [then]:
            found.add(last.rules.pawns[seat])
    return found


@pytest.mark.parametrize("hedges", ["T", "L"])
def test_the_squares_after_a_turning_are_those_of_the_rules(hedges: str) -> None:
    game = fabletop.game("garden", seats=3, hedges=hedges, layout="random")
    checked = 0
    for state in positions(game, 2, 240)[::7]:
        rules = state.rules
        if len(set(rules.pawns[:3])) < 3:
            continue
        mind, goal = Mind(), rules.goal()
        for turning in random.Random(1).sample(range(WAYS_TO_TURN), 6):
            n = listed_things(mind, turning, NO_TURN, NO_TURN)
            assert reaches(mind, rules, n)
            found = {square for square in range(64) if mind.reach_of[n] >> square & 1}
            truth = reachable(state, turning)
            assert (goal in found) == (goal in truth)
            if goal not in truth:
                assert found == truth
            checked += 1
    assert checked > 20


def test_every_way_to_the_goal_is_allowed_and_leads_there() -> None:
    game = fabletop.game("garden", seats=2)
    ways = 0
    for state in positions(game, 4, 400)[::5]:
        rules = state.rules
        mind, goal, magic = Mind(), rules.goal(), rules.magic[rules.turn]
        cards = [SLIPS] * (magic[GAP] > 0) + [FLIES] * (magic[FAIRY] > 1)
        both = [way for t in range(WAYS_TO_TURN) for card in cards for way in ((t, card), (card, t))]
        for things in (*((t,) for t in range(NO_TURN, WAYS_TO_TURN)), *((card,) for card in cards), *both):
            n = listed_things(mind, *(*things, NO_TURN, NO_TURN)[:3])
            if not reaches(mind, rules, n) or not mind.reach_of[n] >> goal & 1 or len(set(rules.pawns[:2])) < 2:
                continue
            then, found = state.copy(), rules.found[rules.turn]
            write_plan(mind, rules, n, goal)
            for action in mind.plan[: mind.planned]:
                then.play(game.actions[action])
            assert then.rules.found[rules.turn] == found + 1, things
            ways += 1
    assert ways > 200


def test_a_turning_can_be_undone() -> None:
    for turning, square in product(range(NO_TURN, WAYS_TO_TURN), range(64)):
        assert carried(carried(1 << square, turning), back(turning)) == 1 << square


@pytest.mark.parametrize(("one", "other"), [("sharp", "fair"), ("fair", "gentle"), ("gentle", "random")])
def test_each_level_beats_the_one_below(one: str, other: str) -> None:
    """Compiled: a hundred games in a second; tests/players/test_minds.py compares with plain play."""
    assert wait_for("garden", "contest", seconds=300)
    game = fabletop.game("garden", seats=2, goals=6 if other != "random" else 2)
    first, second = (
        fabletop.simulate(game, 50, players=seated, seed=11, events=False).wins
        for seated in ((one, other), (other, one))
    )
    share = (first[0] + second[1]) / 100
    assert share >= 0.6
    assert share - 0.5 > 1.96 * sqrt(0.25 / 100)


@pytest.mark.slow
def test_sharp_wins_sixty_of_a_hundred_games_against_a_greedy_player() -> None:
    score = contest(
        fabletop.game("garden", seats=2), makers("garden")["sharp"], makers("garden")["fair"], 80, seed=1000
    )
    assert score.share - 1.96 * score.error > 0.6


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2, "goals": 12},
        {"seats": 3, "layout": "random", "finish_round": True},
        {"seats": 4, "hedges": "L", "goals": 1},
        {"seats": 4},
    ],
    ids=lambda options: " ".join(f"{name}={value}" for name, value in options.items()),
)
@pytest.mark.slow
def test_every_level_plays_every_game_to_its_end(level: str, options: dict[str, Any]) -> None:
    game = fabletop.game("garden", **options)
    assert play_game(game, [makers("garden")[level]] * game.seats, 1).winners


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_asked_in_the_middle_of_a_turn_finds_its_way(level: str) -> None:
    """Everything is open in this game, so a view is the position; but a player may be asked for any of them."""
    game = fabletop.game("garden", seats=4)
    rng, moves, state = Rng(), Moves(), game.new()
    rng.seed(9, 0)
    whims = random.Random(9)
    for _ in range(150):
        if (turn := state.turn) is None:
            break
        if turn == CHANCE:
            state.play(game.actions[state.rules.sample(moves, rng)])
            continue
        view = state.view(turn)
        chosen = fabletop.bot("garden", level, 5).choose(view)
        assert chosen in state.actions()
        assert chosen == fabletop.bot("garden", level, 5).choose(state.copy().view(turn))
        state.play(whims.choice(state.actions()) if whims.random() < 0.5 else chosen)


def test_who_can_reach_the_last_gate_goes_home() -> None:
    game = fabletop.game("garden", seats=2, goals=1)
    for state in (one for seed in range(3, 20) for one in positions(game, seed, 300)):
        rules = state.rules
        if rules.found[rules.turn] != 1:
            continue
        mind = Mind()
        if reaches(mind, rules, 0) and mind.reach_of[0] >> rules.goal() & 1:
            then = state.copy()
            player, seat = fabletop.bot("garden", "sharp", 1), then.turn
            assert seat is not None
            while then.turn == seat:
                then.play(player.choose(then.view(seat)))
            assert then.result is not None
            assert then.result.winners == (seat,)
            return
    pytest.fail("no such position")
