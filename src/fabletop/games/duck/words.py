"""The Duck Game in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabletop.engine.view import View
from fabletop.games.duck.board import AGAIN, EVENT, FACES, LAST, MISS, RAIN, VALUE
from fabletop.games.duck.rules import Rules
from fabletop.words import N_, Translate

OPTIONS = {
    "ducks": N_("Ducks"),
    "forced_hops": N_("Hopping is a must"),
    "field3": N_("Square 3"),
    "bump": N_("One figure on a square"),
}
VALUES = {
    "ducks": {
        "classic": N_("13 ducks"),
        "french": N_("6 ducks, on every ninth square"),
        "none": N_("no ducks"),
    },
    "field3": {
        "ahead": N_("just beyond the next figure"),
        "behind": N_("just behind the next figure"),
        "turn_order": N_("just beyond whoever plays next"),
        "off": N_("a square like any other"),
    },
}

JOURNEY = {  # the holiday, square by square: where something sends a figure on or back
    6: N_("The ship takes {who} along to {square}."),
    15: N_("That was the wrong bus: back to {square}."),
    39: N_("The wind has taken the hat: back to {square}."),
    42: N_("The train is gone: back to {square}."),
    58: N_("The suitcase was forgotten: back to {square}."),
}
RESTS = {19: N_("The bed in the hotel is so soft."), 52: N_("How lovely it is on the beach!")}


def label(act: str, _: Translate) -> str:
    return {"hop": _("Hop on"), "go": _("Swim on"), "stay": _("Stay here")}.get(act, act)


def sentence(
    before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate
) -> list[str]:
    """One text for each frame that tells: what a square does is said when the figure stands on it."""
    now, then = before.position, after.position
    who, here = names[now.turn], now.at[now.turn]
    word, _space, face = act.partition(" ")
    if word == "stay":
        text = _("{who} lets the duck swim by.") if now.on_duck(here) else _("{who} stays on square {square}.")
        told = [text.format(who=who, square=here)]
    elif word == "roll" and EVENT[here] == RAIN and int(face) != VALUE[here]:
        told = [_("{who} rolls a {number} and stays in the rain.").format(who=who, number=face)]
    else:
        told = [*travels(now, then, word, int(face or now.die), names, _)]
    return [*told, *others(now, then, names, _)]


def travels(now: Rules, then: Rules, word: str, die: int, names: Sequence[str], _: Translate) -> Iterator[str]:
    """The figure on turn moves, and perhaps further still; then it is told what the last square does."""
    who, here, end = names[now.turn], now.at[now.turn], then.at[now.turn]
    square = min(now.catch_up() if word == "go" else here + die, LAST)
    if word == "roll":
        text = _("{who} rolls a {number} and goes to square {square}.")
        if EVENT[here] == RAIN:
            text = _("{who} rolls a {number}, leaves the rain and goes to square {square}.")
    elif word == "hop":
        text = _("{who} hops with the duck to square {square}.")
    else:
        text = _("{who} swims to square {square}.")
    yield text.format(who=who, number=die, square=square)
    if end != square:
        text = _("From there it goes on to {square}.") if end > square else _("From there it goes back to {square}.")
        if end == VALUE[square]:
            text = _(JOURNEY.get(square, text))
        yield text.format(who=who, square=end)
    if then.die:
        asked = _("A duck: hop on?") if now.on_duck(end) else _("The boat: swim on to square {square}?")
        yield asked.format(square=then.catch_up())
    elif text := " ".join(arrives(end, die, who, _)):
        yield text


def arrives(square: int, die: int, who: str, _: Translate) -> Iterator[str]:
    event, value = EVENT[square], VALUE[square]
    if square == LAST:
        yield _("Home at the pond after a long journey: {who} wins!").format(who=who)
    elif event == AGAIN and value >> die & 1:
        yield _("{who} rolls again.").format(who=who)
    elif event == MISS:
        text = _.ngettext("{who} will miss a turn.", "{who} will miss {number} turns.", value)
        yield " ".join([*map(_, filter(None, [RESTS.get(square)])), text]).format(who=who, number=value)
    elif event == RAIN:
        yield _("It rains: {who} waits for a {number}.").format(who=who, number=value)


def others(now: Rules, then: Rules, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Who had to make room, and whose turn is passed over."""
    seats = [(now.turn + step) % now.seats for step in range(1, now.seats)]
    for seat in (seat for seat in seats if then.at[seat] != now.at[seat]):
        text = _("{who} makes room and goes to square {square}.")
        if then.at[seat] == 0:
            text = _("{who} makes room and goes to the start.")
        yield text.format(who=names[seat], square=then.at[seat])
    for seat in (seat for seat in seats if then.missing[seat] < now.missing[seat]):
        yield _("{who} misses a turn.").format(who=names[seat])


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now = view.position
    here = now.at[now.turn]
    if view.turn != view.seat:
        if EVENT[here] == RAIN:
            return _("It rains: roll a {number} to get out.").format(number=VALUE[here])
        if LAST - here <= FACES:
            return _("Roll: with {number} or more you are at the pond!").format(number=LAST - here)
        return _("Roll the die.")
    if not now.on_duck(here):
        return _("Swim on to {square}, or stay?").format(square=now.catch_up())
    text = _("A duck! Hop on to {square}.") if now.forced_hops else _("A duck! Hop on to {square}, or stay?")
    return text.format(square=min(here + now.die, LAST))


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        square, missing = now.at[seat], now.missing[seat]
        text = _("{who} stands on square {square}.") if square else _("{who} stands in front of the board.")
        if square == LAST:
            text = _("{who} is at the pond.")
        told.append(text.format(who=who, square=square))
        if EVENT[square] == RAIN:
            told.append(_("It rains: {who} waits for a {number}.").format(who=who, number=VALUE[square]))
        if missing:
            text = _.ngettext("{who} will miss a turn.", "{who} will miss {number} turns.", missing)
            told.append(text.format(who=who, number=missing))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)
