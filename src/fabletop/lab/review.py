"""Luck or skill?  A finished game told again: everybody's chance to win after every ply, and what changed it.

A position is worth what is known exactly where the game is solved, else what its folder reckons (`estimate`: what
computer players would make of it, without their luck), else what computer players make of it who go on from what was
public, many times over.  What a throw or a card changes is luck: over many games it is nobody's.  What a
decision changes is skill: one's own, or a gift of the others; and what it falls short of the best move, as far as the
seat could know, is given away.  Chance at the start, plus luck, plus skill, plus gifts, is the result: the sums add up.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from fabletop.compiler.drivers import UNTOLD
from fabletop.compiler.kernels import NO_BOOK, Kernels, kernels, wait_for
from fabletop.drawing.curve import Mark, curve
from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game, State, copied
from fabletop.engine.records import Recording
from fabletop.engine.registry import has_part, mind_levels, part
from fabletop.engine.rulebook import CHANCE, BaseRules, Book
from fabletop.players import solutions
from fabletop.players.minds import reads

FEWEST, MOST = 24, 20_000  # playouts of each position, whatever the time
QUICK, PATIENT = 2.0, 10.0  # seconds of computing for a review, and where that would leave too much unsure
WANTED = 1_000  # playouts of each position: a chance is sure within 3 %
SHORTER = 0.5  # of a whole game: a playout from any of its positions
SHARE_TRIED = 0.5  # of so many playouts each move is tried that could have been made instead
FIRST_LOOK = 0.25  # of those tell which moves are worth a second one
FINALISTS = 3
DOUBTED = 0.3  # of all decisions, about: those after which less is to be hoped for than before
MOST_TRIED = 40  # moves of one decision
CLEAR = 2.5  # standard errors: what is less is not said
BEST, AGAIN = 3, 1  # moments that are shown
NOTED = 0.02  # of a win: what changes less is no moment
OWN = 0.5  # of the greatest change: then a moment is told of who acted
PATIENCE = 60.0  # seconds for the compiler
SOLVING = 20.0  # and for what is computed exactly, once
SAMPLE, SAMPLED = 12, 0.01  # playouts, or more that take so many seconds: they tell how long the others take
LEAST = 0.01  # given away: less is not told where a value is reckoned, but not solved

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Look:
    """A position: everybody's chance to win, one standard error of each, and how the decision made there was."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    given_away: float = 0.0
    better: str = ""  # a move that was clearly better


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: who, what, the change of everybody's chance to win; for a decision also what it gave away."""

    ply: int
    by: int | None  # None: chance
    act: str
    change: tuple[float, ...]
    given_away: float = 0.0
    better: str = ""
    seat: int = 0  # of whom it is told


