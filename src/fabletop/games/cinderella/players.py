"""Computer players of Cinderella: `gentle` forgets, `fair` remembers, `sharp` draws conclusions, `perfect` is solved.

All keep to one convention: point at the partner of the tile shown if you know it, else pass; follow a pointer.
"""

from __future__ import annotations

import random
from typing import Any

from fabletop.engine.view import View
from fabletop.games.cinderella.alone import worths
from fabletop.games.cinderella.board import CELLS, PAIR_COUNT, PAIR_OF
from fabletop.games.cinderella.rules import (
    DONE,
    HOURGLASS,
    MIRROR,
    NAME,
    NAME_PAIR,
    NONE,
    PASS,
    PEEK_CELL,
    POINT,
    POINT_CELL,
    SHOW,
    SHOW_CELL,
    TWOS,
    USE,
    USE_SPECIAL,
)
from fabletop.games.cinderella.solve import knowledge, remembered, solution
from fabletop.games.cinderella.team import ChildsMemory, Memory, Mind, imagined, partner_cell
from fabletop.players.registry import Maker

WORLDS = 60  # pictures of what may lie where, for one decision
A_TURN = 1e-4  # what a turn less is worth, as a chance to win


class Fair:
    """Remembers all it has seen, points at partners, follows pointers; does not ask who has seen what."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def known(self, view: View) -> dict[int, int]:
        return remembered(view.position)

    def choose(self, view: View) -> str:
        assert view.seat is not None
        mind = Mind(view.position, view.seat, self.known(view))
        return view.game.words[self.decide(mind)]

    def decide(self, mind: Mind) -> int:
        now = mind.now
        if now.phase == POINT:
            return self.point(mind)
        if now.phase == NAME:
            return NAME_PAIR + TWOS.index(self.name(mind))
        if now.phase == USE:
            return USE_SPECIAL if self.uses(mind) else DONE
        if now.phase == SHOW:
            return SHOW_CELL + (self.first(mind) if now.face == HOURGLASS else self.look(mind))
        second = now.face == HOURGLASS and now.shown != NONE
        return PEEK_CELL + (self.second(mind) if second else self.look(mind))

    def point(self, mind: Mind) -> int:
        shown = mind.now.shown
        if shown in mind.known and mind.counts(mind.known[shown]):
            partner = mind.partner(shown)
            if partner in mind.choice:
                return POINT_CELL + partner
        return PASS

    def uses(self, mind: Mind) -> bool:
        return bool(mind.hidden)

    def look(self, mind: Mind) -> int:
        return self.any_hidden(mind)

    def first(self, mind: Mind) -> int:
        pairs = mind.pairs()
        return self.rng.choice(pairs)[0] if pairs else self.any_hidden(mind)

    def second(self, mind: Mind) -> int:
        now = mind.now
        if now.shown in mind.known and mind.counts(mind.known[now.shown]):
            partner = mind.partner(now.shown)
            if partner in mind.choice:
                return partner
            pointed = mind.pointed()
            if pointed:
                return pointed[0]
        return self.any_hidden(mind)

    def name(self, mind: Mind) -> int:
        """The two cells of a pair, as a set: one that is known, else a guess."""
        pairs = mind.pairs()
        if pairs:
            one, other = pairs[0]
            return 1 << one | 1 << other
        singles = [cell for cell, tile in mind.known.items() if mind.counts(tile)]
        guess = mind.hidden if len(mind.hidden) + len(singles) > 1 else mind.cells
        one = self.rng.choice(singles or guess)
        return 1 << one | 1 << self.rng.choice([cell for cell in guess if cell != one])

    def any_hidden(self, mind: Mind) -> int:
        cells = [cell for cell in mind.choice if cell not in mind.known]
        return self.rng.choice(cells or mind.choice)


class Gentle(Fair):
    """The same, but forgets like a child, and sometimes does not think of pointing."""

    FORGETS = 0.12  # of what it knows, from one decision to the next
    DREAMS = 0.2

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.memory = ChildsMemory(rng, self.FORGETS)

    def known(self, view: View) -> dict[int, int]:
        assert view.seat is not None
        return self.memory.recall(view.position, view.seat)

    def point(self, mind: Mind) -> int:
        chosen = super().point(mind)
        return PASS if self.rng.random() < self.DREAMS else chosen


class Sharp(Fair):
    """Asks who has seen what, imagines what may lie where, and weighs it by the solved game of one shared memory."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.memory = Memory()

    def choose(self, view: View) -> str:
        assert view.seat is not None
        self.memory.update(view.position, view.seat)
        return super().choose(view)

    def worlds(self, mind: Mind) -> list[list[int]]:
        return [imagined(mind, self.memory.not_at, self.rng) for _ in range(WORLDS)]

    def uses(self, mind: Mind) -> bool:
        now = mind.now
        if now.face != HOURGLASS:
            return bool(self.fresh(mind))
        if now.special[mind.seat] != MIRROR:
            return True  # a turn of the hand is worth the same whenever it is saved
        if now.shown == NONE:
            return bool(now.hours_left <= now.seats)
        return mind.counts(mind.known[now.shown])

    def fresh(self, mind: Mind) -> list[int]:
        """The cells that nobody has looked at."""
        return [cell for cell in mind.choice if not (mind.own | mind.others) >> cell & 1]

    def look(self, mind: Mind) -> int:
        """What nobody has seen; else what this seat has not; else what the fewest have."""
        fresh = self.fresh(mind)
        if fresh:
            return self.rng.choice(fresh)
        rank = {cell: (cell in mind.known, mind.seers(cell)) for cell in mind.choice}
        least = min(rank.values())
        return self.rng.choice([cell for cell in mind.choice if rank[cell] == least])

    def first(self, mind: Mind) -> int:
        """Cells about which alike is known are alike; the best kind of cell by the mean over the worlds."""
        worlds = self.worlds(mind)
        kinds: dict[Any, list[int]] = {}
        for cell in mind.choice:
            if cell in mind.known:
                kinds[cell] = [cell]
            else:
                kinds.setdefault((mind.others >> cell & 1, frozenset(self.memory.not_at[cell])), []).append(cell)
        best, choice = -9.0, mind.choice[0]
        for cells in kinds.values():
            total = sum(self.try_first(mind, tiles, cells[i % len(cells)]) for i, tiles in enumerate(worlds))
            if cells[0] in mind.known:  # the pair that the fewest others can find
                partner = mind.partner(cells[0])
                total -= 1e-6 * (mind.seers(cells[0]) + (mind.seers(partner) if partner != NONE else 0))
            if total > best:
                best, choice = total, self.rng.choice(cells)
        return choice

    def try_first(self, mind: Mind, tiles: list[int], cell: int) -> float:
        """What it is worth to show a cell, should the tiles lie like this."""
        team = mind.own | mind.others | 1 << cell
        fresh = [c for c in self.fresh(mind) if c != cell]
        if not mind.counts(tiles[cell]):
            return self.worth(mind, tiles, team | (1 << fresh[0] if fresh else 0))
        partner = partner_cell(tiles, cell)
        if team >> partner & 1:
            return self.worth(mind, tiles, team, PAIR_OF[tiles[cell]])
        hit = self.worth(mind, tiles, team, PAIR_OF[tiles[cell]])
        misses = [c for c in fresh if c != partner]
        miss = self.worth(mind, tiles, team | (1 << misses[0] if misses else 0))
        return (hit + (len(fresh) - 1) * miss) / len(fresh)

    def second(self, mind: Mind) -> int:
        now = mind.now
        if not mind.counts(mind.known[now.shown]):
            return self.look(mind)
        partner = mind.partner(now.shown)
        if partner in mind.choice:
            return partner
        if pointed := mind.pointed():
            return pointed[0]
        return self.guess(mind)

    def guess(self, mind: Mind) -> int:
        """The hidden cell where the partner may lie, or which tells most."""
        cells = [cell for cell in mind.choice if cell not in mind.known]
        if not cells:
            return self.rng.choice(mind.choice)
        worlds, team, pair = self.worlds(mind), mind.own | mind.others, PAIR_OF[mind.known[mind.now.shown]]
        totals = dict.fromkeys(cells, 0.0)
        for tiles in worlds:
            partner = partner_cell(tiles, mind.now.shown)
            for cell in cells:
                after = team | 1 << cell
                totals[cell] += self.worth(mind, tiles, after, pair if cell == partner else NONE)
        return max(cells, key=lambda cell: totals[cell])

    def worth(self, mind: Mind, tiles: list[int], team: int, pair: int = NONE) -> float:
        """The chance to win, after a search that found this pair or none, of a team that knows these cells."""
        now = mind.now
        found = now.found | (1 << pair if pair != NONE else 0)
        if found == (1 << PAIR_COUNT) - 1:
            return 1.0
        facts = _facts(now, found, tiles, team)
        solved = solution(bool(now.last_chance))
        if now.hours_left == 1:
            return solved.name(facts) if now.last_chance else 0.0
        chance, turns = solved.worth(facts, 0)[:, now.hours_left - 1]
        return float(chance - A_TURN * turns)

    def name(self, mind: Mind) -> int:
        """The two cells that are a pair in most of the worlds."""
        votes: dict[int, int] = {}
        for tiles in self.worlds(mind):
            for cell in mind.cells:
                if mind.counts(tiles[cell]):
                    both = 1 << cell | 1 << partner_cell(tiles, cell)
                    votes[both] = votes.get(both, 0) + 1
        return max(votes, key=lambda both: votes[both])


