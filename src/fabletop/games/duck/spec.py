"""The Duck Game: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="The Duck Game",
    summary="Follow the ducks along 63 squares; whoever reaches the pond first wins.",
    version=1,
    begins="Everybody rolls: the highest roll begins.",
    seats=(1, 4),  # one for analysis: a race against nobody
    usual_seats=2,
    options=(
        choice("ducks", "classic", "french", "none", help="the squares with a duck: 13, every ninth, none"),
        switch("forced_hops", "duck hops are compulsory"),
        choice(
            "field3",
            "ahead",
            "behind",
            "turn_order",
            "off",
            help="square 3: to one beyond or behind the nearest figure ahead, or to one beyond the next player in turn",
        ),
        switch("bump", "a figure that is landed on goes back to where the other one came from"),
    ),
    most_plies=10_000,  # random games: see the last section of RULES.md
    throws=("roll",),
)
