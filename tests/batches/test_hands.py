"""Threads that share work: all of it is done, errors are told, and nobody stays behind."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections import deque

import pytest

import fabletop
from fabletop.batches.hands import Hands


def helpers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "fabletop-batch"}


def gone(them: set[threading.Thread]) -> bool:
    for thread in them:
        thread.join(5)
    return not them & helpers()


def waited(event: threading.Event) -> None:
    assert event.wait(60)


def test_all_is_done_and_an_error_is_told_when_nobody_is_at_work() -> None:
    hands, left, done = Hands(2), deque(range(1000)), []

    def take() -> None:
        while left:
            with contextlib.suppress(IndexError):  # another was faster
                done.append(left.popleft())

    hands.do([take] * 3)
    assert sorted(done) == list(range(1000))
    here = threading.Event()

    def wrong() -> None:
        here.set()
        raise ValueError("a helper stumbles")

    with pytest.raises(ValueError, match="a helper stumbles"):
        hands.do([lambda: waited(here), wrong, take])
    with pytest.raises(ValueError, match="a helper stumbles"):
        hands.do([wrong, take, take])
    left.append(1000)
    hands.do([take] * 3)
    assert done[-1] == 1000
    hands.close()


def test_a_helper_that_does_not_come_is_not_waited_for() -> None:
    hands, busy, done = Hands(1), threading.Event(), []
    hands._inboxes[0].put(lambda: waited(busy))  # as if the machine gave it no time
    hands.do([lambda: done.append("here"), lambda: done.append("there")])
    assert done == ["here"]
    busy.set()
    hands.close()


def test_a_batch_that_nobody_has_any_more_leaves_no_thread() -> None:
    before = helpers()  # those of others may be on their way home
    env = fabletop.batch("duck", 8, seats=2, threads=3)
    env.reset(seed=1)
    ours = helpers() - before
    assert len(ours) == 2
    del env
    gc.collect()
    assert gone(ours)


def test_a_closed_batch_goes_on_alone() -> None:
    before = helpers()
    env = fabletop.batch("duck", 8, seats=2, threads=2)
    env.reset(seed=1)
    ours = helpers() - before
    assert len(ours) == 1
    env.close()
    assert gone(ours)
    env.step(env.mask.argmax(axis=1))
