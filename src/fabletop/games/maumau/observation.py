"""What a learner is told about a position of Mau-Mau(s): a set of cards has a bit for each coloured card and above
them the number of wish cards."""

from __future__ import annotations

from fabletop.engine.observation import a_seat, amount, members, one_of
from fabletop.games.maumau.rules import WISH

OBSERVATION = {
    "hands": members("the cards in each hand, as far as the seat knows them", WISH, seats_from=0),
    "held": amount("how many cards each seat holds", 12, seats_from=0),
    "pile": members("the cards in the draw pile, as far as the seat knows them", WISH),
    "left": amount("how many cards are in the draw pile"),
    "discards": members("the cards played, the top card aside", WISH),
    "top": one_of("the top card: colour times 7 plus rank, 28: wish, 29: none"),
    "colour": one_of("the colour to be served; 4: any"),
    "kept": members("cards that everybody knows to be in hands since the last shuffle", WISH),
    "phase": one_of("what happens next: deal, turn up, take, play, decide about the card just drawn, end"),
    "turn": a_seat("the seat on turn"),
    "plus": amount("cards that the seat on turn has to take"),
    "drawn": one_of("the card just drawn, while its owner decides; 29: none"),
    "passes": amount("passes one after the other"),
}
