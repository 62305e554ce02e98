"""Mau-Mau(s) in a terminal: the hands as far as they are known, the pile, the card to be served."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, END, NONE, PLAY, WISH

PAINTS = {"red": "#E5484D", "yellow": "#F2C230", "green": "#46A758", "blue": "#3E9BDC", "wish": "#B583D9"}


def text(view: View, *, colour: bool = False) -> str:
    paint, now = Paint(colour), view.position
    lines = [f"on the pile  {_top(now, paint)}    to draw {now.left}    laid {_laid(now)}"]
    if now.plus and now.phase == PLAY:
        lines.append(f"+{now.plus} waits for an answer")
    lines.append("")
    for seat in range(view.game.seats):
        turn = "▶" if now.turn == seat and now.phase != END else " "
        cards = "▒ " * now.held[seat] if not now.hands[seat] else f"{now.held[seat]} cards"
        lines.append(f"{turn} {paint.seat(seat)} seat {seat}  {cards}".rstrip())
        lines += [f"      {row}" for row in _rows(now.hands[seat], paint)]
    return "\n".join(lines)


def _top(now: object, paint: Paint) -> str:
    top, served = now.top, now.colour  # type: ignore[attr-defined]
    if top == NONE:
        return "nothing yet"
    if top != WISH:
        return _card(top, paint)
    wanted = "any colour" if served == ANY else paint(COLOURS[served], PAINTS[COLOURS[served]])
    return f"{_card(WISH, paint)} ({wanted})"


def _laid(now: object) -> int:
    discards = now.discards  # type: ignore[attr-defined]
    return int((discards & ((1 << WISH) - 1)).bit_count() + (discards >> WISH))


def _card(card: int, paint: Paint) -> str:
    return paint(CARDS[card], PAINTS[CARDS[card].partition("-")[0]], bold=True)


def _rows(hand: int, paint: Paint) -> list[str]:
    """The cards of a hand, six in a row."""
    cards = [card for card in range(WISH) if hand >> card & 1] + [WISH] * (hand >> WISH)
    words = [_card(card, paint) + " " * (12 - len(CARDS[card])) for card in cards]
    return ["".join(words[i : i + 6]).rstrip() for i in range(0, len(words), 6)]
