"""What a browser may see of a table right now: what is to be done, the board and the log.

Everything goes through `view(seat)` and `tell(seat, …)`.  Whose eyes it looks through is said in eyes.py, what it sees
of each ply in strips.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

from fabletop.drawing.scene import caption
from fabletop.drawing.stage import plays_itself
from fabletop.drawing.svg import esc
from fabletop.engine.errors import IllegalAction
from fabletop.engine.game import State, acting_in
from fabletop.engine.registry import has_part, part
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Spec
from fabletop.engine.view import View
from fabletop.tables.cup import Sit
from fabletop.tables.entries import Entry
from fabletop.tables.table import Table
from fabletop.web.eyes import Eyes, acting, is_shared, looking
from fabletop.web.signs import buttons_in_signs, told_in_signs
from fabletop.words import GameWords, Words

LOG = 80  # sentences that a page begins with
_PART = re.compile(r' data-part="([^"]*)"')


def joined(names: Sequence[str], words: Words) -> str:
    return words.translate.listed(names)


def result_words(table: Table, words: Words) -> str:
    result = table.state.result
    if result is None:
        return ""
    winners = [table.seats[seat].name for seat in result.winners]
    if not winners:
        return words("This time nobody has won.")
    if len(winners) == len(table.seats) and len(winners) > 1:
        return words("You have all won together!")
    if len(winners) > 1:
        return words("{names} have won!", names=joined(winners, words))
    return words("{name} has won!", name=winners[0])


def status(table: Table, eyes: Eyes, words: Words) -> str:
    """What is to be done now, if it is for this browser to do; else whom the table waits for."""
    if table.turn is None:
        return result_words(table, words)
    seat = acting(table)
    if table.held:
        return words("It begins when everybody is here.")
    if seat is None:
        return words("A moment …")
    occupant = table.seats[seat]
    if occupant.computer:
        return words("{name} is thinking …", name=occupant.name)
    if seat in eyes.mine and seat == looking(table, eyes):
        return prompted(table, seat, eyes, words)
    if seat in eyes.mine and eyes.lifted is not None:
        return words("{name} is next.", name=occupant.name)
    if seat in eyes.mine:
        return words("{name}, it is your turn.", name=occupant.name)
    if occupant.free:
        return words("Waiting for somebody to sit down …")
    return words("{name} plays now.", name=occupant.name)


def prompted(table: Table, seat: int, eyes: Eyes, words: Words) -> str:
    """The game's own words for this decision; with a name where several share the device."""
    last = table.plies[-1] if table.plies else None
    own = last.act if last is not None and last.by == seat else ""
    text = words.game(table.game.id).prompt(table.state.view(seat), table.names, own)
    return words("{name} – {prompt}", name=table.seats[seat].name, prompt=text) if len(eyes.mine) > 1 else text


def may_undo(table: Table, seats: Sequence[int | None]) -> bool:
    """Has one of these seats decided last, and nobody learned anything from it?"""
    seat = table.decided_last()
    if seat not in seats:
        return False
    try:
        table.undo(seat)
    except IllegalAction:
        return False
    return True


def present(table: Table, eyes: Eyes, words: Words) -> dict[str, Any]:
    """The state of the table for a page: what it says and what may be pressed."""
    eye, seat = looking(table, eyes), acting(table)
    own = seat is not None and seat == eye and seat in eyes.mine
    game = words.game(table.game.id)
    acts = table.actions(eye) if own and table.turn != CHANCE else []
    shared = is_shared(table, eyes)
    cover = seat if shared and seat in eyes.mine and seat != eye else None
    return {
        "ply": table.ply,
        "eye": eye,
        "seat": seat,
        "plays": acting_in(table.state.rules),  # whose turn it is, also while a computer's dice fall
        "own": own,
        "roll": own and table.turn == CHANCE,
        "toss": toss(table) if own and table.turn == CHANCE else None,
        "start": table.held and bool(eyes.mine),
        "acts": [[act, game.label(act)] for act in acts],
        "sure": game.sure(table.state.view(eye), acts) if acts else {},
        "forced": own and len(acts) == 1 and plays_itself(table.state.view(table.turn), acts[0]),
        "cover": cover,
        "cover_words": words("Pass the device to {name}", name=table.seats[cover].name) if cover is not None else "",
        "lift_words": words("I am {name}", name=table.seats[cover].name) if cover is not None else "",
        "lifted": eyes.lifted,
        "hand_on": shared and eyes.lifted is not None and seat not in (None, eye),  # while chance acts all stay
        "status": status(table, eyes, words),
        "signs": told_in_signs(table, seat, own),
        "pictures": buttons_in_signs(table, eye, acts) if own or eyes.mine else {},
        "undo": may_undo(table, (eye,) if shared else eyes.mine),
        "over": table.turn is None,
        "winners": list(table.state.result.winners) if table.state.result else [],
    }


