"""The numbers of a record, cell by cell."""

from __future__ import annotations

from math import prod

from fabletop.engine.record import out_of_range
from fabletop.engine.rulebook import BaseRules


def in_range(rules: BaseRules) -> None:
    wrong = list(out_of_range(rules))
    assert not wrong, f"rules.py: a number beyond its field: {wrong}; widen field(low, high)"


def cell_names(state: BaseRules) -> list[str]:
    """The field of each cell of a key."""
    return [name for name, f in state.FIELDS.items() for _ in range(prod(f.shape))]
