"""Which games to check: every option value on its own, every number of seats, and some mixtures."""

from __future__ import annotations

from typing import Any

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game
from fabletop.engine.registry import spec_of
from fabletop.engine.rulebook import Rng


def option_sets(id: str, mixtures: int = 2) -> list[Game]:
    """The default for every number of seats; in each variant each other value of each option; some mixtures.

    A range of numbers gives only its ends.  What the game itself refuses is left out.
    """
    spec = spec_of(id)
    low, high = spec.seats
    found = [Game(id, seats) for seats in range(low, high + 1)]
    variants = [{spec.variant: value} for value in spec.option(spec.variant).values] if spec.variant else [{}]
    for variant in variants:
        for option in spec.options:
            values = option.values if len(option.values) <= 4 else (option.values[0], option.values[-1])
            sets = [{**variant, option.name: value} for value in values]
            found += [made for chosen in sets if (made := _allowed(id, spec.usual_seats, chosen))]
    rng = Rng()
    rng.seed(0, 0)
    for _ in range(mixtures):
        seats = low + rng.below(high - low + 1)
        mixed = {option.name: option.values[rng.below(len(option.values))] for option in spec.options}
        found += [made for made in [_allowed(id, seats, mixed)] if made]
    return list(dict.fromkeys(found))


def _allowed(id: str, seats: int, options: dict[str, Any]) -> Game | None:
    try:
        return Game(id, seats, options)
    except BadOption:
        return None
