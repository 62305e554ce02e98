"""How many minutes a game takes at a table: so many seconds for each kind of ply.

Measured is what the screen takes to show a ply at the pace *normal*: motions, holds, sentences to be read, in the
game's golden records and in games of computer players.  `python -m fabletop.lab.pace [GAME …]` does that and keeps it
in the game's folder as `pace.json`.  Assumed is what people add, since nobody has held a watch to families: to press,
to tap, to think.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import NamedTuple, TypeAlias

from fabletop.compiler import drivers
from fabletop.compiler.kernels import NO_BOOK, Kernels
from fabletop.engine.game import Game, State
from fabletop.engine.records import Ply, load
from fabletop.engine.registry import folder_of, game_ids, mind_of, rules_of
from fabletop.engine.rulebook import CHANCE, OVER, Moves, Rng
from fabletop.lab.timing import frames_of, spent
from fabletop.words import Words

FILE = "pace.json"
PRESS = 1.0  # seconds, assumed: until somebody has pressed Roll,
TAP = 2.0  # has looked at what is shown until a tap,
CHOICE, DOUBLED = 2.0, 1.0  # has decided between two things, and for twice as many
FORCED = 0.9  # after that a table plays the only possible move by itself
PLIES = 8000  # of games that tell how often each kind of ply comes
MANY = 300  # games in which rare plies are looked for
FEW = 2  # games that are watched where a game brings no pace.json
Step: TypeAlias = tuple[State, Ply, State]  # before, what is done, after

NAMES = ("Ada", "Ben", "Clara", "David", "Emma", "Felix")


@dataclass(frozen=True, slots=True)
class Pace:
    """Of each kind of ply: for how many seconds it is shown, and how often it waits for a tap."""

    shown: Mapping[str, float]
    taps: Mapping[str, float]

    def seconds(self, kind: str) -> float:
        """Without thinking; what has never been seen takes as long as others."""
        usual = sum(self.shown.values()) / len(self.shown)
        return self.shown.get(kind, usual) + TAP * self.taps.get(kind, 0.0)


def kind_of(act: str) -> str:
    """`roll 5` is a ply of the kind `roll`."""
    return act.split()[0]


def thinking(choices: int) -> float:
    """Seconds that a decision between so many takes; more to choose from takes longer, but not as much longer."""
    return FORCED if choices == 1 else CHOICE + DOUBLED * log2(choices / 2)


# What the screen takes


def measured(games: Iterable[list[Step]]) -> tuple[Pace, int, int]:
    """The pace of a game, from some that were played; how many that were, and how many plies they had."""
    times, taps, often = defaultdict[str, float](float), Counter[str](), Counter[str]()
    number = 0
    for past in games:
        number += 1
        rules = past[0][0].game
        words = Words("en").game(rules.id)
        often.update(kind_of(ply.act) for _, ply, _ in past)
        for frame, ms in spent(list(frames_of(words, past, NAMES[: rules.seats])), 0.0, {}):
            kind = kind_of(past[frame.ply][1].act)
            times[kind] += ms / 1000
            taps[kind] += frame.taps
    shown = {kind: round(times[kind] / often[kind], 2) for kind in sorted(often)}
    tapped = {kind: round(taps[kind] / often[kind], 2) for kind in sorted(often)}
    return Pace(shown, {kind: n for kind, n in tapped.items() if n}), number, often.total()


def games_of(id: str) -> Iterator[list[Step]]:
    """The golden records of a game, under the rules of each another game of the kindest players, and what is rare."""
    rare = {kind_of(act) for act in rules_of(id).ACTIONS}
    for path in sorted((folder_of(id) / "golden").rglob("*.jsonl")):
        recording = load(path)
        for game in steps(recording.game, (ply.act for ply in recording.plies)), watched(recording.game, 0):
            past = list(game)
            rare -= {kind_of(ply.act) for _, ply, _ in past}
            yield past
    usual = Game(id)
    for number in range(1, MANY):
        kinds = {kind_of(usual.actions[action]) for _, action, _ in played(usual, number)} if rare else set()
        if kinds & rare:
            rare -= kinds
            yield list(watched(usual, number))


def watched(game: Game, number: int) -> Iterator[Step]:
    return steps(game, (game.actions[action] for _, action, _ in played(game, number)))


def steps(game: Game, acts: Iterable[str]) -> Iterator[Step]:
    before = game.new()
    for number, act in enumerate(acts, start=1):
        by, after = before.turn, before.copy()
        assert by is not None
        after.play(act)
        yield before, Ply(number, by, act), after
        before = after


@lru_cache(64)
def pace_of(id: str) -> Pace:
    """As it was measured; of a game that brings no measure, from a few games now."""
    file = folder_of(id) / FILE
    if file.exists():
        data = json.loads(file.read_text(encoding="utf-8"))
        return Pace(data["shown"], data["taps"])
    return measured(list(watched(Game(id), number)) for number in range(FEW))[0]


# How often each kind comes


def played(game: Game, number: int) -> Iterator[tuple[int, int, int]]:
    """One game of the kindest players: who acts, what is done, and of how many."""
    kind, rules = mind_of(game.id), game.new().rules
    fresh = Kernels(game.id)
    view, trial, moves, rng, whim = fresh.held(rules), fresh.held(rules), Moves(), Rng(), Rng()
    minds = [kind() for _ in range(game.seats)] if kind is not None else []
    for mind in minds:
        mind.forget()
        mind.level = 1
    rng.seed(1, number)
    whim.seed(1, drivers.WHIMS + number)
    for _ in range(game.spec.most_plies):
        who = rules.to_move()
        if who == OVER:
            return
        if who == CHANCE or not minds:
            action = drivers.choose(rules, who, moves, rng)
        else:
            action = drivers.think(rules, who, view, trial, moves, rng, whim, minds, NO_BOOK)
        yield who, action, moves.n
        rules.apply(action)


class Sample(NamedTuple):
    """Some games under the same rules: how long they took in all."""

    seconds: float
    plies: int
    games: int


@lru_cache(1024)
def sample(game: Game) -> Sample:
    pace, total, plies, number = pace_of(game.id), 0.0, 0, 0
    while plies < PLIES:
        thrown = False
        for who, action, choices in played(game, number):
            act, was_thrown = game.actions[action], thrown
            thrown = game.spec.is_throw(act)
            total += pace.seconds(kind_of(act))
            if who != CHANCE:
                total += thinking(choices)
            elif thrown and not was_thrown:  # all dice of a throw are one press
                total += PRESS
            plies += 1
        number += 1
    return Sample(total, plies, number)


def minutes(game: Game, plies: float) -> float:
    """How long so many plies of a game take at a table; how many of each kind there are depends on its very rules."""
    some = sample(game)
    return plies * some.seconds / some.plies / 60


def usual_minutes(game: Game) -> int:
    """How long a game takes those who begin to play it, to five minutes: what its rulebook says."""
    some = sample(game)
    return max(5, 5 * round(some.seconds / some.games / 60 / 5))


# The command


def write(id: str) -> str:
    """Measure a game and keep it in its folder."""
    found, games, plies = measured(games_of(id))
    data = {
        "made by": "python -m fabletop.lab.pace",
        "from": f"{games} golden records and games of computer players, {plies:,} plies, in English",
        "shown": found.shown,
        "taps": found.taps,
    }
    (folder_of(id) / FILE).write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    told = ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in found.shown.items())
    return f"{id}: {told}; with what people add {usual_minutes(Game(id))} minutes a game"


def main() -> None:
    for id in sys.argv[1:] or game_ids():
        print(write(id), flush=True)


if __name__ == "__main__":
    main()
