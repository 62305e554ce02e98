"""The story of a finished game as a page shows it: its curve, and what is told of it."""

from __future__ import annotations

from markupsafe import Markup

from fabletop.drawing.curve import Mark, curve
from fabletop.lab.review import Review
from fabletop.lab.story import (
    curve_words,
    how_words,
    look_again,
    luck_words,
    moment,
    more_words,
    play_words,
    rows,
    tellers,
)
from fabletop.tables.table import Table
from fabletop.words import Words


def story(found: Review, table: Table, words: Words, at: int | None = None) -> dict[str, object]:
    """What the page tells."""
    best, again = found.best(), found.look_again()
    marks = [Mark(step.ply, str(k), step.seat) for k, step in enumerate(best, start=1)]
    marks += [Mark(step.ply - 1, "?", step.by or 0) for step in again]
    drawn = curve(
        found.chances, errors=found.errors if found.error else (), colours=table.colours, marks=marks,
        together=found.together, at=at, start=words("Start"), end=words("End"),
        label=words("Everybody's chance to win, from the start to the end"),
    )  # fmt: skip
    seats = tellers(found)
    return {
        "found": found,
        "curve": Markup(drawn),
        "reading": curve_words(found, words),
        "luck": [(seat, luck_words(found, seat, words)) for seat in seats],
        "play": [play_words(found, seat, words) for seat in range(len(found.names))],
        "moments": [moment(found, step, table, words) for step in best],
        "again": [look_again(found, step, table, words) for step in again],
        "rows": rows(found, words),
        "more": more_words(found, words),
        "how": how_words(found, words),
    }
