"""Space Kniffel in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.games.kniffel.dice import ALIKE, DICE, SIZE, SYMBOLS
from fabletop.games.kniffel.dice import FACES as THROWS
from fabletop.games.kniffel.rules import ROLLS, SHEET, Rules
from fabletop.words import N_, NN_, Translate

OPTIONS = {
    "strict_zero": N_("No needless zeros"),
    "must_max": N_("The best box is a must"),
    "four_is_two_pairs": N_("Four alike are two pairs"),
    "joker": N_("Five alike are a joker"),
}
FACES = {  # one die, several dice
    "ufo": NN_("ufo", "{number} ufos"),
    "rocket": NN_("rocket", "{number} rockets"),
    "nebula": NN_("nebula", "{number} nebulas"),
    "star": NN_("star", "{number} stars"),
    "sun": NN_("sun", "{number} suns"),
    "planet": NN_("planet", "{number} planets"),
}
BOXES = {
    "ufo": N_("Ufos"),
    "rocket": N_("Rockets"),
    "nebula": N_("Nebulas"),
    "star": N_("Stars"),
    "sun": N_("Suns"),
    "planet": N_("Planets"),
    "triple": N_("Triple"),
    "two-pairs": N_("Two pairs"),
    "triple-pair": N_("Triple + pair"),
    "five-different": N_("Five different"),
    "kniffel": N_("Kniffel"),
}


def label(act: str, _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    if word == "score":
        return _("Write down: {box}").format(box=_(BOXES[rest]))
    if len(rest.split()) == DICE:
        return _("Roll all five again")
    return _("Roll again: {dice}").format(dice=listed(rest, _))


def face(symbol: str, _: Translate) -> str:
    return _(FACES[symbol][0])


def sentence(before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    who = names[now.turn]
    word, _space, rest = act.partition(" ")
    if word == "score":
        box, points = SHEET.index(rest), then.sheets[by][SHEET.index(rest)]
        told = [written(rest, points, _).format(who=who, number=points, box=_(BOXES[rest]))]
        if now.free[by] == 1 << box:
            total = then.score(by)
            text = _.ngettext(
                "The sheet is full: {number} point in all!", "The sheet is full: {number} points in all!", total
            )
            told.append(text.format(number=total))
        return " ".join(told)
    if word == "reroll":
        text = _("{who} picks up all five dice.") if len(rest.split()) == DICE else _("{who} picks up: {dice}.")
    else:
        text = _("{who} rolls: {dice}.") if now.rolls == ROLLS else _("{who} rolls again: {dice}.")
    alike = [_("Five alike!")] if word == "roll" and ALIKE[then.dice] == DICE else []
    return " ".join([text.format(who=who, dice=listed(rest, _)), *alike])


def listed(dice: str, _: Translate) -> str:
    """Dice in words: 2 ufos, star."""
    thrown = dice.split()
    counts = {name: thrown.count(name) for name in FACES if name in thrown}
    return ", ".join(_.ngettext(*FACES[name], number).format(number=number) for name, number in counts.items())


def written(box: str, points: int, _: Translate) -> str:
    if points == 0:
        return _("{who} gets nothing for “{box}” this time.")
    if box == "kniffel":
        return _("Kniffel! {who} gets {number} points.")
    return _.ngettext("{who} gets 1 point for “{box}”.", "{who} gets {number} points for “{box}”.", points)


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now = view.position
    if view.turn != view.seat:
        return _("Roll all five dice.") if now.rolls == ROLLS else _("Roll the dice again.")
    if now.rolls:
        text = _("Choose the dice to roll again, or a box. You may roll twice more.")
        return _("Choose the dice to roll again, or a box. You may roll once more.") if now.rolls == 1 else text
    scores = any(now.points(box) for box in range(len(SHEET)) if now.allowed() >> box & 1)
    return _("Which box do you fill?") if scores else _("Nothing fits: which box gets a 0?")


def sure(view: View[Rules], act: str, _: Translate) -> str:
    """What is asked before a box gets a 0 although something else would bring points."""
    now = view.position
    word, _space, box = act.partition(" ")
    if word != "score" or now.points(SHEET.index(box)):
        return ""
    better = now.rolls or any(now.points(other) for other in range(len(SHEET)) if now.allowed() >> other & 1)
    return _("“{box}” gets a 0. Are you sure?").format(box=_(BOXES[box])) if better else ""


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    if view.turn is not None:
        dice = " ".join(SYMBOLS[symbol] for symbol in THROWS[now.dice][: SIZE[now.dice]])
        told.append(_("On the table: {dice}.").format(dice=listed(dice, _) or _("no dice")))
        told.append(_("Rolls left: {number}.").format(number=now.rolls))
    for seat, who in enumerate(names):
        text = _.ngettext(
            "{who} has {number} point; empty boxes: {free}.",
            "{who} has {number} points; empty boxes: {free}.",
            now.score(seat),
        )
        told.append(text.format(who=who, number=now.score(seat), free=now.free[seat].bit_count()))
    return " ".join(told)
