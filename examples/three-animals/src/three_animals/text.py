"""Three Animals in a terminal."""

from __future__ import annotations

from fabletop.drawing.ansi import Paint
from fabletop.engine.view import View
from fabletop.words import N_

from .rules import ANIMALS, HIDDEN, Rules
from .words import CARDS

NAMES = (N_("no card"), *CARDS[1:], N_("a hidden card"))
assert len(NAMES) == HIDDEN + 1 == len(ANIMALS) + 2


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour), view.position, view.translate
    names = [_(name) for name in NAMES]
    lines = [_("round {number} of {most}").format(number=min(now.round + 1, now.rounds), most=now.rounds)]
    for seat in range(2):
        turn = "▶" if view.acting == seat else " "
        held = _("{card}, {apples} apples").format(card=names[now.cards[seat]], apples=f"{now.apples[seat]:+}")
        lines.append(f"{turn} {paint.seat(seat)} {view.called(seat)}: {held}")
    if now.laid[0]:
        one, other = (names[card] for card in now.laid)
        lines.append(_("last round: {one} against {other}").format(one=one, other=other))
    return "\n".join(lines)
