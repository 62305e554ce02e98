"""What an analysis of a game says, whoever made it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

Progress: TypeAlias = Callable[[float, str], None]  # the share that is done, 0 to 1, and what is going on


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The answer to: how long, how fair, what is the best play worth?"""

    exact: bool  # True only for a solved value
    method: str  # in words, for the catalogue of the game: one clause, or several with "; " between them
    win: list[float] | None  # chance to win of each seat (under `method`'s play)
    turns: float | None  # mean turns of seat 0, missed and waiting ones included
    value: float | None  # best expected score or win probability of seat 0
    details: dict[str, Any] = field(default_factory=dict)  # percentiles, what each decision is worth, …

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
