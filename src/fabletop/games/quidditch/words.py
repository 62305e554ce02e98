"""Quidditch Dice in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fabletop.engine.view import View
from fabletop.games.quidditch.board import COUNTS, NAMES
from fabletop.games.quidditch.rules import BONUS, CAUGHT, KEEPER, SNITCH, WAITING
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


OPTIONS = {"equal_innings": N_("A last attack"), "max_rounds": N_("Most rounds")}
VALUES = {"max_rounds": {0: N_("no limit")}}
BUTTONS = {  # to book it, to send it out
    "snitch": (N_("Book the Snitch"), N_("Snitch out")),
    "quaffle": (N_("Book the Quaffle"), N_("Quaffle out")),
    "goal": (N_("Goal die in row {number}"), N_("Goal die {number} out")),
    "keeper": (N_("Book the Keeper"), N_("Keeper out")),
    "bludger": (N_("Bludger in row {number}"), N_("Bludger {number} out")),
}
DICE = {
    "snitch": N_("the Snitch"),
    "quaffle": N_("the Quaffle"),
    "goal": N_("a Goal die"),
    "keeper": N_("the Keeper"),
    "bludger": N_("a Bludger"),
}


def label(act: str, _: Translate) -> str:
    verb, _space, rest = act.partition(" ")
    if verb == "done":
        return _("That will do")
    kind, _space, number = rest.partition(" ")
    booked, out = BUTTONS[kind]
    text = booked if verb == "book" else out
    return _(text).format(number=number)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    verb, _space, rest = act.partition(" ")
    if verb == "done":
        return _("{who} leaves it at that.").format(who=names[by])
    if verb == "roll":
        kind = now.next_die()
        who = names[now.attacker if kind < KEEPER else 1 - now.attacker]
        begins = sum(row[WAITING] for row in now.dice) == sum(COUNTS)
        told = [_("A new round: {who} attacks.").format(who=who)] if begins else []
        told += [_("{who} rolls {die}: {number}.").format(who=who, die=_(DICE[NAMES[kind]]), number=rest)]
        return " ".join(told)
    name, _space, number = rest.partition(" ")
    kind = NAMES.index(name)
    row = int(number) if number else now.dice[kind].index(1, 1)
    outside = _("There is no room: {who} puts {die} outside.")
    text = outside if verb == "foul" else _("{who} books {die} in row {row}.")
    told = [text.format(who=names[by], die=_(DICE[name]), row=row)]
    if then.over or then.attacker != now.attacker:
        told += scored(now, then, names, _)
    elif verb == "book":
        told += worth(now, then, kind, row, _)
    return " ".join(told)


def worth(now: Any, then: Any, kind: int, row: int, _: Translate) -> Iterator[str]:
    """What a booked die does to its row."""
    if now.is_blocked(row):
        if kind < KEEPER:
            yield _("But this row is blocked.")
    elif kind >= KEEPER:
        lost = now.goal_points(row), now.snitch_points(row)
        if any(lost):
            yield _("That spoils {points}!").format(points=points(*lost, _))
    elif then.pitch[SNITCH][row]:
        if then.snitch_points(row) > now.snitch_points(row):
            yield _("The row is worth {points}.").format(points=points(0, then.snitch_points(row), _))
    elif then.goal_points(row) > now.goal_points(row):
        yield _("The row is worth {points}.").format(points=points(then.goal_points(row), 0, _))


def points(goals: int, snitch: int, _: Translate) -> str:
    """Points in words: 40 points and 2 Snitch points."""
    told = [_("{number} points").format(number=goals)] if goals else []
    if snitch:
        told += [(_("1 Snitch point") if snitch == 1 else _("{number} Snitch points")).format(number=snitch)]
    return _(" and ").join(told)


def scored(now: Any, then: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    """What the round has brought to its attacker, and how the match stands."""
    us = now.attacker
    who, other = names[us], names[1 - us]
    caught = then.snitches[us] == CAUGHT
    goals = then.points[us] - now.points[us] - BONUS * caught
    snitch = then.snitches[us] - now.snitches[us]
    text = _("The round brings {who} {points}.") if goals or snitch else _("The round brings {who} nothing.")
    yield text.format(who=who, points=points(goals, snitch, _))
    if caught:
        yield _("{who} catches the Snitch: {number} points more!").format(who=who, number=BONUS)
    if then.over:
        yield _("The match is over: {score}.").format(score=standing(then, names))
    elif caught:
        yield _("{other} has one last attack.").format(other=other)
    else:
        yield _("The score: {score}.").format(score=standing(then, names))


def standing(then: Any, names: Sequence[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, then.points, strict=True))
