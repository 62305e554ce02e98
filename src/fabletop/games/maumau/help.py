"""Mau-Mau(s) explained: what each card does, why it does not fit, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.rulebook import bits
from fabletop.engine.view import View
from fabletop.games.maumau.rules import (
    ANY,
    CARDS,
    COLOURS,
    DRAWN,
    LAY,
    NONE,
    PLUS,
    REST,
    SHORT,
    SUIT,
    WISH,
    Rules,
)
from fabletop.games.maumau.words import asked, begins
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, _dash, rest = thing.replace(" ", "-").partition("-")
    now = view.position
    if kind == "card":
        return card("wish" if rest.startswith("wish") else rest, _)
    if kind.startswith("hand"):
        return _("A card of {who}").format(who=seat_name(view, int(kind[4:]))), _("Only {who} knows it.").format(
            who=seat_name(view, int(kind[4:]))
        )
    if kind.startswith("plate"):
        seat = int(kind[5:])
        text = _("One card left!") if now.held[seat] == 1 else _("Cards left: {number}. Whoever has none wins.")
        return seat_name(view, seat), text.format(number=now.held[seat])
    if kind == "left":
        return _("The draw pile"), _("Cards in it: {number}.").format(number=now.left)
    return {
        "pile": (_("The draw pile"), _("If no card of yours fits, you take one from here.")),
        "wished": (_("The colour wished for"), _("The next card must have this colour, or be a wish card.")),
        "owed": (_("Cards to take"), _("Lay a +1 as well, or take that many cards.")),
        "play": (_("Lay a card"), _("It must have the colour or the number of the card on top.")),
        "draw": (_("Draw a card"), _("You take the top card of the pile.")),
        "keep": (_("Keep the card"), _("The card that you have drawn stays in your hand.")),
        "pass": (_("Pass"), _("There is no card to draw, so the next player goes on.")),
    }.get(kind)


def card(name: str, _: Translate) -> Explained | None:
    if name not in CARDS:
        return None
    rank = name.rpartition("-")[2]
    text = {
        "wish": _("It fits on every card. You wish for the colour that comes next."),
        "rest": _("(M)ausruhen: the next player misses a turn."),
        "plus": _("The next player takes a card and misses a turn."),
    }.get(rank, _("It fits on its colour and on its number."))
    return begins(name, _), text


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now = view.position
    kind, _dash, rest = what.replace(" ", "-").partition("-")
    if kind.startswith("hand"):
        return _("That is a card of {who}.").format(who=seat_name(view, int(kind[4:])))
    if kind == "pile" or kind == "draw":
        if now.phase == DRAWN:
            return _("You have drawn already.")
        return _("A card of yours fits: lay it.") if now.left or now.discards else _("There is no card left to draw.")
    if kind == "keep":
        return _("You have not drawn a card.")
    if kind == "pass":
        return _("You can still lay or draw a card.")
    name = "wish" if rest.startswith("wish") else rest
    if kind not in ("card", "play") or name not in CARDS:
        return ""
    if now.top != NONE and CARDS[now.top] == name and name != "wish" and kind == "card":
        return _("This card lies there already.")
    return does_not_fit(view, name, _)


def does_not_fit(view: View[Rules], name: str, _: Translate) -> str:
    now, which = view.position, CARDS.index(name)
    held = now.hands[view.seat] if view.seat is not None else 0
    if not (held >> WISH if which == WISH else held >> which & 1):
        return _("You do not hold this card.")
    if now.phase == DRAWN:
        return _("Now you can only lay the card that you have drawn.")
    if now.plus:
        return _("Only a +1 helps against a +1.")
    if which == WISH or now.colour == ANY:
        return ""
    return " ".join([_("{card} does not fit.").format(card=begins(name, _)), asked(now, _)])


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now: Rules = view.position
    word, _space, name = act.partition(" ")
    if word in ("draw", "pass"):
        return _("Nothing else is possible.") if len(view.actions()) == 1 else _("One more card is worth it here.")
    if word == "keep":
        return _("It will be useful later.")
    if now.held[now.turn] == 1:
        return _("It is your last card: you win!")
    hand, after = now.hands[now.turn], names[(now.turn + 1) % now.seats]
    if name.startswith("wish "):
        return of_wish(hand, COLOURS.index(name.removeprefix("wish ")), after, _)
    which = view.game.numbers[act] - LAY
    rank = which % 7
    if rank >= REST:
        short = now.held[(now.turn + 1) % now.seats] <= SHORT
        text = _("{other} has few cards left: this stops {other}.") if short else _("{other} misses a turn.")
        if now.stack_plus and rank == PLUS:
            text = _("{other} has to lay a +1 as well, or take cards.")
        elif rank == PLUS and not short:
            text = _("{other} has to take a card.")
        return text.format(other=after)
    if bits(hand & SUIT << 7 * (which // 7)) > 1:
        return _("You have more cards of this colour for the next turns.")
    if hand >> WISH or any(hand >> 7 * suit + special & 1 for suit in range(len(COLOURS)) for special in (REST, PLUS)):
        return _("It fits, and you keep your special cards.")
    return _("Your other cards may fit better later.")


def of_wish(hand: int, colour: int, after: str, _: Translate) -> str:
    """Why a colour is good to wish for."""
    held = [bits(hand & SUIT << 7 * suit) for suit in range(len(COLOURS))]
    if not any(held):
        return _("Your other cards fit on every colour.")
    if not held[colour]:
        return _("Perhaps {other} has none of this colour.").format(other=after)
    most = held[colour] == max(held) and held.count(held[colour]) == 1
    return _("You hold the most cards of this colour.") if most else _("You hold this colour yourself.")
