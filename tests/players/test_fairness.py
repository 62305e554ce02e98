"""Every player of every game is fair: it knows what its seat knows, keeps no state, and answers in time."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from fabletop.compiler.kernels import KERNELS, wait_for
from fabletop.engine.game import Game, State, copied
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.rulebook import CHANCE, BaseRules, Rng
from fabletop.engine.view import View
from fabletop.players import bot, levels, solutions

EVERY = [(id, level) for id in game_ids() for level in levels(id)]
OURS = "fabletop"


def variants(id: str) -> Iterator[Game]:
    spec = spec_of(id)
    for value in spec.option(spec.variant).values if spec.variant else (None,):
        yield Game(id, spec.usual_seats, {} if value is None else {spec.variant: value})


def decisions(game: Game, seed: int, most: int) -> Iterator[State]:
    """Positions of a random game in which a seat has a choice, spread over the game."""
    rng = random.Random(seed)
    found: list[State] = []
    state = game.new()
    while state.turn is not None and len(found) < 400:
        if state.turn != CHANCE and len(state.actions()) > 1:
            found.append(state.copy())
        state.play(rng.choice(state.actions()))
    yield from found[:: max(1, len(found) // most)][:most]


def another_world(state: State, seed: int) -> State:
    """A state that looks the same to the seat to act; what it cannot know is drawn anew."""
    seat = state.turn
    assert seat is not None
    rng, twin = Rng(), state.copy()
    rng.seed(seed, 0)
    twin.rules.conceal(seat)
    twin.rules.complete(rng)
    return twin


def held(thing: object) -> Iterator[object]:
    """Everything of ours that a player holds on to, through whatever containers; modules and classes end the walk."""
    seen: set[int] = set()
    todo: list[object] = [thing]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType, str, bytes, int, float)):
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, FunctionType):
            todo.extend(cell.cell_contents for cell in one.__closure__ or ())
        elif isinstance(one, (dict, list, tuple, set, frozenset)) or type(one).__module__.startswith(OURS):
            todo.extend(gc.get_referents(one))


@pytest.mark.parametrize(("id", "level"), EVERY)
def test_the_same_view_gives_the_same_choice(id: str, level: str) -> None:
    """Two worlds that a seat cannot tell apart, the same whims: the same answers.  So the distribution is the same."""
    for game in variants(id):
        for n, state in enumerate(decisions(game, 1, 2)):
            assert state.turn is not None
            other = another_world(state, n)
            views = [world.view(state.turn) for world in (state, other)]
            assert views[0] == views[1]
            if not _is_timed(id, level) and not _alike(id, level, views):
                assert not solutions.finished(0.0)  # a solution is on its way and may have come in between
                assert solutions.finished(120.0)
                assert _alike(id, level, views)


def _is_timed(id: str, level: str) -> bool:
    """While its rules are not compiled a player that thinks long thinks less, or stops by the clock."""
    return level in ("sharp", "perfect") and wait_for(id, KERNELS[-1], 60.0) is None


def _alike(id: str, level: str, views: list[View]) -> bool:
    return len({bot(id, level, 7).choose(view) for view in views}) == 1


@pytest.mark.parametrize(("id", "level"), EVERY)
def test_a_player_holds_no_state_and_spoils_no_view(id: str, level: str) -> None:
    for game in variants(id):
        players: dict[int, Any] = {}
        for state in decisions(game, 2, 2):
            assert state.turn is not None
            player = players.setdefault(state.turn, bot(id, level, 3))
            view = state.view(state.turn)
            before = copied(view.position)
            assert player.choose(view) in view.actions()
            assert view.position == before
        for seat, player in players.items():
            for thing in held(player):
                assert not isinstance(thing, State)
                if isinstance(thing, View):
                    assert thing.seat == seat
                if isinstance(thing, BaseRules) and type(thing) is type(game.new().rules):
                    seen = copied(thing)
                    seen.conceal(seat)
                    assert seen == thing, "a position with secrets of others"


@pytest.mark.parametrize(("id", "level"), EVERY)
@pytest.mark.slow
def test_answers_come_in_time(id: str, level: str) -> None:
    """In processor time: gentle 20 ms, sharp 0.3 s, everybody 1 s, at the median of a few decisions."""
    for kernel in KERNELS:
        wait_for(id, kernel, 60.0)
    limit = {"random": 0.02, "gentle": 0.02, "sharp": 0.3}.get(level, 1.0)
    for game in variants(id):
        player, spent = bot(id, level, 5), []
        for state in decisions(game, 3, 7):
            assert state.turn is not None
            view = state.view(state.turn)
            began = time.thread_time()
            player.choose(view)
            spent.append(time.thread_time() - began)
        if spent:
            assert sorted(spent)[len(spent) // 2] < limit
            assert max(spent) < 1.5
