"""What a browser may see of a table right now: whose eyes it looks through, and each ply as those eyes see it.

Everything goes through `view(seat)` and `tell(seat, …)`.  Where a game has secrets and several people share a
browser, it looks through nobody's eyes until one of them has lifted the cover.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any, NamedTuple

from fabletop.engine.errors import IllegalAction
from fabletop.engine.game import State
from fabletop.engine.rulebook import CHANCE, BaseRules
from fabletop.engine.view import View
from fabletop.tables.events import event
from fabletop.tables.house import Telling
from fabletop.tables.table import Entry, Table
from fabletop.words import Words

LOG = 80  # sentences that a page begins with
_SAID = re.compile(r"<title[^>]*>(.*?)</title><desc[^>]*>(.*?)</desc>", re.DOTALL)
_PART = re.compile(r' data-part="([^"]*)"')


class Eyes(NamedTuple):
    """The seats of a browser at a table, and the one whose cover is lifted."""

    mine: tuple[int, ...]
    lifted: int | None


def eyes_of(table: Table, browser: str, lifted: int | None = None) -> Eyes:
    mine = tuple(seat for seat, s in enumerate(table.seats) if s.browser == browser and not s.stand_in)
    return Eyes(mine, lifted if lifted in mine else None)


def has_secrets(table: Table) -> bool:
    return type(table.state.rules).conceal is not BaseRules.conceal


def is_shared(table: Table, eyes: Eyes) -> bool:
    """Do several people with secrets share this browser?"""
    return len(eyes.mine) > 1 and has_secrets(table)


def acting(table: Table) -> int | None:
    """The seat that the table waits for."""
    return table.roller if table.turn == CHANCE else table.turn


def looking(table: Table, eyes: Eyes) -> int | None:
    """Through whose eyes this browser looks now; None: as a spectator."""
    if is_shared(table, eyes):
        return eyes.lifted if table.turn is not None else None
    seat = acting(table)
    if seat in eyes.mine:
        return seat
    return eyes.mine[0] if eyes.mine else None


def joined(names: Sequence[str], words: Words) -> str:
    return words(" and ").join(names)


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
    """Whose turn it is, in a few words."""
    if table.turn is None:
        return result_words(table, words)
    seat = acting(table)
    if seat is None:
        return words("A moment …")
    sitting = table.seats[seat]
    if sitting.computer:
        return words("{name} is thinking …", name=sitting.name)
    if seat in eyes.mine:
        text = words("{name}, roll!") if table.turn == CHANCE else words("{name}, it is your turn.")
        return text.format(name=sitting.name)
    if sitting.free:
        return words("Waiting for somebody to sit down …")
    return words("{name} is to play.", name=sitting.name)


def may_undo(table: Table, seats: Sequence[int | None]) -> bool:
    """Has one of these seats decided last, and nobody learned anything from it?"""
    if not table.plies or table.plies[-1].by not in seats:
        return False
    try:
        table.undo(table.plies[-1].by)
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
        "own": own,
        "roll": own and table.turn == CHANCE,
        "acts": [[act, game.label(act)] for act in acts],
        "cover": cover,
        "cover_words": words("Pass the device to {name}", name=table.seats[cover].name) if cover is not None else "",
        "lift_words": words("I am {name}", name=table.seats[cover].name) if cover is not None else "",
        "hand_on": shared and eye is not None and seat != eye,
        "status": status(table, eyes, words),
        "undo": may_undo(table, (eye,) if shared else eyes.mine),
        "over": table.turn is None,
        "winners": list(table.state.result.winners) if table.state.result else [],
    }


def sentence(table: Table, before: State, entry: Entry, eye: int | None, words: Words) -> str:
    """An entry of the log as a seat hears of it."""
    if entry.undo >= 0:
        return words("{name} takes the last move back.", name=table.seats[entry.by].name)
    return _said(table, before.view(eye), entry.by, before.tell(eye, entry.act), table.state.view(eye), words)


def _said(table: Table, before: View, by: int, told: str, after: View, words: Words) -> str:
    return words.game(table.game.id).sentence(before, by, told, after, table.names)


def picture(
    table: Table, words: Words, view: View, last: str | None = None, before: View | None = None, *, whole: bool = True
) -> dict[str, Any]:
    """A board for the page: the whole document, or only what moves, with its title and description.

    With it go the names of the parts of actions that can be chosen on it.
    """
    game = words.game(table.game.id)
    svg = view.svg(last=last, before=before, translate=game.drawn, names=table.names)
    parts = {part: game.label(part) for part in map(unescape, _PART.findall(svg))}
    at = svg.rfind('<g id="moving"')
    if whole or at < 0:
        return {"svg": svg, "parts": parts}
    found = _SAID.search(svg)
    title, desc = found.groups() if found else ("", "")
    return {"moving": svg[at : -len("</svg>")], "title": title, "desc": desc, "parts": parts}


def sound(entry: Entry) -> str:
    if entry.by == CHANCE:
        return "roll" if entry.act.startswith("roll") else "card"
    return "step" if entry.undo < 0 else "back"


def forgets(table: Table, entry: Entry) -> bool:
    """Does the log of this running game begin anew with this entry?  Where remembering is the game, it must."""
    return table.game.spec.fleeting and table.turn is not None and sound(entry) == "roll"


def page_telling(eyes: Eyes, words: Words) -> Telling:
    """Each entry for a page's stream."""

    def telling(table: Table, before: State, entry: Entry) -> bytes:
        eye = looking(table, eyes)
        # the eyes may change from ply to ply; and at the end a shared page looks as a spectator again
        whole = table.turn is None or (len(eyes.mine) > 1 and not is_shared(table, eyes))
        after, seen_before, told = table.state.view(eye), None, None
        if entry.undo < 0:
            seen_before, told = before.view(eye), before.tell(eye, entry.act)
            say = _said(table, seen_before, entry.by, told, after, words)
        else:
            say = sentence(table, before, entry, eye, words)
        body = {
            **present(table, eyes, words),
            **picture(table, words, after, told, seen_before, whole=whole),
            "say": say,
            "anew": forgets(table, entry),
            "by": entry.by,
            "sound": sound(entry),
        }
        return event(body, table.ply)

    return telling


def scene(table: Table, eyes: Eyes, words: Words) -> dict[str, Any]:
    """All that a page shows: the state, the whole board and the log."""
    eye = looking(table, eyes)
    board: dict[str, Any] = {}
    log: list[str] = []
    for past, before, entry in table.past(max(0, table.ply - LOG)):
        if forgets(table, entry):
            log.clear()
        log.append(sentence(past, before, entry, eye, words))
        if past.ply == table.ply and entry.undo < 0:
            told = before.tell(eye, entry.act)
            board = picture(table, words, past.state.view(eye), told, before.view(eye))
    return {
        **present(table, eyes, words),
        **(board or picture(table, words, table.state.view(eye))),
        "log": log,
    }
