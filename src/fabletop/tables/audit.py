"""The check of a record under dice protocol 2, and of the receipts that devices have kept (docs/dice.md).

It repeats what the table must have done from the lines of the record alone and shares nothing with the table but the
sums and the formats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from fabletop.engine.errors import BadRecord, FabletopError
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.tables import links as sums
from fabletop.tables.cup import Shake, Sit

LENGTHS = {"sit": (4,), "undo": (3,), "chance": (2, 6), "": (2, 3)}  # of the lines of a log; the last: a decision


class Receipt(msgspec.Struct, frozen=True):
    """What a device has noted: the table's promise, its own anchor, for each link it gave [n, i, head], and what it was
    told while the game went on: [number of the log's line, act]."""

    protocol: int
    table: str
    commitment: str
    device: int
    mine: str
    gave: list[tuple[int, int, str]]
    told: list[tuple[int, str]] = []


class Proved(NamedTuple):
    """What one receipt shows of the rolls, and how many of its links were not used."""

    device: int
    mine: int  # had this device's link: nobody without it could choose, foresee or repeat them
    fixed: int  # followed from its earlier links: could be foreseen, and chosen only by falling silent
    word: int  # the server's word
    unused: int
    silent: int  # of `mine` and `fixed`: rolls at which a device fell silent, or slept while its seat acted
    elsewhere: int  # of `unused`: links given for a past that is not in the record
    told: int  # plies of which it has noted what it was told, and it is so in the record
    plies: int  # of the whole log

    @property
    def checked(self) -> int:
        return self.mine + self.fixed


class Wrong(Exception):  # noqa: N818
    """Something is not as it must be."""


def must(fine: object, why: str) -> None:
    if not fine:
        raise Wrong(why)


class _Seen(NamedTuple):
    """A shake as the record has it: the line it is in, the head before that line, who gave what and who did not."""

    line: int
    head: str
    given: Mapping[int, int]
    silent: tuple[int, ...]


class Audit:
    """The fold of a record, with all that must be true of each line."""

    def __init__(self, game: Game, table: str, seed: bytes, begun: Sequence[str] = ()) -> None:
        self.game, self.tag, self.seed = game, sums.tag(table), seed
        self.key, self.head, self.pool = sums.log_key(seed, self.tag), sums.NOTHING, sums.NOTHING
        self.begun = tuple(begun)  # "What if?": plies of another game, which these dice have not made
        self.state, self.acts = self._first(), list[tuple[int, str]]()
        self.told: list[set[str]] = []  # for each line what whoever sat at the table may have been told of it
        self.sits: dict[int, tuple[int, Sit]] = {}  # with the line
        self.since: dict[int, int] = {}  # the shakes before a device sat down
        self.known: dict[int, tuple[int, bytes]] = {}
        self.of_seat: dict[int, int] = {}
        self.awake: set[int] = set()
        self.slept: set[int] = set()  # since the last shake, while their seats acted
        self.shakes: list[_Seen] = []
        self.rolls: list[int] = []  # the shake of each outcome of chance
        self.drawn = 0
        self._thrower: int | None = None  # who has thrown last, if nothing has happened since

    def _first(self) -> State:
        state = self.game.new()
        for act in self.begun:
            state.play(act)
        return state

    def fold(self, line: list[object]) -> None:
        what, before = line[0] if line else None, len(self.told)
        lengths = LENGTHS.get(what, LENGTHS[""]) if isinstance(what, str) else LENGTHS[""]
        must(len(line) in lengths, "a line of the log is too long or too short")
        if what == "sit":
            self._sit(msgspec.convert(line[1:], Sit))
        elif what == "undo":
            self._undo(*msgspec.convert(line[1:], tuple[int, int]))
        elif what == "chance":
            self._chance(msgspec.convert(line[1], str), msgspec.convert(line[2:], Shake) if line[2:] else None)
        else:
            self._decision(*msgspec.convert([*line, 0][:3], tuple[int, str, int]))
        if len(self.told) == before:  # no ply
            self.told.append(set())
        self.head = sums.headed(self.tag, self.key, self.head, self.lines, sums.line(line))

    @property
    def lines(self) -> int:
        return len(self.told)

    def _sit(self, sit: Sit) -> None:
        must(sit.device == len(self.sits) + 1, "devices are not numbered as they sat down")
        must(sums.HEX.fullmatch(sit.anchor) and sit.seats, "a device sat down without an anchor or a seat")
        must(all(0 <= seat < self.game.seats for seat in sit.seats), "a device sat down for a seat that is none")
        self.sits[sit.device] = self.lines, sit
        self.known[sit.device], self.since[sit.device] = (0, bytes.fromhex(sit.anchor)), len(self.shakes)
        before = {self.of_seat[seat] for seat in sit.seats if seat in self.of_seat}
        for seat in sit.seats:
            self.of_seat[seat] = sit.device
        self.awake = {d for d in self.awake | {sit.device} if d not in before or d in self.of_seat.values()}

    def _undo(self, stay: int, via: int) -> None:
        must(self.state.turn is not None, "something was taken back after the end")
        must(self.acts and self.acts[-1][0] != CHANCE and stay == len(self.acts) - 1, "more than a decision went back")
        by, _ = self.acts.pop()
        must(via in (0, self.of_seat.get(by)), "another's decision was taken back")
        self.state = self._first()
        for _, act in self.acts:
            self.state.play(act)
        self._thrower = None
        self._wake(by, via)

    def _decision(self, by: int, act: str, via: int) -> None:
        must(self.state.turn == by, "a decision where none was to be made")
        must(via in (0, self.of_seat.get(by)), "a decision by a device that does not sit there")
        self._play(by, act)
        self._thrower = None
        self._wake(by, via)

    def _wake(self, seat: int, via: int) -> None:
        """Whoever acts is awake; whoever lets a device sleep while its seat acts may have chosen so."""
        if via:
            self.awake.add(via)
        elif device := self.of_seat.get(seat):
            self.slept.add(device)

    def _play(self, by: int, act: str) -> None:
        try:
            self.told.append({act, self.state.tell(None, act)})
            self.state.play(act)
        except FabletopError as error:
            raise Wrong(str(error)) from None
        self.acts.append((by, act))

    def _chance(self, act: str, shake: Shake | None) -> None:
        must(self.state.turn == CHANCE, "chance acted where it was not to")
        spec, thrower = self.game.spec, int(self.state.rules.acting())
        throw = spec.is_throw(act)
        after_chance = bool(self.acts) and self.acts[-1][0] == CHANCE
        further = after_chance and (not throw or (spec.one_throw and self._thrower == thrower))
        must((shake is None) == further, "the cup was shaken once too often, or not at all")
        if shake is not None:
            must(shake.via in (0, self.of_seat.get(thrower)) and (throw or not shake.via), "another has thrown")
            if throw:  # a press on the dice wakes her device, too
                self._wake(thrower, shake.via)
            self._shake(shake)
        expected = sums.outcome(self.seed, self.tag, len(self.shakes), self.drawn, self.pool, self.state.weights())
        must(act == expected, f"it should be {expected!r}, not {act!r}")
        self.drawn += 1
        self.rolls.append(len(self.shakes))
        self._thrower = thrower if throw else None
        self._play(CHANCE, act)

    def _shake(self, shake: Shake) -> None:
        n = len(self.shakes) + 1
        must(shake.n == n, "a shake is missing or too many")
        asked = [*(device for device, _, _ in shake.links), *shake.silent]
        must(sorted(asked) == sorted(self.awake), "who was awake is not who was asked")
        for device, i, link in shake.links:
            had, last = self.known[device]
            must(i == n - self.since[device] <= sums.LENGTH, f"a link is not the one for shake {n}")
            must(sums.HEX.fullmatch(link), "a link is no number")
            value = bytes.fromhex(link)
            for _ in range(i - had):
                value = sums.step(self.tag, value)
            must(value == last, f"a link is not of the chain of device {device}")
            self.known[device] = i, bytes.fromhex(link)
        silent = shake.silent + tuple(sorted(self.slept - self.awake))
        self.awake -= set(shake.silent)
        self.slept = set()
        self.pool, self.drawn = sums.pooled(self.tag, self.pool, n, shake.links), 0
        given = {device: i for device, i, _ in shake.links}
        self.shakes.append(_Seen(self.lines, self.head.hex(), given, silent))

    # What the whole shows

    @property
    def linked(self) -> int:
        """Outcomes that have a link of some device."""
        return sum(bool(self.shakes[n - 1].given) for n in self.rolls)

    @property
    def silences(self) -> Counter[int]:
        """How often each device was asked and silent, or slept while its seat acted."""
        return Counter(device for seen in self.shakes for device in seen.silent)

    def proved(self, receipt: Receipt) -> Proved:
        """Compare the record with what a device has noted; raises Wrong."""
        me, gave = receipt.device, {n: (i, head) for n, i, head in receipt.gave}
        cut = self.state.turn is not None  # there was more
        anchor = self.sits[me][1].anchor if me in self.sits else receipt.mine if cut else ""
        must(anchor == receipt.mine, f"device {me} of the receipt is not the one in the record")
        for n, seen in enumerate(self.shakes, start=1):
            if me in seen.given:
                must(n in gave and gave[n][0] == seen.given[me], f"device {me} never gave the link of shake {n}")
                must(gave[n][1] == seen.head, f"the past was changed after device {me} gave its link for shake {n}")
        for line, act in receipt.told:
            if line <= self.lines or not cut:
                must(1 <= line <= self.lines and act in self.told[line - 1], self._otherwise(me, line, act))
        kinds = Counter(self._kind(me, n) for n in self.rolls)
        made = dict(enumerate(self.shakes, start=1))
        unused = [n for n in gave if n not in made or me not in made[n].given]
        silent = sum(bool(self.shakes[n - 1].silent) and self._kind(me, n) != "word" for n in self.rolls)
        elsewhere = sum(n in made and gave[n][1] != made[n].head for n in unused)
        told, plies = sum(line <= self.lines for line, _ in receipt.told), sum(map(bool, self.told))
        return Proved(me, kinds["mine"], kinds["fixed"], kinds["word"], len(unused), silent, elsewhere, told, plies)

    def _otherwise(self, me: int, line: int, act: str) -> str:
        return f"device {me} was told {act!r} as line {line} of the log, and the record has it otherwise"

    def _kind(self, me: int, n: int) -> str:
        """What the device can say of an outcome of shake n."""
        since: list[_Seen] = []
        for seen in reversed(self.shakes[:n]):
            if me in seen.given:
                others = (self.sits[device][0] for later in since for device in later.given)
                return "mine" if not since else "fixed" if all(line < seen.line for line in others) else "word"
            since.append(seen)
        return "word"


def lines_of(plies: Sequence[Mapping[str, object]]) -> list[tuple[int, list[object]]]:
    """The log of a record: each line with the ply it stands at."""
    found: list[tuple[int, list[object]]] = []
    for number, ply in enumerate(plies, start=1):
        try:
            more, proof = (msgspec.convert(ply.get(name, []), list[object]) for name in ("log", "dice"))
            found += [(number, msgspec.convert(line, list[object])) for line in more]
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise BadRecord("ply {number}: the dice are not understood: {why}", number=number, why=error) from None
        found.append((number, [ply["by"], ply["act"], *proof]))
    return found
