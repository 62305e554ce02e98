"""`fabletop verify`: were the dice of a finished game what the seed and the players' devices made them?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fabletop.engine.errors import BadRecord, refusal
from fabletop.engine.records import Recording, load
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.translate import ENGLISH, Translate
from fabletop.tables import dice, links
from fabletop.tables.audit import Audit, Proved, Receipt, Wrong, lines_of


class Verdict(NamedTuple):
    """How many outcomes of chance were checked, and the first ply that was not as it should be.

    Of protocol 2 also why, how many outcomes have a device's link, how often a device was silent, how many devices
    sat down, and what each receipt shows.  `begun` plies come from another game; a record that is not `over` was cut.
    """

    rolls: int
    wrong: int | None
    protocol: int = 1
    why: str = ""
    linked: int = 0
    silences: int = 0
    devices: int = 0
    receipts: tuple[Proved, ...] = ()
    fingerprint: str = ""
    begun: int = 0
    over: bool = True


def verify(record: str | Path, receipts: Sequence[str | Path] = ()) -> Verdict:
    """Read a record and compute every outcome of chance again; with receipts, compare it with what devices noted."""
    recording = load(record)
    lines = [json.loads(line) for line in Path(record).read_bytes().split(b"\n")[1:] if line]
    return verdict(recording, lines, [read_receipt(path) for path in receipts])


def verdict(recording: Recording, lines: Sequence[Mapping[str, Any]], receipts: Sequence[Receipt] = ()) -> Verdict:
    protocol = proof_of(recording).get("protocol", 1)
    if protocol == 1:
        if receipts:
            raise BadRecord("dice of protocol 1 have no receipts: this one belongs to another table")
        return checked(recording, [line.get("salt", "") for line in lines])
    if protocol == links.PROTOCOL:
        return audited(recording, lines, receipts)
    raise BadRecord("not checked: dice of the unknown protocol {protocol}", protocol=repr(protocol))


def read_receipt(path: str | Path) -> Receipt:
    try:
        receipt = msgspec.json.decode(Path(path).read_bytes(), type=Receipt)
    except OSError as error:
        raise BadRecord("{file}: cannot be read: {why}", file=path, why=refusal(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord("{file}: not a receipt: {why}", file=path, why=error) from None
    if receipt.protocol != links.PROTOCOL:
        raise BadRecord("{file}: a receipt of the unknown protocol {protocol}", file=path, protocol=receipt.protocol)
    return receipt


def proof_of(recording: Recording) -> dict[str, Any]:
    """What the header says of the dice."""
    found = recording.header.get("dice")
    return found if isinstance(found, dict) else {}


def promised(recording: Recording) -> tuple[str, str, str]:
    """Seed, commitment and table of a record, if the seed is the one that was promised."""
    proof = proof_of(recording)
    seed, commitment, table = (proof.get(name) for name in ("seed", "commitment", "table"))
    if not (isinstance(seed, str) and isinstance(commitment, str) and isinstance(table, str)):
        raise BadRecord("this record has no dice to check: its header has no seed, commitment and table")
    try:
        kept = dice.commitment(seed) == commitment
    except ValueError:
        kept = False
    if not kept:
        raise BadRecord("the seed is not the one that was promised: its SHA-256 is not the commitment")
    return seed, commitment, table


def checked(recording: Recording, salts: Sequence[str]) -> Verdict:
    """Protocol 1: every outcome again from the published seed; `salts` are what each ply contributed."""
    seed, commitment, table = promised(recording)
    mix, state, rolls = dice.first_mix(commitment), recording.game.new(), 0
    for ply, salt in zip(recording.plies, salts, strict=True):
        if salt:  # before the outcome: a person who rolls contributes to this very roll
            mix = dice.mixed(mix, dice.checked_contribution(salt))
        if ply.by == CHANCE:
            rolls += 1
            weights = state.weights()
            if list(weights)[dice.outcome(seed, table, ply.number, mix, list(weights.values()))] != ply.act:
                return Verdict(rolls, ply.number)
        state.play(ply.act)
    return Verdict(rolls, None, over=state.turn is None)


def begun_of(recording: Recording) -> int:
    """How many plies come from another game ("What if?"): these dice have not made them."""
    begun = recording.header.get("begun", 0)
    if type(begun) is not int or not 0 <= begun <= len(recording.plies):
        raise BadRecord("begun is how many of the plies come from another game, not {found}", found=repr(begun))
    return begun


def audited(recording: Recording, lines: Sequence[Mapping[str, Any]], receipts: Sequence[Receipt] = ()) -> Verdict:
    """Protocol 2: the whole log again, and what the receipts show."""
    seed, commitment, table = promised(recording)
    for receipt in receipts:
        if (receipt.table, receipt.commitment) != (table, commitment):
            raise BadRecord("this is another table's receipt: {other}, not {table}", other=receipt.table, table=table)
    begun = begun_of(recording)
    audit, ply = Audit(recording.game, table, bytes.fromhex(seed), [one.act for one in recording.plies[:begun]]), 0
    proved: list[Proved] = []
    wrong, why = None, ""
    try:
        for ply, line in lines_of(lines[begun:]):  # noqa: B007
            audit.fold(line)
        ply = 0
        proved += [audit.proved(receipt) for receipt in receipts]
    except (Wrong, msgspec.ValidationError, UnicodeEncodeError) as error:
        wrong, why = ply and ply + begun, str(error)
    return Verdict(
        len(audit.rolls),
        wrong,
        links.PROTOCOL,
        why,
        audit.linked,
        sum(audit.silences.values()),
        len(audit.sits),
        tuple(proved),
        audit.head.hex(),
        begun,
        audit.state.turn is None,
    )


def said(verdict: Verdict, _: Translate = ENGLISH) -> list[str]:
    """What can be said, and what cannot be ruled out."""
    if verdict.wrong:
        text = _("Ply {ply} is not what the seed and the players made it.")
        if verdict.protocol == links.PROTOCOL:
            text = _("Ply {ply} is not what the seed and the devices made it: {why}.")
        return [text.format(ply=verdict.wrong, why=verdict.why)]
    if verdict.wrong is not None:
        return [_("This is not the game of the receipt: {why}.").format(why=verdict.why)]
    limits = []
    if not verdict.over:
        limits.append(_("The record stops before the end of the game: what came after it is not checked."))
    if verdict.begun:
        text = _("The first {number} plies come from another game: these dice have not made them.")
        limits.append(text.format(number=verdict.begun))
    if verdict.protocol == 1:
        text = _("All {rolls} outcomes of chance are what the seed and the players made them.")
        old = _("Old protocol: this shows that seed and record agree, not that nobody chose.")
        return [text.format(rolls=verdict.rolls), old, *limits]
    print_ = _("Fingerprint of the game: {fingerprint}").format(fingerprint=verdict.fingerprint)
    return [*_linked(verdict, _), *limits, print_]


def _linked(verdict: Verdict, _: Translate) -> list[str]:
    """Who had a hand in the dice, and what the receipts show."""
    rolls, linked = verdict.rolls, verdict.linked
    text = _("{linked} of them have the link of a player's device; {others} have none: the server's word.")
    found = [
        _("All {rolls} outcomes of chance are what the seed and the devices' links made them.").format(rolls=rolls),
        text.format(linked=linked, others=rolls - linked),
    ]
    if verdict.silences:
        text = _("Silences of devices: {number}. Each could have been a choice between two outcomes.")
        found.append(text.format(number=verdict.silences))
    for one in verdict.receipts:
        found += _received(one, _)
    if not verdict.receipts:
        text = _(
            "Without a device's receipt it cannot be ruled out that the server invented devices, or the whole record."
        )
    elif any(one.unused for one in verdict.receipts):
        text = _("The receipts and the record agree, but for the links that were given and not used.")
    else:
        text = _("The receipts and the record agree; whoever else has a receipt can check it with the same record.")
    return [*found, text]


def _received(one: Proved, _: Translate) -> list[str]:
    """What a device's receipt shows."""
    values = one._asdict()
    texts = [
        _(
            "Receipt of device {device}: {mine} outcomes have its link: nobody without this device could choose, "
            "foresee or repeat them. {fixed} follow from its earlier links: they could be foreseen, and chosen only "
            "by a silence. {word} are the server's word."
        )
    ]
    if one.unused:
        text = _("Links given and not used: {unused}. Once can be the network, often is not.")
        if one.elsewhere:
            text = _(
                "Links given and not used: {unused} ({elsewhere} of them for a past that is not in this record). "
                "Once can be the network, often is not."
            )
        texts.append(text)
    if one.silent:
        texts.append(_("At {silent} of these outcomes a device fell silent, or slept while its seat acted."))
    noted = _("Of {told} of {plies} plies it has noted what it was told: that is what the record has.")
    deaf = _("It has not noted what it was told: the game that it was shown may have been another.")
    texts.append(noted if one.told else deaf)
    first, *more = (text.format(**values) for text in texts)
    return [first, *(f"  {text}" for text in more)]
