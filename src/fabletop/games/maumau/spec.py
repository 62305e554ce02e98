"""Mau-Mau(s): seats and options."""

from __future__ import annotations

from fabletop.engine.spec import Spec, switch

SPEC = Spec(
    title="Mau-Mau(s)",
    summary="Lay colour on colour or number on number; whoever lays the last card wins.",
    version=1,
    begins="Whoever had a birthday last begins.",
    seats=(2, 5),
    usual_seats=4,
    options=(
        switch("play_drawn", "a drawn card that fits may be played at once"),
        switch("free_draw", "drawing is allowed although a card fits"),
        switch("stack_plus", "a +1 may be answered with a +1; the draws add up"),
        switch("start_effects", "a special card turned up at the start acts on the first player"),
    ),
    draws=("deal", "turn", "card"),
)
