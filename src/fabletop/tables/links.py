"""The sums of dice protocol 2: nothing but SHA-256 and HMAC (docs/dice.md says them in words).

A device owns a chain of links, each the hash of the next one, and shows its end (the anchor) when it sits down.  For
every shake of the cup it gives one more link; the pool takes them all in, and the outcome is made from the pool and
the table's seed.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

PROTOCOL = 2
LENGTH = 4096  # links of a chain: more than any game has shakes
NOTHING = bytes(32)  # the pool and the log before anything is in them
WORD = 1 << 64
HEX = re.compile(r"[0-9a-f]{64}")
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
PAD_INNER, PAD_OUTER = b"\x36" * 32, b"\x5c" * 32

line = msgspec.json.encode  # a line of the log: a JSON array without spaces


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256; with a key of 32 bytes, as all of ours are, by hand: half the time of `hmac.digest`."""
    if len(key) != 32:
        return hmac.digest(key, b"".join(parts), "sha256")
    return sha(key.translate(OUTER), PAD_OUTER, sha(key.translate(INNER), PAD_INNER, *parts))


def u32(number: int) -> bytes:
    return number.to_bytes(4)


@lru_cache(1024)
def tag(table: str) -> bytes:
    """What makes every sum one of this table alone."""
    return sha(b"fabletop dice 2:", table.encode())[:16]


def step(tag: bytes, link: bytes) -> bytes:
    """The link before this one."""
    return sha(b"\1", tag, link)


def chain(tag: bytes, root: bytes, length: int = LENGTH) -> list[bytes]:
    """The anchor, link 1, link 2, …, the root: each is the hash of the next."""
    return list(itertools.accumulate(range(length), lambda link, _: step(tag, link), initial=root))[::-1]


def pooled(tag: bytes, pool: bytes, n: int, links: Sequence[tuple[int, int, str]]) -> bytes:
    """The pool after shake n; devices in ascending order."""
    given = [u32(device) + bytes.fromhex(link) for device, _, link in sorted(links)] if links else ()
    return sha(b"\2", tag, pool, u32(n), *given)


def number(seed: bytes, tag: bytes, n: int, drawn: int, attempt: int, pool: bytes) -> int:
    """64 bits for the outcome `drawn` (from 0) of shake n."""
    return int.from_bytes(mac(seed, b"\3", tag, u32(n), u32(drawn), u32(attempt), pool)[:8])


@lru_cache(256)
def in_order(acts: tuple[str, ...]) -> tuple[str, ...]:
    """By their bytes."""
    return tuple(sorted(acts, key=str.encode))


def outcome(seed: bytes, tag: bytes, n: int, drawn: int, pool: bytes, weights: Mapping[str, int]) -> str:
    """What chance does: numbers that would favour some outcomes are skipped, and their order is that of their bytes,
    not one that somebody could choose."""
    total = sum(weights.values())
    limit = WORD - WORD % total
    attempt = 0
    while (found := number(seed, tag, n, drawn, attempt, pool)) >= limit:
        attempt += 1
    left = found % total
    for act in in_order(tuple(weights)):
        left -= weights[act]
        if left < 0:
            return act
    raise AssertionError("the weights do not add up")


def log_key(seed: bytes, tag: bytes) -> bytes:
    """What hides the lines of the log inside its head until the seed is open."""
    return mac(seed, b"\5", tag)


def headed(tag: bytes, key: bytes, head: bytes, k: int, text: bytes) -> bytes:
    """The head of the log after its line k."""
    return sha(b"\6", tag, head, mac(key, b"\4", tag, u32(k), text))