@dataclass(frozen=True, slots=True)
class Review:
    """The story of a game."""

    game: str
    names: tuple[str, ...]
    together: bool
    level: str  # of the players who play on; empty: all values are exact
    playouts: int  # of each position; 0: its value is reckoned
    chances: tuple[tuple[float, ...], ...]  # after each ply, the start first
    errors: tuple[tuple[float, ...], ...]  # one standard error of each
    steps: tuple[Step, ...]
    luck: tuple[float, ...]
    skill: tuple[float, ...]  # what the own decisions changed
    gifts: tuple[float, ...]  # what the others' did
    unsure: tuple[float, ...]  # one standard error of the three
    given_away: tuple[float, ...]

    @property
    def error(self) -> float:
        """At most: one standard error of a chance."""
        return max((error for row in self.errors for error in row), default=0.0)

    def best(self, most: int = BEST) -> list[Step]:
        """The plies that clearly changed most, in the order of the game; never two of one breath."""
        found: list[Step] = []
        noted = [step for step in self.steps if abs(step.change[step.seat]) >= NOTED]
        for step in sorted(noted, key=lambda step: -max(map(abs, step.change))):
            if len(found) < most and self._clear(step) and all(abs(step.ply - other.ply) > 1 for other in found):
                found.append(step)
        return sorted(found, key=lambda step: step.ply)

    def _clear(self, step: Step) -> bool:
        """Is this more than what is not known for sure?"""
        errors = zip(self.errors[step.ply - 1], self.errors[step.ply], strict=True)
        spreads = [CLEAR * math.hypot(before, after) for before, after in errors]
        return any(abs(change) > spread for change, spread in zip(step.change, spreads, strict=True))

    def look_again(self, most: int = AGAIN) -> list[Step]:
        """Decisions for which something clearly better was there."""
        found = [step for step in self.steps if step.better]
        return sorted(found, key=lambda step: -step.given_away)[:most]

    def one_in(self, seat: int) -> float:
        """In how many games there is once as much luck as this, good or bad: by the spread of its own chance plies."""
        spread = math.sqrt(sum(step.change[seat] ** 2 for step in self.steps if step.by is None))
        if spread == 0:
            return 1.0
        return 1 / max(0.5 * math.erfc(abs(self.luck[seat]) / spread / math.sqrt(2)), 1e-6)

    def svg(self) -> str:
        """The curve, as the browser shows it; a notebook does so by itself."""
        best = [Mark(step.ply, str(k), step.seat) for k, step in enumerate(self.best(), start=1)]
        again = [Mark(step.ply - 1, "?", step.by or 0) for step in self.look_again()]
        label = ", ".join(f"{name}: {row:.0%}" for name, row in zip(self.names, self.chances[-1], strict=True))
        return curve(
            self.chances, errors=self.errors if self.error else (), marks=[*best, *again], together=self.together,
            label=label, start="0", end=str(len(self.steps)),
        )  # fmt: skip

    def _repr_svg_(self) -> str:
        return self.svg()

    def as_json(self) -> dict[str, Any]:
        found = asdict(self) | {"error": self.error}
        return found | {"best": [step.ply for step in self.best()], "again": [step.ply for step in self.look_again()]}


def told_of(change: Sequence[float], actor: int) -> int:
    """Who has acted, or for whom the dice fell; unless it has changed much more for somebody else."""
    most = max(range(len(change)), key=lambda seat: (round(abs(change[seat]), 3), change[seat]))
    return actor if actor in range(len(change)) and abs(change[actor]) >= OWN * abs(change[most]) else most


def can_review(id: str) -> bool:
    """Has the game players that can play on?"""
    return bool(playout_level(id))


def playout_level(id: str) -> int:
    """The level of the game's Mind that plays on; 0: there is none."""
    levels = mind_levels(id)
    return int(getattr(part(id, "mind"), "PLAYOUT", len(levels))) if levels else 0


def playing_on(game: Game, patience: float) -> tuple[int, Book]:
    """Who plays on, and what she has learned by heart; where that is not there in time, a level that needs nothing."""
    level, names = playout_level(game.id), mind_levels(game.id)
    if names[level - 1] not in reads(game.id):
        return level, NO_BOOK
    ask = part(game.id, "players").book
    book: Book | None = ask(game, wait=False)
    if book is None and solutions.finished(patience):
        book = ask(game, wait=False)
    if book is not None:
        return level, book
    return max(n for n, name in enumerate(names, start=1) if name not in reads(game.id)), NO_BOOK


def reviewable(game: Game) -> None:
    """An error that says why not."""
    if not can_review(game.id):
        raise BadOption("{game} has no players that could play on, so it cannot be reviewed", game=game.id)
    if game.seats == 1 and not game.spec.together:
        raise BadOption("whoever plays alone always wins: a review is of a game with others")


def review(
    recording: Recording,
    seed: int = 1,
    progress: Progress = lambda share, doing: None,
    playouts: int | None = None,
) -> Review:
    """Judge a finished game: with so many playouts of each position, or as many as there is time for."""
    if recording.final().result is None:
        raise BadOption("the game is not over; a review is of a whole game")
    reviewable(recording.game)
    progress(0.0, "getting ready")
    judge = Judge(recording.game, seed, playouts or FEWEST, PATIENCE)
    if playouts is None:
        judge.afford(recording)
    looks = []
    for look in judge.looks(recording):
        looks.append(look)
        progress(len(looks) / (len(recording.plies) + 1), "playing on from every ply")
    return told(recording, looks, judge.level, judge.playouts)


