"""Mensch ärgere Dich nicht explained: what each thing is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from fabletop.drawing.scene import seat_name
from fabletop.engine.game import copied
from fabletop.engine.view import View
from fabletop.games.mensch.rules import ENTER, FACES, HOME, MOVE, SIX, A, Rules
from fabletop.games.mensch.words import thrown_out
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind == "pawn":
        return _("A figure of {who}").format(who=seat_name(view, int(rest[0]))), figure(
            now, int(rest[0]), int(rest[1]), _
        )
    if kind.startswith("plate"):
        seat = int(kind[5:])
        text = _("Figures in the goal: {number} of {most}.")
        inside = sum(where >= now.track for where in now.figures[seat])
        return seat_name(view, seat), text.format(number=inside, most=now.pieces)
    if kind in ("start", "goal", "house"):
        name, text = {
            "start": (_("The start of {who}"), _("Here a figure comes out with a 6, and makes room for the next one.")),
            "goal": (_("A goal square of {who}"), _("Nobody else may come here. All figures in the goal: that wins!")),
            "house": (_("The house of {who}"), _("Here the figures wait for a 6.")),
        }[kind]
        return name.format(who=seat_name(view, int(rest[0]))), text
    if kind.startswith("tries"):
        return _("Tries left"), _("While no figure is on the way you may roll three times for a 6.")
    return {
        "die": (_("The die"), _("A 6 brings a figure out, and then you roll once more.")),
        "square": (_("A square"), _("If you end exactly where another's figure stands, it goes back home.")),
        "enter": (_("Bring out"), _("With a 6 a figure comes from the house to its start.")),
        "move": (_("Walk"), _("The figure goes as many squares as the die shows.")),
        "again": (_("Roll again"), _("While no figure is on the way you may roll three times for a 6.")),
    }.get(kind)


def figure(now: Rules, seat: int, number: int, _: Translate) -> str:
    where = now.figures[seat][number - 1]
    if where == HOME:
        return _("It waits at home: a 6 brings it out.")
    if where >= now.track:
        return _("It is in the goal, and safe.")
    left = now.track - where
    text = _.ngettext("It has {number} square to go to its goal.", "It has {number} squares to go to its goal.", left)
    return text.format(number=left)


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    """Why a figure cannot be moved, or an action not be done."""
    now = view.position
    kind, *rest = what.replace("-", " ").split()
    if kind == "pawn" and int(rest[0]) != view.seat:
        return _("That is a figure of {who}.").format(who=seat_name(view, int(rest[0])))
    mine = now.figures[now.turn]
    number = int(rest[-1]) if kind in ("pawn", "move") and rest and rest[-1].isdecimal() else 0
    if kind == "again":
        return _("You have to use this roll.")
    if kind == "enter" or (number and mine[number - 1] == HOME):
        if now.die != SIX:
            return _("Only a 6 brings a figure out.")
        if A in mine:
            return _("Your own figure stands on the start: it makes room first.")
        return _("All your figures are in the game.")
    if not 1 <= number <= now.pieces:
        return ""
    return cannot_walk(view, number, _)


def cannot_walk(view: View[Rules], number: int, _: Translate) -> str:
    now, mine = view.position, view.position.figures[view.position.turn]
    target = mine[number - 1] + now.die
    if target >= now.track + now.pieces:
        return _("{number} is too far: the goal ends before.").format(number=now.die)
    if target in mine:
        return _("Your own figure stands there.")
    acts = view.actions()
    if "enter" in acts:
        return _("A 6 brings a figure out first.")
    if HOME in mine and A in mine and mine[number - 1] != A:
        return _("The figure on the start makes room first.")
    return _("You have to throw out a figure.") if now.must_hit and acts else ""


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    after = View(view.game, view.seat, copied(view.position))
    now, number = view.position, view.game.numbers[act]
    after.position.apply(number)
    hit = thrown_out(view, after)
    if hit is not None:
        return _("It throws out a figure of {other}.").format(other=names[hit])
    if act == "again":
        return _("A 6 would be worth more than this step.")
    if number == ENTER:
        return _("One more figure is on its way.")
    old, new = now.figures[now.turn][number - MOVE], now.target(number)
    if new >= now.track:
        return _("In the goal nobody can throw it out.")
    if old == A and HOME in now.figures[now.turn]:
        return _("It makes room on the start.")
    danger = hunted(after, now.turn, new)
    if hunted(view, now.turn, old) > danger:
        return _("There fewer figures can reach it with one roll.")
    if new == max(*now.figures[now.turn], new):
        return _("Your front figure gets ahead.")
    safe = _("With one roll nobody can reach it there.")
    return _("Your other figures stand better where they are.") if danger else safe


def hunted(view: View[Rules], seat: int, where: int) -> int:
    """How many figures of others can, with one roll, throw out the one of this seat that stands there."""
    now, found = view.position, set[tuple[int, int]]()
    for other, face in product(range(now.seats), range(1, FACES + 1)):
        rolled = View(view.game, other, copied(now))
        rolled.position.turn, rolled.position.die, rolled.position.tries = other, face, 0
        for action in rolled.legal() if other != seat else ():
            after = copied(rolled.position)
            after.apply(action)
            if where not in after.figures[seat]:
                found.add((other, action))
    return len(found)