def _facts(now: Any, found: int, tiles: list[int], team: int) -> Any:
    known = {
        cell: tiles[cell]
        for cell in range(CELLS)
        if team >> cell & 1 and tiles[cell] >= 0 and (PAIR_OF[tiles[cell]] < 0 or not found >> PAIR_OF[tiles[cell]] & 1)
    }
    return knowledge(now, known, found)


class Perfect:
    """The best play of one seat; in a team, where nobody sees all, as sharp as we can."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.sharp = rng, Sharp(rng)

    def choose(self, view: View) -> str:
        if view.game.seats > 1:
            return self.sharp.choose(view)
        found = worths(view)
        most = max(chance for chance, _ in found.values()) - 1e-12
        quick = min(turns for chance, turns in found.values() if chance >= most) + 1e-9
        good = [action for action, (chance, turns) in found.items() if chance >= most and turns <= quick]
        return view.game.words[self.rng.choice(good)]

    def values(self, view: View) -> dict[str, float]:
        """The chance to win after each action, for one seat."""
        if view.game.seats > 1:
            return {}
        return {view.game.words[action]: chance for action, (chance, _) in worths(view).items()}


# What the levels are measured in: with all twelve hours those who forget nothing hardly ever lose.
MEASURED = (
    {"variant": "basic", "hours": 8},
    {"variant": "magic", "hours": 9},
    {"variant": "advanced", "hours": 10},
)

PLAYERS: dict[str, Maker] = {"gentle": Gentle, "fair": Fair, "sharp": Sharp, "perfect": Perfect}
