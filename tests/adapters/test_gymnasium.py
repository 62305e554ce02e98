"""Gymnasium's own checks, and the vector environment over a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fabletop

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from fabletop.adapters.gymnasium import FabletopVectorEnv, environment_id

KWARGS: dict[str, dict[str, Any]] = {"nutcracker": {"level": 2}, "garden": {"seats": 2}, "cinderella": {"seats": 2}}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_game_passes_check_env(id: str) -> None:
    env = gymnasium.make(environment_id(id), **KWARGS.get(id, {}))
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", ["magic", "advanced"])
def test_variants_pass_check_env(variant: str) -> None:
    check_env(gymnasium.make(environment_id("cinderella"), seats=2, variant=variant).unwrapped)


def test_names_are_neutral_where_a_title_is_a_trademark() -> None:
    assert environment_id("mensch") == "fabletop/ThreeHome-v0"
    assert environment_id("duck") == "fabletop/Duck-v0"


def played(env: Any, seed: int) -> tuple[float, int]:
    dice, gain, steps = np.random.default_rng(seed), 0.0, 0
    _, info = env.reset(seed=seed)
    while True:
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        _, reward, done, cut, info = env.step(action)
        gain, steps = gain + reward, steps + 1
        if done or cut:
            return gain, steps


def test_a_whole_game_ends_with_a_reward() -> None:
    env = gymnasium.make("fabletop/Duck-v0", seats=2)
    gains = [played(env, seed)[0] for seed in range(30)]
    assert set(gains) == {-1.0, 1.0}
    assert played(env, 5) == played(env, 5)


def test_alone_for_points() -> None:
    env = gymnasium.make("fabletop/SpaceDice-v0", seats=1, score=True)
    gain, steps = played(env, 1)
    assert gain >= 0
    assert steps >= 11


def test_an_illegal_action_loses_and_says_why() -> None:
    env = gymnasium.make("fabletop/Duck-v0", seats=2)
    _, info = env.reset(seed=1)
    _, reward, done, _, info = env.step(int((1 - info["action_mask"]).argmax()))
    assert (reward, done) == (-1.0, True)
    assert "legal:" in info["illegal"]


def test_an_illegal_action_can_be_an_error() -> None:
    env = gymnasium.make("fabletop/Duck-v0", seats=2, illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(fabletop.IllegalAction, match="legal:"):
        env.step(int((1 - info["action_mask"]).argmax()))


@pytest.mark.parametrize("action", [-1, 99, 0.5, None, "hop", np.array([0, 0])])
def test_what_is_no_number_of_an_action_is_illegal_too(action: Any) -> None:
    env = gymnasium.make("fabletop/Duck-v0", seats=2, illegal="raise", disable_env_checker=True)
    env.reset(seed=1)
    with pytest.raises(fabletop.IllegalAction, match="is no action; they are the numbers 0 to 2"):
        env.step(action)


def test_seeds_are_one_or_as_many_as_games() -> None:
    env: Any = gymnasium.make_vec("fabletop/Duck-v0", num_envs=3, vectorization_mode="vector_entry_point", seats=2)
    assert (env.reset(seed=[5, 6, 7])[0] == env.reset(seed=5)[0]).all()
    with pytest.raises(fabletop.BadOption, match="seed is one number, or 3 of which the first counts, not 1"):
        env.reset(seed=[5])


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_many_at_once(mode: str) -> None:
    env: Any = gymnasium.make_vec(
        "fabletop/Duck-v0", num_envs=32, vectorization_mode="vector_entry_point", seats=2, autoreset=mode
    )
    base = env.unwrapped
    assert isinstance(base, FabletopVectorEnv)
    observation, info = env.reset(seed=3)
    features = base.batch.encoding.features
    dice, ends = np.random.default_rng(0), 0
    for _ in range(120):
        assert observation in env.observation_space
        mask = info["action_mask"]
        observation, reward, done, cut, info = env.step((dice.random(mask.shape) * mask + mask * 0.01).argmax(axis=1))
        assert set(np.unique(reward)) <= {-1.0, 0.0, 1.0}
        assert (reward[done] != 0).all(), "the step that ends a game brings its reward"
        assert not cut.any()
        ends += int(done.sum())
        assert ("final_obs" in info) == (mode == "same_step" and bool(done.any()))
        for i in np.flatnonzero(info.get("_final_obs", [])):
            assert done[i]
            assert info["final_obs"][i] in env.single_observation_space
            home = np.flatnonzero([f.name.startswith("at[") and f.name.endswith("== 63") for f in features])
            assert info["final_obs"][i][home].any(), "somebody has got home"
            assert not observation[i][home].any(), "and the next game has begun"
    assert ends > 32
    env.close()


def test_the_vector_environment_keeps_gymnasiums_conventions() -> None:
    """There is no check_vector_env in Gymnasium 1: what its wrappers and SyncVectorEnv rely on is checked here."""
    env: Any = gymnasium.make_vec(
        "fabletop/Duck-v0", num_envs=6, vectorization_mode="vector_entry_point", seats=2, opponents="fair"
    )
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    (one, info), (again, _) = recorded.reset(seed=5), recorded.reset(seed=5)
    assert (one == again).all()
    assert one.shape == env.observation_space.shape
    assert one.dtype == env.observation_space.dtype
    assert env.unwrapped.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    returns, over = [], np.zeros(6, bool)
    for _ in range(200):
        _, reward, done, cut, info = recorded.step(info["action_mask"].argmax(axis=1))
        assert (reward.shape, done.shape, cut.shape) == ((6,), (6,), (6,))
        assert not reward[over].any(), "the step after the end only begins anew"
        returns += list(info["episode"]["r"][info["_episode"]]) if "episode" in info else []
        over = done | cut
    assert set(returns) == {-1.0, 1.0}
    with pytest.raises(fabletop.IllegalAction):
        recorded.step(np.full(6, 99))


def test_a_level_sits_opposite_one_learner_and_thousands() -> None:
    """The same opponents: alone they are asked, in bulk they are compiled."""
    how: dict[str, Any] = {"seats": 2, "pieces": 4, "track": 32}  # with 3 pieces there is less to think about
    gains = {}
    for opponents in ("random", "fair"):
        env: Any = gymnasium.make_vec(
            "fabletop/Mensch-v0",
            num_envs=1024,
            vectorization_mode="vector_entry_point",
            opponents=opponents,
            autoreset="disabled",
            **how,
        )
        _, info = env.reset(seed=1)
        gain, dice, done = np.zeros(1024), np.random.default_rng(1), np.zeros(1024, bool)
        while not done.all():
            mask = info["action_mask"]
            _, reward, done, _, info = env.step(((dice.random(mask.shape) + 0.01) * mask).argmax(axis=1))
            gain += reward
        assert set(gain) == {-1.0, 1.0}
        gains[opponents] = gain.mean()
    assert gains["fair"] < gains["random"] - 0.3, "a thinking opponent is harder to beat"
    one = gymnasium.make("fabletop/Mensch-v0", opponents="fair", **how)
    assert played(one, 1)[0] in (-1.0, 1.0)


def test_alone_and_in_bulk_the_features_are_the_same() -> None:
    how: dict[str, Any] = {"seats": 2, "history": 3, "opponents": "fair"}
    one, many = gymnasium.make("fabletop/Maumau-v0", **how), gymnasium.make_vec("fabletop/Maumau-v0", 2, **how)
    seen, info = one.reset(seed=1)
    assert isinstance(many.unwrapped, FabletopVectorEnv)
    assert seen in many.unwrapped.single_observation_space
    assert info["action_mask"].shape == many.reset(seed=1)[1]["action_mask"].shape[1:]


def test_some_games_begin_anew_and_the_others_stay() -> None:
    """With the mode "disabled", as SyncVectorEnv has it."""
    env: Any = gymnasium.make_vec(
        "fabletop/Duck-v0", num_envs=8, vectorization_mode="vector_entry_point", seats=2, opponents="fair",
        autoreset="disabled",
    )  # fmt: skip
    seen, info = env.reset(seed=1)
    for _ in range(6):
        seen, _, done, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert 0 < done.sum() < 8
    again, info = env.reset(options={"reset_mask": done})
    assert (again[~done] == seen[~done]).all()
    assert (again[done] != seen[done]).any(axis=1).all()
    assert info["action_mask"].any(axis=1).all()
    _, reward, after, _, _ = env.step(info["action_mask"].argmax(axis=1))
    assert (reward[after] != 0).all()


def test_one_seat_learns() -> None:
    with pytest.raises(fabletop.BadOption, match="one seat learns"):
        gymnasium.make("fabletop/Duck-v0", seats=3, opponents={1: "random"})
