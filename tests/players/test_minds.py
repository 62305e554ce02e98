"""Players as records: the same text at the table and compiled in bulk."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fabletop
from fabletop.compiler import store
from fabletop.compiler.kernels import Kernels, wait_for
from fabletop.engine.game import Game, State, copied
from fabletop.engine.registry import mind_levels
from fabletop.engine.rulebook import CHANCE, BaseRules, Rng
from fabletop.lab.playing import Contest, Playing
from fabletop.players.minds import book_for
from fabletop.testing.optionsets import option_sets

MINDS = [id for id in fabletop.game_ids() if mind_levels(id)]
needs_numba = pytest.mark.skipif(store.numba_version() is None, reason="Numba is missing: pip install fabletop[fast]")


GAMES = {"garden": 1, "mensch": 1}  # plain, games with a look ahead take seconds
SHORT: dict[str, dict[str, int]] = {
    "nutcracker": {"level": 2},
    "garden": {"goals": 1},
    "cinderella": {"hours": 4},
    "mensch": {"stop_at_winner": True},
}


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain, each deal that sharp of Mau-Mau(s) imagines takes milliseconds."""
    monkeypatch.setattr("fabletop.games.maumau.players.DEALS", 6)


def test_some_games_have_players_that_can_be_compiled() -> None:
    assert {"duck", "mensch", "maumau", "nutcracker"} <= set(MINDS)


@needs_numba
@pytest.mark.parametrize("id", MINDS)
def test_plain_and_compiled_players_play_the_same_games_in_all_option_sets(id: str) -> None:
    compiled = wait_for(id, "contest", 300)
    assert compiled is not None
    for game in option_sets(id):
        levels = [-seat % (len(mind_levels(id)) + 1) for seat in range(1, game.seats + 1)]  # the strongest first
        games = GAMES.get(id, 4)
        root = game.new().rules
        solved = id != "nutcracker" or game == fabletop.game(id, level=2)  # its other house rules take long to solve
        book = book_for(game, mind_levels(id) if solved else ())
        one, other = (
            speed.simulate(root, 5, 11, games, levels=levels, book=book, events=True)
            for speed in (Kernels(id), compiled)
        )
        for name in ("plies", "ranks", "scores", "events"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), (game.described(), name)
        assert np.array_equal(compiled.simulate(root, 5, 11, games, levels=levels, book=book).plies, other.plies)


@pytest.mark.parametrize("id", MINDS)
def test_records_are_written_of_the_very_same_games(id: str) -> None:
    game, games = Game(id, options=SHORT.get(id)), GAMES.get(id, 3)
    names = [mind_levels(id)[-1]] * game.seats
    slow = Playing(game, names).simulate(None, 3, 0, games, events=True)
    fast = Contest(Kernels(id), game, names).simulate(game.new().rules, 3, 0, games, events=True)
    assert np.array_equal(slow.plies, fast.plies)
    assert np.array_equal(slow.ranks, fast.ranks)
    assert np.array_equal(slow.events, fast.events)


@needs_numba
@pytest.mark.parametrize("id", MINDS)
def test_the_future_is_told_alike_at_either_speed(id: str) -> None:
    compiled = wait_for(id, "contest", 300)
    assert compiled is not None
    state = fabletop.game(id).new()
    levels = [1] * state.game.seats
    for known in (state.view(None).position,):
        one = Kernels(id).foretell(known, levels, 7, 12)
        assert compiled.foretell(known, levels, 7, 12) == pytest.approx(one)
        assert sum(one) == pytest.approx(sum(one[:1]) * len(one) if state.game.spec.together else 1)


@pytest.mark.parametrize("id", MINDS)
def test_worlds_alike_to_the_seat_lead_to_the_same_choice(id: str) -> None:
    game = fabletop.game(id, **({"level": 2} if id == "nutcracker" else {}))
    if type(game.new().rules).conceal is BaseRules.conceal:
        return
    rng, state, dice = Rng(), game.new(), np.random.default_rng(2)
    rng.seed(1, 1)
    asked = 0
    for _ in range(150):
        if state.turn is None:
            break
        if state.turn != CHANCE:
            world: Any = copied(state.rules)
            world.conceal(state.turn)
            world.complete(rng)
            for level in mind_levels(id):
                here, there = (fabletop.bot(id, level, 9) for _ in range(2))
                assert here.choose(state.view(state.turn)) == there.choose(State(game, world).view(state.turn))
            asked += 1
        acts = state.actions()
        state.play(acts[dice.integers(len(acts))])
    assert asked > 5
