"""The learned weights of the evaluation of Mau-Mau(s): evaluation.json, written by learn.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fabletop.players.learned import Weights, read

FILE = Path(__file__).with_name("evaluation.json")


def name(seats: int) -> str:
    return f"{seats} seats"


@cache
def learned() -> Weights:
    """All weights by name."""
    return read(FILE)
