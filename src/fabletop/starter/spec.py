"""The Lantern Path: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="The Lantern Path",
    summary="Carry your lantern home; roll once more, or stop before a gust of wind takes your steps.",
    version=1,
    seats=(2, 4),
    usual_seats=2,
    options=(
        choice("length", 20, 30, 40, default=30, help="squares of the path"),
        switch("mild_wind", "a gust of wind ends the turn, but takes no steps"),
    ),
    throws=("roll",),
    wishes=("again",),
    most_plies=5000,  # the longest of 100,000 random games had about 300
)
