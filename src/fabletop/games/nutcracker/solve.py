"""Level 2 with its pile of cards, exactly: the order of the cards is part of the position.

A position is one of the game without order, and what is known of the pile: which cards have been seen, in which
order, 251 in all.  The pile matters only where a card is taken.  So the graph of the game without order serves for
every pile (a layer); where a card is taken, play goes on in the layer of the next pile.  In the first pass through
the pile layers follow each other; afterwards the pile goes round, and its layers are solved in turn until they agree.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from fabletop.compiler import solvers
from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Graph
from fabletop.compiler.solvers import LESS, MEAN, MORE, TIGHT
from fabletop.engine.rulebook import OVER, Moves
from fabletop.games.nutcracker.board import CARDS
from fabletop.games.nutcracker.rules import DRAW, FAIRY, Rules
from fabletop.players.analysis import Progress
from fabletop.players.exact import column, digests
from fabletop.players.solutions import Arrays

BOTH = (MORE, LESS)
VALUE, TURNS, WINS = range(3)  # what is computed: the best chance of seat 0, and under that play its turns and wins
CLOSE = 1e-7  # piles go round until no layer changes more
ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Pile:
    """What is known of the cards: how many have been seen, and the last ones in order (see rules.pile)."""

    seen: int
    cards: int

    def nexts(self) -> list[tuple[Pile, float, int]]:
        """The pile after the next card, its odds, and 1 if the card was a fairy; as the rules have it."""
        rules, moves = Rules(), Moves()
        rules.level, rules.seen, rules.pile, rules.phase = 2, self.seen, self.cards, DRAW
        if self.seen == CARDS:
            drawn = [(self.cards & 1, 1.0)]
        else:
            rules.legal(moves)
            drawn = [(int(moves.room[i] == FAIRY), moves.weights[i] / moves.total) for i in range(moves.n)]
        found = []
        for fairy, chance in drawn:
            rules.seen, rules.pile = self.seen, self.cards
            rules.use_card(fairy)
            found.append((Pile(rules.seen, rules.pile), chance, fairy))
        return found


def all_piles() -> list[Pile]:
    """Every pile that can come up, those that come later first; what goes round lies together, in turn."""
    found, todo = {Pile(0, 0)}, [Pile(0, 0)]
    while todo:
        fresh = {after for after, _, _ in todo.pop().nexts()} - found
        found |= fresh
        todo += fresh
    late: list[Pile] = []
    for pile in sorted(found, key=lambda p: p.cards):
        while pile.seen == CARDS and pile not in late:
            late.append(pile)
            ((pile, _, _),) = pile.nexts()
    early = [pile for pile in found if pile.seen < CARDS]
    return late + sorted(early, key=lambda p: (-p.seen, p.cards))


def solve(graph: Graph, core: Array, gains: Array, progress: Progress) -> Arrays:
    """The best play for every pile as bits, and what it is worth at the start.

    `graph` is without order, `core` is the solution of that, `gains` are what a policy is asked for,
    edge by edge: turns of seat 0.
    """
    return _Layers(graph, core, gains, progress).solved()


class _Layers:
    def __init__(self, graph: Graph, core: Array, gains: Array, progress: Progress) -> None:
        self.graph, self.core, self.progress = graph, core, progress
        drawing = column(graph, "phase") == DRAW
        self.part = solvers.Part(graph, drawing)
        self.draws = np.flatnonzero(drawing)
        self.after = {1: graph.targets[graph.offsets[self.draws]], 0: graph.targets[graph.offsets[self.draws] + 1]}
        self.gains = np.asarray(gains, np.float64)[self.part.kept]
        self.drawn = {
            1: np.asarray(gains)[graph.offsets[self.draws]],
            0: np.asarray(gains)[graph.offsets[self.draws] + 1],
        }
        won = column(graph, "won")
        self.first = np.where(graph.movers == OVER, won[:, 0], 0).astype(np.float64)
        choices = np.diff(graph.offsets)
        self.deciding = np.flatnonzero(graph.movers >= 0)
        self.asked = choices[self.deciding] == 2  # at an end of the line only one way is left
        self.keys = digests(graph.states)[self.deciding]
        self.order = np.argsort(self.keys)
        self.piles = all_piles()
        self.number = {pile: i for i, pile in enumerate(self.piles)}
        self.back = {after: fairy for pile in self.piles for after, _, fairy in pile.nexts()}
        # wins of seat 0 are its value, unless a win can be shared
        self.kinds = (TURNS, WINS) if column(graph, "last_reply")[0] else (TURNS,)
        # what a layer is worth to the one from which a card leads into it: value, turns, wins of seat 0
        self.entry = np.zeros((self.kinds[-1] + 1, len(self.piles), len(self.draws)))
        self.policy = np.zeros((len(self.piles), (len(self.deciding) + 7) // 8), np.uint8)
        self.root = np.zeros(WINS + 1)
        self.error = 0.0
        self.done, self.lock = 0.0, threading.Lock()

    def solved(self) -> Arrays:
        rounds: dict[frozenset[Pile], list[Pile]] = {}
        for pile in self.piles:
            if pile.seen == CARDS:
                around, one = [pile], pile.nexts()[0][0]
                while one != pile:
                    around.append(one)
                    one = one.nexts()[0][0]
                rounds.setdefault(frozenset(around), around)
        with ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
            list(pool.map(self.go_round, rounds.values()))
            for seen in range(CARDS - 1, -1, -1):
                list(pool.map(self.go_on, [pile for pile in self.piles if pile.seen == seen]))
        return {
            "keys": self.keys[self.order],
            "policy": self.policy,
            "piles": np.array([pile.seen << CARDS | pile.cards for pile in self.piles]),
            "numbers": np.array([*self.root, self.error, len(self.graph) * len(self.piles)]),
        }

    def go_round(self, around: Sequence[Pile]) -> None:
        """Piles that follow each other in a circle."""
        layers = [self.core.copy() for _ in around]
        for pile, layer in zip(around, layers, strict=True):
            self.enter(VALUE, pile, layer)
        self._agree(around, layers, self.value)
        for pile, layer in zip(around, layers, strict=True):
            self.decide(pile, layer)
        self.tell(len(around) / 2)
        for kind in self.kinds:
            layers = [self.first.copy() for _ in around]
            self._agree(around, layers, partial(self.mean, kind))
        self.tell(len(around) / 2)

    def _agree(self, around: Sequence[Pile], layers: list[Array], step: Callable[[Pile, Any, float], float]) -> None:
        """Round by round, each more careful than the one before; what a layer leads to comes before it."""
        change = 1.0
        for _ in range(ROUNDS):
            care = max(TIGHT, change)
            change = max(step(pile, layer, care) for pile, layer in reversed(list(zip(around, layers, strict=True))))
            if change < CLOSE and care == TIGHT:
                break
        with self.lock:
            self.error = max(self.error, 100 * change)

    def go_on(self, pile: Pile) -> None:
        """A pile of which some cards are still unknown."""
        layer = self.core.copy()
        self.value(pile, layer)
        self.decide(pile, layer)
        if pile.seen == 0:
            self.root[VALUE] = self.root[WINS] = layer[0]
        for kind in self.kinds:
            rest = self.first.copy()
            self.mean(kind, pile, rest)
            if pile.seen == 0:
                self.root[kind] = rest[0]
        self.tell(1)

    def value(self, pile: Pile, layer: Array, care: float = TIGHT) -> float:
        """The chance of seat 0 with best play on both sides; how much the way in has changed."""
        layer[self.draws] = self.given(VALUE, pile)
        self.part.solve(layer, BOTH, tolerance=care)
        return self.enter(VALUE, pile, layer)

    def mean(self, kind: int, pile: Pile, layer: Array, care: float = TIGHT) -> float:
        """The same for turns or wins under the best play."""
        layer[self.draws] = self.given(kind, pile)
        gains = self.gains if kind == TURNS else None
        if kind == TURNS:
            layer[self.graph.movers == OVER] = 0.0
        self.part.solve(layer, (MEAN, MEAN), gains, self.weights(pile), care)
        return self.enter(kind, pile, layer)

    def given(self, kind: int, pile: Pile) -> Array:
        """The values where a card is taken."""
        total = np.zeros(len(self.draws))
        for after, chance, fairy in pile.nexts():
            worth = self.entry[kind, self.number[after]]
            total += chance * (worth + (self.drawn[fairy] if kind == TURNS else 0))
        return total

    def enter(self, kind: int, pile: Pile, layer: Array) -> float:
        """Note what the layer is worth to those who come into it."""
        if pile not in self.back:
            return 0.0
        new = layer[self.after[self.back[pile]]]
        row = self.entry[kind, self.number[pile]]
        change = float(np.abs(new - row).max(initial=0.0))
        row[:] = new
        return change

    def decide(self, pile: Pile, layer: Array) -> None:
        """Write down the better of the two actions everywhere; where there is only one, it is the first."""
        graph = self.part.graph
        first = graph.offsets[self.deciding]
        sign = np.where(graph.movers[self.deciding] == 0, 1.0, -1.0)
        second = (layer[graph.targets[first + self.asked]] - layer[graph.targets[first]]) * sign > 1e-7
        self.policy[self.number[pile]] = np.packbits(second[self.order])

    def weights(self, pile: Pile) -> Array:
        """What has been decided, as weights of the edges."""
        second = np.zeros(len(self.deciding))
        second[self.order] = np.unpackbits(self.policy[self.number[pile]], count=len(self.deciding))
        weights, first = self.part.even.copy(), self.part.graph.offsets[self.deciding]
        weights[first] = 1 - second
        weights[first[self.asked] + 1] = second[self.asked]
        found: Array = weights
        return found

    def tell(self, piles: float) -> None:
        with self.lock:
            self.done += piles
            self.progress(0.1 + 0.9 * self.done / len(self.piles), f"pile {self.done:.0f} of {len(self.piles)}")
