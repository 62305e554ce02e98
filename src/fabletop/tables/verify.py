"""`fabletop verify`: were the dice of a finished game what the seed and the players made them?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fabletop.engine.errors import BadRecord
from fabletop.engine.records import Recording, load
from fabletop.engine.rulebook import CHANCE
from fabletop.tables import dice
from fabletop.tables.table import drawn


class Verdict(NamedTuple):
    """How many outcomes of chance were checked, and the first ply that was not as it should be."""

    rolls: int
    wrong: int | None


def verify(record: str | Path) -> Verdict:
    """Read a record and compute every outcome of chance again from its published seed."""
    recording = load(record)
    lines = Path(record).read_text(encoding="utf-8").splitlines()[1:]
    return checked(recording, [json.loads(line).get("salt", "") for line in lines])


def checked(recording: Recording, salts: Sequence[str]) -> Verdict:
    """Compute every outcome again from the published seed; `salts` are what each ply contributed."""
    proof: dict[str, Any] = recording.header.get("dice") or {}
    seed, promised, table = (proof.get(name) for name in ("seed", "commitment", "table"))
    if not all(isinstance(part, str) for part in (seed, promised, table)):
        raise BadRecord("this record has no dice to check: its header has no seed, commitment and table")
    try:
        kept = dice.commitment(str(seed)) == promised
    except ValueError:
        kept = False
    if not kept:
        raise BadRecord("the seed is not the one that was promised: its SHA-256 is not the commitment")
    mix, state, rolls = dice.first_mix(str(promised)), recording.game.new(), 0
    for ply, salt in zip(recording.plies, salts, strict=True):
        if salt:  # before the outcome: a person who rolls contributes to this very roll
            mix = dice.mixed(mix, dice.checked_contribution(salt))
        if ply.by == CHANCE:
            rolls += 1
            if drawn(state, str(seed), str(table), ply.number, mix) != ply.act:
                return Verdict(rolls, ply.number)
        state.play(ply.act)
    return Verdict(rolls, None)
