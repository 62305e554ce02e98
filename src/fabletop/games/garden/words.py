"""The Enchanted Garden in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fabletop.engine.view import View
from fabletop.games.garden.board import BOARD, GOALS, SPOTS
from fabletop.games.garden.rules import NONE, OFF, UNLAID
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


OPTIONS = {
    "goals": N_("Goals for each player"),
    "layout": N_("Hedges at the start"),
    "hedges": N_("Inner hedges"),
    "finish_round": N_("Finish the round"),
}
VALUES = {
    "layout": {"first": N_("as for the first game"), "random": N_("at random")},
    "hedges": {"T": N_("in the shape of a T"), "L": N_("in the shape of an L")},
}
SOUGHT = {
    "ring": N_("the ring"),
    "crown": N_("the crown"),
    "goblet": N_("the goblet"),
    "key": N_("the key"),
    "black-cat": N_("the black cat"),
    "rat": N_("the rat"),
    "owl": N_("the owl"),
    "toad": N_("the toad"),
    "magic-lamp": N_("the magic lamp"),
    "crystal-ball": N_("the crystal ball"),
    "treasure-chest": N_("the treasure chest"),
    "harp": N_("the harp"),
    "root-spirit": N_("the root spirit"),
    "unicorn": N_("the unicorn"),
    "gnome": N_("the gnome"),
    "bat": N_("the bat"),
    "mirror": N_("the mirror"),
    "spell-book": N_("the spell book"),
    "hourglass": N_("the hourglass"),
    "candlestick": N_("the candlestick"),
    "dragon": N_("the dragon"),
    "ghost": N_("the ghost"),
    "spider": N_("the spider"),
    "firefly": N_("the firefly"),
}
CARDS = (*BOARD.goals, *BOARD.gates)
TURNS = {  # clockwise, in quarters: on the button, in the log
    "1": (N_("Hedge {number}: to the right"), N_("{who} turns hedge {number} to the right.")),
    "2": (N_("Hedge {number}: half way round"), N_("{who} turns hedge {number} half way round.")),
    "3": (N_("Hedge {number}: to the left"), N_("{who} turns hedge {number} to the left.")),
}


def label(act: str, _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    if word == "turn" and " " not in rest:  # a part of an action
        return _("Hedge {number}").format(number=rest)
    if word == "turn":
        axle, quarters = rest.split()
        return _(TURNS[quarters][0]).format(number=axle)
    text = {
        "place": _("Start at gate {place}"),
        "walk": _("Walk to {place}"),
        "gap": _("Slip through to {place}"),
        "fly": _("Fly to {place}"),
        "end": _("End the turn"),
        "gate": _("Home to gate {place}"),
    }.get(word, act)
    return text.format(place=rest)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    word, _space, rest = act.partition(" ")
    values = {"who": names[now.turn], "other": names[by] if by >= 0 else "", "place": rest}
    if word == "turn":
        axle, quarters = rest.split()
        text, values["number"] = _(TURNS[quarters][1]), axle
    elif word == "hedge":
        text, values["number"] = _("Hedge {number} is laid."), str(now.facing.index(UNLAID) + 1)
    elif word == "goal":
        first = now.found[now.turn] == 0
        text = _("{who} looks for {goal} on {place}.") if first else _("Now {who} looks for {goal} on {place}.")
        values |= {"goal": sought(rest, _), "place": BOARD.names[BOARD.goals[rest]]}
    else:
        text = {
            "place": _("{who} starts at gate {place}."),
            "walk": _("{who} walks to {place}."),
            "gap": _("{who} slips through the hedge to {place}."),
            "fly": _("{who} flies with the fairies to {place}."),
            "end": _("{who} ends the turn."),
            "magic gap": _("{who} draws a gap in the hedge."),
            "magic fairy": _("{who} draws a forest fairy."),
            "gate": _("{other} sends {who} home to gate {place}."),
        }[act if word == "magic" else word]
    carried = rides(now, then, names, _) if word == "turn" else ()
    return " ".join([text.format(**values), *carried, *reached(now, then, names, _)])


def sought(name: str, _: Translate) -> str:
    return _(SOUGHT[name]) if name in SOUGHT else name.replace("-", " ")


def rides(now: Any, then: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Whom the hedge has carried along."""
    for seat, name in enumerate(names):
        if then.pawns[seat] != now.pawns[seat]:
            yield _("{who} rides along to {place}.").format(who=name, place=BOARD.names[then.pawns[seat]])


def reached(now: Any, then: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Who is on a goal: whose turn it is, and after that all who were carried there before their turn came."""
    for step in range(now.seats):
        seat = (now.turn + step) % now.seats
        if then.found[seat] == now.found[seat]:
            continue
        card = now.card[seat]
        if card >= GOALS:
            text = _("{who} is home at gate {place} and has won!")
        elif step:
            text = _("{who} already stands on the goal and finds {goal}: number {number} of {most}!")
        else:
            text = _("{who} has found {goal}: number {number} of {most}!")
        goal = sought(CARDS[card], _) if card < GOALS else ""
        values = {"who": names[seat], "goal": goal, "place": CARDS[card], "number": then.found[seat]}
        yield text.format(**values, most=now.goals)
        if then.found[seat] == now.goals:
            yield _("Now {who} only has to come home.").format(who=names[seat])


def position(view: View, names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        square, card = now.pawns[seat], now.card[seat]
        text = _("{who} is not in the garden yet.") if square == OFF else _("{who} stands on {place}.")
        if now.found[seat] > now.goals:
            text = _("{who} is home.")
        told.append(text.format(who=who, place=BOARD.names[square] if square != OFF else ""))
        if card != NONE and now.found[seat] <= now.goals:
            text = (
                _("{who} looks for {goal} on {place}.")
                if card < GOALS
                else _("{who} looks for gate {goal} on {place}.")
            )
            goal = sought(CARDS[card], _)
            told.append(text.format(who=who, goal=goal, place=BOARD.names[SPOTS[card]]))
        found, (gaps, fairies) = min(now.found[seat], now.goals), now.magic[seat]
        text = _("Found: {number} of {most}. Gaps in the hedge: {gaps}. Forest fairies: {fairies}.")
        told.append(text.format(number=found, most=now.goals, gaps=gaps, fairies=fairies))
    return " ".join(told)
