"""Many games at once are the same games: ply by ply like a plain state, whatever plays them."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from functools import partial
from itertools import cycle, repeat
from typing import Any

import numpy as np
import pytest

import fabletop
from fabletop.batches.batch import ARRAYS, Batch
from fabletop.batches.observations import numbers
from fabletop.batches.task import nobody_decides
from fabletop.compiler import drivers
from fabletop.compiler.batching import SHARE, next_share
from fabletop.compiler.packing import LINE
from fabletop.engine.game import State, copied
from fabletop.engine.registry import mind_levels, mind_of
from fabletop.engine.rulebook import CHANCE, BaseRules, Moves, Rng
from fabletop.engine.view import View
from fabletop.players.minds import book_for
from fabletop.testing.optionsets import option_sets

IDS = fabletop.game_ids()


def some(env: Batch, dice: np.random.Generator) -> Any:
    """A legal action for each game; any number where a game is over."""
    return ((dice.random(env.mask.shape) + 0.01) * env.mask).argmax(axis=1)


def usual(id: str) -> dict[str, Any]:
    return {"level": 2} if id == "nutcracker" else {}


@pytest.mark.parametrize("id", IDS)
def test_every_option_set_plays_like_plain_states(id: str) -> None:
    for game in option_sets(id):
        if nobody_decides(game):
            continue
        env = fabletop.batch(game, 2, chance="explicit", autoreset="disabled")
        env.reset(seed=3)
        dice, states = np.random.default_rng(4), [game.new(), game.new()]
        for _ in range(60):
            for i, state in enumerate(states):
                if state.turn is None:
                    assert env.done[i]
                    assert not env.mask[i].any()
                    continue
                assert env.seat[i] == state.turn
                assert [env.text(int(a)) for a in np.flatnonzero(env.mask[i])] == state.actions()
                view = state.view(None if state.turn == CHANCE else state.turn)
                assert tuple(env.observation[i]) == view.position.key()
                if state.turn == CHANCE:
                    weights = {env.text(int(a)): int(env.weight[i, a]) for a in np.flatnonzero(env.weight[i])}
                    total, odds = sum(weights.values()), state.odds()
                    assert {text: weight / total for text, weight in weights.items()} == pytest.approx(
                        {text: float(odds[text]) for text in odds}
                    )
            chosen = some(env, dice)
            for i, state in enumerate(states):
                if state.turn is not None:
                    state.play(env.text(int(chosen[i])))
            env.step(chosen)


@pytest.mark.parametrize("id", IDS)
def test_chance_inside_leads_only_where_the_rules_allow(id: str) -> None:
    env = fabletop.batch(id, 8, skip_forced=True, **usual(id))
    env.reset(seed=1)
    dice = np.random.default_rng(0)
    for _ in range(40):
        for i in np.flatnonzero(~env.done):
            state = env.state(int(i))
            assert state.turn == env.seat[i]
            assert env.mask[i].sum() == len(state.legal()) > 1
            assert tuple(env.observation[i]) == state.view(int(env.seat[i])).position.key()
        env.step(some(env, dice))


@pytest.mark.parametrize("id", IDS)
def test_worlds_alike_to_a_seat_are_the_same_bytes(id: str) -> None:
    """What goes out is made by the gate alone: the numbers, the mask, the features, the past."""
    rules: Any = fabletop.game(id).new().rules
    if type(rules).conceal is BaseRules.conceal:
        return
    env = fabletop.batch(id, 4, chance="explicit", history=3)
    env.reset(seed=2)
    dice, rng = np.random.default_rng(0), Rng()
    rng.seed(5, 0)
    for _ in range(80):
        for i in range(4):
            seat = int(env.seat[i])
            if seat < 0 or env.done[i]:
                continue
            state = env.state(i)
            world = copied(state.rules)
            world.conceal(seat)
            world.complete(rng)
            other = State(env.game, world)
            task = env._task
            assert task.observation(other, seat).tobytes() == task.observation(state, seat).tobytes()
            past = [(int(by), int(what)) for by, what in env.observation[i][-6:].reshape(3, 2)]
            assert task.observation(other, seat, past).tobytes() == env.observation[i].tobytes()
            assert task.mask(other, seat).tobytes() == env.mask[i].tobytes()
            assert tuple(env.observation[i][: len(world.key())]) == other.view(seat).position.key()
        env.step(some(env, dice))


def test_the_past_is_what_the_seat_was_told() -> None:
    env = fabletop.batch("maumau", 1, seats=2, history=4, chance="explicit")
    env.reset(seed=1)
    dice, state = np.random.default_rng(1), fabletop.game("maumau", seats=2).new()
    heard: list[list[int]] = [[], []]
    names = env.game.numbers
    for _ in range(60):
        if state.turn is None:
            break
        if state.turn != CHANCE:
            past = env.observation[0][-8:].reshape(4, 2)[:, 1].tolist()
            assert past == [*reversed(heard[state.turn][-4:])]
        act = env.text(int(some(env, dice)[0]))
        for seat in range(2):
            told = state.tell(seat, act)
            heard[seat].append(names[told] if told == act else -3)
        state.play(act)
        env.step(np.array([env.number(act)]))


@pytest.mark.parametrize("id", IDS)
def test_threads_change_nothing_and_a_seed_everything(id: str) -> None:
    def run(seed: int, threads: int) -> bytes:
        env = fabletop.batch(id, 3 * SHARE + 5, threads=threads, **usual(id))  # each thread has some of its own
        env.reset(seed=seed)
        dice, seen = np.random.default_rng(0), []
        for _ in range(25):
            env.step(some(env, dice))
            seen.append(env.observation.tobytes() + env.reward.tobytes())
        env.close()
        return b"".join(seen)

    assert run(1, 1) == run(1, 3)
    assert run(1, 1) != run(2, 1)


@pytest.mark.parametrize(
    ("threads", "first", "last"), [(1, 0, 200), (2, 0, 16384), (3, 0, 1000), (5, 0, 70), (2, 7, 8)]
)
def test_each_thread_has_games_of_its_own_and_helps_with_what_is_left(threads: int, first: int, last: int) -> None:
    alone = np.zeros((threads, 3), np.int64)
    taken = [next_share(alone, threads - 1, first, last)]
    while taken[-1] < last:
        taken.append(next_share(alone, threads - 1, first, last))
    assert sorted(taken[:-1]) == list(range(first, last, SHARE)), "all of it, once, if nobody else comes"
    queues, own = np.zeros((threads, 3), np.int64), list[list[int]]()
    for k in range(threads):  # those that come in time have neighbouring games, always the same
        shares = (last - first + SHARE - 1) // SHARE
        mine = shares * (k + 1) // threads - shares * k // threads
        own.append([next_share(queues, k, first, last) for _ in range(mine)])
    assert [share for some in own for share in some] == list(range(first, last, SHARE))
    assert {next_share(queues, k, first, last) for k in range(threads)} == {last}


def _lines(written: Any) -> range:
    begin = written.__array_interface__["data"][0]
    assert begin % LINE == 0
    return range(begin // LINE, (begin + written.nbytes - 1) // LINE + 1)


def test_no_thread_writes_into_a_line_of_the_cache_that_another_writes_into() -> None:
    env = fabletop.batch("duck", 3, seats=2, threads=2)
    written = [getattr(env, name) for name in ARRAYS] + [env._states, env._rngs, env._plies, *env._queues]
    written += [tool for tools in env._tools for tool in tools[:4]]
    lines = [line for one in written if env.compiled for line in _lines(one)]
    assert len(set(lines)) == len(lines)
    env.close()


def test_plain_and_compiled_are_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> list[bytes]:
        env = fabletop.batch("duck", 5, seats=3, skip_forced=True, opponents={1: "gentle", 2: "random"}, history=2)
        env.reset(seed=7)
        dice, seen = np.random.default_rng(0), []
        for _ in range(120):
            env.step(some(env, dice))
            rows = (env.observation, env.mask, env.reward, env.seat, env.done, env.encoded())
            seen.append(b"".join(row.tobytes() for row in rows))
        return seen

    compiled = run()
    monkeypatch.setattr("fabletop.compiler.store.numba_version", lambda: None)
    assert run() == compiled


def test_a_game_that_has_ended_begins_anew_as_gymnasium_names_it() -> None:
    envs = {mode: fabletop.batch("duck", 8, seats=2, autoreset=mode) for mode in ("next_step", "same_step", "disabled")}
    ends = dict.fromkeys(envs, 0)
    for mode, env in envs.items():
        env.reset(seed=3)
        dice = np.random.default_rng(0)
        over = np.zeros(8, bool)
        for _ in range(150):
            chosen = some(env, dice)
            env.step(chosen)
            if mode == "disabled":
                assert (env.done >= over).all(), "a game that has ended stays so"
            elif mode == "next_step":
                assert not (over & env.done).any(), "the step after the end only begins anew"
            ended = env.done & ~over
            assert (np.abs(env.reward[ended]).sum(axis=1) == 2).all()
            assert not env.reward[~ended].any()
            if mode == "same_step":
                assert env.mask.any(axis=1).all(), "there is always something to do"
                over = np.zeros(8, bool)
                for i in np.flatnonzero(env.done):
                    at = [k for k, number in enumerate(env.numbers) if number.name.startswith("at[")]
                    assert 63 in env.final[i][at]
                    assert 63 not in env.observation[i][at]
            else:
                over = env.done.copy()
            ends[mode] += int(ended.sum())
    assert ends["disabled"] == 8 < ends["next_step"] < ends["same_step"]


def test_rewards_are_places_or_points() -> None:
    env = fabletop.batch("kniffel", 4, seats=2, rewards="score")
    env.reset(seed=1)
    dice = np.random.default_rng(0)
    ended = 0
    for _ in range(200):
        env.step(some(env, dice))
        for i in np.flatnonzero(env.done):
            result = env.state(int(i)).result
            assert result is not None
            assert result.scores is not None
            assert tuple(env.reward[i]) == tuple(map(float, result.scores))
            ended += 1
    assert ended


def test_a_learner_alone_sees_only_its_own_seat() -> None:
    env = fabletop.batch("maumau", 6, seats=3, opponents="random", skip_forced=True)
    env.reset(seed=1)
    dice = np.random.default_rng(0)
    for _ in range(60):
        assert env.learner == 0
        assert (env.seat[~env.done] == 0).all()
        env.step(some(env, dice))


def by_hand(game: fabletop.Game, level: int, learner: int, seed: int, number: int) -> Iterator[State]:
    """A game as the batch ought to play it, up to each of the learner's decisions and the end; no line is shared."""
    state, moves, rng, whim = game.new(), Moves(), Rng(), Rng()
    rng.seed(seed, number)
    whim.seed(seed, drivers.WHIMS + number)
    minds = [mind_of(game.id)() for _ in range(game.seats)]
    for mind in minds:
        mind.level = level
        mind.forget()
    view, trial = copied(state.rules), copied(state.rules)
    book = book_for(game, [mind_levels(game.id)[level - 1]] if level else [])
    while state.turn is not None:
        if state.turn == learner:
            yield state
            continue
        action = drivers.think(state.rules, state.turn, view, trial, moves, rng, whim, minds, book)
        state.play(game.actions[action])
    yield state


