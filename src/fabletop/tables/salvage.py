"""Rows from a damaged SQLite file, page by page: what stands on a page that is whole is found, whatever is wrong with
the others.

The format is https://www.sqlite.org/fileformat2.html.  Our tables are WITHOUT ROWID, so their rows stand in index pages
(the inner ones, too), with the key first; which of the three a row belongs to is seen by its types.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

Value = int | float | str | bytes | None
Row = tuple[Value, ...]

MAGIC = b"SQLite format 3\0"
USUAL = 4096  # bytes of a page, when the file does not tell
INNER, LEAF = 2, 10  # kinds of index pages, with the bytes of their head
HEADS = {INNER: 12, LEAF: 8}
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes of each type
WAL_HEAD, FRAME_HEAD = 32, 24


class Pages:
    """A file of pages, with what its log has to say about them."""

    def __init__(self, path: Path) -> None:
        self.data, head = path.read_bytes(), b""
        if self.data.startswith(MAGIC):
            head = self.data[:100].ljust(100, b"\0")
        told = int.from_bytes(head[16:18])
        self.size = 65536 if told == 1 else told if told >= 512 and told & (told - 1) == 0 else USUAL
        self.newer = _logged(path.with_name(path.name + "-wal"), self.size)
        self.count = max([-(-len(self.data) // self.size), *self.newer])
        self.free = self._freed()

    def __getitem__(self, number: int) -> bytes:
        if number in self.newer:
            return self.newer[number]
        found = self.data[(number - 1) * self.size : number * self.size] if number else b""
        return found.ljust(self.size, b"\0")

    def _freed(self) -> set[int]:
        """Pages that were given up: what stands there was deleted."""
        found, first = set[int](), self[1]
        trunk = int.from_bytes(first[32:36]) if first.startswith(MAGIC) else 0
        while 0 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            page = self[trunk]
            leaves = min(int.from_bytes(page[4:8]), self.size // 4 - 2)
            found.update(struct.unpack_from(f">{leaves}I", page, 8))
            trunk = int.from_bytes(page[:4])
        return found

    def rows(self) -> Iterator[Row]:
        """Every row that can be read; of one that was overwritten, only what it is now."""
        for number in range(2, self.count + 1):
            page = self[number]
            if page[0] in HEADS and number not in self.free:
                for place in struct.unpack_from(f">{_cells(page, self.size)}H", page, HEADS[page[0]]):
                    try:
                        yield _row(self._payload(page, place + 4 if page[0] == INNER else place))
                    except (ValueError, IndexError, struct.error):
                        continue  # no row, or not all of it

    def _payload(self, page: bytes, place: int) -> bytes:
        """All of a cell, also what stands on further pages because it is long."""
        length, place = _number(page, place)
        most, least = (self.size - 12) * 64 // 255 - 23, (self.size - 12) * 32 // 255 - 23
        here = length
        if length > most:
            here = least + (length - least) % (self.size - 4)
            here = here if here <= most else least
        found, at = page[place : place + here], place + here
        following, seen = int.from_bytes(page[at : at + 4]) if length > here else 0, set[int]()
        while len(found) < length and 1 < following <= self.count and following not in seen:
            seen.add(following)
            more = self[following]
            found, following = found + more[4:], int.from_bytes(more[:4])
        if len(found) < length:
            raise ValueError("it is cut off")
        return found[:length]


def _cells(page: bytes, size: int) -> int:
    return min(int.from_bytes(page[3:5]), (size - HEADS[page[0]]) // 2)


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number, and the place behind it; none of ours is so large that it needs a ninth byte."""
    found = 0
    for step in range(8):
        byte = data[place + step]
        found = found << 7 | byte & 0x7F
        if byte < 0x80:
            return found, place + step + 1
    raise ValueError("no number")


def _row(payload: bytes) -> Row:
    end, place = _number(payload, 0)
    kinds = list[int]()
    while place < end:
        kind, place = _number(payload, place)
        kinds.append(kind)
    row = list[Value]()
    for kind in kinds:
        size = INTEGERS.get(kind, 8 if kind == 7 else max(0, (kind - 12) // 2))
        body, place = payload[place : place + size], place + size
        if len(body) < size or kind in (10, 11):
            raise ValueError("no row")
        if kind in INTEGERS:
            row.append(int.from_bytes(body, signed=True))
        elif kind == 7:
            row.append(float(struct.unpack(">d", body)[0]))
        elif kind < 12:
            row.append({0: None, 8: 0, 9: 1}[kind])
        else:
            row.append(body.decode() if kind % 2 else body)
    return tuple(row)


def _logged(path: Path, size: int) -> dict[int, bytes]:
    """The pages of a write-ahead log, up to the last that was committed and is whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    found, waiting = dict[int, bytes](), dict[int, bytes]()
    if len(data) < WAL_HEAD or int.from_bytes(data[:4]) & ~1 != 0x377F0682 or int.from_bytes(data[8:12]) != size:
        return {}
    order, salt = ">" if data[3] & 1 else "<", data[16:24]
    check = _checked((0, 0), data[:24], order)
    if struct.pack(">II", *check) != data[24:32]:
        return {}
    for at in range(WAL_HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = data[at : at + FRAME_HEAD], data[at + FRAME_HEAD : at + FRAME_HEAD + size]
        check = _checked(_checked(check, head[:8], order), page, order)
        if head[8:16] != salt or struct.pack(">II", *check) != head[16:24]:
            break
        waiting[int.from_bytes(head[:4])] = page
        if int.from_bytes(head[4:8]):  # committed
            found |= waiting
            waiting = {}
    return found


def _checked(check: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    one, two = check
    for first, second in struct.iter_unpack(f"{order}II", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
