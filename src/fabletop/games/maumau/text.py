"""Mau-Mau(s) in a terminal: the hands as far as they are known, the pile, the card to be served."""

from __future__ import annotations

from fabletop.drawing.ansi import COLUMNS, Paint, in_rows
from fabletop.engine.view import View
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, END, NONE, PLAY, WISH, Rules
from fabletop.games.maumau.words import WANTED, hand, label
from fabletop.words import Translate

PAINTS = {"red": "#E5484D", "yellow": "#F2C230", "green": "#46A758", "blue": "#3E9BDC", "wish": "#B583D9"}
INDENT = " " * 6


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    pile = [_("to draw {number}").format(number=now.left), _("laid {number}").format(number=_laid(now))]
    lines = [_("on the pile: {card}").format(card=_top(now, paint, _)), "    ".join(pile)]
    if now.plus and now.phase == PLAY:
        lines.append(_("+{number} waits for an answer").format(number=now.plus))
    lines.append("")
    for seat in range(view.game.seats):
        turn = "▶" if now.turn == seat and now.phase != END else " "
        held = _.ngettext("{number} card", "{number} cards", now.held[seat]).format(number=now.held[seat])
        cards = "▒ " * now.held[seat] if not now.hands[seat] else held
        lines.append(f"{turn} {paint.seat(seat)} {view.called(seat)}  {cards}".rstrip())
        shown = [_card(card, paint, _) for card in hand(now.hands[seat])]
        lines += [INDENT + row for row in in_rows(shown, COLUMNS - len(INDENT))]
    return "\n".join(lines)


def _top(now: Rules, paint: Paint, _: Translate) -> str:
    if now.top == NONE:
        return _("nothing yet")
    if now.top != WISH:
        return _card(now.top, paint, _)
    wanted = _("Any card fits.") if now.colour == ANY else _(WANTED[COLOURS[now.colour]])
    return f"{_card(WISH, paint, _)} ({wanted.rstrip('.')})"


def _laid(now: Rules) -> int:
    return int((now.discards & ((1 << WISH) - 1)).bit_count() + (now.discards >> WISH))


def _card(card: int, paint: Paint, _: Translate) -> str:
    return paint(label(f"play {CARDS[card]}", _), PAINTS[CARDS[card].partition("-")[0]], bold=True)
