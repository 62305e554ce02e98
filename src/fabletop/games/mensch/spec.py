"""Mensch ärgere Dich nicht: seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="Mensch ärgere Dich nicht",
    summary="Race your figures once round the cross and home; whoever is caught starts again.",
    neutral="Three Home",
    version=2,
    begins="Everybody rolls: the highest roll begins.",
    seats=(2, 4),
    usual_seats=4,
    options=(
        choice("track", 40, 32, help="squares of the track: the classic cross, or the small children's board"),
        choice("pieces", 3, 4, help="figures of each player, and goal squares; 4 is the classic game"),
        switch("must_hit", "whoever can throw a figure out must do it"),
        switch("optional_entry", "a 6 may be used otherwise although a figure waits at home"),
        switch("strict_tries", "a figure that can still move inside the goal leaves only one roll"),
        switch("stop_at_winner", "the game ends with the first winner; nobody plays on for places"),
        switch("lost_six", "a six that no figure can use gives another roll all the same"),
    ),
    throws=("roll",),
    wishes=("again",),
    earlier={1: {"lost_six": True}},
)
