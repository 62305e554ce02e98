"""The colours and shapes of the house.  Every seat has both, so that nobody needs to tell colours apart."""

from __future__ import annotations

from typing import NamedTuple

PAPER, INK, NIGHT = "#FBF4E4", "#2B2A33", "#1E2340"


class SeatMark(NamedTuple):
    """How a seat is marked: a colour-blind-safe colour and a shape of its own."""

    name: str
    colour: str
    shape: str
    sign: str  # the shape in a terminal


SEATS = (
    SeatMark("vermilion", "#D55E00", "circle", "●"),
    SeatMark("blue", "#0072B2", "square", "■"),
    SeatMark("green", "#009E73", "triangle", "▲"),
    SeatMark("gold", "#E69F00", "diamond", "◆"),
    SeatMark("plum", "#CC79A7", "heart", "♥"),
    SeatMark("sky", "#56B4E9", "star", "★"),
)
