"""Computer players of Nutcracker, level 2: by a rule of thumb, which gentle often forgets, or by the solved game.

sharp knows the exact values of the game in which every card is drawn from all eight, and looks at the next card.
"""

from __future__ import annotations

from fabletop.engine.rulebook import LEAST, BaseMind, Book, field, looked_up, record
from fabletop.games.nutcracker.rules import DRAW, END, FAIRY, SCEPTRE, Rules

LEVELS = ("gentle", "fair", "sharp")
READS = ("sharp",)
PLAYOUT = 2  # a review plays on thousands of times: this level is quick enough
GENTLE, FAIR, SHARP = 1, 2, 3
IN_REACH = 6  # a pair wants the King within one roll


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        """Looks one action ahead: what brings her forward and the other one back, or the chance to win."""
        trial.become(view)
        trial.apply(action)
        if self.level == SHARP:
            return chance(view, trial, action, book)
        return progress(trial, view.turn) - progress(trial, 1 - view.turn)


def chance(view: Rules, trial: Rules, action: int, book: Book) -> float:
    """The chance of the seat on turn to win with an action, which has been tried."""
    if trial.phase == DRAW:
        fairies, sceptres = trial.unseen_fairies(), trial.unseen_sceptres()
        share = 0.0
        if fairies:
            trial.apply(FAIRY)
            share += fairies * value(trial, book)
            trial.become(view)
            trial.apply(action)
        if sceptres:
            trial.apply(SCEPTRE)
            share += sceptres * value(trial, book)
        share /= fairies + sceptres
    else:
        share = value(trial, book)
    if share < 0:
        return LEAST
    return share if view.turn == 0 else 1 - share


def value(position: Rules, book: Book) -> float:
    """The share of seat 0 in the win, every card being as if drawn from all eight; the position is changed."""
    if position.phase == END:
        return float((1 + position.won[0] - position.won[1]) / 2)
    position.shuffle_each_draw = 1
    position.seen = 0
    position.pile = 0
    return looked_up(book, position.digest())


def progress(position: Rules, seat: int) -> int:
    """How far a seat has come: along the path, then to her Nutcracker, then to the King."""
    if position.won[seat]:
        return 1000
    lost = 5 if position.rests[seat] else 0
    if not position.united[seat]:
        return int(position.claras[seat]) - lost
    away: int = abs(position.claras[seat] - position.king)
    return 60 - max(away, IN_REACH) - lost
