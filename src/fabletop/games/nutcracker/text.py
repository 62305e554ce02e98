"""Nutcracker in a terminal: the path from the palace down to Clara Start, and below it who is where."""

from __future__ import annotations

from collections.abc import Callable

from fabletop.drawing.ansi import COLUMNS, Paint, filled, page, widest
from fabletop.engine.view import View
from fabletop.games.nutcracker.board import BOARD, CARDS, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import (
    DRAW,
    END,
    KING_ROLL,
    PICK_KING_WAY,
    PICK_SIDE,
    PICK_WAY,
    REVEAL,
    STAY,
    UNKNOWN,
    UP,
    Rules,
)
from fabletop.games.nutcracker.words import in_the_tower, where
from fabletop.words import Translate

PAINTS = {
    "pink": "#F06BA8",
    "purple": "#A06BD6",
    "blue": "#3E9BDC",
    "green": "#46A758",
    "yellow": "#F2C230",
    "orange": "#F08A3C",
}
PLAIN = "#B0B0B0"  # a colour that another board brings along
KING, LOCKET_SIGN = "♛", "*"
AROUND = 7  # columns of a space besides its colour: its number, a locket, two Claras and the King


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    name = _("Clara Start")
    start = f" {START} {name}  {_pieces(now, START, paint)}".rstrip()
    lines = [_ends(now, paint, _), *_path(now, paint, _), start, ""]
    lines += [*(_status(view, seat, paint) for seat in (0, 1)), _king(now, paint, _)]
    if now.level == 1:
        faces = "  ".join(f"{face} {_painted(name, paint, _)}" for face, name in enumerate(BOARD.die, start=1))
        lines.append("  " + _("the die: {faces}").format(faces=faces))
    else:
        lines += [*_pile(now, _), *_tower(view)]
    return page([*lines, "", _next(view, paint)])


def _ends(now: Rules, paint: Paint, _: Translate) -> str:
    key, start = _pieces(now, KEY, paint) or "·", _pieces(now, KING_START, paint) or "·"
    locket, hers, his = _("{sign} is a locket").format(sign=LOCKET_SIGN), _("Dungeon Key"), _("King's Start")
    return f"{KEY} {hers}  {key}      {his}  {start}      {locket}"


def _path(now: Rules, paint: Paint, _: Translate) -> list[str]:
    """The spaces in rows, the highest on top, each row from left to right."""
    cell = AROUND + widest(map(_, BOARD.die))
    row = (COLUMNS - 1) // cell
    rows = [
        [filled(_space(now, i, paint, _), cell) for i in range(first, min(first + row, KEY))]
        for first in range(1, KEY, row)
    ]
    return ["".join(row).rstrip() for row in reversed(rows)]


def _space(now: Rules, at: int, paint: Paint, _: Translate) -> str:
    locket = paint.strong(LOCKET_SIGN) if LOCKET[at] else " "
    return f"{at:2} {_painted(BOARD.path[at - 1], paint, _)}{locket}{_pieces(now, at, paint)}"


def _pieces(now: Rules, at: int, paint: Paint) -> str:
    """Who stands there: two Claras at most, and the King."""
    here = "".join(paint.seat(seat) for seat in (0, 1) if now.claras[seat] == at)
    return here + (paint.strong(KING) if now.king == at else "")


def _painted(name: str, paint: Paint, _: Translate) -> str:
    return paint(_(name), PAINTS.get(name, PLAIN))


def place(at: int, _: Translate) -> str:
    special = {
        START: _.pgettext("where", "on Clara Start"),
        KEY: _.pgettext("where", "on the Key"),
        KING_START: _.pgettext("where", "on the King's Start"),
    }
    return special.get(at, _.pgettext("where", "on space {square}").format(square=at))


def _status(view: View[Rules], seat: int, paint: Paint) -> str:
    now, _ = view.position, view.translate
    notes = [place(now.claras[seat], _)]
    if now.level == 2:
        notes.append(_("with her Nutcracker") if now.united[seat] else _("her Nutcracker is in the tower"))
    if now.rests[seat]:
        notes.append(_("misses her next turn"))
    if now.won[seat]:
        notes.append(_("has won"))
    turn = "▶" if now.turn == seat and now.phase != END else " "
    who = filled(view.called(seat), widest(map(view.called, (0, 1))))
    return f"{turn} {paint.seat(seat)} {who}  {', '.join(notes)}"


def _king(now: Rules, paint: Paint, _: Translate) -> str:
    name, notes = _("Mouse King"), [place(now.king, _)]
    if now.level == 1:
        notes.append(_("travels up") if now.heading == UP else _("travels down"))
    return f"  {paint.strong(KING)} {name}  {', '.join(notes)}"


def _pile(now: Rules, _: Translate) -> list[str]:
    counts = {"fairies": now.unseen_fairies(), "sceptres": now.unseen_sceptres()}
    if now.shuffle_each_draw:
        text = _("cards: fairies {fairies}, sceptres {sceptres}, shuffled for each draw")
        return ["  " + text.format(**counts)]
    names = _("sceptre"), _("fairy")
    known = [names[now.pile >> i & 1] for i in range(CARDS - now.seen, CARDS)]
    cards = " ".join(["?"] * (CARDS - now.seen) + known)
    unseen = _("not yet seen: fairies {fairies}, sceptres {sceptres}").format(**counts)
    return ["  " + _("cards, front first: {cards}").format(cards=cards), *[f"  {unseen}"] * (now.seen < CARDS)]


def _tower(view: View[Rules]) -> list[str]:
    now, _ = view.position, view.translate
    told = [*in_the_tower(now, [view.called(seat) for seat in (0, 1)], _)]
    if now.tower == UNKNOWN and now.reshuffle_tower and not all(now.united):
        told.append(_("It is shuffled for each try."))
    return [f"  {line}" for line in told]


def _next(view: View[Rules], paint: Paint) -> str:
    now, _ = view.position, view.translate
    if now.phase == END:
        return _("the game is over")
    who = f"{paint.seat(now.turn)} {view.called(now.turn)}"
    text = {
        PICK_WAY: _("{who} has rolled {number}: {ways}"),
        PICK_KING_WAY: _("{who} has rolled {number} for the King: {ways}"),
        PICK_SIDE: _("{who} turns the tower: left or right?"),
        DRAW: _("{who} draws a card"),
        KING_ROLL: _("{who} rolls for the King"),
        REVEAL: _("{who} looks into the tower"),
    }.get(now.phase, _("{who} rolls"))
    ways = _ways(now, now.king_walk if now.phase == PICK_KING_WAY else now.clara_walk, _) if now.die else ""
    said = text.format(who=who, number=now.die, ways=ways)
    return _("{said}, the answer to a win").format(said=said) if now.won[0] else said


def _ways(now: Rules, walk: Callable[[int], int], _: Translate) -> str:
    """Where each way leads; one that moves nothing is left out."""
    moving = [steps for steps in (now.die, -now.die) if now.stirs(steps)] or [now.die, -now.die]
    told = []
    for steps in moving:
        text = _("up {there}") if steps > 0 else _("down {there}")
        target = walk(steps)
        told.append(text.format(there=_("(no move)") if target == STAY else where(target, _)))
    return _("{one} or {other}?").format(one=told[0], other=told[1]) if len(told) > 1 else told[0]
