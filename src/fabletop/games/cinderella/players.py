"""The computer player `perfect` of Cinderella, and what `sharp` has learned; the others are in mind.py."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from fabletop.compiler.kernels import NO_BOOK
from fabletop.engine.game import Game
from fabletop.engine.rulebook import Book
from fabletop.engine.view import View
from fabletop.games.cinderella.alone import worths
from fabletop.games.cinderella.board import BOARD, PAIR_COUNT
from fabletop.games.cinderella.rules import BASIC, MOST_HOURS
from fabletop.games.cinderella.solve import Knowledge, in_order, solution
from fabletop.games.cinderella.weighing import AN_HOUR, PLACES
from fabletop.players.minds import MindPlayer
from fabletop.players.registry import Maker

A_TURN = 1e-4  # what a turn less is worth, as a chance to win


def book(game: Game, *, wait: bool) -> Book:
    """The solved game of one memory, by what the team knows; so quickly computed that nobody waits."""
    rules = game.new().rules
    return _book(rules.blanks if rules.variant != BASIC else 0, in_order(rules), bool(rules.last_chance))


@cache
def _book(blanks: int, in_order: bool, last_chance: bool) -> Book:
    solved, worths = solution(last_chance), np.zeros(MOST_HOURS * AN_HOUR)
    for place in range(PLACES):
        for unknown in range(blanks + 1):
            known = Knowledge(_groups(place, in_order), unknown)
            chance, turns = solved.worth(known, 0)[:, :MOST_HOURS]
            row = chance - A_TURN * turns
            row[0] = solved.name(known) if last_chance or not known.groups else 0.0
            worths[unknown * PLACES + place :: AN_HOUR] = row
    return Book(NO_BOOK.keys, worths)


def _groups(place: int, in_order: bool) -> tuple[tuple[int, int, int], ...]:
    """Of each group of pairs, in the order in which they must be found: none, one, both of their tiles known."""
    counts: dict[int, list[int]] = {}
    for pair in range(PAIR_COUNT):
        known = place >> 2 * pair & 3
        if known < 3:
            counts.setdefault(BOARD.section_of[pair] if in_order else 0, [0, 0, 0])[known] += 1
    return tuple((none, one, both) for _, (none, one, both) in sorted(counts.items()))


class Perfect:
    """The best play of one seat; in a team, where nobody sees all, as sharp as we can."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.sharp = rng, MindPlayer(rng, "cinderella", "sharp")

    def choose(self, view: View) -> str:
        if view.game.seats > 1:
            return self.sharp.choose(view)
        found = worths(view)
        most = max(chance for chance, _ in found.values()) - 1e-12
        quick = min(turns for chance, turns in found.values() if chance >= most) + 1e-9
        good = [action for action, (chance, turns) in found.items() if chance >= most and turns <= quick]
        return view.game.actions[self.rng.choice(good)]

    def values(self, view: View) -> dict[str, float]:
        """The chance to win after each action, for one seat."""
        if view.game.seats > 1:
            return {}
        return {view.game.actions[action]: chance for action, (chance, _) in worths(view).items()}


def perfect_is_sharp(game: Game) -> bool:
    """Does `perfect` play like `sharp`, since only the game of one seat is solved?"""
    return game.seats > 1


# What the levels are measured in: with all twelve hours those who forget nothing hardly ever lose.
MEASURED = (
    {"variant": "basic", "hours": 8},
    {"variant": "magic", "hours": 9},
    {"variant": "advanced", "hours": 10},
)

PLAYERS: dict[str, Maker] = {"perfect": Perfect}
