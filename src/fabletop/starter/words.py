"""The Lantern Path in words: what a button says, what the log tells, what is to be done."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.words import N_, Translate

from .rules import WIND, Rules

OPTIONS = {"length": N_("Length of the path"), "mild_wind": N_("Mild wind")}
VALUES = {"length": {20: N_("short, 20 squares"), 30: N_("30 squares"), 40: N_("long, 40 squares")}}


def label(act: str, _: Translate) -> str:
    return {"again": _("Roll once more"), "stop": _("Stop and walk")}.get(act, act)


def sentence(before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    who, square = names[now.turn], then.at[now.turn]
    word, _space, face = act.partition(" ")
    if word == "again":
        return _("{who} dares to roll once more.").format(who=who)
    if word == "roll" and int(face) != WIND:
        return _("{who} rolls a {number}: {steps} steps so far.").format(who=who, number=face, steps=then.steps)
    if square == now.length:
        return _("{who} is home. The light is saved!").format(who=who)
    if word == "stop":
        return _("{who} walks to square {square}.").format(who=who, square=square)
    if square > now.at[now.turn]:
        return _("A gust of wind! {who} stops at square {square}.").format(who=who, square=square)
    return _("A gust of wind! {who} stays where the light is.").format(who=who)


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    now = view.position
    if view.turn != view.seat:
        return _("Roll: anything but a 1 brings you on.")
    if len(view.actions()) == 1:
        return _("You can be home: walk!")
    return _("{steps} steps so far. Roll once more, or stop?").format(steps=now.steps)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    now = view.position
    told = []
    for seat, who in enumerate(names):
        text = _("{who} is on square {square} of {last}.")
        if now.at[seat] == 0:
            text = _("{who} stands in front of the path.")
        told.append(text.format(who=who, square=now.at[seat], last=now.length))
    if now.steps:
        told.append(_("{who} has {steps} steps in this turn.").format(who=names[now.turn], steps=now.steps))
    return " ".join(told)
