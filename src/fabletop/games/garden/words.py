"""The Enchanted Garden in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabletop.engine.view import View
from fabletop.games.garden.board import BOARD, GOALS, SPOTS
from fabletop.games.garden.rules import NONE, OFF, PLACING, PLAYING, SENDING, SETTING, UNLAID, Rules
from fabletop.words import N_, NP_, Translate

OPTIONS = {
    "goals": N_("Goals for each player"),
    "layout": N_("Hedges at the start"),
    "hedges": N_("Inner hedges"),
    "finish_round": N_("Finish the round"),
}
VALUES = {
    "layout": {
        "first": N_("as for the first game"),
        "random": N_("at random"),
        "hand": N_("everybody turns hedges in turn"),
    },
    "hedges": {"T": N_("in the shape of a T"), "L": N_("in the shape of an L")},
}
SOUGHT = {  # what somebody looks for or has found
    "ring": NP_("accusative", "the ring"),
    "crown": NP_("accusative", "the crown"),
    "goblet": NP_("accusative", "the goblet"),
    "key": NP_("accusative", "the key"),
    "black-cat": NP_("accusative", "the black cat"),
    "rat": NP_("accusative", "the rat"),
    "owl": NP_("accusative", "the owl"),
    "toad": NP_("accusative", "the toad"),
    "magic-lamp": NP_("accusative", "the magic lamp"),
    "crystal-ball": NP_("accusative", "the crystal ball"),
    "treasure-chest": NP_("accusative", "the treasure chest"),
    "harp": NP_("accusative", "the harp"),
    "root-spirit": NP_("accusative", "the root spirit"),
    "unicorn": NP_("accusative", "the unicorn"),
    "gnome": NP_("accusative", "the gnome"),
    "bat": NP_("accusative", "the bat"),
    "mirror": NP_("accusative", "the mirror"),
    "spell-book": NP_("accusative", "the spell book"),
    "hourglass": NP_("accusative", "the hourglass"),
    "candlestick": NP_("accusative", "the candlestick"),
    "dragon": NP_("accusative", "the dragon"),
    "ghost": NP_("accusative", "the ghost"),
    "spider": NP_("accusative", "the spider"),
    "firefly": NP_("accusative", "the firefly"),
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
        "done": _("They are fine"),
        "gate": _("Home to gate {place}"),
    }.get(word, act)
    return text.format(place=rest)


def asks(part: str, _: Translate) -> str:
    return _("Which way shall hedge {number} turn?").format(number=part.removeprefix("turn "))


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> list[str]:
    """One text for each frame that tells: what has been found is said when it has been reached."""
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
            "done": _("{who} thinks that the hedges are fine."),
            "magic gap": _("{who} draws a gap in the hedge."),
            "magic fairy": _("{who} draws a forest fairy."),
            "gate": _("{other} sends {who} home to gate {place}."),
        }[act if word == "magic" else word]
    carried = rides(now, then, names, _) if word == "turn" else ()
    return [" ".join([text.format(**values), *carried]), *reached(now, then, names, _)]


def sought(name: str, _: Translate) -> str:
    return _.pgettext(*SOUGHT[name]) if name in SOUGHT else name.replace("-", " ")


def aim(card: int, _: Translate) -> str:
    """What somebody looks for in the end: a goal, or the way home."""
    return sought(CARDS[card], _) if card < GOALS else _.pgettext("accusative", "your gate")


def rides(now: Rules, then: Rules, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Whom the hedge has carried along."""
    for seat, name in enumerate(names):
        if then.pawns[seat] != now.pawns[seat]:
            yield _("{who} rides along to {place}.").format(who=name, place=BOARD.names[then.pawns[seat]])


def reached(now: Rules, then: Rules, names: Sequence[str], _: Translate) -> Iterator[str]:
    """What each of them has found."""
    for seat in finders(now, then):
        card = now.card[seat]
        if card >= GOALS:
            text = _("{who} is home at gate {place} and has won!")
        elif seat != now.turn:
            text = _("{who} already stands on the goal and finds {goal}: number {number} of {most}!")
        else:
            text = _("{who} has found {goal}: number {number} of {most}!")
        goal = sought(CARDS[card], _) if card < GOALS else ""
        values = {"who": names[seat], "goal": goal, "place": CARDS[card], "number": then.found[seat]}
        told = [text.format(**values, most=now.goals)]
        if then.found[seat] == now.goals:
            told.append(_("Now {who} only has to come home.").format(who=names[seat]))
        yield " ".join(told)


def finders(now: Rules, then: Rules) -> list[int]:
    """Who is on a goal: whose turn it is, and after that all who were carried there before their turn came."""
    seats = [(now.turn + step) % now.seats for step in range(now.seats)]
    return [seat for seat in seats if then.found[seat] > now.found[seat]]


def prompt(view: View, names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now, acts = view.position, view.actions()
    if now.phase == SETTING:
        return _("Turn a hedge as you like it for the start, or say that they are fine.")
    if now.phase == PLACING:
        return _("At which gate do you start?")
    if now.phase == SENDING:
        return _("Which gate must {who} go home to?").format(who=names[now.turn])
    if now.phase != PLAYING:
        return _("Turn up your next card.")
    card = now.card[now.turn]
    place = BOARD.names[SPOTS[card]]
    words = {act.partition(" ")[0] for act in acts}
    if "walk" in words:
        free = f"walk {place}" in acts
        if "turn" in words:
            text = (
                _("You look for {goal}. Turn one hedge, or walk there.")
                if free
                else _("You look for {goal}. Turn one hedge, or walk.")
            )
        else:
            text = (
                _("You look for {goal}. Walk there: the way is free!")
                if free
                else _("You look for {goal}. Walk, or end the turn.")
            )
    elif "turn" in words:
        text = _("You look for {goal}. Turn one hedge, or end the turn.")
    else:
        text = _("You look for {goal}. Use a card, or end the turn.") if words != {"end"} else _("End the turn.")
    return text.format(goal=aim(card, _))


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