def toss(table: Table) -> dict[str, object] | None:
    """What a device is asked for when its person rolls; None where no device sits."""
    cup = table.cup
    return {"n": cup.n + 1, "head": cup.head} if cup is not None and cup.devices else None


def sat_down(table: Table, sit: Sit, words: Words) -> str:
    """A device has sat down: worth a word if another one sat there before."""
    earlier = [entry.sit for entry in table.log[:-1] if entry.sit is not None]
    moved = [seat for seat in sit.seats if any(seat in other.seats for other in earlier)]
    return " ".join(words("{name} plays on another device now.", name=table.seats[seat].name) for seat in moved)


def taken_back(table: Table, entry: Entry, words: Words) -> str:
    name = table.seats[entry.by].name
    if table.seats[entry.by].computer:
        return words("{name}'s move is taken back.", name=name)
    return words("{name} takes the last move back.", name=name)


def sentences(table: Table, before: State, entry: Entry, eye: int | None, words: Words) -> list[str]:
    """An entry of the log as a seat hears of it, line by line as the stage tells it."""
    if entry.sit is not None:
        lines = [sat_down(table, entry.sit, words)]
    elif entry.undo >= 0:
        lines = [taken_back(table, entry, words)]
    else:
        was, now, act = before.view(eye), table.state.view(eye), before.tell(eye, entry.act)
        lines = words.game(table.game.id).sentences(was, entry.by, act, now, table.names)
    return [line for line in lines if line]


def thrown(spec: Spec, plies: Sequence[Entry]) -> str:
    """The last throw of anybody: dice lie open to all."""
    return next((ply.act for ply in reversed(plies) if spec.is_throw(ply.act)), "")


def picture(
    table: Table, words: Words, view: View, last: str | None = None, before: View | None = None, *, whole: bool = True
) -> dict[str, object]:
    """A board for the page: the whole document, or only what moves, with its title and description.

    With it go the parts of actions that can be chosen on it: the name of each, and what is asked next.
    """
    game = words.game(table.game.id)
    view = view.dressed(game.translate, table.names, table.animals, table.colours)
    if not has_part(view.game.id, "draw"):
        return {"svg": view.svg(), "parts": {}}
    drawing = part(view.game.id, "draw")
    if whole:
        svg = drawing.draw(view, last=last, before=before)
        return {"svg": svg, "parts": _parts(svg, game)}
    title, desc = map(esc, caption(view))
    moving = drawing.moving(view, last=last, before=before)
    return {"moving": moving, "title": title, "desc": desc, "parts": _parts(moving, game)}


def _parts(svg: str, game: GameWords) -> dict[str, tuple[str, str]]:
    found = map(unescape, _PART.findall(svg)) if "data-part" in svg else ()
    return {part: (game.label(part), game.asks(part)) for part in found}


def forgets(table: Table, entry: Entry) -> bool:
    """Does the log of this running game begin anew with this entry?  Where remembering is the game, it must."""
    return table.game.spec.fleeting and table.turn is not None and table.game.spec.is_throw(entry.act)


def seen(table: Table, eye: int | None, turned: bool = False) -> View:
    """The present of a table through these eyes, with the dice as they lie."""
    view = table.state.view(eye)
    view.thrown, view.turned = thrown(table.game.spec, table.plies), turned
    return view


def told_lots(table: Table, words: Words) -> list[str]:
    """How it was rolled who begins."""
    told = []
    for faces in table.head.lots:
        rolls = [
            words("{name} rolls a {number}", name=table.names[s], number=face) for s, face in enumerate(faces) if face
        ]
        told.append(words("Who begins? {rolls}.", rolls=words.translate.listed(rolls)))
    return [*told, words("{name} begins.", name=table.names[0])] if told else []


def scene(table: Table, eyes: Eyes, words: Words) -> dict[str, object]:
    """All that a page shows: the state, the whole board and the log."""
    eye = looking(table, eyes)
    board: dict[str, object] = {}
    log = told_lots(table, words) if table.ply <= LOG else []
    for past, before, entry in table.past(max(0, table.ply - LOG)):
        if forgets(table, entry):
            log.clear()
        log += sentences(past, before, entry, eye, words)
        if past.ply == table.ply and entry.is_ply:
            told = before.tell(eye, entry.act)
            board = picture(table, words, seen(past, eye, eyes.turned), told, before.view(eye))
    return {
        **present(table, eyes, words),
        **(board or picture(table, words, seen(table, eye, eyes.turned))),
        "log": log,
    }
