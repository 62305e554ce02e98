"""PettingZoo's own tests over every game and its variants."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import fabletop

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from fabletop.adapters.pettingzoo import env, parallel_env, raw_env
from fabletop.batches.task import Course, Task

GAMES = [
    ("duck", {"seats": 3}),
    ("mensch", {"seats": 2, "track": 32}),
    ("maumau", {"seats": 3}),
    ("quidditch", {}),
    ("kniffel", {"seats": 2}),
    ("garden", {"seats": 2}),
    ("nutcracker", {"level": 2}),
    *(("cinderella", {"variant": variant, "seats": 2}) for variant in ("basic", "magic", "advanced")),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("id", "options"), GAMES, ids=lambda x: x if isinstance(x, str) else x.get("variant", ""))
def test_every_game_passes_api_test(id: str, options: dict[str, Any]) -> None:
    api_test(env(id, **options), num_cycles=1000)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("id", "options"), GAMES, ids=lambda x: x if isinstance(x, str) else x.get("variant", ""))
def test_a_seed_gives_the_same_games(id: str, options: dict[str, Any]) -> None:
    seed_test(lambda: env(id, **options), num_cycles=100)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("id", "options"), [("duck", {"seats": 3}), ("maumau", {"seats": 3}), ("cinderella", {})])
def test_a_race_secrets_and_a_team_pass_parallel_api_test(id: str, options: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(id, **options), num_cycles=200)


def test_only_who_is_to_act_is_heard() -> None:
    duck, turns = parallel_env("duck", seats=2), raw_env("duck", seats=2)
    seen, _ = duck.reset(seed=1)
    turns.reset(seed=1)
    while duck.agents:
        who = turns.agent_selection
        assert [agent for agent in duck.agents if seen[agent]["action_mask"].any()] == [who]
        action = int(seen[who]["action_mask"].argmax())
        seen, rewards, _, _, _ = duck.step({agent: action if agent == who else 99 for agent in duck.agents})
        turns.step(action)
        assert rewards == turns.rewards
        assert all((seen[a]["observation"] == turns.observe(a)["observation"]).all() for a in seen)
    assert sorted(rewards.values()) == [-1, 1]


def test_a_history_is_what_each_seat_was_told() -> None:
    """Against a batch in which chance is a seat; the same plies, and the same bytes."""
    cards = fabletop.batch("maumau", 1, seats=3, history=5, chance="explicit")
    cards.reset(seed=1)
    course = Course(Task(cards.game, history=5), random.Random(1))
    course.state, course.past = cards.game.new(), [[], [], []]
    dice = np.random.default_rng(1)
    for _ in range(80):
        seat = course.state.turn
        if seat is None:
            break
        if seat >= 0:
            seen = course.task.observation(course.state, seat, course.past[seat])
            assert seen.tobytes() == cards.observation[0].tobytes()
        act = int(((dice.random(cards.mask.shape) + 0.01) * cards.mask).argmax(axis=1)[0])
        course.ply(cards.text(act))
        cards.step(np.array([act]))
    zoo = raw_env("maumau", seats=3, history=5)
    zoo.reset(seed=1)
    assert zoo.observe("seat_1") in zoo.observation_space("seat_1")
    assert -3 in zoo.observe("seat_1")["observation"][-10:], "some of the last plies were others' cards"
    with pytest.raises(fabletop.BadOption, match="history must be a whole number from 0 to 256"):
        env("maumau", history=-1)


def test_all_games_are_here() -> None:
    assert {id for id, _ in GAMES} == set(fabletop.game_ids())


def test_an_illegal_action_says_what_is_legal() -> None:
    duck = raw_env("duck", seats=2)
    duck.reset(seed=1)
    mask = duck.observe(duck.agent_selection)["action_mask"]
    with pytest.raises(fabletop.IllegalAction, match="legal:"):
        duck.step(int((1 - mask).argmax()))
    assert duck.observe(duck.agent_selection)["action_mask"].tolist() == mask.tolist()


@pytest.mark.parametrize("action", [-1, 99, 0.5, None, "hop"])
def test_what_is_no_number_of_an_action_changes_nothing(action: Any) -> None:
    duck = raw_env("duck", seats=2)
    duck.reset(seed=1)
    before = duck.state_.copy()
    with pytest.raises(fabletop.IllegalAction, match="is no action; they are the numbers 0 to 2"):
        duck.step(action)
    assert duck.state_ == before


def test_who_is_to_act_must_answer() -> None:
    duck = parallel_env("duck", seats=2)
    duck.reset(seed=1)
    with pytest.raises(fabletop.IllegalAction, match="is to act, and its action is missing"):
        duck.step({})


def test_level_1_of_nutcracker_has_nothing_to_decide() -> None:
    with pytest.raises(fabletop.BadOption, match="nobody ever decides"):
        env("nutcracker", level=1)


def test_pictures_and_text() -> None:
    assert "pond" in str(_drawn("ansi"))
    assert str(_drawn("svg")).startswith("<svg")
    with pytest.raises(fabletop.BadOption, match="render_mode is ansi or svg"):
        env("duck", render_mode="human")


def _drawn(mode: str) -> Any:
    duck = env("duck", seats=2, render_mode=mode)
    duck.reset(seed=1)
    return duck.render()
