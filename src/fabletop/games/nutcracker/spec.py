"""Nutcracker: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, kept, switch

SPEC = Spec(
    title="Nutcracker",
    summary="Clara races to the palace; on level 2 she frees her Nutcracker and they face the Mouse King.",
    version=2,
    begins="The youngest player begins.",
    seats=(2, 2),
    usual_seats=2,
    options=(
        choice("level", 1, 2, help="1: Dance of Colours, dice only; 2: Dance of Numbers, with cards and tower"),
        switch(
            "last_reply", "the second player may answer the winning turn once; if both get home, they share the win"
        ),
        switch("reshuffle_tower", "level 2: every try at the tower is 50:50 again"),
        switch("exact_key", "level 2: a roll beyond the Key does not move"),
        switch("bounce", "level 2: extra steps at an end of the line are walked back"),
        switch("shuffle_each_draw", "level 2: cards are drawn from all eight each time"),
        kept("idle_directions", "level 2: a way that does not move the piece at all may be chosen, too"),
    ),
    earlier={1: {"idle_directions": True}},
    variant="level",
    draws=("card", "reveal"),
    most_plies=10_000,
    throws=("roll",),
)
