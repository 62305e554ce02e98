"""Mensch ärgere Dich nicht in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.games.mensch.rules import HOME, Rules
from fabletop.words import N_, Translate

OPTIONS = {
    "track": N_("Board"),
    "pieces": N_("Figures for each player"),
    "must_hit": N_("Throwing out is a must"),
    "optional_entry": N_("A 6 is free"),
    "strict_tries": N_("Strict tries"),
    "stop_at_winner": N_("Stop at the first winner"),
    "lost_six": N_("A lost six rolls again"),
}
VALUES = {"track": {40: N_("the classic cross, 40 squares"), 32: N_("the small board, 32 squares")}}


def label(act: str, _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    if word == "move":
        return _("Figure {number}").format(number=rest)
    return {"enter": _("Bring out"), "again": _("Roll again")}.get(word, act)


def sentence(before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate) -> str:
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
        return _("{who} brings a figure out.").format(who=who)
    at = after.position.figures[by][int(rest) - 1]
    if at >= after.position.track:
        return _("{who} moves figure {number} to goal square {square}.").format(
            who=who, number=rest, square="abcd"[at - after.position.track]
        )
    return _("{who} moves figure {number}.").format(who=who, number=rest)


def thrown_out(before: View[Rules], after: View[Rules]) -> int | None:
    """The seat that has one figure more at home than before."""
    for seat in range(before.game.seats):
        if after.position.figures[seat].count(HOME) > before.position.figures[seat].count(HOME):
            return seat
    return None


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now, acts = view.position, view.actions()
    if view.turn != view.seat:
        if last:
            return _("A 6: roll once more!")
        if not now.off_track() or HOME not in now.figures[now.turn]:
            return _("Roll the die.")
        return {
            3: _("Roll: a 6 brings a figure out. You have three tries."),
            2: _("Try again for a 6: two tries left."),
        }.get(now.tries, _("The last try: roll a 6!"))
    if "enter" in acts:
        return (
            _("A 6! Bring a figure out.")
            if len(acts) == 1
            else _("A 6! Bring a figure out, or choose one that walks 6.")
        )
    if "again" in acts:
        text = _("Walk {number} inside the goal, or roll again for a 6.")
    else:
        text = _("Which figure walks {number}?") if len(acts) > 1 else _("Your figure walks {number}.")
    return text.format(number=now.die)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        mine = now.figures[seat][: now.pieces]
        text = _("{who}: figures at home: {home}, in the goal: {goal}.")
        told.append(text.format(who=who, home=mine.count(HOME), goal=sum(where >= now.track for where in mine)))
        for i, where in enumerate(mine):
            if 0 <= where < now.track:
                text = _.ngettext(
                    "Figure {number} is {squares} square from its start.",
                    "Figure {number} is {squares} squares from its start.",
                    where,
                )
                told.append(text.format(number=i + 1, squares=where))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)
