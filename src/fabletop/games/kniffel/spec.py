"""Space Kniffel: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, switch

SPEC = Spec(
    title="Space Kniffel",
    summary="Three rolls of five dice for ufos, suns and stars; fill eleven boxes as best you can.",
    neutral="Space Dice",
    version=1,
    begins="Whoever has last seen a shooting star begins.",
    seats=(1, 6),
    usual_seats=2,
    scored=True,
    options=(
        switch("strict_zero", "0 may be entered only where no free box would score"),
        switch("must_max", "the box must be one that scores most"),
        switch("four_is_two_pairs", "four alike count as two pairs"),
        switch("joker", "five alike also count as two pairs and as triple + pair"),
    ),
    most_plies=6 * 11 * 6,  # seats, turns, and in a turn three rolls, two rerolls and a box: never more
    throws=("roll",),
    wishes=("reroll",),
)
