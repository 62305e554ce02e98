"""The Duck Game in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fabletop.engine.view import View
from fabletop.games.duck.board import AGAIN, EVENT, LAST, MISS, RAIN, VALUE
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


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
        "ahead": N_("swim to just beyond the next figure"),
        "behind": N_("swim to just behind the next figure"),
        "off": N_("a square like any other"),
    },
}


def label(act: str, _: Translate) -> str:
    return {"hop": _("Hop on"), "go": _("Swim on"), "stay": _("Stay here")}.get(act, act)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
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
    told += [*others(now, then, names, _)]
    return " ".join(told)


def travels(now: Any, then: Any, word: str, die: int, names: Sequence[str], _: Translate) -> Iterator[str]:
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
        yield text.format(square=end)
    if then.die:
        yield (_("A duck: hop on?") if now.on_duck(end) else _("Swim to the next figure?"))
    else:
        yield from arrives(end, die, who, _)


def arrives(square: int, die: int, who: str, _: Translate) -> Iterator[str]:
    event, value = EVENT[square], VALUE[square]
    if square == LAST:
        yield _("That is the pond: {who} wins!").format(who=who)
    elif event == AGAIN and value >> die & 1:
        yield _("{who} rolls again.").format(who=who)
    elif event == MISS:
        text = _("{who} will miss a turn.") if value == 1 else _("{who} will miss {number} turns.")
        yield text.format(who=who, number=value)
    elif event == RAIN:
        yield _("It rains: {who} waits for a {number}.").format(who=who, number=value)


def others(now: Any, then: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Who had to make room, and whose turn is passed over."""
    for seat, name in enumerate(names):
        if seat == now.turn:
            continue
        if then.at[seat] != now.at[seat]:
            text = _("{who} makes room and goes to square {square}.")
            if then.at[seat] == 0:
                text = _("{who} makes room and goes to the start.")
            yield text.format(who=name, square=then.at[seat])
        if then.missing[seat] < now.missing[seat]:
            yield _("{who} misses a turn.").format(who=name)


def position(view: View, names: Sequence[str], _: Translate) -> str:
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
            text = _("{who} will miss a turn.") if missing == 1 else _("{who} will miss {number} turns.")
            told.append(text.format(who=who, number=missing))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)
