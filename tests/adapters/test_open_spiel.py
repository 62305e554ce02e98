"""OpenSpiel's own tests and algorithms over our games."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import fabletop

pytest.importorskip("pyspiel")

import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from fabletop.adapters.open_spiel import register
from fabletop.compiler import solvers
from fabletop.compiler.drivers import reward
from fabletop.compiler.kernels import Kernels
from fabletop.engine.rulebook import OVER

register()
PLAYTHROUGHS = Path(__file__).parent.parent / "data" / "playthroughs"
SMALL = {
    "duck": "seats=2",
    "mensch": "seats=2,track=32",
    "maumau": "seats=2,history=3",
    "quidditch": "max_rounds=1",
    "kniffel": "seats=1",
    "garden": "seats=2,goals=1",
    "nutcracker": "level=2",
    "cinderella": "seats=2",
}


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_game_passes_random_sim_test(id: str) -> None:
    game = pyspiel.load_game(f"fabletop_{id}({SMALL[id]})")
    pyspiel.random_sim_test(game, num_sims=10 if id != "garden" else 1, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", ["magic", "advanced"])
def test_variants_pass_random_sim_test(variant: str) -> None:
    game = pyspiel.load_game(f"fabletop_cinderella(seats=2,variant={variant})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_neutral_names_and_registering_twice() -> None:
    register()
    names = set(pyspiel.registered_names())
    assert {"fabletop_three_home", "fabletop_space_dice", "fabletop_broom_dice"} <= names


def test_what_is_not_allowed_is_one_line() -> None:
    for text, said in [
        ("fabletop_duck(seats=9)", "1 to 4 seats"),
        ("fabletop_nutcracker(level=1)", "nobody ever decides"),
    ]:
        with pytest.raises(pyspiel.SpielError, match=said):
            pyspiel.load_game(text)


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_is_the_same_again(path: Path) -> None:
    """As OpenSpiel tests its own games.  Where a change is meant: python tests/adapters/playthroughs.py"""
    flags.FLAGS.mark_as_parsed()
    before, now = (text.rstrip().splitlines() for text in generate_playthrough.replay(path))
    wrong = [
        (k, line, other) for k, (line, other) in enumerate(zip(before, now, strict=False), start=1) if line != other
    ]
    assert not wrong[:3]
    assert len(before) == len(now)


def test_three_games_have_a_playthrough() -> None:
    assert len(list(PLAYTHROUGHS.glob("*.txt"))) == 3


def test_another_world_looks_the_same_to_the_seat() -> None:
    state = pyspiel.load_game("fabletop_maumau(seats=2)").new_initial_state()
    for n in range(30):
        acts = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(acts[n % len(acts)])
        for seat in range(2):
            other = state.resample_from_infostate(seat, iter([0.3, 0.7, 0.1, 0.9]).__next__)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.current_player() == state.current_player()


def test_a_resampled_world_plays_on_and_a_stored_one_comes_back() -> None:
    game = pyspiel.load_game("fabletop_maumau(seats=3,history=6)")
    state = game.new_initial_state()
    for n in range(60):
        acts = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(acts[(5 * n) % len(acts)])
        if state.is_terminal():
            break
        if n % 6 == 0:
            _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(back) == str(state)
            for seat in range(3):
                assert back.information_state_string(seat) == state.information_state_string(seat)
                assert back.information_state_tensor(seat) == state.information_state_tensor(seat)
                other = state.resample_from_infostate(seat, iter([0.2, 0.6]).__next__)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                other.apply_action(other.legal_actions()[0])  # a world in which one can play
    assert n > 20


def test_the_information_state_remembers_what_the_observation_does_not() -> None:
    plain, recalling = (pyspiel.load_game(f"fabletop_maumau(seats=2,history={n})") for n in (0, 4))
    assert plain.information_state_tensor_shape() == plain.observation_tensor_shape()
    assert recalling.observation_tensor_shape() == plain.observation_tensor_shape()
    assert recalling.information_state_tensor_shape() > recalling.observation_tensor_shape()
    with pytest.raises(pyspiel.SpielError, match="from 0 to 256"):
        pyspiel.load_game("fabletop_maumau(history=1000)")


def test_who_plays_against_whom_is_told() -> None:
    utility = pyspiel.GameType.Utility
    assert pyspiel.load_game("fabletop_duck(seats=2)").get_type().utility == utility.ZERO_SUM
    assert pyspiel.load_game("fabletop_cinderella(seats=2)").get_type().utility == utility.GENERAL_SUM


def at_the_last_throw() -> tuple[Any, fabletop.State]:
    """Space Dice alone, one box left and one roll to come: OpenSpiel's state and ours."""
    theirs = pyspiel.load_game("fabletop_space_dice(seats=1)").new_initial_state()
    ours = fabletop.game("kniffel", seats=1).new()
    while not (bin(ours.rules.free[0]).count("1") == 1 and ours.turn == 0 and ours.rules.rolls == 1):
        acts = ours.actions()
        act = next((act for act in acts if act.startswith("score")), acts[0])
        if bin(ours.rules.free[0]).count("1") == 1 and acts[0].startswith("reroll"):
            act = acts[0]  # one die again
        theirs.apply_action(ours.game.numbers[act])
        ours.play(act)
    return theirs, ours


