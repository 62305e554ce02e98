"""How strong are the computer players?  `python -m fabletop.players.strength` plays and writes docs/players.md.

Every level meets every weaker one, for two seats and for the most up to four, the player under test going round the
table.  What has been played is kept in the cache folder: a run that was stopped goes on where it stood, and one with
more `--games` and `--seconds` plays what has had less.  Where the game is solved, the same games tell the regret: how
much of the best value an average decision gives away.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import json
import multiprocessing
import os
import random
import re
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from fabletop.compiler import store
from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import KERNELS, wait_for
from fabletop.engine.game import Game
from fabletop.engine.registry import folder_of, game_ids, has_part, package_of, part, spec_of
from fabletop.engine.rulebook import CHANCE, Moves, Rng
from fabletop.engine.spec import Value, shown
from fabletop.engine.view import View
from fabletop.players import solutions
from fabletop.players.arena import play_game
from fabletop.players.minds import book_for
from fabletop.players.registry import LEVELS, Maker, bot, can_compile, compiled_levels, levels

PAGE = Path("docs/players.md")
MOST_SEATS = 4
REGRETTED, REGRET_SECONDS = 200, 5.0  # games at most that are looked at ply by ply, and for how long
BEGINNER = "gentle"
HEAD = """# How strong are the computer players?

Written by `make players` (`python -m fabletop.players.strength`). The games of a row are the first ones from seed
{seed}, as many as the processor had time for (`--seconds`, `--games`), so every number can be made again.

A row tells how the first player fares against the others, all of the second kind. The first player goes round the
table, and every seat gets the same dice. *Share* is its share of the wins (a shared win is shared), with a 95 %
interval; alike players would have the share in brackets. A game that is won or lost together has instead the share
of games won when everybody plays like that. The first table says it in one number: how often a level beats a careful
beginner (`gentle`, who knows the rules and now and then does anything) at a table for two. *Regret* is how much of the
best value an average decision gives away, where the game is solved: of the chance to win, or points in a game with
points. *By regret*: the two are so close that their games do not tell, but the first one gives less away.
"""
ALIKE = """
Here `perfect` plays like `sharp`: this table is not solved, or not yet on the machine that measured."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One row of the table: who plays whom, how often."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    one: str
    others: str
    seed: int
    text: str  # a digest of what the players are made of: what others played is not theirs

    @property
    def key(self) -> str:
        return json.dumps(asdict(self))


def pairings(ids: list[str], seed: int, version: int | None = None) -> Iterator[Pairing]:
    """Every level against every weaker one; in a game of teams every level with its like."""
    for id in ids:
        if len(levels(id)) == 1:
            continue
        text = _text(id)
        for seats, options in _tables(id, version):
            game = Game(id, seats, dict(options))
            together, known = is_together(game), ["random", *own_levels(game)]
            for i, one in enumerate(known):
                rivals = [one] if together else known[:i]
                for others in rivals:
                    yield Pairing(id, seats, options, one, others, seed, text)


def own_levels(game: Game) -> list[str]:
    """From kind to hard, without `perfect` where a game's players say that it plays like sharp there."""
    says = getattr(part(game.id, "players"), "perfect_is_sharp", None) if has_part(game.id, "players") else None
    alike = says is not None and says(game)
    return [level for level in LEVELS if level in levels(game.id) and not (alike and level == "perfect")]


def _text(id: str) -> str:
    """A digest of all that a game's players are made of: their own text and what it imports of the game."""
    package = re.escape(package_of(id))
    names, found = [name for name in ("mind", "players") if has_part(id, name)], hashlib.sha256()
    for name in names:  # which grows on the way
        text = inspect.getsource(part(id, name))
        found.update(text.encode())
        for module, several in re.findall(rf"from {package}(?:\.(\w+) import| import (.+))", text):
            names += [n for n in (module or several).split(", ") if n not in names]
    for file in sorted(folder_of(id).glob("*.json")):
        found.update(file.read_bytes())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if file != Path(__file__):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def _tables(id: str, version: int | None) -> Iterator[tuple[int, tuple[tuple[str, Value], ...]]]:
    """Two seats and four, and every variant of a game that has some, or what the game's players say in MEASURED.

    With a version: under what it had otherwise than the latest one.
    """
    spec = spec_of(id)
    latest = spec.defaults(spec.version)
    then = {name: value for name, value in spec.defaults(version or spec.version).items() if value != latest[name]}
    low, high = spec.seats
    variants = [{spec.variant: value} for value in spec.option(spec.variant).values] if spec.variant else [{}]
    measured = getattr(part(id, "players"), "MEASURED", variants) if has_part(id, "players") else variants
    for options in measured:
        for n in sorted({max(low, 2), min(high, MOST_SEATS)}):
            yield n, tuple({**then, **options}.items())


