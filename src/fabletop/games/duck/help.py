"""The Duck Game explained: what each square does, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.view import View
from fabletop.games.duck.board import AGAIN, CATCH_UP, EVENT, FACES, GOTO, LAST, MISS, QUIET, RAIN, VALUE
from fabletop.games.duck.rules import AHEAD, BEHIND, OFF, Rules
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind == "square":
        return square(int(rest[0]), view, _)
    if kind in ("pawn", "plate") or kind.startswith(("plate", "worry")):
        seat = int(rest[0]) if rest else int(kind[5:])
        text = _("Stands on square {square} of {last}.") if now.at[seat] else _("Waits in front of the board.")
        if now.missing[seat]:
            text = _("Sleeps on square {square} and misses turns: {number}.")
        values = {"square": now.at[seat], "last": LAST, "number": now.missing[seat]}
        return _("The figure of {who}").format(who=seat_name(view, seat)), text.format(**values)
    return {
        "die": (_("The die"), _("Your figure goes as many squares as it shows.")),
        "start": (_("The start"), _("From here all figures set out.")),
        "hop": (_("Hop on"), _("From a duck you may go the same number of squares once more.")),
        "go": (_("Swim on"), boat(now, _)),
        "stay": (_("Stay here"), _("You stay where you are, and the next player rolls.")),
    }.get(kind)


def square(number: int, view: View[Rules], _: Translate) -> Explained:
    now, event, value = view.position, EVENT[number], VALUE[number]
    name = _("Square {square}").format(square=number)
    if number == LAST:
        return _("The pond"), _("Whoever gets here first wins; you may roll more than you need.")
    if now.on_duck(number):
        return _("Duck on square {square}").format(square=number), _("You may hop the same number on once more.")
    if event == CATCH_UP and now.field3 != OFF:
        return _("The boat"), boat(now, _)
    if event == GOTO:
        text = _("You go on to square {square}.") if value > number else _("You go back to square {square}.")
        if QUIET[number]:
            text = _("You go back to square {square}, and nothing more happens there.")
        return name, text.format(square=value)
    if event == MISS:
        text = _("You sleep and miss one turn.") if value == 1 else _("You are caught and miss {number} turns.")
        return name, text.format(number=value)
    if event == AGAIN:
        faces = [str(face) for face in range(1, FACES + 1) if value >> face & 1]
        text = _("If the die shows {faces}, you roll again.")
        return name, text.format(faces=_.listed(faces, "or"))
    if event == RAIN:
        return name, _("It rains: you wait here until you roll a {number}.").format(number=value)
    return name, _("Nothing happens here.")


def boat(now: Rules, _: Translate) -> str:
    return {
        AHEAD: _("You may swim to just beyond the next figure ahead."),
        BEHIND: _("You may swim to just behind the next figure ahead."),
    }.get(now.field3, _("You may swim to just beyond the figure whose turn is next, if it is ahead."))


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now = view.position
    kind, *rest = what.replace("-", " ").split()
    if kind == "pawn" and int(rest[0]) != view.seat:
        return _("That is the figure of {who}.").format(who=seat_name(view, int(rest[0])))
    here = now.at[now.turn]
    duck = now.on_duck(here)
    if kind == "hop" and not duck:
        return _("You can only hop on from a duck.")
    if kind == "go" and duck:
        return _("There is no boat here, only a duck.")
    if kind == "stay":
        return _("In this game you always hop on.")
    if kind == "square" and int(rest[0]) != here:
        far = min(here + now.die, LAST) if duck else now.catch_up()
        return _("From here you can only go to {square}.").format(square=far)
    return ""


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now = view.position
    here = now.at[now.turn]
    target = min(here + now.die, LAST) if now.on_duck(here) else now.catch_up()
    event, value = EVENT[target], VALUE[target]
    if act != "stay":
        if target == LAST:
            return _("That is the pond: you win!")
        if now.on_duck(target):
            return _("There is the next duck, for one more hop.")
        if event == GOTO and value > target:
            return _("From there you go on to {square}.").format(square=value)
        if event in (GOTO, MISS, RAIN):
            return _("Staying here would be worse still.")
        return _("You get ahead for nothing.")
    if event == GOTO and value < target:
        return _("From {there} you would go back to {square}.").format(there=target, square=value)
    if event in (MISS, RAIN):
        return _("On {there} you would have to wait.").format(there=target)
    return _("From here the next roll promises more.")