def told(recording: Recording, looks: Sequence[Look], level: str, playouts: int) -> Review:
    """The story that the looks at all positions tell."""
    seats, chances = range(recording.game.seats), [look.chances for look in looks]
    luck, skill, gifts = sums = [[0.0 for _ in seats] for _ in range(3)]
    given, noise, last = [0.0 for _ in seats], [[0.0 for _ in sums] for _ in seats], [-1 for _ in seats]
    steps: list[Step] = []
    for state, ply, here, there in zip(recording.states(), recording.plies, looks, looks[1:], strict=False):
        change = tuple(then - now for now, then in zip(here.chances, there.chances, strict=True))
        by = None if ply.by == CHANCE else ply.by
        for seat in seats:
            kind = 0 if by is None else 1 if by == seat else 2
            sums[kind][seat] += change[seat]
            if change[seat] and kind != last[seat]:  # between two changes of one kind an error cancels out
                for one in {kind, last[seat]} - {-1}:
                    noise[seat][one] += here.errors[seat] ** 2
                last[seat] = kind
        if by is not None:
            given[by] += here.given_away
        seat = told_of(change, state.rules.acting() if by is None else by)
        steps.append(Step(ply.number, by, ply.act, change, here.given_away, here.better, seat))
    return Review(
        recording.game.id, recording.names, recording.game.spec.together, level, playouts, tuple(chances),
        tuple(look.errors for look in looks), tuple(steps), tuple(luck), tuple(skill), tuple(gifts),
        tuple(math.sqrt(max(row)) for row in noise) if playouts else looks[0].errors, tuple(given),
    )  # fmt: skip


