"""Three Animals in words."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.words import N_, Translate

from .rules import ANIMALS, ANSWER, BACK, DEAL, HIDDEN, Rules

OPTIONS = {"rounds": N_("Rounds")}
CARDS = ("", N_("the fox"), N_("the bear"), N_("the lion"))


def label(act: str, _: Translate) -> str:
    return {"pass": _("Pass"), "dare": _("Dare: bet an apple")}.get(act, act)


def sentence(before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    if now.phase == DEAL:
        who = names[now.acting()]
        if act.endswith("?"):
            return _("{who} gets a card.").format(who=who)
        card = _(CARDS[1 + ANIMALS.index(act.partition(" ")[2])])
        return _("{who} gets {card}.").format(who=who, card=card)
    told = _("{who} dares.") if act == "dare" else _("{who} passes.")
    if then.round > now.round:
        winner = 0 if then.apples[0] > now.apples[0] else 1
        values = {"winner": names[winner], "apples": then.apples[winner] - now.apples[winner]}
        if then.laid[0]:
            cards = {"high": _(CARDS[max(then.laid)]), "low": _(CARDS[min(then.laid)])}
            told += " " + _("{high} against {low}: {winner} wins {apples}.").format(**cards, **values)
        else:
            told += " " + _("{winner} wins {apples} and shows nothing.").format(**values)
    return told.format(who=names[by])


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    now = view.position
    if view.seat is None or view.turn != view.seat:
        return _("Wait for the others.")
    card = _(CARDS[now.cards[view.seat]])
    if now.phase in (ANSWER, BACK):
        return _("You have {card}. Do you dare, too, or give up?").format(card=card)
    return _("You have {card}. Do you dare?").format(card=card)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    now, told = view.position, []
    for seat, who in enumerate(names):
        told.append(_("{who} has won {apples} apples.").format(who=who, apples=now.apples[seat]))
        if 0 < now.cards[seat] < HIDDEN:
            told.append(_("{who} has {card}.").format(who=who, card=_(CARDS[now.cards[seat]])))
        elif now.cards[seat]:
            told.append(_("{who} has a hidden card.").format(who=who))
    return " ".join(told)
