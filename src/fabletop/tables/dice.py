"""The dice of old tables (protocol 1): anybody can check that seed and record agree, not that nobody chose.

At the start the table publishes the SHA-256 of a secret seed.  Each outcome of chance is made from
HMAC-SHA-256(seed, table : ply : mix : try), where the mix is a hash chain of what the players' own devices have
contributed so far; so neither side can steer it alone.  At the end the seed is published with the record, and
everybody can compute every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from fabletop.engine.errors import BadRecord

WORD = 1 << 64
CONTRIBUTION = re.compile(r"[0-9a-f]{8,128}")


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What the table shows at the start: it binds the seed and tells nothing about it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def first_mix(commitment: str) -> str:
    """The mix before anybody has contributed."""
    return hashlib.sha256(f"fabletop:{commitment}".encode()).hexdigest()


def mixed(mix: str, contribution: str) -> str:
    """The mix after one more contribution."""
    return hashlib.sha256(f"{mix}:{contribution}".encode()).hexdigest()


def outcome(seed: str, table: str, ply: int, mix: str, weights: Sequence[int]) -> int:
    """Which of the outcomes happens, each by its weight, without bias: numbers that would favour some are skipped."""
    total = sum(weights)
    limit = WORD - WORD % total
    attempt = 0
    while True:
        message = f"{table}:{ply}:{mix}:{attempt}".encode()
        digest = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
        number = int.from_bytes(digest[:8])
        if number < limit:
            break
        attempt += 1
    left = number % total
    for i, weight in enumerate(weights):
        if left < weight:
            return i
        left -= weight
    raise AssertionError("the weights do not add up")


def checked_contribution(text: object) -> str:
    """A player's contribution: lower-case hexadecimal digits."""
    if isinstance(text, str) and CONTRIBUTION.fullmatch(text):
        return text
    raise BadRecord("a contribution to the dice is 8 to 128 lower-case hexadecimal digits")


class Mix:
    """The dice of a table: the fold of what its devices have contributed."""

    def __init__(self, table: str, seed: str) -> None:
        self.table, self.seed = table, seed
        self.mixes = [first_mix(commitment(seed))]  # one more than plies

    def copy(self) -> Mix:
        twin = object.__new__(Mix)
        twin.table, twin.seed, twin.mixes = self.table, self.seed, self.mixes.copy()
        return twin

    def become(self, ahead: Any) -> None:
        """What a copy has looked ahead to has happened."""
        self.mixes = ahead.mixes

    def played(self, contribution: str) -> None:
        self.mixes.append(mixed(self.mixes[-1], contribution) if contribution else self.mixes[-1])

    def taken_back(self, plies: int) -> None:
        del self.mixes[plies + 1 :]

    def draw(self, weights: Mapping[str, int], contribution: str = "") -> str:
        """The next outcome; the person who rolls contributes to this very roll."""
        mix = mixed(self.mixes[-1], contribution) if contribution else self.mixes[-1]
        return list(weights)[outcome(self.seed, self.table, len(self.mixes), mix, list(weights.values()))]
