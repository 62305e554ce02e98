"""Cinderella in words: what a button says and what the log tells.

The log tells of a tile what this seat sees at this moment: a secret look stays with the one who looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import View
from fabletop.games.cinderella.board import BOARD, CELLS, FACES, PARTNER, SPECIAL_NAMES, TILES
from fabletop.games.cinderella.rules import (
    ALL_PAIRS,
    BLANK,
    DEAL,
    END,
    HOURGLASS,
    MIRROR,
    NAME,
    NONE,
    PEEK,
    POINT,
    ROLL,
    SHOW,
    UNDRAWN,
    USE,
    WAND,
    Rules,
)
from fabletop.words import N_, NP_, Translate

OPTIONS = {
    "variant": N_("Game"),
    "hours": N_("Hours on the clock"),
    "blanks": N_("Blank tiles"),
    "last_chance": N_("The last chance"),
    "bank_early_pairs": N_("Early pairs count"),
}
VALUES = {
    "variant": {
        "basic": N_("the simple game"),
        "magic": N_("with magic"),
        "advanced": N_("with magic, in order"),
    }
}
PICTURES = {  # as what somebody sees
    "mouse": NP_("accusative", "a mouse"),
    "horse": NP_("accusative", "a horse"),
    "slipper": NP_("accusative", "a slipper"),
    "gown": NP_("accusative", "the gown"),
    "gloves": NP_("accusative", "the gloves"),
    "rat": NP_("accusative", "the rat"),
    "coachman": NP_("accusative", "the coachman"),
    "pumpkin": NP_("accusative", "the pumpkin"),
    "carriage": NP_("accusative", "the carriage"),
    "blank": NP_("accusative", "a blank"),
}
FOUND = {
    ("mouse", "mouse"): N_("A pair: the two mice are found!"),
    ("horse", "horse"): N_("A pair: the two horses are found!"),
    ("slipper", "slipper"): N_("A pair: both slippers are found!"),
    ("gown", "gloves"): N_("A pair: gown and gloves are found!"),
    ("rat", "coachman"): N_("A pair: the rat becomes a coachman!"),
    ("pumpkin", "carriage"): N_("A pair: the pumpkin becomes a carriage!"),
}
ROLLED = {
    "wand": N_("{who} rolls the wand: a tile for everybody to see."),
    "cauldron": N_("{who} rolls the cauldron: a secret look."),
    "hourglass": N_("{who} rolls the hourglass: the search is on!"),
}
DEALT = {
    "mirror": N_("{who} gets the mirror."),
    "wand": N_("{who} gets the wand."),
    "cauldron": N_("{who} gets the cauldron."),
    "hourglass": N_("{who} gets the hourglass."),
}
USED = {
    "mirror": N_("{who} uses the mirror: one more secret look."),
    "wand": N_("{who} uses the wand: one more tile for everybody."),
    "cauldron": N_("{who} uses the cauldron: one more secret look."),
    "hourglass": N_("{who} uses the hourglass: the hand of the clock stays where it is."),
}
OFFERED = {
    "mirror": N_("Use your mirror for one more secret look, or save it?"),
    "wand": N_("Use your wand to show one more tile, or save it?"),
    "cauldron": N_("Use your cauldron for one more secret look, or save it?"),
    "hourglass": N_("Use your hourglass to stop the clock, or save it?"),
}
SAVED = {
    "mirror": N_("{who} saves the mirror for later."),
    "wand": N_("{who} saves the wand for later."),
    "cauldron": N_("{who} saves the cauldron for later."),
    "hourglass": N_("{who} saves the hourglass for later."),
}


SHOWN = {
    "wand": N_("The die shows the wand."),
    "cauldron": N_("The die shows the cauldron."),
    "hourglass": N_("The die shows the hourglass."),
}
OWNS = {
    "mirror": N_("{who} has the mirror."),
    "wand": N_("{who} has the wand."),
    "cauldron": N_("{who} has the cauldron."),
    "hourglass": N_("{who} has the hourglass."),
}


def label(act: str, _: Translate) -> str:
    word, _space, rest = act.partition(" ")
    if word == "pair" and " " not in rest:  # a part of an action
        return _("Tile {number}").format(number=rest)
    if word == "pair":
        one, other = rest.split()
        return _("Tiles {one} and {other}").format(one=one, other=other)
    text = {
        "show": _("Turn up tile {number}"),
        "peek": _("Look at tile {number}"),
        "point": _("Point at tile {number}"),
        "pass": _("I do not know"),
        "use": _("Use my magic tile"),
        "done": _("Save it for later"),
    }.get(word, act)
    return text.format(number=rest)


def face(symbol: str, _: Translate) -> str:
    return {"wand": _("wand"), "cauldron": _("cauldron"), "hourglass": _("hourglass")}[symbol]


def asks(part: str, _: Translate) -> str:
    return _("Which tile is its partner?") if part.startswith("pair ") else ""


def sentence(
    before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate
) -> list[str]:
    """One text for each frame that tells: what the clock does is said when it strikes."""
    now, then = before.position, after.position
    word, _space, rest = act.partition(" ")
    who = names[now.pointing if now.phase == POINT else now.turn]
    values = {"who": who, "number": rest, "one": rest.partition(" ")[0], "other": rest.partition(" ")[2]}
    if word == "tile":
        told = [turned_up(now, then, rest, who, _)]
    else:
        own = now.special[now.turn]
        text = {
            "deal": DEALT.get(rest, ""),
            "roll": ROLLED.get(rest, ""),
            "show": _("{who} turns up tile {number}."),
            "peek": _("{who} looks at tile {number} in secret."),
            "point": _("{who} points at tile {number}."),
            "pass": _("{who} does not know a pair.") if now.phase == NAME else _("{who} does not point at any tile."),
            "use": USED[SPECIAL_NAMES[own - MIRROR]] if own else "",
            "done": SAVED[SPECIAL_NAMES[own - MIRROR]] if own else "",
            "pair": _("{who} names the tiles {one} and {other}."),
        }[word]
        told = [_(text).format(**values)]
        if word in ("show", "peek"):
            told += [_("It shows {tile}.").format(tile=tile) for tile in seen_again(after, int(rest) - 1, _)]
    if word == "roll" and untouched(now):
        told.insert(0, _("The godmother's magic lasts until midnight."))
    cell = now.drawing if word == "tile" else int(rest) - 1 if word == "peek" else NONE
    beats = [" ".join([*told, *comes_of(before, word, cell, after, _)]), the_end_or_an_hour(now, then, who, _)]
    return [text for text in beats if text]


def untouched(now: Rules) -> bool:
    """Has the evening only just begun?"""
    return not now.found and now.hours_left == now.hours and all(tile == UNDRAWN for tile in now.tiles)


def picture(tile: int, _: Translate) -> str:
    return _.pgettext(*PICTURES[TILES[tile]])


def turned_up(now: Rules, then: Rules, tile: str, who: str, _: Translate) -> str:
    """A tile that nobody has looked at before: what it is for those who may see it."""
    number = now.drawing + 1
    if tile == "?":
        return _("Only {who} knows what tile {number} shows.").format(who=who, number=number)
    secret = now.phase == PEEK and then.found == now.found
    text = _("{who} sees {tile} on tile {number}.") if secret else _("Tile {number} shows {tile}.")
    return text.format(who=who, number=number, tile=_.pgettext(*PICTURES[tile]))


def seen_again(after: View[Rules], cell: int, _: Translate) -> list[str]:
    """A tile that has been looked at before, if this seat sees it now."""
    then, seat = after.position, NOBODY if after.seat is None else after.seat
    known = then.lies_open(cell, seat) and then.tiles[cell] < UNDRAWN
    return [picture(then.tiles[cell], _)] if known else []


def comes_of(before: View[Rules], word: str, cell: int, after: View[Rules], _: Translate) -> Iterator[str]:
    """Of looking at this cell: a pair or none."""
    now, then = before.position, after.position
    looked = word in ("peek", "tile", "pair") and then.drawing == NONE
    if then.found != now.found:
        yield _(FOUND[BOARD.pairs[(then.found ^ now.found).bit_length() - 1]])
    elif looked and now.phase == NAME:
        one, other = (then.tiles[cell] for cell in range(CELLS) if then.looked >> cell & 1)
        text = _("We see {one} and {other}: no pair.")
        if PARTNER[one] == other:
            text = _("We see {one} and {other}: a pair, but it comes later, and was named too early.")
        yield text.format(one=picture(one, _), other=picture(other, _))
    elif looked and now.phase == PEEK and now.shown != NONE:
        early = before.seat == now.turn and PARTNER[now.tiles[now.shown]] == then.tiles[cell]
        yield _("It would fit, but this pair comes later.") if early else _("No pair this time.")


def strikes(now: Rules, then: Rules) -> bool:
    """Does the clock move on, or is it all over?"""
    return then.found == ALL_PAIRS or (then.phase == END and now.phase == NAME) or then.hours_left < now.hours_left


def the_end_or_an_hour(now: Rules, then: Rules, who: str, _: Translate) -> str:
    """How it ends, or how late it is."""
    if not strikes(now, then):
        return ""
    if then.found == ALL_PAIRS:
        return _("The godmother has all she needs for the ball: you have won!")
    if then.phase == END and now.phase == NAME:
        return _("Midnight was faster.")
    text = _.ngettext(
        "The hand moves on: only one hour left!", "The hand moves on: {number} hours left.", then.hours_left
    )
    if then.hours_left == 0:
        text = _("The clock strikes twelve, and the magic is over: midnight was faster.")
        if then.phase == NAME and then.one_names_all:
            text = _("The clock strikes twelve. A last chance: {who} names the pairs that are missing.")
        elif then.phase == NAME:
            text = _("The clock strikes twelve. A last chance for all: who knows a pair? {who} begins.")
    return text.format(who=who, number=then.hours_left)


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now = view.position
    first = picture(now.tiles[now.shown], _) if now.shown != NONE and now.tiles[now.shown] < UNDRAWN else ""
    searching = now.face == HOURGLASS
    blank = now.shown != NONE and now.tiles[now.shown] == BLANK
    if now.phase == SHOW:
        text = _("The search: choose the first tile.") if searching else _("Choose a tile for everybody to see.")
    elif blank and now.phase == POINT:
        text = _("A blank has no partner. Point at a tile all the same, or at none.")
    elif blank and now.phase == PEEK:
        text = _("A blank has no partner. Choose a tile: only you will see it.")
    elif now.phase == PEEK and searching and first:
        text = _("You see {tile}. Where is the partner?")
    elif now.phase == PEEK:
        text = _("Choose a tile: only you will see it.")
    elif now.phase == POINT:
        text = _("You see {tile}. Where is the partner? Point at a tile, or at none.")
    elif now.phase == USE:
        text = _(OFFERED[SPECIAL_NAMES[now.special[now.turn] - MIRROR]])
    elif now.phase == NAME and now.passes < now.seats - 1 and not now.one_names_all:
        text = _("Do you know a pair? Name its two tiles, or say that you do not know.")
    else:
        text = _("Name two tiles that make a pair.") if now.phase == NAME else _("Roll the die.")
    return text.format(tile=first)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, seat = view.position, NOBODY if view.seat is None else view.seat
    told = [_("Hours left: {number}.").format(number=now.hours_left)]
    told += [_(FOUND[pair]) for i, pair in enumerate(BOARD.pairs) if now.found >> i & 1]
    if now.face and now.phase not in (DEAL, ROLL, END):
        told.append(_(SHOWN[FACES[now.face - WAND]]))
    for cell in range(CELLS):
        if now.looked >> cell & 1:
            known = now.lies_open(cell, seat) and now.tiles[cell] < UNDRAWN
            text = _("Tile {number} shows {tile}.") if known else _("Somebody is looking at tile {number}.")
            told.append(text.format(number=cell + 1, tile=picture(now.tiles[cell], _) if known else ""))
    hidden = [str(cell + 1) for cell in range(CELLS) if now.layout >> cell & 1 and not now.looked >> cell & 1]
    told.append(_("Face down: {tiles}.").format(tiles=", ".join(hidden) or _("nothing")))
    for other, who in enumerate(names):
        if now.pointers[other] != NONE:
            told.append(_("{who} points at tile {number}.").format(who=who, number=now.pointers[other] + 1))
        if now.special[other]:
            told.append(_(OWNS[SPECIAL_NAMES[now.special[other] - MIRROR]]).format(who=who))
    return " ".join(told)
