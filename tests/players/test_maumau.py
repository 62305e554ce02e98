"""The players of Mau-Mau(s): what they remember is true, and each level is stronger than the one below."""

from __future__ import annotations

import random

import numpy as np
import pytest

import fabletop
from fabletop.compiler.kernels import Kernels, wait_for
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.games.maumau.memory import Memory
from fabletop.games.maumau.players import Searcher
from fabletop.games.maumau.rules import PLAY, SUIT, WISH, count, shared
from fabletop.players.arena import contest
from fabletop.players.registry import makers
from fabletop.testing import option_sets

RED, GREEN = 0, 2


PLAYERS = makers("maumau")


def held(*cards: int) -> int:
    return sum(1 << card for card in cards)


def table(game: Game, hands: list[int], top: int) -> State:
    """A position in which seat 0 is to play."""
    state = game.new()
    rules = state.rules
    for seat, hand in enumerate(hands):
        rules.hands[seat], rules.held[seat] = hand, count(hand)
        rules.pile -= hand
        rules.left -= count(hand)
    rules.pile -= 1 << top
    rules.left -= 1
    rules.top, rules.colour, rules.phase, rules.turn = top, min(top // 7, 4), PLAY, 0
    return state


def card(colour: int, number: int) -> int:
    return 7 * colour + number - 1


def test_fair_keeps_its_wishes_and_lays_special_cards_when_the_next_is_short() -> None:
    game = fabletop.game("maumau", seats=2)
    mine = held(WISH, card(RED, 1), card(RED, 7), card(GREEN, 1))
    long_hand, short_hand = held(8, 9, 10, 11), held(8, 9)
    fair = fabletop.bot("maumau", "fair", 1)
    assert fair.choose(table(game, [mine, long_hand], card(RED, 3)).view(0)) == "play red-1"
    assert fair.choose(table(game, [mine, short_hand], card(RED, 3)).view(0)) == "play red-plus"


def test_sharp_remembers_that_nothing_fitted() -> None:
    game = fabletop.game("maumau", seats=2)
    mine = held(card(RED, 1), card(RED, 2), card(RED, 4))
    state = table(game, [mine, held(card(GREEN, 4), card(GREEN, 5))], card(RED, 3))
    memory = Memory()
    memory.look(state.view(0).position, 0)
    memory.leave(state.view(0).position, 0, game.numbers["play red-1"])
    for action in ("play red-1", "draw", "card red-5"):
        state.play(action)
    now = state.view(0).position
    memory.look(now, 0)
    assert memory.says_something(now)
    [limit] = memory.limits[1]
    assert limit.most == 1  # the card just drawn
    assert shared(limit.cards, SUIT << 7 * RED) == SUIT << 7 * RED
    worlds = np.array([[mine, held(card(RED, 5), card(GREEN, 4), 9)], [mine, held(2, 4, 9)], [mine, held(9, 10, 11)]])
    odds = memory.odds(now, worlds)
    assert odds[1] == 0 < odds[0] < odds[2]


@pytest.mark.parametrize("game", option_sets("maumau"), ids=repr)
def test_what_is_remembered_is_true(game: Game) -> None:
    """In random games of every kind the hands that are there are always possible."""
    rng = random.Random(7)
    told = 0
    for _ in range(12):
        state, memories = game.new(), [Memory() for _ in range(game.seats)]
        while (turn := state.turn) is not None:
            action = rng.choice(state.actions())
            if turn != CHANCE:
                position = state.view(turn).position
                memories[turn].look(position, turn)
                told += memories[turn].says_something(position)
                assert memories[turn].odds(position, np.array([state.rules.hands]))[0] > 0
                memories[turn].leave(position, turn, game.numbers[action])
            state.play(action)
    assert told or game.options["free_draw"]


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("game", option_sets("maumau"), ids=repr)
def test_every_level_plays_under_all_options(game: Game, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Searcher.__init__, "__defaults__", (200, 0.7))
    score = contest(game, PLAYERS[level], PLAYERS["fair"], 2, seed=3)
    assert 0 <= score.share <= 1


def test_sharp_plays_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.players.search.kernels", lambda id, kernel: Kernels(id))
    monkeypatch.setattr("fabletop.players.search.PLAIN_SECONDS", 0.01)
    contest(fabletop.game("maumau", seats=2), Searcher, PLAYERS["fair"], 2, seed=5)


@pytest.mark.parametrize("seats", [2, 4])
def test_fair_beats_gentle_beats_random(seats: int) -> None:
    game, even = fabletop.game("maumau", seats=seats), 1 / seats
    for one, other in (("fair", "gentle"), ("gentle", "random")):
        others = PLAYERS.get(other, lambda rng: fabletop.bot("maumau", "random", rng.randrange(1 << 32)))
        score = contest(game, PLAYERS[one], others, 1200, seed=1)
        assert score.share - 2 * score.error > even


@pytest.mark.slow
def test_sharp_beats_fair() -> None:
    """With a tenth of its rollouts, so that it is quick; docs/analysis/maumau.md has more games at full strength."""
    if wait_for("maumau", "search", 120.0) is None:
        pytest.skip("needs the compiled rules")
    game = fabletop.game("maumau", seats=2)
    score = contest(game, lambda rng: Searcher(rng, 4000), PLAYERS["fair"], 1200, seed=1)
    assert score.share - 2 * score.error > 0.5
