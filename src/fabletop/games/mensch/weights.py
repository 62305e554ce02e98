"""The learned weights of the evaluation of Mensch ärgere Dich nicht: evaluation.json, written by learn.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fabletop.games.mensch.rules import Rules
from fabletop.players.learned import Weights, read

FILE = Path(__file__).with_name("evaluation.json")


def name(seats: int, track: int, pieces: int) -> str:
    return f"{seats} seats, track {track}, {pieces} figures"


@cache
def learned() -> Weights:
    """All weights by name."""
    return read(FILE)


def weights_for(position: Rules) -> list[float]:
    """The weights for the seats, the track and the figures of a position."""
    return learned()[name(position.seats, position.track, position.pieces)]
