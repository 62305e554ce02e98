"""Quidditch Dice in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabletop.engine.view import View
from fabletop.games.quidditch.board import COUNTS, NAMES, ROWS
from fabletop.games.quidditch.rules import BONUS, CAUGHT, KEEPER, KINDS, SNITCH, WAITING, Rules
from fabletop.words import N_, NP_, Translate

OPTIONS = {"equal_innings": N_("A last attack"), "max_rounds": N_("Rounds at most")}
VALUES = {"max_rounds": {0: N_("no limit")}}
BUTTONS = {  # to book it, to send it out
    "snitch": (N_("Book the Snitch"), N_("Snitch out")),
    "quaffle": (N_("Book the Quaffle"), N_("Quaffle out")),
    "goal": (N_("Goal die in row {number}"), N_("Goal die {number} out")),
    "keeper": (N_("Book the Keeper"), N_("Keeper out")),
    "bludger": (N_("Bludger in row {number}"), N_("Bludger {number} out")),
}
DICE = {
    "snitch": NP_("accusative", "the Snitch"),
    "quaffle": NP_("accusative", "the Quaffle"),
    "goal": NP_("accusative", "a Goal die"),
    "keeper": NP_("accusative", "the Keeper"),
    "bludger": NP_("accusative", "a Bludger"),
}

LISTED = {
    "snitch": N_("Snitch"),
    "quaffle": N_("Quaffle"),
    "goal": N_("Goal die"),
    "keeper": N_("Keeper"),
    "bludger": N_("Bludger"),
}


def label(act: str, _: Translate) -> str:
    verb, _space, rest = act.partition(" ")
    if verb == "done":
        return _("Done")
    if not rest:  # a part of an action
        return _("Book a die here")
    kind, _space, number = rest.partition(" ")
    booked, out = BUTTONS[kind]
    text = booked if verb == "book" else out
    return _(text).format(number=number)


def asks(part: str, _: Translate) -> str:
    return _("Which of your dice goes there?")


def sentence(
    before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate
) -> list[str]:
    """One text for each frame that tells: what a round has brought is said when the last die lies."""
    now, then = before.position, after.position
    verb, _space, rest = act.partition(" ")
    if verb == "done":
        return [_("{who} leaves it at that.").format(who=names[by])]
    if verb == "roll":
        kind = now.next_die()
        who = names[now.attacker if kind < KEEPER else 1 - now.attacker]
        begins = sum(row[WAITING] for row in now.dice) == sum(COUNTS)
        told = [_("A new round: {who} attacks.").format(who=who)] if begins else []
        told += [_("{who} rolls {die}: {number}.").format(who=who, die=_.pgettext(*DICE[NAMES[kind]]), number=rest)]
        return [" ".join(told)]
    name, _space, number = rest.partition(" ")
    kind = NAMES.index(name)
    row = int(number) if number else now.dice[kind].index(1, 1)
    outside = _("There is no room: {who} puts {die} outside.")
    text = outside if verb == "foul" else _("{who} books {die} in row {row}.")
    told = [text.format(who=names[by], die=_.pgettext(*DICE[name]), row=row)]
    ended = then.over or then.attacker != now.attacker
    if verb == "book" and (kind >= KEEPER or not ended):  # at the end the pitch has been cleared
        told += worth(now, then, kind, row, _)
    return [" ".join(told), *([" ".join(scored(now, then, names, _))] if ended else [])]


def together(before: View[Rules], names: Sequence[str], _: Translate) -> str:
    """All dice of a side are one throw."""
    now = before.position
    attacks = now.next_die() < KEEPER
    text = _("{who} rolls for the attack.") if attacks else _("{who} rolls for the defence.")
    return text.format(who=names[now.attacker if attacks else 1 - now.attacker])


def worth(now: Rules, then: Rules, kind: int, row: int, _: Translate) -> Iterator[str]:
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
    """Points as what a round brings: 40 points and 2 Snitch points."""
    told = []
    if goals:
        told.append(_.npgettext("accusative", "{number} point", "{number} points", goals).format(number=goals))
    if snitch:
        text = _.npgettext("accusative", "1 Snitch point", "{number} Snitch points", snitch)
        told.append(text.format(number=snitch))
    return _.listed(told)


def scored(now: Rules, then: Rules, names: Sequence[str], _: Translate) -> Iterator[str]:
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
        yield _("The match is over: {score}.").format(score=standing(then, names, _))
    elif caught:
        yield _("{other} has one last attack.").format(other=other)
    else:
        yield _("The score: {score}.").format(score=standing(then, names, _))


def standing(then: Rules, names: Sequence[str], _: Translate) -> str:
    told = _("{number} for {who}")
    return _.listed(told.format(who=who, number=number) for who, number in zip(names, then.points, strict=True))


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now, acts = view.position, view.actions()
    if view.turn != view.seat:
        return _("You attack: roll your dice!") if view.seat == now.attacker else _("You defend: roll your dice!")
    if acts[0].startswith("foul"):
        return _("There is no room for your dice: which one goes outside?")
    if len(acts) == 1:
        return {
            "book snitch": _("First the Snitch goes into its row."),
            "book keeper": _("First the Keeper goes into its row."),
        }.get(acts[0], _("Your die goes into its row."))
    if "done" not in acts:
        return _("Choose a die: it goes into the row of its number.")
    attacks = view.seat == now.attacker
    return _("Book one more die, or stop?") if attacks else _("Block one more row, or stop?")


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        text = _("{who} has {points} points and {snitch} of {most} Snitch points.")
        told.append(text.format(who=who, points=now.points[seat], snitch=now.snitches[seat], most=CAUGHT))
    if now.over:
        return " ".join(told)
    told.append(_("{who} attacks.").format(who=names[now.attacker]))
    for row in range(1, ROWS + 1):
        dice = [_(LISTED[NAMES[kind]]) for kind in range(KINDS) for _each in range(now.pitch[kind][row])]
        if dice:
            told.append(_("Row {row}: {dice}.").format(row=row, dice=_.listed(dice)))
    open_ = [
        f"{_(LISTED[NAMES[kind]])} {number}"
        for kind in range(KINDS)
        for number in range(1, ROWS + 1)
        for _each in range(now.dice[kind][number])
    ]
    text = _("Still to be booked: {dice}.") if open_ else _("The dice are about to be rolled.")
    told.append(text.format(dice=_.listed(open_)))
    return " ".join(told)
