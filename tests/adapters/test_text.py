"""Games for players that read and write."""

from __future__ import annotations

import random
import re

import pytest

import fabletop
from fabletop.adapters.text import ChatPlayer, TextEnv, chosen, described


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_whole_game_can_be_read_and_written(id: str) -> None:
    env = TextEnv(id, seats=1 if id == "kniffel" else 2)
    env.reset(seed=4)
    dice, done = random.Random(1), env.state.turn is None
    for _ in range(400):
        if done:
            break
        seat, text = env.get_observation()
        assert seat == env.state.turn
        assert f"You are player {seat + 1}." in text
        acts = re.findall(r"^\[([^\]]+)\]", text, re.MULTILINE)
        assert set(acts) <= set(env.state.actions())
        done, info = env.step(f"I think I will play [{dice.choice(acts)}].")
        assert info == {}
    gains, info = env.close()
    assert len(gains) == env.game.seats
    assert (info["result"] is not None) == done


def test_a_refused_answer_changes_nothing_and_the_next_observation_says_why() -> None:
    env = TextEnv("duck", seats=2)
    env.reset(seed=1)
    before = env.state.copy()
    done, info = env.step("[fly away]")
    assert not done
    assert "'fly away' is not legal now; legal:" in info["refused"]
    assert env.state == before
    assert "Refused: 'fly away'" in env.get_observation()[1]
    env.step(env.state.actions()[0])
    assert "Refused" not in env.get_observation()[1]


def test_a_seat_reads_nothing_that_it_may_not_know() -> None:
    env = TextEnv("maumau", seats=2)
    env.reset(seed=1)
    other = 1 - (env.state.turn or 0)
    hidden = {f"deal {card}" for card in ("red-1", "wish")}
    _, text = env.get_observation()
    assert not hidden & set(text.split("\n"))
    hand = env.state.view(other).position.hands[other]
    assert str(hand) not in text


def test_a_chat_model_sits_at_any_table() -> None:
    asked: list[str] = []

    def model(text: str) -> str:
        asked.append(text)
        return "hop, of course" if len(asked) == 1 else "[stay]"

    view = duck_question()
    assert ChatPlayer(model).choose(view) == "stay"
    assert len(asked) == 2
    assert "Refused:" in asked[1]
    assert ChatPlayer(lambda text: "no idea", rng=random.Random(1)).choose(view) in view.actions()


def test_a_model_that_says_nothing_is_asked_again() -> None:
    answers = iter([None, "", "[stay]"])
    assert ChatPlayer(lambda text: next(answers)).choose(duck_question()) == "stay"  # type: ignore[arg-type, return-value]
    with pytest.raises(fabletop.IllegalAction, match="reset comes before the first step"):
        TextEnv("duck", seats=2).step("stay")


def duck_question() -> fabletop.View:
    state = fabletop.game("duck", seats=2).new()
    state.play("roll 5")
    assert "hop" in state.actions()
    return state.view(0)


def test_the_last_words_in_brackets_count() -> None:
    view = duck_question()
    assert chosen("not [stay] but [hop]", view) == "hop"
    assert chosen(" hop ", view) == "hop"
    assert "[hop]" in described(view, ["Ada", "Ben"])
