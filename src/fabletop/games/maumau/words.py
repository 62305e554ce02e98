"""Mau-Mau(s) in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.engine.view import View
from fabletop.games.maumau.rules import (
    ANY,
    CARDS,
    COLOURS,
    DRAWN,
    END,
    NONE,
    PLAY,
    PLUS,
    RANKS,
    REST,
    TAKE,
    WISH,
    Rules,
)
from fabletop.words import N_, NP_, Translate

OPTIONS = {
    "play_drawn": N_("Lay a drawn card at once"),
    "free_draw": N_("Drawing is free"),
    "stack_plus": N_("+1 on +1"),
    "start_effects": N_("The first card acts"),
}
BUTTONS = {  # by colour: a number, the rest card, the +1
    "red": (N_("Red {number}"), N_("Red rest card"), N_("Red +1")),
    "yellow": (N_("Yellow {number}"), N_("Yellow rest card"), N_("Yellow +1")),
    "green": (N_("Green {number}"), N_("Green rest card"), N_("Green +1")),
    "blue": (N_("Blue {number}"), N_("Blue rest card"), N_("Blue +1")),
}
BEGINS = {  # a card with its article where it begins a sentence
    "red": (
        NP_("nominative", "The red {number}"),
        NP_("nominative", "The red rest card"),
        NP_("nominative", "The red +1 card"),
    ),
    "yellow": (
        NP_("nominative", "The yellow {number}"),
        NP_("nominative", "The yellow rest card"),
        NP_("nominative", "The yellow +1 card"),
    ),
    "green": (
        NP_("nominative", "The green {number}"),
        NP_("nominative", "The green rest card"),
        NP_("nominative", "The green +1 card"),
    ),
    "blue": (
        NP_("nominative", "The blue {number}"),
        NP_("nominative", "The blue rest card"),
        NP_("nominative", "The blue +1 card"),
    ),
}
TAKEN = {  # a card with its article as what is laid, taken or held
    "red": (
        NP_("accusative", "the red {number}"),
        NP_("accusative", "the red rest card"),
        NP_("accusative", "the red +1 card"),
    ),
    "yellow": (
        NP_("accusative", "the yellow {number}"),
        NP_("accusative", "the yellow rest card"),
        NP_("accusative", "the yellow +1 card"),
    ),
    "green": (
        NP_("accusative", "the green {number}"),
        NP_("accusative", "the green rest card"),
        NP_("accusative", "the green +1 card"),
    ),
    "blue": (
        NP_("accusative", "the blue {number}"),
        NP_("accusative", "the blue rest card"),
        NP_("accusative", "the blue +1 card"),
    ),
}
RANKED = {"rest": 1, "plus": 2}  # which of the three
WISHES = {
    "red": (N_("Wish for red"), N_("{who} lays a wish card and wishes for red.")),
    "yellow": (N_("Wish for yellow"), N_("{who} lays a wish card and wishes for yellow.")),
    "green": (N_("Wish for green"), N_("{who} lays a wish card and wishes for green.")),
    "blue": (N_("Wish for blue"), N_("{who} lays a wish card and wishes for blue.")),
}

ASKED = {  # after a wish; after a number, a rest card, a +1
    "red": (
        N_("Lay a red card or another wish card."),
        N_("Lay a red card, any {number} or a wish card."),
        N_("Lay a red card, any rest card or a wish card."),
        N_("Lay a red card, any +1 card or a wish card."),
    ),
    "yellow": (
        N_("Lay a yellow card or another wish card."),
        N_("Lay a yellow card, any {number} or a wish card."),
        N_("Lay a yellow card, any rest card or a wish card."),
        N_("Lay a yellow card, any +1 card or a wish card."),
    ),
    "green": (
        N_("Lay a green card or another wish card."),
        N_("Lay a green card, any {number} or a wish card."),
        N_("Lay a green card, any rest card or a wish card."),
        N_("Lay a green card, any +1 card or a wish card."),
    ),
    "blue": (
        N_("Lay a blue card or another wish card."),
        N_("Lay a blue card, any {number} or a wish card."),
        N_("Lay a blue card, any rest card or a wish card."),
        N_("Lay a blue card, any +1 card or a wish card."),
    ),
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
    if card == "wish":  # a part of an action
        return _("Wish card")
    if word == "play":
        colour, _dash, rank = card.partition("-")
        return _(BUTTONS[colour][RANKED.get(rank, 0)]).format(number=rank)
    return {"draw": _("Draw a card"), "pass": _("Pass"), "keep": _("Keep the card")}.get(word, act)


def asks(part: str, _: Translate) -> str:
    return _("Which colour do you wish for?") if part == "play wish" else ""


def sentence(before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    who = names[now.turn]
    word, _space, card = act.partition(" ")
    if word == "play":
        if then.phase == END:
            return " ".join([laid(who, card, _), _("MauMau(s)! That was the last card: {who} wins!").format(who=who)])
        last = [_("Only one card left!")] if then.held[by] == 1 else []
        return " ".join([laid(who, card, _), *last, *effects(then, card, names, _)])
    if word == "turn":
        told = [_("{card} is turned up.").format(card=begins(card, _))]
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


def together(before: View[Rules], names: Sequence[str], _: Translate) -> str:
    return _("The cards are dealt.")


def named(card: str, _: Translate) -> str:
    """A card as what is laid, taken or held; `?` is one that nobody may see."""
    if card in ("?", "wish"):
        return _.pgettext("accusative", "a card") if card == "?" else _.pgettext("accusative", "a wish card")
    colour, _dash, rank = card.partition("-")
    return _.pgettext(*TAKEN[colour][RANKED.get(rank, 0)]).format(number=rank)


def begins(card: str, _: Translate) -> str:
    """A card at the beginning of a sentence."""
    if card == "wish":
        return _.pgettext("nominative", "A wish card")
    colour, _dash, rank = card.partition("-")
    return _.pgettext(*BEGINS[colour][RANKED.get(rank, 0)]).format(number=rank)


def laid(who: str, card: str, _: Translate) -> str:
    if card.startswith("wish "):
        return _(WISHES[card.removeprefix("wish ")][1]).format(who=who)
    return _("{who} lays {card}.").format(who=who, card=named(card, _))


def effects(then: Rules, card: str, names: Sequence[str], _: Translate) -> list[str]:
    """What a special card does to the next seat."""
    rank = CARDS.index(card) % 7 if "-" in card else -1
    if rank == REST:
        return [_("{other} misses a turn.").format(other=names[then.turn - 1 if then.turn else then.seats - 1])]
    if rank != PLUS:
        return []
    if then.phase == TAKE:
        text = _("{other} has to take a card and is passed over.")
    else:
        text = _.ngettext(
            "{other} answers with a +1 or takes a card.",
            "{other} answers with a +1 or takes {number} cards.",
            then.plus,
        )
    return [text.format(other=names[then.turn], number=then.plus)]


def reaches(plus: int, _: Translate) -> str:
    if plus:
        return _.ngettext("{who} has to take a card.", "{who} has to take {number} cards.", plus)
    return _("{who} draws a card.")


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now, acts = view.position, view.actions()
    if view.turn != view.seat:
        return _("Take a card.")
    if now.phase == DRAWN:
        return _("It fits! Lay it, or keep it?")
    fits = any(act.startswith("play") for act in acts)
    if now.plus:
        text = (
            _("Lay a +1 on it, or take the cards: {number}.") if fits else _("Take the cards from the pile: {number}.")
        )
        return text.format(number=now.plus)
    if not fits:
        return _("No card fits: take one from the pile.") if "draw" in acts else _("No card fits: pass.")
    if now.colour == ANY:
        return _("Lay any card you like.")
    return asked(now, _)


def asked(now: Rules, _: Translate) -> str:
    """Which cards fit on the one on top."""
    texts = ASKED[COLOURS[now.colour]]
    if now.top == WISH:
        return _(texts[0])
    rank = RANKS[now.top % 7]
    return _(texts[1 + RANKED.get(rank, 0)]).format(number=rank)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    if now.top != NONE:
        told.append(_("{card} lies on top.").format(card=begins(CARDS[now.top], _)))
        if now.top == WISH and now.colour != ANY:
            told.append(_(WANTED[COLOURS[now.colour]]))
    told.append(_("Cards in the pile: {number}.").format(number=now.left))
    for seat, who in enumerate(names):
        if seat == view.seat and now.hands[seat]:
            cards = ", ".join(named(CARDS[card], _) for card in hand(now.hands[seat]))
            told.append(_("{who} holds {cards}.").format(who=who, cards=cards))
        else:
            text = _.ngettext("{who} holds one card.", "{who} holds {number} cards.", now.held[seat])
            told.append(text.format(who=who, number=now.held[seat]))
    return " ".join(told)


def hand(cards: int) -> list[int]:
    """The cards of a hand, in order."""
    return [card for card in range(WISH) if cards >> card & 1] + [WISH] * (cards >> WISH)
