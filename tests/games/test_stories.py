"""The stories of the rulebooks, in our own words: in the log, at the end, and on the squares that tell them."""

from __future__ import annotations

import random
from html import unescape

import pytest

import fabletop
from fabletop.engine.game import Game, State
from fabletop.words import Words

NAMES = ("Ada", "Ben", "Cleo", "Dora")


def told(game: Game, seed: int, *acts: str) -> tuple[State, list[str]]:
    """The end of a random game that begins with these actions, and its log."""
    state, rng = game.new(), random.Random(seed)
    log: list[str] = []
    words = Words("en").game(game.id)
    while state.turn is not None:
        before, by = state.view(None), state.turn
        act = acts[len(log)] if len(log) < len(acts) else rng.choice(state.actions())
        said = state.tell(None, act)
        state.play(act)
        log.append(words.sentence(before, by, said, state.view(None), NAMES[: game.seats]))
    return state, log


def heard(state: State) -> str:
    """What the scene of the end says to those who cannot see it."""
    seats = range(state.game.seats)
    scene = state.view(None).ending([[0.0] * len(seats)] * 2, names=NAMES[: len(seats)])
    return scene.partition("<desc")[2].partition("</desc>")[0]


def test_cinderella_is_the_evening_of_the_godmother() -> None:
    lost, log = told(fabletop.game("cinderella", seats=2, hours=4), 1)
    assert log[0].startswith("The godmother's magic lasts until midnight. Ada rolls")
    assert sum("godmother" in line for line in log) == 1  # told once, not with every roll
    assert log[-1].endswith("The clock strikes twelve, and the magic is over: midnight was faster.")
    assert "godmother's magic is over" in unescape(heard(lost))
    game = fabletop.game("cinderella", seats=1)
    won = next(
        log for seed in range(2000) for state, log in [told(game, seed)] if state.result and state.result.winners
    )
    assert won[-1].endswith("The godmother has all she needs for the ball: you have won!")


def test_on_level_1_too_clara_frees_her_nutcracker() -> None:
    state, log = told(fabletop.game("nutcracker", level=1), 1)
    assert "frees the Nutcracker and wins!" in log[-1]
    assert "Nutcracker is free" in heard(state)


def test_the_snitch_is_caught_only_where_it_is() -> None:
    state, _ = told(fabletop.game("quidditch", max_rounds=1), 1)
    assert "nobody has the Snitch" in heard(state)


def test_mau_r8_the_mice_call_as_the_book_does() -> None:
    state, log = told(fabletop.game("maumau", seats=2), 1)
    assert "MauMau(s)!" in log[-1]
    assert "MauMau(s)!" in heard(state)


@pytest.mark.parametrize(
    ("acts", "says"),
    [
        (("roll 6",), "The ship takes Ada along to 12."),
        (("roll 5", "hop", "roll 1", "roll 5"), "That was the wrong bus: back to 10."),
    ],
)
def test_the_duck_goes_on_a_holiday(acts: tuple[str, ...], says: str) -> None:
    _, log = told(fabletop.game("duck", seats=2), 1, *acts)
    assert log[len(acts) - 1].endswith(says)