def test_expectiminimax_finds_our_exact_value() -> None:
    from open_spiel.python.algorithms import minimax

    theirs, ours = at_the_last_throw()
    value, _ = minimax.expectiminimax(theirs, 20, lambda state: 0.0, 0)
    perfect: Any = fabletop.bot("kniffel", "perfect")
    worth = perfect.values(ours.view(0))
    assert value == pytest.approx(ours.rules.score(0) + max(worth.values()), abs=1e-6)


def at_random(id: str, seed: int, n: int, **options: Any) -> tuple[list[str], fabletop.State]:
    """The first plies of a game at random, and the position after them."""
    dice, state, plies = random.Random(seed), fabletop.game(id, **options).new(), []
    for _ in range(n):
        plies.append(dice.choice(state.actions()))
        state.play(plies[-1])
    return plies, state


@pytest.mark.parametrize(
    ("id", "options", "seed", "n"),
    [("duck", {"seats": 2}, 40, 33), ("quidditch", {"max_rounds": 1}, 2, 17)],
)
def test_value_iteration_finds_our_exact_values(
    monkeypatch: pytest.MonkeyPatch, id: str, options: dict[str, Any], seed: int, n: int
) -> None:
    """The end of a game: every position that can still come, some hundreds of them."""
    for_simultaneous_moves = "open_spiel.python.algorithms.lp_solver"  # wants a library of its own, and is not used
    monkeypatch.setitem(sys.modules, for_simultaneous_moves, ModuleType(for_simultaneous_moves))
    from open_spiel.python.algorithms import value_iteration

    plies, state = at_random(id, seed, n, **options)
    game = pyspiel.load_game(f"fabletop_{id}", {**options, "start": "; ".join(plies)})
    theirs = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-10, cyclic_game=True)
    graph = Kernels(id).explore(state.rules)
    pay = [reward(rules, 0) if graph.movers[i] == OVER else 0 for i, rules in enumerate(graph.states)]
    ours = solvers.best_play(graph, np.array(pay), (solvers.MORE, solvers.LESS))
    names = [" ".join(str(int(n)) for n in rules.key()) for rules in graph.states]
    found = dict(zip(names, 2 * ours.values - 1, strict=True))
    assert len(theirs) > 60
    assert (np.diff(graph.offsets)[graph.movers >= 0] > 1).sum() > 40, "there is something to decide"
    for position, value in theirs.items():
        assert value == pytest.approx(found[position], abs=1e-6)


def test_a_game_may_begin_later() -> None:
    game = pyspiel.load_game("fabletop_maumau", {"seats": 2, "history": 3, "start": "deal red-1; deal red-2"})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.history() == []
    assert state.information_state_string(0).startswith("c deal")
    with pytest.raises(pyspiel.SpielError, match="'hop' is not legal now"):
        pyspiel.load_game("fabletop_duck", {"seats": 2, "start": "roll 1; hop"})


def test_counterfactual_regret_runs_on_our_cards() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = pyspiel.load_game("fabletop_maumau(seats=2)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    odds = solver.average_policy().action_probabilities(state)
    assert sum(odds.values()) == pytest.approx(1)
    assert set(odds) <= set(state.legal_actions())


def test_counterfactual_regret_finds_the_card_that_wins() -> None:
    """A small Mau-Mau(s), near its end: a rest and then the 3 win, whereas the 3 lets the opponent win at once."""
    from open_spiel.python.algorithms import cfr, exploitability

    plies, state = at_random("maumau", 292, 25, seats=2)
    assert state.actions() == ["play red-3", "play red-rest"]
    game = pyspiel.load_game("fabletop_maumau", {"seats": 2, "start": "; ".join(plies)})
    solver = cfr.CFRSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert found.action_probabilities(game.new_initial_state())[state.game.numbers["play red-rest"]] > 0.95
    assert exploitability.nash_conv(game, found) < 0.1
