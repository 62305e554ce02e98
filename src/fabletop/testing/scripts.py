"""Games played by script, by hand or at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE, Moves, Rng


def played(start: Game | State, *actions: str) -> State:
    """The state after these actions, chance's among them: scripted dice and cards."""
    state = start.new() if isinstance(start, Game) else start
    for action in actions:
        state.play(action)
    return state


def position(game: Game, **fields: object) -> State:
    """A state with these fields of its rules set by hand, the others as at the start.

    A list may be shorter than the field: what is not given stays as it is.
    """
    state = game.new()
    for name, value in fields.items():
        if name not in state.rules.FIELDS:
            raise ValueError(f"{game.id} has no field {name!r}")
        setattr(state.rules, name, _laid_over(getattr(state.rules, name), value))
    return state


def _laid_over(old: Any, new: Any) -> Any:
    if not isinstance(old, list):
        return new
    return [_laid_over(o, new[i]) if i < len(new) else o for i, o in enumerate(old)]


def random_game(game: Game, seed: int, most: int | None = None) -> Iterator[tuple[State, str]]:
    """A random game ply by ply: the state before each action, and the action.  One state, moved on."""
    rng, moves, state = Rng(), Moves(), game.new()
    rng.seed(seed, 0)
    for _ in range(game.spec.most_plies if most is None else most):
        turn = state.turn
        if turn is None:
            return
        if turn == CHANCE:
            action = state.rules.sample(moves, rng)
        else:
            action = state.legal()[rng.below(len(state.legal()))]
        yield state, game.actions[action]
        state.play(game.actions[action])
