"""Cinderella: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="Cinderella",
    summary="Together, find the six pairs of the fairy tale before the clock strikes twelve.",
    version=1,
    seats=(1, 6),
    usual_seats=4,
    options=(
        choice(
            "variant",
            "basic",
            "magic",
            "advanced",
            help="magic: a special tile for everybody, and blanks; advanced: the sections in order, too",
        ),
        choice("hours", *range(4, 13), default=12, help="hours left on the clock at the start"),
        choice("blanks", *range(9), default=4, help="special tiles in the layout (magic and advanced)"),
        switch("last_chance", "at twelve, the team may still name all missing pairs without a mistake"),
        switch("bank_early_pairs", "advanced: a pair of a later section counts"),
    ),
    variant="variant",
    fleeting=True,
    most_plies=1000,  # half of all rolls move the clock on; RULES.md has the lengths measured
)
