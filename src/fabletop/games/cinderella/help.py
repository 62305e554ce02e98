"""Cinderella explained: what each tile and sign is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import View
from fabletop.games.cinderella.board import BOARD, PARTNER, SPECIAL_NAMES, TILES
from fabletop.games.cinderella.rules import (
    BLANK,
    CAULDRON,
    HOURGLASS,
    MIRROR,
    NAME,
    NONE,
    PEEK,
    POINT,
    SECRET,
    SHOW,
    UNDRAWN,
    USE,
    WAND,
    Rules,
)
from fabletop.games.cinderella.words import FOUND, PICTURES
from fabletop.words import N_, Explained, Translate

NAMES = {
    "mouse": N_("Mouse"),
    "horse": N_("Horse"),
    "slipper": N_("Slipper"),
    "gown": N_("Gown"),
    "gloves": N_("Gloves"),
    "rat": N_("Rat"),
    "coachman": N_("Coachman"),
    "pumpkin": N_("Pumpkin"),
    "carriage": N_("Carriage"),
    "blank": N_("A blank"),
}


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind == "tile":
        return tile(int(rest[0]) - 1, view, _)
    if kind == "pair" and rest:
        one, other = BOARD.pairs[int(rest[0]) - 1]
        found = now.found >> int(rest[0]) - 1 & 1
        both = _("{one} and {other}").format(one=_(NAMES[one]), other=_(NAMES[other]))
        return both, _(FOUND[one, other]) if found else _("This pair is still to be found.")
    if kind == "special":
        own = now.special[int(rest[0]) - 1]
        return magic(SPECIAL_NAMES[own - MIRROR], _) if own else (_("A magic tile"), _("It has been used."))
    if kind in ("magic", "face"):
        return magic(rest[0], _) if kind == "magic" else face(rest[0], _)
    if kind == "pointer":
        who = seat_name(view, int(rest[0]) - 1)
        return _("The pin of {who}").format(who=who), _("{who} thinks that the partner is here.").format(who=who)
    if kind.startswith("plate"):
        return seat_name(view, int(kind[5:])), _("You all play together against the clock.")
    hand = (_("The clock"), _("Every search moves its hand. At midnight the game is lost."))
    return {
        "hand": hand,
        "clock": hand,
        "die": (_("The die"), _("Wand: all see a tile. Cauldron: a secret look. Hourglass: search for a pair.")),
        "carriage": (_("The carriage"), _("It comes closer to the palace with every pair.")),
        "show": (_("Turn up a tile"), _("Everybody sees it; then it is turned down again.")),
        "peek": (_("A secret look"), _("Only you see the tile.")),
        "point": (_("Point at a tile"), _("Show the others where you think the partner is.")),
        "pass": (_("I do not know"), _("You say nothing this time.")),
        "use": (_("Use my magic tile"), _("It helps once in the game.")),
        "done": (_("Save it for later"), _("You keep your magic tile.")),
        "pair": (_("Name a pair"), _("Name two tiles: if they belong together, the pair is found.")),
    }.get(kind)


def tile(cell: int, view: View[Rules], _: Translate) -> Explained:
    """A tile, as far as this seat sees it at this moment: remembering is the game."""
    now, seat = view.position, NOBODY if view.seat is None else view.seat
    number = _("Tile {number}").format(number=cell + 1)
    if not (now.looked >> cell & 1 and now.lies_open(cell, seat) and now.tiles[cell] < UNDRAWN):
        return number, _("It lies face down. Remember what you have seen!")
    kind = now.tiles[cell]
    if kind == BLANK:
        return _(NAMES[TILES[kind]]), _("It has no partner.")
    partner = _(NAMES[TILES[PARTNER[kind]]])
    return _(NAMES[TILES[kind]]), _("It makes a pair with: {tile}.").format(tile=partner)


def magic(name: str, _: Translate) -> Explained | None:
    return {
        "mirror": (_("The mirror"), _("Once, after a search, it gives one more secret look.")),
        "wand": (_("The wand"), _("Once, when you roll the wand, it shows everybody one more tile.")),
        "cauldron": (_("The cauldron"), _("Once, when you roll the cauldron, it gives one more secret look.")),
        "hourglass": (_("The hourglass"), _("Once, after a search, the hand of the clock stays where it is.")),
    }.get(name)


def face(name: str, _: Translate) -> Explained | None:
    return {
        "wand": (_("The wand"), _("You turn up a tile for everybody to see.")),
        "cauldron": (_("The cauldron"), _("You look at a tile in secret.")),
        "hourglass": (_("The hourglass"), _("You search: two tiles that make a pair are found for good.")),
    }.get(name)


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now = view.position
    kind, *rest = what.replace("-", " ").split()
    if now.phase == USE:
        return _("First decide about your magic tile.")
    if kind == "special" or kind in ("use", "done"):
        return _("Your magic tile does not help now.")
    if kind not in ("tile", "show", "peek", "point", "pair") or not rest or not rest[0].isdecimal():
        return ""
    if kind == "pair" and len(rest) == 1:  # its place on the shelf
        return ""
    cell = int(rest[0]) - 1
    if not 0 <= cell < len(now.tiles) or not now.layout >> cell & 1:
        return _("This tile has been found already.")
    if now.looked >> cell & 1 and now.phase != NAME:
        return _("You have just seen this tile: choose another.")
    wanted = {SHOW: "show", PEEK: "peek", POINT: "point", NAME: "pair"}.get(now.phase, "")
    if kind != "tile" and kind != wanted:
        return {
            "show": _("Now a tile is turned up for everybody."),
            "peek": _("Now a tile is looked at in secret."),
            "point": _("Now you can only point at a tile."),
        }.get(wanted, _("Now two tiles are named."))
    return ""


def of_magic(now: Rules, _: Translate) -> str:
    """Why the own magic tile is used now."""
    look = _("You see one more tile.")
    return {
        MIRROR: look if now.shown == NONE else _("One more secret look may still find the partner."),
        WAND: _("Everybody sees one more tile."),
        CAULDRON: look,
        HOURGLASS: _("It saves you all an hour."),
    }[now.special[now.turn]]


def of_known(now: Rules, cell: int, _: Translate) -> str:
    """Why a tile that this seat knows is turned up."""
    partner = PARTNER[now.tiles[cell]]
    if partner != NONE:
        if any(tile == partner for other, tile in enumerate(now.tiles) if other != cell):
            return _("You know where its partner lies.")
        if now.face == HOURGLASS:
            return _("Perhaps somebody knows its partner, and points.")
    return _("Then everybody knows it.")


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move, from what this seat has seen itself."""
    now, (word, _space, rest) = view.position, act.partition(" ")
    if word == "pass":
        unseen = _("You have not seen the partner.")
        return _("You know no pair: perhaps another player does.") if now.phase == NAME else unseen
    if word in ("use", "done"):
        return of_magic(now, _) if word == "use" else _("It will help more later.")
    if word == "pair":
        cells = [int(cell) - 1 for cell in rest.split()]
        known = [now.tiles[cell] for cell in cells if now.tiles[cell] < UNDRAWN]
        return _("You have seen both: they belong together.") if len(known) == len(cells) else _("It is worth a try.")
    own = now.tiles[int(rest) - 1]
    if word == "show":
        if own < UNDRAWN:
            return of_known(now, int(rest) - 1, _)
        return _("Nobody has seen this tile yet.") if own == UNDRAWN else _("Only others have seen this tile.")
    if now.shown != NONE and own < UNDRAWN and PARTNER[now.tiles[now.shown]] == own:
        return _("You have seen it: this is the partner.")
    pointed = [names[seat] for seat in range(now.seats) if now.pointers[seat] == int(rest) - 1]
    if pointed:
        return _("{who} points there.").format(who=pointed[0])
    if own == SECRET:
        return _("Somebody else has looked here before.")
    return (
        _("Nobody has seen this tile yet.")
        if own == UNDRAWN
        else _("You have seen {tile} here.").format(tile=_.pgettext(*PICTURES[TILES[own]]))
    )
