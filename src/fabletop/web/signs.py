"""Signs instead of words on the pages: what a table asks for now, and what buttons show.

The words stay in the page for screen readers; where somebody plays without reading, eyes see the signs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from fabletop.drawing.signs import button_signs, face_sign, has_signs, prompt_signs
from fabletop.tables.table import Table


def told_in_signs(table: Table, seat: int | None, own: bool) -> list[str]:
    """What is to be done now, for the seat that the table waits for; read from left to right, who before what.

    `own` is whether the page looks through the eyes of that seat, so that it may do it.
    """
    if not has_signs(table.game.id):
        return []
    result = table.state.result
    if result is not None:
        return ["crown", *(_face(table, winner) for winner in result.winners)] if result.winners else ["again"]
    if table.held or seat is None:
        return ["wait"]
    if not own:
        return [_face(table, seat), "wait"]
    last = table.plies[-1] if table.plies else None
    view = table.state.view(seat)
    view.colours = table.colours
    return [_face(table, seat), *prompt_signs(view, last.act if last is not None and last.by == seat else "")]


def _face(table: Table, seat: int) -> str:
    return face_sign(table.colours[seat], table.seats[seat].animal)


def buttons_in_signs(table: Table, seat: int | None, acts: Sequence[str]) -> dict[str, list[str]]:
    """What the buttons for these actions show."""
    if not has_signs(table.game.id):
        return {}
    always = {"roll": ["die"], "start": ["play"]}
    if not acts:
        return always
    view = table.state.view(seat)
    view.colours = table.colours
    return always | {act: button_signs(view, act) for act in acts}


def pictured(folder: str, on: bool) -> Callable[[str | Sequence[str], str, str], Markup]:
    """For templates: a text, or signs where they are read instead, with the text for those who cannot see them."""

    def shown(names: str | Sequence[str], text: str, game: str = "") -> Markup:
        if not on:
            return escape(text)
        place = f"{folder}/{game}" if game else folder
        each = [names] if isinstance(names, str) else names
        images = "".join(f'<img class="sign" src="{place}/{name}.svg" alt="">' for name in each)
        return Markup(f'{images}<span class="word">{escape(text)}</span>')

    return shown
