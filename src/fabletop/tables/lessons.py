"""What people learn from an action: whatever has taught anybody anything is not taken back."""

from __future__ import annotations

from fabletop.engine.game import State, copied
from fabletop.engine.rulebook import NOBODY, Rng

WORLDS = 12  # imagined, to find out whether an action lets anybody learn something


def teaches(state: State, act: str) -> bool:
    """Does anybody learn from this action: something new to see, or that it was possible at all?"""
    if not state.game.has_secrets:
        return False
    number, after, rng = state.game.numbers[act], state.copy(), Rng()
    after.play(act)
    rng.seed(0, 0)
    for seat in (*range(state.game.seats), NOBODY):
        known, learned = copied(state.rules), copied(after.rules)
        known.conceal(seat)
        learned.conceal(seat)
        for _ in range(WORLDS):
            world = copied(known)
            world.complete(rng)
            if number not in State(state.game, world).legal():
                return True
            world.apply(number)
            world.conceal(seat)
            if world.key() != learned.key():
                return True
    return False
