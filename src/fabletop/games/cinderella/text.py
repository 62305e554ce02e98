"""Cinderella in a terminal: the layout with what lies open at this moment, the pairs, the clock, the seats.

A view remembers every tile that its seat has seen; the text does not: remembering is the game.
"""

from __future__ import annotations

from fabletop.drawing.ansi import COLUMNS, Paint, filled, page, widest
from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import View
from fabletop.games.cinderella.board import BOARD, FACES, SPECIAL_NAMES, TILES, grid
from fabletop.games.cinderella.help import NAMES
from fabletop.games.cinderella.rules import (
    ADVANCED,
    ALL_PAIRS,
    BASIC,
    DEAL,
    END,
    NAME,
    NO_SPECIAL,
    PEEK,
    POINT,
    ROLL,
    SHOW,
    UNDRAWN,
    WAND,
    Rules,
)
from fabletop.games.cinderella.words import OFFERED, face
from fabletop.words import NP_, Translate

PAINTS = {"purple": "#A78BDA", "pink": "#E58CB0", "yellow": "#E6B93C"}
LOOK = "#56B4E9"
SECTIONS = {
    "purple": NP_("pairs of this colour", "purple"),
    "pink": NP_("pairs of this colour", "pink"),
    "yellow": NP_("pairs of this colour", "yellow"),
}


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    seats = [_seat(view, seat, paint) for seat in range(view.game.seats)]
    lines = [_clock(now, _), *_pairs(now, paint, _), "", *_layout(view, paint), "", *seats, "", _next(view, paint)]
    return page(lines)


def told(view: View[Rules], action: str) -> str:
    """An action as this view's seat hears of it: a tile that is turned up again is seen, not drawn."""
    word, _, number = action.partition(" ")
    if word not in ("show", "peek"):
        return action
    cell, now = int(number) - 1, view.position
    seen = now.lies_open(cell, NOBODY if view.seat is None else view.seat) and now.tiles[cell] != UNDRAWN
    return f"{action} ({TILES[now.tiles[cell]]})" if seen else action


def _clock(now: Rules, _: Translate) -> str:
    left = now.hours_left
    text = _.ngettext(
        "clock: the hand is on {hour}, {number} search left",
        "clock: the hand is on {hour}, {number} searches left",
        left,
    )
    dial = "●" * (12 - left) + "○" * left
    return f"{dial}  {text.format(hour=(12 - left) or 12, number=left)}"


def _pairs(now: Rules, paint: Paint, _: Translate) -> list[str]:
    """The pairs by sections, found ones with a tick; an arrow at the section that alone counts now."""
    lines, sought = [], now.variant == ADVANCED and not now.bank_early_pairs
    names = ["–".join(tile_name(tile, _) for tile in pair) for pair in BOARD.pairs]
    sections = [_.pgettext(*SECTIONS[name]) if name in SECTIONS else name for name in BOARD.sections]
    for section, name in enumerate(sections):
        own = [pair for pair in range(len(BOARD.pairs)) if BOARD.section_of[pair] == section]
        missing = any(not now.found >> pair & 1 for pair in own)
        words = [f"{'✓' if now.found >> pair & 1 else '·'} {filled(names[pair], widest(names))}" for pair in own]
        arrow = "▶" if sought and missing else " "
        sought = sought and not missing
        painted = paint(name, PAINTS.get(BOARD.sections[section], LOOK))
        lines.append(f"{filled(painted, widest(sections))} {arrow}{'   '.join(words)}")
    return lines


def tile_name(tile: str, _: Translate) -> str:
    """As short as it must be on a tile."""
    return _.pgettext("on a tile", "blank") if tile == "blank" else _(NAMES[tile])


def _layout(view: View[Rules], paint: Paint) -> list[str]:
    now, _ = view.position, view.translate
    cells = 2 * len(BOARD.pairs) + (now.blanks if now.variant != BASIC else 0)
    rows, columns = grid(cells)
    wide = min(widest([*(tile_name(tile, _) for tile in TILES), _("secret")]), COLUMNS // columns - 4)
    lines = []
    for row in range(rows):
        numbers = range(row * columns, min(cells, (row + 1) * columns))
        tops = [filled(_number(now, cell, paint) if now.layout >> cell & 1 else "", wide + 2) for cell in numbers]
        lines += ["  ".join(tops), "  ".join(f"[{_tile(view, cell, wide, paint)}]" for cell in numbers)]
    return lines


def _number(now: Rules, cell: int, paint: Paint) -> str:
    """The cell's number, and the signs of those who point at it."""
    signs = [paint.seat(seat) for seat in range(now.seats) if now.pointers[seat] == cell]
    return f" {cell + 1:<2} {''.join(signs)}"


def _tile(view: View[Rules], cell: int, wide: int, paint: Paint) -> str:
    now, _ = view.position, view.translate
    if not now.layout >> cell & 1:
        return " " * wide
    if not now.looked >> cell & 1:
        return paint.dim("▒" * wide)
    seen = now.lies_open(cell, NOBODY if view.seat is None else view.seat)
    word = _("secret") if not seen else "…" if now.tiles[cell] == UNDRAWN else tile_name(TILES[now.tiles[cell]], _)
    return paint(f"{word[:wide]:^{wide}}", LOOK, bold=True)


def _seat(view: View[Rules], seat: int, paint: Paint) -> str:
    now, _ = view.position, view.translate
    turn = "▶" if now.turn == seat and now.phase != END else " "
    own = now.special[seat]
    name = "" if own == NO_SPECIAL else special_name(SPECIAL_NAMES[own - 1], _)
    who = filled(view.called(seat), widest(map(view.called, range(view.game.seats))))
    return f"{turn} {paint.seat(seat)} {who}  {name}"


def special_name(name: str, _: Translate) -> str:
    return _("mirror") if name == "mirror" else face(name, _)


def _next(view: View[Rules], paint: Paint) -> str:
    now, _ = view.position, view.translate
    if now.phase == END:
        won = now.found == ALL_PAIRS
        return _("All pairs are found: you have won.") if won else _("Midnight: you have lost.")
    if now.phase == DEAL:
        return _("The special tiles are dealt.")
    if now.phase == ROLL:
        return _("The die is to be rolled.")
    if now.phase == NAME:
        return _("The last chance: name the missing pairs, one by one, without a mistake.")
    die = _("die: {face}").format(face=face(FACES[now.face - WAND], _))
    return f"{die}   {_decision(view, paint)}"


def _decision(view: View[Rules], paint: Paint) -> str:
    now, _ = view.position, view.translate
    if now.phase == SHOW:
        return _("a tile is shown to all")
    if now.phase == PEEK:
        return _("a tile is looked at in secret")
    if now.phase == POINT:
        who = f"{paint.seat(now.pointing)} {view.called(now.pointing)}"
        return _("{who} may point at a tile").format(who=who)
    return _(OFFERED[SPECIAL_NAMES[now.special[now.turn] - 1]])