@pytest.mark.parametrize("id", [id for id in IDS if mind_levels(id)])
def test_opponents_that_think_play_the_same_plies_as_at_a_table(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.games.maumau.players.DEALS", 6)  # plain, each that is imagined takes milliseconds
    games = [game for game in option_sets(id) if not nobody_decides(game) and game.seats > 1]
    levels = list(enumerate(mind_levels(id), start=1))
    assert len(games) >= len(levels)
    for game, (number, level) in zip(games, cycle(levels), strict=False):  # plain play takes its time: one level each
        learner = number % game.seats
        seats = {seat: level for seat in range(game.seats) if seat != learner}
        env = fabletop.batch(game, 2, opponents=seats, autoreset="disabled")
        env.reset(seed=9)
        assert env.learner == learner
        tables = [by_hand(game, number, learner, 9, i) for i in range(2)]
        for n in range(25):
            chosen = np.zeros(2, np.int64)
            for i, state in enumerate(map(next, tables)):
                assert tuple(env.observation[i]) == state.view(learner).position.key()
                if state.turn is None:
                    assert env.done[i]
                    tables[i] = repeat(state)  # it stays so
                    continue
                legal = state.actions()
                chosen[i] = env.number(legal[n % len(legal)])
                state.play(legal[n % len(legal)])
            env.step(chosen)


def test_opponents_that_cannot_be_compiled_are_asked() -> None:
    env = fabletop.batch("mensch", 3, seats=2, opponents={0: partial(fabletop.bot, "mensch", "fair", 1)})
    env.reset(seed=1)
    dice, ends, gains = np.random.default_rng(0), 0, 0.0
    for _ in range(250):
        assert (env.seat[~env.done] == 1).all()
        env.step(some(env, dice))
        ends += int(env.done.sum())
        gains += float(env.reward[:, 1].sum())
    assert ends > 2
    assert gains < 0, "a thinking player beats random moves"


class Marked:
    """A player of one's own that remembers: it must sit through one game, and through that alone."""

    def __init__(self) -> None:
        self.free = -1

    def choose(self, view: View) -> str:
        free = view.position.free[0].bit_count()
        assert free == 11 if self.free < 0 else free <= self.free, "not the game that it sat down to"
        self.free = free
        return view.actions()[-1]


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_opponents_of_ones_own_are_served_as_those_that_are_compiled(autoreset: str) -> None:
    """Whenever somebody is to act it is the learner, and rewards come with the end."""
    own, ours = (
        fabletop.batch("duck", 16, seats=2, opponents={0: who}, autoreset=autoreset, history=2)
        for who in (partial(fabletop.bot, "duck", "fair", 1), "fair")
    )
    told = []
    for env in (own, ours):
        env.reset(seed=4)
        over, ends, gain = np.zeros(16, bool), 0, env.reward[:, 1].sum()
        rows = []
        for _ in range(120):
            on = ~(env.done | env.truncated) | (autoreset == "same_step")
            assert (env.seat[on] == 1).all()
            assert env.mask[on].any(axis=1).all()
            env.step(env.mask.argmax(axis=1))
            if autoreset == "next_step":
                assert not env.done[over].any(), "the step after the end only begins anew"
                assert not env.reward[over].any()
            if autoreset != "disabled":
                assert (np.abs(env.reward[env.done]) == 1).all()
                assert not env.reward[~env.done].any()
                home = [k for k, number in enumerate(env.numbers) if number.name in ("at[0]", "at[1]")]
                assert (env.final[env.done][:, home] == 63).any(axis=1).all()
            over, ends, gain = env.done.copy(), ends + int(env.done.sum()), gain + env.reward[:, 1].sum()
            rows.append(b"".join(row.tobytes() for row in (env.observation, env.reward, env.done, env.final)))
        assert ends > 16
        told.append((rows, gain))
    assert told[0] == told[1], "the same games: at a table fair leaves nothing to chance"


def test_a_player_of_ones_own_sits_through_one_game() -> None:
    for autoreset in ("next_step", "same_step"):
        env = fabletop.batch("kniffel", 3, seats=2, opponents={0: Marked}, autoreset=autoreset)
        env.reset(seed=1)
        ends = 0
        for _ in range(40):
            env.step(env.mask.shape[1] - 1 - env.mask[:, ::-1].argmax(axis=1))  # scores at once
            ends += int(env.done.sum())
        assert ends >= 6


def test_a_step_allocates_nothing_that_grows_with_the_games() -> None:
    env = fabletop.batch("duck", 4096, seats=2, opponents="fair", history=2, threads=2)
    env.reset(seed=1)
    features, chosen = env.encoded(), env.mask.argmax(axis=1)
    env.step(chosen)
    env.encoded(out=features)
    chosen = env.mask.argmax(axis=1)
    tracemalloc.start()
    env.step(chosen)
    env.encoded(out=features)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    env.close()
    assert most < 20_000, "4,096 games, and less than five bytes for each"


def test_opponents_that_think_do_not_slow_a_batch_down_to_python() -> None:
    env = fabletop.batch("mensch", 512, seats=4, opponents="fair")
    env.reset(seed=1)
    gains, dice = np.zeros(4), np.random.default_rng(0)
    for _ in range(150):
        env.step(some(env, dice))
        gains += env.reward.sum(axis=0)
    assert not env._guests._players, "nobody was asked one by one"
    assert gains[0] < -50, "three thinking players beat random moves"


@pytest.mark.parametrize("opponents", [None, "fair"])
def test_a_game_goes_on_from_where_it_was_saved(opponents: str | None) -> None:
    env = fabletop.batch("cinderella", 4, seats=3, opponents=opponents)
    env.reset(seed=1)
    dice = np.random.default_rng(0)
    for _ in range(10):
        env.step(some(env, dice))
    saved, further = env.save(), []
    for _ in range(2):
        env.restore(saved)
        again = np.random.default_rng(5)
        rows = []
        for _ in range(15):
            env.step(some(env, again))
            rows.append(env.observation.tobytes())
        further.append(rows)
    assert further[0] == further[1]


def test_the_arrays_may_be_the_callers_own() -> None:
    mine = np.zeros((4, 3), np.int8)
    env = fabletop.batch("duck", 4, seats=2, arrays={"mask": mine})
    env.reset(seed=1)
    assert env.mask is mine
    assert mine.any()
    with pytest.raises(fabletop.BadOption, match=r"mask must be writable, contiguous, of shape \(4, 3\) and type int8"):
        fabletop.batch("duck", 4, seats=2, arrays={"mask": np.zeros((4, 3))})


def test_an_illegal_action_changes_nothing() -> None:
    env = fabletop.batch("duck", 3, seats=2)
    with pytest.raises(fabletop.IllegalAction, match="reset comes before the first step"):
        env.step(np.zeros(3, int))
    env.reset(seed=1)
    before = env.save()
    wrong = np.array([int(np.flatnonzero(row == 0)[0]) for row in env.mask])
    good = env.mask.argmax(axis=1)
    good[2] = wrong[2]
    with pytest.raises(
        fabletop.IllegalAction, match=r"game 2: \d \(?.*is not legal now; legal: \d \((hop|go|stay)\)|game 2"
    ):
        env.step(good)
    assert env.observation.tobytes() == before["observation"].tobytes()
    assert env.save()["states"].tobytes() == before["states"].tobytes()
    for bad in (np.zeros(2, int), np.zeros(3), np.array([0, 0, 99]), np.array([-1, 0, 0])):
        with pytest.raises(fabletop.IllegalAction):
            env.step(bad)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_first_of_several_illegal_actions_is_named_and_no_thread_has_begun(threads: int) -> None:
    env = fabletop.batch("duck", 10 * SHARE + 3, seats=2, threads=threads)
    env.reset(seed=1)
    good = env.mask.argmax(axis=1)
    for wrong in ([env.n - 1], [0], [7 * SHARE + 1, 7 * SHARE, 2 * SHARE - 1], [5 * SHARE, 9 * SHARE]):
        before, bad = env.save(), good.copy()
        bad[wrong] = -1
        with pytest.raises(fabletop.IllegalAction, match=f"game {min(wrong)}: -1 is not legal"):
            env.step(bad)
        for name, part in env.save().items():
            assert part.tobytes() == before[name].tobytes(), name
    env.step(good)  # and on it goes
    env.close()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "n must be a whole number from 1"),
        ({"chance": "none"}, "chance is one of sampled, explicit"),
        ({"autoreset": "never"}, "autoreset is one of next_step, same_step, disabled"),
        ({"rewards": "score"}, "duck has no score"),
        ({"opponents": "genius"}, "duck has no player 'genius'"),
        ({"opponents": {9: "random"}}, "there is no seat 9"),
        ({"opponents": {0: "random", 1: "random"}}, "leave one for the learner"),
        ({"opponents": {True: "random"}}, "there is no seat True"),
        ({"opponents": 3}, "an opponent is a level or a function that makes a player, not 3"),
        ({"opponents": ["fair"]}, "a function that makes a player, not ['fair']"),
        ({"history": -1}, "history must be a whole number"),
        ({"threads": 0}, "threads must be a whole number from 1"),
        ({"arrays": [1]}, "arrays are given by name"),
        (
            {"arrays": dict.fromkeys(("done", "truncated"), np.zeros(4, bool))},
            "done and truncated lie in the same place",
        ),
        ({"arrays": {"seat": np.frombuffer(bytes(4), np.int8)}}, "the array seat must be writable"),
        ({"arrays": {"masks": 1}}, "there is no array 'masks'"),
        ({"hops": True}, "has no option 'hops'"),
    ],
)
def test_what_is_not_allowed_is_refused_in_one_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(fabletop.BadOption) as error:
        fabletop.batch("duck", **{"n": 4, "seats": 2, **given})
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_wrong_arguments_are_told_in_one_line_and_change_nothing() -> None:
    made: Any = [fabletop.batch("duck", n, seats=2) for n in np.array([4, 1])]  # NumPy's numbers are welcome
    for each in made:
        each.reset(seed=np.int64(1))
    env, other = made
    before = {name: rows.tobytes() for name, rows in env.save().items()}
    features = len(env.encoding)
    for wrong, said in (
        (partial(env.step, [[1], [2, 3], [1], [1]]), "step needs 4 whole numbers"),
        (partial(env.step, [0.5] * 4), "step needs 4 whole numbers"),
        (partial(env.reset, seed=-1), "seed must be a whole number from 0"),
        (partial(env.state, 4), "the number of a game must be a whole number from 0 to 3, not 4"),
        (partial(env.text, -1), "-1 is no action; they are the numbers 0 to 2"),
        (partial(env.restore, {}), "not saved by a batch of so many games"),
        (partial(env.restore, None), "not saved by a batch of so many games"),
        (partial(env.restore, other.save()), "not saved by a batch of so many games"),
        (partial(env.encoded, out=np.zeros((4, 2), np.float32)), f"out must be of shape (4, {features})"),
        (partial(env.encoded, out=np.zeros((4, features), int)), "of floats"),
        (partial(env.encoded, of=other.observation), "of must be observations: shape (4, 15)"),
    ):
        with pytest.raises(fabletop.FabletopError) as error:
            wrong()
        assert said in str(error.value)
        assert "\n" not in str(error.value)
    assert before == {name: rows.tobytes() for name, rows in env.save().items()}


