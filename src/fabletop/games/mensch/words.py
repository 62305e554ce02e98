"""Mensch ärgere Dich nicht in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.games.mensch.rules import HOME
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


OPTIONS = {
    "track": N_("Board"),
    "pieces": N_("Figures for each player"),
    "must_hit": N_("Throwing out is a must"),
    "optional_entry": N_("A 6 is free"),
    "strict_tries": N_("Strict tries"),
    "stop_at_winner": N_("Stop at the first winner"),
}
VALUES = {"track": {40: N_("the classic cross, 40 squares"), 32: N_("the small board, 32 squares")}}


def label(act: str, _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    if word == "move":
        return _("Figure {number}").format(number=rest)
    return {"enter": _("Come in"), "again": _("Roll again")}.get(word, act)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    who = names[before.position.turn]
    if word == "roll":
        lost = after.position.die == 0
        text = _("{who} rolls a {number}: no figure can use it.") if lost else _("{who} rolls a {number}.")
        return text.format(who=who, number=rest)
    if word == "again":
        return _("{who} rolls again.").format(who=who)
    hit = thrown_out(before, after)
    if hit is not None:
        return _("{who} throws out a figure of {other}!").format(who=who, other=names[hit])
    if after.position.places[by] and not before.position.places[by]:
        return _("{who} has all figures home!").format(who=who)
    if word == "enter":
        return _("{who} brings a figure in.").format(who=who)
    at = after.position.figures[by][int(rest) - 1]
    if at >= after.position.track:
        return _("{who} moves figure {number} to goal square {square}.").format(
            who=who, number=rest, square="abcd"[at - after.position.track]
        )
    return _("{who} moves figure {number}.").format(who=who, number=rest)


def thrown_out(before: View, after: View) -> int | None:
    """The seat that has one figure more at home than before."""
    for seat in range(before.game.seats):
        if after.position.figures[seat].count(HOME) > before.position.figures[seat].count(HOME):
            return seat
    return None


def position(view: View, names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        mine = now.figures[seat][: now.pieces]
        text = _("{who}: {home} figures at home, {goal} in the goal.")
        told.append(text.format(who=who, home=mine.count(HOME), goal=sum(where >= now.track for where in mine)))
        for i, where in enumerate(mine):
            if 0 <= where < now.track:
                text = _("Figure {number} is {squares} squares from its start.")
                told.append(text.format(number=i + 1, squares=where))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)