class Judge:
    """Tells what positions of a game are worth, and moves."""

    def __init__(self, game: Game, seed: int = 1, playouts: int = FEWEST, patience: float = 0.0) -> None:
        self.game, self.seed, self.playouts = game, seed, playouts
        self.using: Kernels = wait_for(game.id, "contest", patience) or kernels(game.id, "contest")
        level, self.book = playing_on(game, min(patience, SOLVING))
        self.levels = [level] * game.seats
        players: Any = part(game.id, "players") if has_part(game.id, "players") else None
        self.exact = self._asks(getattr(players, "chances", None), patience)  # where the game is solved
        self.reckons = self.exact or self._asks(getattr(players, "estimate", None), patience)
        self.sure = 0.0 if self.exact or not self.reckons else float(getattr(players, "ESTIMATED_WITHIN", 0.0))
        self.forced = False  # the decision that was looked at last
        if self.reckons:
            self.playouts = 0
        plays_on = getattr(players, "ESTIMATED", "") if self.reckons else mind_levels(game.id)[level - 1]
        self.level = "" if self.exact else plays_on

    def _asks(self, ask: Any, patience: float) -> bool:
        """From now on this is asked for chances, if it knows any; what it computes first is waited for."""
        self._ask = ask
        if ask is None:
            return False
        if self.known(self.game.new()) is not None:
            return True
        return solutions.finished(min(patience, SOLVING)) and self.known(self.game.new()) is not None

    @cached_property
    def pace(self) -> float:
        """Seconds of computing for a playout of a whole game."""
        known, playouts = self.game.new().view(None).position, SAMPLE
        self.foretold(known, 1, self.seed)  # loads what is compiled
        while True:
            began = time.process_time()
            self.foretold(known, playouts, self.seed)
            spent = time.process_time() - began
            if spent >= SAMPLED:
                return spent / playouts
            playouts *= 4

    def afford(self, recording: Recording, seconds: float | None = None) -> None:
        """So many playouts that the whole review takes about so long, or as long as one likes to wait."""
        if self.reckons:
            return
        positions, tried = 1.0, 0.0
        for n, state in enumerate(recording.states()):
            if n < len(recording.plies) and (legal := len(state.legal())) > 1:
                positions += 1
                if recording.plies[n].by != CHANCE:
                    tried += SHARE_TRIED * (1 + DOUBTED * (FIRST_LOOK * min(legal, MOST_TRIED) + FINALISTS))
        a_second = 1 / (SHORTER * self.pace * (positions + tried))
        if seconds is None:
            seconds = QUICK if QUICK * a_second >= WANTED else PATIENT
        self.playouts = int(min(MOST, max(FEWEST, seconds * a_second)))

    def looks(self, recording: Recording, first: int = 0) -> Iterator[Look]:
        """All positions from one on: at the start, and after each ply."""
        last: Look | None = None
        for n, state in enumerate(recording.states()):
            if n < first:
                continue
            ply = recording.plies[n] if n < len(recording.plies) else None
            if last is not None and self.forced and state.result is None:
                chances, errors = last.chances, last.errors  # what nobody decided has changed nothing
            else:
                chances, errors = self.chances(state)
            lost, better = 0.0, ""
            self.forced = ply is not None and ply.by != CHANCE and len(state.legal()) == 1
            if ply is not None and ply.by != CHANCE and not self.forced:
                lost, better = self.judged(state, ply.act)
            last = Look(chances, errors, lost, better)
            yield last

    def chances(self, state: State) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Everybody's chance to win, from what is public, and one standard error of each."""
        sure, result = (0.0,) * state.game.seats, state.result
        if result is not None:
            share = 1.0 if state.game.spec.together else 1 / max(1, len(result.winners))
            return tuple(share if seat in result.winners else 0.0 for seat in range(state.game.seats)), sure
        if self.reckons and (known := self.known(state)) is not None:
            return known, (self.sure,) * state.game.seats
        playouts = max(FEWEST, self.playouts)
        found = self.foretold(state.view(None).position, playouts, self.seed)
        return tuple(found), tuple(math.sqrt(max(p * (1 - p), 0.0) / playouts) for p in found)

    def foretold(self, known: BaseRules, playouts: int, seed: int, action: int = UNTOLD) -> list[float]:
        return self.using.foretell(known, self.levels, seed, playouts, action, self.book)

    def known(self, state: State) -> tuple[float, ...] | None:
        """The chances, where they are not found out by playing on."""
        ask = self._ask
        found: tuple[float, ...] | None = ask(self.game, state.view(None).position) if ask else None
        return found

    def judged(self, state: State, act: str) -> tuple[float, str]:
        """What a decision gave away, as far as its seat could know, and the better move, if that is clear."""
        seat, legal, played = state.turn, state.legal(), state.game.numbers[act]
        assert seat is not None
        if self.reckons:
            worths = self._reckoned(state, seat)
            best = max(worths, key=lambda action: (worths[action], action == played))
            lost = worths[best] - worths[played]
            return (lost, state.game.actions[best]) if lost > (1e-6 if self.exact else LEAST) else (0.0, "")
        tried = legal if len(legal) <= MOST_TRIED else (*legal[:: -(-len(legal) // MOST_TRIED)], played)
        tries = max(8, int(SHARE_TRIED * self.playouts))
        if not self._doubts(state, seat, played, max(4, tries // 2)):
            return 0.0, ""
        if len(tried) > FINALISTS + 1:
            rough = self._tried(state, seat, tried, max(4, int(FIRST_LOOK * tries)), self.seed + 1)
            tried = (*sorted(set(tried) - {played}, key=lambda a: -rough[a])[:FINALISTS], played)
        worths = self._tried(state, seat, tried, tries, self.seed)
        best = max(worths, key=lambda action: (worths[action], action == played))
        lost = worths[best] - worths[played]
        spread = math.sqrt(sum(max(w * (1 - w), 0.01) for w in (worths[best], worths[played])) / tries)
        if lost < CLEAR * spread:
            return 0.0, ""
        return lost, state.game.actions[best]

    def _doubts(self, state: State, seat: int, played: int, tries: int) -> bool:
        """Is less to be hoped for after this move than if the computer had moved?  Most need no more of a look."""
        known = state.view(seat).position
        hoped, found = (self.foretold(known, tries, self.seed, action)[seat] for action in (UNTOLD, played))
        return found < hoped - 0.5 * math.sqrt(max(hoped * (1 - hoped), 0.01) / tries)

    def _tried(self, state: State, seat: int, actions: Sequence[int], tries: int, seed: int) -> dict[int, float]:
        """What each move is worth to the seat, from what it knows."""
        known = state.view(seat).position
        return {a: self.foretold(known, tries, seed, a)[seat] for a in actions}

    def _reckoned(self, state: State, seat: int) -> dict[int, float]:
        found = {}
        for action in state.legal():
            then = copied(state.rules)
            then.apply(action)
            chances, _ = self.chances(State(state.game, then))
            found[action] = chances[seat]
        return found