def test_where_nobody_decides_there_is_nothing_to_learn() -> None:
    with pytest.raises(fabletop.BadOption, match="nobody ever decides"):
        fabletop.batch("nutcracker", 4, level=1)


@pytest.mark.parametrize("id", IDS)
def test_every_number_is_described_and_in_its_range(id: str) -> None:
    env = fabletop.batch(id, 8, **usual(id), history=2)
    env.reset(seed=1)
    dice = np.random.default_rng(0)
    low, high = (np.array([getattr(number, end) for number in env.numbers]) for end in ("low", "high"))
    names = [number.name for number in env.numbers]
    assert len(set(names)) == len(names) == env.observation.shape[1]
    assert all(number.meaning for number in env.numbers)
    assert numbers(env.game, 2) == env.numbers
    for _ in range(60):
        env.step(some(env, dice))
        assert (env.observation >= low).all()
        assert (env.observation <= high).all()
        features = env.encoded()
        assert features.min() >= 0
        assert features.max() <= 1
        for i in range(8):
            assert (env.encoding.encoded(env.observation[i], int(env.seat[i])) == features[i]).all(), "one like many"


def test_features_look_alike_from_every_seat() -> None:
    """Two positions that differ only in who is who."""
    env = fabletop.batch("duck", 1, seats=3)
    game = env.game
    state, turned = game.new(), game.new()
    state.rules.at, state.rules.missing, state.rules.turn, state.rules.die = [9, 20, 31, 0], [0, 1, 0, 0], 0, 4
    turned.rules.at, turned.rules.missing, turned.rules.turn, turned.rules.die = [20, 31, 9, 0], [1, 0, 0, 0], 2, 4
    task = env._task
    assert (task.features(state, 0) == task.features(turned, 2)).all()
    assert not (task.features(state, 0) == task.features(turned, 0)).all()


@pytest.mark.parametrize("id", IDS)
def test_chance_and_seats_have_actions_of_their_own(id: str) -> None:
    """What a game declares in `throws` and `draws` is what chance does, and nothing else is."""
    for game in option_sets(id):
        state, dice = game.new(), np.random.default_rng(1)
        for _ in range(120):
            if state.turn is None:
                break
            acts = state.actions()
            assert all(game.spec.is_chance(act) == (state.turn == CHANCE) for act in acts)
            state.play(acts[dice.integers(len(acts))])
