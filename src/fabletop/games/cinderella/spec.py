"""Cinderella: seats and options."""

from __future__ import annotations

from collections.abc import Mapping

from fabletop.engine.errors import BadOption
from fabletop.engine.spec import Spec, Value, choice, kept, switch
from fabletop.games.cinderella.board import SPECIALS


def too_many_specials(seats: int, options: Mapping[str, Value]) -> BadOption | None:
    """A1: one for each seat and the blanks must be in the box."""
    most = sum(SPECIALS) - seats
    if options["variant"] == "basic" or options["more_specials"] or int(options["blanks"]) <= most:
        return None
    return BadOption(
        "option blanks: of {tiles} special tiles at most {most} are left with {seats} seats, not {blanks}",
        tiles=sum(SPECIALS),
        most=most,
        seats=seats,
        blanks=options["blanks"],
    )


SPEC = Spec(
    title="Cinderella",
    summary="Together, find the six pairs of the fairy tale before the clock strikes twelve.",
    version=2,
    begins="The oldest player begins.",
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
        choice(
            "blanks",
            *range(9),
            default=4,
            help="special tiles in the layout (magic and advanced); with one for each player at most 12",
        ),
        switch("last_chance", "at twelve, the team may still name all missing pairs without a mistake"),
        switch("bank_early_pairs", "advanced: a pair of a later section counts"),
        kept("one_names_all", "at the last chance the player on turn names all pairs alone"),
        kept("more_specials", "more special tiles than the 12 of the box"),
    ),
    earlier={1: {"one_names_all": True, "more_specials": True}},
    variant="variant",
    fleeting=True,
    together=True,
    draws=("deal", "tile"),
    most_plies=1000,  # half of all rolls move the clock on; RULES.md has the lengths measured
    throws=("roll",),
    clash=too_many_specials,
)
