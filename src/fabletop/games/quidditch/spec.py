"""Quidditch Dice: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="Quidditch Dice",
    summary="Book dice in rows: goals and the Snitch in attack, Keeper and Bludgers against them.",
    neutral="Broom Dice",
    version=1,
    begins="Both roll: the higher roll attacks first.",
    seats=(2, 2),
    usual_seats=2,
    options=(
        switch("equal_innings", "if the first attacker catches the Snitch, the other has one last attack"),
        choice("max_rounds", *range(100), help="the match also ends after this many rounds; 0: no limit"),
    ),
    scored=True,
    most_plies=20_000,  # RULES.md says why; the longest of 100,000 random matches had 1,961
    throws=("roll",),
    one_throw=True,  # R5: all own dice at once
)
