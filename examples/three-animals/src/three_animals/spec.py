"""Three Animals: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice

SPEC = Spec(
    title="Three Animals",
    summary="One card each, lion beats bear beats fox. Do you dare to bet an apple?",
    version=1,
    seats=(2, 2),
    usual_seats=2,
    options=(choice("rounds", 1, 3, 5, default=3, help="rounds of the game"),),
    scored=True,
    draws=("card",),
    most_plies=5 * 5,  # two cards are dealt and at most three things are said in a round
)
