"""The Enchanted Garden: seats and options."""

from __future__ import annotations

from collections.abc import Mapping

from fabletop.engine.errors import BadOption
from fabletop.engine.spec import Spec, Value, choice, switch
from fabletop.games.garden.board import GOALS, SHAPES


def too_many_goals(seats: int, options: Mapping[str, Value]) -> BadOption | None:
    """A19: the goal cards must go round."""
    most = GOALS // seats
    if int(options["goals"]) <= most:
        return None
    return BadOption(
        "{cards} cards are at most {most} for each of {seats} players, not {goals}",
        cards=GOALS,
        most=most,
        seats=seats,
        goals=options["goals"],
    )


SPEC = Spec(
    title="The Enchanted Garden",
    summary="Turn the hedges, slip through gaps and fly with fairies to your goals, and home to a gate.",
    version=1,
    begins="The youngest player begins.",
    seats=(2, 4),
    usual_seats=4,
    options=(
        choice(
            "goals",
            *range(1, 13),
            default=6,
            help="goal cards of each player: up to 12 with two, 8 with three, 6 with four",
        ),
        choice(
            "layout",
            "first",
            "random",
            "hand",
            help="how the hedges lie at the start: as given, at random, or as you turn them one after the other",
        ),
        choice("hedges", *SHAPES, help="the shape of the twelve inner hedges"),
        switch("finish_round", "the round is played to its end, and there may be several winners"),
    ),
    draws=("goal", "hedge", "magic"),
    most_plies=50_000,
    clash=too_many_goals,
)