def is_together(game: Game) -> bool:
    """Do all win or lose as one?  As one random game shows."""
    if game.seats == 1:
        return True
    makers: list[Maker] = [lambda rng: bot(game.id, "random", rng.randrange(1 << 62))] * game.seats
    results = [play_game(game, makers, seed) for seed in range(3)]
    return all(len(result.winners) in (0, game.seats) for result in results)


def has_decisions(game: Game) -> bool:
    """Is anybody ever asked?"""
    rng, state = random.Random(0), game.new()
    for _ in range(2000):
        if state.turn is None:
            return False
        if state.turn != CHANCE:
            return True
        state.play(rng.choice(state.actions()))
    return False


class Measured(TypedDict, total=False):
    """What the games of a pairing have shown."""

    share: float  # of the games, won by the one under test
    error: float
    games: int
    seconds: float
    together: bool
    regret: float | None  # given away by a decision, on average
    asked: int  # decisions


def played(pairing: Pairing, games: int, seconds: float) -> Measured:
    """Play a pairing: so many games, or as many as the processor can in so many seconds."""
    game = _game(pairing)
    warmed(game)
    return _compiled(game, pairing, games, seconds) or _one_by_one(game, pairing, games, seconds)


def _compiled(game: Game, pairing: Pairing, games: int, seconds: float) -> Measured:
    """The player under test in each seat, with the same dice in every one; nothing where not both can be compiled."""
    together, began = is_together(game), time.process_time()
    fast = wait_for(game.id, "contest", 120.0)
    if fast is None or not can_compile(game.id, (pairing.one, pairing.others)):
        return {}
    gains: list[Array] = []
    first, size, root = 0, 64, game.new().rules
    book = book_for(game, (pairing.one, pairing.others))
    while first * game.seats < games and (time.process_time() - began < seconds or not first):
        size = min(4 * size, -(-(games - first * game.seats) // game.seats))
        for seat in range(game.seats):
            names = [pairing.one if s == seat or together else pairing.others for s in range(game.seats)]
            levels = compiled_levels(game.id, names) or ()
            won = fast.simulate(root, pairing.seed, first, size, levels=levels, book=book).ranks == 1
            gains.append(won.any(axis=1) * 1.0 if together else won[:, seat] / np.maximum(won.sum(axis=1), 1))
        first += size
    gained = np.concatenate(gains)
    n, spent = len(gained), time.process_time() - began
    error = sqrt(max(float(gained.var()), 0.25 / n / n) / n)
    found: Measured = {
        "share": float(gained.mean()),
        "error": error,
        "games": n,
        "seconds": spent,
        "together": together,
    }
    return found | _one_by_one(game, pairing, REGRETTED, min(seconds, REGRET_SECONDS), only_regret=True)


def _one_by_one(game: Game, pairing: Pairing, games: int, seconds: float, *, only_regret: bool = False) -> Measured:
    """Ply by ply, with a look at what each decision gives away."""
    together, n = is_together(game), 0
    points = squares = 0.0
    began, spent = time.process_time(), 0.0
    regret = _Regret(game)
    if only_regret and regret.judge is None:
        return {}
    while n < games and (spent < seconds or n < 2 * game.seats):
        seat = n % game.seats
        looked_at = regret if n < REGRETTED else None
        gain = _one_game(game, pairing, seat, pairing.seed + n // game.seats, together, looked_at)
        points, squares, n = points + gain, squares + gain * gain, n + 1
        spent = time.process_time() - began
    if only_regret:
        return regret.result()
    share = points / n
    error = sqrt(max(squares / n - share * share, 0.25 / n / n) / n)
    return {"share": share, "error": error, "games": n, "seconds": spent, "together": together, **regret.result()}


def warmed(game: Game) -> None:
    """Have the rules compiled and the solutions computed: strength is measured with everything in place."""
    for kernel in KERNELS:
        wait_for(game.id, kernel, 120.0)
    for level in levels(game.id):
        player, rng, state, asked = bot(game.id, level, 0), random.Random(0), game.new(), 0
        while state.turn is not None and asked < 3:
            if state.turn != CHANCE:
                player.choose(state.view(state.turn))
                asked += 1
            state.play(rng.choice(state.actions()))
    solutions.finished(300.0)


class _Regret:
    """What the choices of the player under test give away, by the values of the strongest player if it is exact."""

    def __init__(self, game: Game) -> None:
        self.judge: Any = bot(game.id, "perfect", 0) if "perfect" in levels(game.id) and _exact(game) else None
        self.lost = self.squares = 0.0
        self.asked = 0

    def note(self, view: View, choice: str) -> None:
        if self.judge is None or not hasattr(self.judge, "values"):
            return
        values = self.judge.values(view)
        if choice not in values or len(values) < 2:
            return
        loss = max(values.values()) - values[choice]
        self.lost, self.squares, self.asked = self.lost + loss, self.squares + loss * loss, self.asked + 1

    def result(self) -> Measured:
        if self.asked < 20:
            return {"regret": None}
        return {"regret": self.lost / self.asked, "asked": self.asked}


def _exact(game: Game) -> bool:
    """Are the values of `perfect` solved ones under these options?  A game may say so itself in `exact_values`."""
    if game.seats > 2 or not has_part(game.id, "analysis"):
        return False
    says = getattr(part(game.id, "players"), "exact_values", None) if has_part(game.id, "players") else None
    if says is not None:
        return bool(says(game))
    found = part(game.id, "analysis").analyse(game, solutions.silent)
    solutions.finished(120.0)
    return found is not None and bool(found.exact)


def _one_game(game: Game, pairing: Pairing, seat: int, seed: int, together: bool, regret: _Regret | None) -> float:
    rng, moves, state = Rng(), Moves(), game.new()
    rng.seed(seed, 0)
    whims = random.Random(seed)
    names = [pairing.one if s == seat or together else pairing.others for s in range(game.seats)]
    players = [bot(game.id, name, whims.randrange(1 << 62)) for name in names]
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            state.play(game.actions[state.rules.sample(moves, rng)])
            continue
        view = state.view(turn)
        choice = players[turn].choose(view)
        if turn == seat and regret is not None:
            regret.note(view, choice)
        state.play(choice)
    result = state.result
    assert result is not None
    if together:
        return 1.0 if result.winners else 0.0
    return 1 / len(result.winners) if seat in result.winners else 0.0


# The page


def page(found: dict[str, Measured], order: list[Pairing], seed: int) -> str:
    lines = [HEAD.format(seed=seed), *_against_beginners(found, order)]
    for table, rows in _grouped(order).items():
        id, seats, options = table
        chosen = "".join(f", {name}={shown(value)}" for name, value in options)
        lines.append(f"\n## {spec_of(id).title}, {seats} seat{'s' * (seats != 1)}{chosen}\n")
        game = Game(id, seats, dict(options))
        if not has_decisions(game):
            lines.append("Nobody decides anything: all players are alike.")
            continue
        done = [(row, found[row.key]) for row in rows if row.key in found]
        if not done:
            lines.append("Not measured yet.")
            continue
        if done[0][1]["together"]:
            lines += ["| all play like | games won together | games | beats the one above |", "|---|---|---|---|"]
            for i, (row, r) in enumerate(done):
                better = "" if i == 0 else "yes" if _is_better(r, done[i - 1][1]) else "not shown"
                lines.append(f"| {row.one} | {_interval(r)} | {r['games']:,} | {better} |")
        else:
            alike = 1 / seats
            lines += [
                f"| player | against | share ({alike:.0%}) | games | beats | regret |",
                "|---|---|---|---|---|---|",
            ]
            for row, r in done:
                given = r.get("regret")
                regret = "" if given is None else f"{given:.5f}"
                beats = _beats(row, done, alike)
                lines.append(f"| {row.one} | {row.others} | {_interval(r)} | {r['games']:,} | {beats} | {regret} |")
        if "perfect" in levels(id) and "perfect" not in own_levels(game):
            lines.append(ALIKE)
    return "\n".join(lines) + "\n"


def _against_beginners(found: dict[str, Measured], order: list[Pairing]) -> list[str]:
    """For each game with two seats how often each level beats the beginner; a team wins with its like."""
    rows: dict[str, dict[str, str]] = {}
    for one in order:
        if one.key in found and one.seats == 2:
            name = spec_of(one.game).title + "".join(f", {shown(value)}" for _, value in one.options)
            share = f"{found[one.key]['share']:.0%}"
            if found[one.key]["together"]:
                rows.setdefault(name + " (won together)", {})[one.one] = share
            elif BEGINNER in (one.one, one.others):
                beats = share if one.others == BEGINNER else f"{1 - found[one.key]['share']:.0%}"
                rows.setdefault(name, {})[one.one if one.others == BEGINNER else one.others] = beats
    head = ["random", *LEVELS]
    lines = ["| of 100 games against a careful beginner | " + " | ".join(head) + " |", "|---" * (1 + len(head)) + "|"]
    cells = {name: [row.get(level, "–") for level in head] for name, row in rows.items()}
    return [*lines, *(f"| {name} | " + " | ".join(row) + " |" for name, row in cells.items())] if rows else []


def _grouped(order: list[Pairing]) -> dict[tuple[str, int, tuple[tuple[str, Value], ...]], list[Pairing]]:
    tables: dict[tuple[str, int, tuple[tuple[str, Value], ...]], list[Pairing]] = {}
    for row in order:
        tables.setdefault((row.game, row.seats, row.options), []).append(row)
    return tables


def _is_better(one: Measured, other: Measured) -> bool:
    return bool(one["share"] - other["share"] > 1.96 * sqrt(one["error"] ** 2 + other["error"] ** 2))


def _beats(row: Pairing, done: list[tuple[Pairing, Measured]], alike: float) -> str:
    """By its games; or where those are too few to tell, by what the two give away."""
    r = next(found for one, found in done if one == row)
    if r["share"] - 1.96 * r["error"] > alike:
        return "yes"
    given = r.get("regret")
    others = [found.get("regret") for one, found in done if one.one == row.others]
    theirs = [regret for regret in others if regret is not None]
    return "by regret" if given is not None and theirs and given < min(theirs) else "not shown"


def _interval(r: Measured) -> str:
    low, high = (min(1.0, max(0.0, r["share"] + sign * 1.96 * r["error"])) for sign in (-1, 1))
    return f"{r['share']:.1%} ({low:.1%} – {high:.1%})"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fabletop.players.strength", description="Play the levels against each other."
    )
    parser.add_argument("ids", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--games", type=int, default=10_000, help="for each pairing (default 10,000)")
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="of processor time for each pairing at most (default 30)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules-version", type=int, metavar="V", help="under an earlier version of the rules")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write (default docs/players.md)")
    parser.add_argument("--fresh", action="store_true", help="play everything anew")
    args = parser.parse_args(argv)
    ids = args.ids or list(game_ids())
    every = list(pairings(ids, args.seed, args.rules_version))
    notes = store.cache_root() / "strength.json"
    notes.parent.mkdir(parents=True, exist_ok=True)
    kept = json.loads(notes.read_text()) if notes.exists() and not args.fresh else {}

    def is_enough(one: Measured | None) -> bool:
        return one is not None and (one["games"] >= args.games or one["seconds"] >= args.seconds)

    todo = [row for row in every if not is_enough(kept.get(row.key)) and has_decisions(_game(row))]
    began = time.monotonic()
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(args.processes, spawn, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        for game in dict.fromkeys(_game(row) for row in todo):
            print(f"getting ready: {game.described()}", file=sys.stderr, flush=True)
            warmed(game)
        work = {pool.submit(played, row, args.games, args.seconds): row for row in todo}
        for done, one in enumerate(as_completed(work), start=1):
            row, kept[work[one].key] = work[one], one.result()
            notes.write_text(json.dumps(kept, indent=0) + "\n")
            left = (time.monotonic() - began) / done * (len(todo) - done)
            print(
                f"{done}/{len(todo)}  {row.game} {row.seats}: {row.one} against {row.others} "
                f"{_interval(kept[row.key])}  {left:,.0f} s left",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    except KeyboardInterrupt:
        print("stopped; what is known so far is written", file=sys.stderr)
        for process in spawn.active_children():
            process.terminate()
    finally:
        pool.shutdown(cancel_futures=True)
    everything = pairings(list(game_ids()), args.seed, args.rules_version)
    args.page.write_text(page(kept, list(everything), args.seed), encoding="utf-8")
    return 0


def _game(row: Pairing) -> Game:
    return Game(row.game, row.seats, dict(row.options))


if __name__ == "__main__":
    sys.exit(main())
