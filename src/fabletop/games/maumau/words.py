"""Mau-Mau(s) in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fabletop.engine.view import View
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, DRAWN, END, NONE, PLAY, PLUS, REST, TAKE, WISH
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


OPTIONS = {
    "play_drawn": N_("Lay a drawn card at once"),
    "free_draw": N_("Drawing is free"),
    "stack_plus": N_("+1 on +1"),
    "start_effects": N_("The first card acts"),
}
BUTTONS = {
    "red": N_("Red {rank}"),
    "yellow": N_("Yellow {rank}"),
    "green": N_("Green {rank}"),
    "blue": N_("Blue {rank}"),
}
COLOURED = {
    "red": N_("the red {rank}"),
    "yellow": N_("the yellow {rank}"),
    "green": N_("the green {rank}"),
    "blue": N_("the blue {rank}"),
}
WISHES = {
    "red": (N_("Wish for red"), N_("{who} lays a wish card and wishes for red.")),
    "yellow": (N_("Wish for yellow"), N_("{who} lays a wish card and wishes for yellow.")),
    "green": (N_("Wish for green"), N_("{who} lays a wish card and wishes for green.")),
    "blue": (N_("Wish for blue"), N_("{who} lays a wish card and wishes for blue.")),
}


WANTED = {
    "red": N_("Red is wished for."),
    "yellow": N_("Yellow is wished for."),
    "green": N_("Green is wished for."),
    "blue": N_("Blue is wished for."),
}


def label(act: str, _: Translate) -> str:
    word, _space, card = act.partition(" ")
    if card.startswith("wish "):
        return _(WISHES[card.removeprefix("wish ")][0])
    if word == "play":
        colour, _dash, rank = card.partition("-")
        return _(BUTTONS[colour]).format(rank={"rest": _("rest"), "plus": "+1"}.get(rank, rank))
    return {"draw": _("Draw a card"), "pass": _("Pass"), "keep": _("Keep the card")}.get(word, act)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    who = names[now.turn]
    word, _space, card = act.partition(" ")
    if word == "play":
        if then.phase == END:
            return " ".join([laid(who, card, _), _("Mau-Mau! That was the last card: {who} wins!").format(who=who)])
        last = [_("Only one card left!")] if then.held[by] == 1 else []
        return " ".join([laid(who, card, _), *last, *effects(then, card, names, _)])
    if word == "turn":
        told = [_("{card} is turned up.").format(card=upper(named(card, _)))]
        told += effects(then, card, names, _) if then.start_effects else []
        told += [_("Any card fits.")] if then.colour == ANY else []
        told += [_("{who} begins.").format(who=names[then.turn])] if then.phase == PLAY and not then.plus else []
        return " ".join(told)
    if word == "deal":
        return _("{who} is dealt {card}.").format(who=who, card=named(card, _))
    if word == "card":
        text = _("{who} takes {card} because of the +1.") if now.plus else _("{who} gets {card} from the pile.")
        fits = [_("It fits!")] if then.phase == DRAWN else []
        return " ".join([text.format(who=who, card=named(card, _)), *fits])
    if word == "draw":
        told = [_("The pile is empty: the cards laid before are shuffled.")] if now.left == 0 else []
        return " ".join([*told, reaches(now.plus, _).format(who=who, number=now.plus)])
    text = _("{who} keeps the card.") if word == "keep" else _("{who} has no card that fits, and passes.")
    return text.format(who=who)


def named(card: str, _: Translate) -> str:
    """A card in a sentence; `?` is one that nobody may see."""
    if card in ("?", "wish"):
        return _("a card") if card == "?" else _("a wish card")
    colour, _dash, rank = card.partition("-")
    return _(COLOURED[colour]).format(rank={"rest": _("rest card"), "plus": _("+1 card")}.get(rank, rank))


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def laid(who: str, card: str, _: Translate) -> str:
    if card.startswith("wish "):
        return _(WISHES[card.removeprefix("wish ")][1]).format(who=who)
    return _("{who} lays {card}.").format(who=who, card=named(card, _))


def effects(then: Any, card: str, names: Sequence[str], _: Translate) -> list[str]:
    """What a special card does to the next seat."""
    rank = CARDS.index(card) % 7 if "-" in card else -1
    if rank == REST:
        return [_("{other} misses a turn.").format(other=names[then.turn - 1 if then.turn else then.seats - 1])]
    if rank != PLUS:
        return []
    if then.phase == TAKE:
        text = _("{other} has to take a card and is passed over.")
    else:
        text = _("{other} answers with a +1 or takes {number}.")
    return [text.format(other=names[then.turn], number=then.plus)]


def reaches(plus: int, _: Translate) -> str:
    if plus > 1:
        return _("{who} has to take {number} cards.")
    return _("{who} has to take a card.") if plus else _("{who} draws a card.")


def position(view: View, names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    if now.top != NONE:
        told.append(_("{card} lies on top.").format(card=upper(named(CARDS[now.top], _))))
        if now.top == WISH and now.colour != ANY:
            told.append(_(WANTED[COLOURS[now.colour]]))
    told.append(_("Cards in the pile: {number}.").format(number=now.left))
    for seat, who in enumerate(names):
        if seat == view.seat and now.hands[seat]:
            cards = ", ".join(named(CARDS[card], _) for card in hand(now.hands[seat]))
            told.append(_("{who} holds {cards}.").format(who=who, cards=cards))
        else:
            text = _("{who} holds one card.") if now.held[seat] == 1 else _("{who} holds {number} cards.")
            told.append(text.format(who=who, number=now.held[seat]))
    return " ".join(told)


def hand(cards: int) -> list[int]:
    """The cards of a hand, in order."""
    return [card for card in range(WISH) if cards >> card & 1] + [WISH] * (cards >> WISH)
