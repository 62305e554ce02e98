"""Dice that can be checked: bound, even, shared, and a lie is found."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabletop
from fabletop.tables import dice, links

SEED = "00" * 31 + "01"


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert dice.commitment(SEED) == hashlib.sha256(bytes(31) + b"\x01").hexdigest()
    assert dice.new_seed() != dice.new_seed()
    assert len(dice.new_seed()) == 64


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40).filter(any), st.integers(1, 500))
def test_an_outcome_has_weight_and_is_the_same_again(weights: list[int], ply: int) -> None:
    chosen = dice.outcome(SEED, "table", ply, "mix", weights)
    assert weights[chosen] > 0
    assert chosen == dice.outcome(SEED, "table", ply, "mix", weights)


def test_outcomes_follow_their_weights() -> None:
    seen = Counter(dice.outcome(SEED, "table", ply, "mix", [1, 2, 3]) for ply in range(6000))
    assert [round(seen[i] / 1000, 1) for i in range(3)] == pytest.approx([1, 2, 3], abs=0.2)


def test_everything_matters() -> None:
    def rolls(seed: str = SEED, table: str = "t", mix: str = "m") -> list[int]:
        return [dice.outcome(seed, table, ply, mix, [1] * 6) for ply in range(40)]

    different = [rolls(), rolls(seed="11" * 32), rolls(table="u"), rolls(mix="n"), rolls(mix=dice.mixed("m", "ab" * 4))]
    assert len({tuple(row) for row in different}) == 5


@pytest.mark.parametrize("text", ["", "abc", "ABCDEF12", "x" * 10, "a" * 129, 7, None])
def test_a_contribution_is_hexadecimal(text: object) -> None:
    with pytest.raises(fabletop.BadRecord, match="hexadecimal"):
        dice.checked_contribution(text)


def test_numbers_that_would_favour_an_outcome_are_taken_again() -> None:
    """Of 2^63 + 1 shares nearly half of all numbers would fall into the first ones once more."""
    seed, tag, pool, weights = bytes(32), links.tag("table"), bytes(32), {"b": 2**62 + 1, "a": 2**62}
    again = 0
    for drawn in range(40):
        numbers = [links.number(seed, tag, 1, drawn, attempt, pool) for attempt in range(40)]
        taken = next(number for number in numbers if number <= 2**63)
        again += taken != numbers[0]
        assert links.outcome(seed, tag, 1, drawn, pool, weights) == ("a" if taken < 2**62 else "b")
    assert again


@pytest.mark.parametrize("length", [0, 31, 32, 33, 64, 65])
def test_our_hmac_is_everybodys(length: int) -> None:
    key = bytes(range(7, 7 + length))
    assert links.mac(key, b"a", b"", b"bc" * 40) == hmac.digest(key, b"a" + b"bc" * 40, "sha256")
