"""Pages read by ourselves tell what SQLite tells: all kinds of values, all sizes, all states of the log."""

from __future__ import annotations

import random
import shutil
import sqlite3
import struct
from pathlib import Path

import pytest

from fabletop.tables.salvage import FRAME_HEAD, USUAL, WAL_HEAD, Pages, Row, Value

BITS = (0, 7, 8, 15, 23, 24, 31, 40, 47, 55, 62)
WHOLE = [sign * (1 << bits) - one for bits in BITS for sign in (1, -1) for one in (0, 1)]
ODD: list[Value] = [None, 0, 1, *WHOLE, 0.5, -1e300, "", "é", b"", b"\0\xff"]


def made(path: Path, size: int, rows: list[tuple[str, Value]], *, more: tuple[str, ...] = ()) -> None:
    """A file with these rows, whose write-ahead log is in it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA page_size={size}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE things (id TEXT, what, PRIMARY KEY (id)) WITHOUT ROWID")
    connection.executemany("INSERT INTO things VALUES (?, ?)", rows)
    for statement in more:
        connection.execute(statement)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def told(path: Path) -> list[Row]:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        found = sorted(connection.execute("SELECT * FROM things"), key=repr)
    connection.close()
    return found


def read(path: Path) -> list[Row]:
    return sorted(Pages(path).rows(), key=repr)


@pytest.mark.parametrize("size", [512, 1024, 4096, 65536])
def test_every_value_is_what_it_was(tmp_path: Path, size: int) -> None:
    path, chance = tmp_path / "file", random.Random(size)
    lengths = [*range(1, 300, 7), *(size // 8 + step for step in range(-40, 41)), size, 2 * size + 1, 3 * size - 9]
    rows: list[tuple[str, Value]] = [(f"odd {i}", value) for i, value in enumerate(ODD)]
    rows += [(f"long {length}", chance.randbytes(length)) for length in sorted(set(lengths))]
    made(path, size, rows)
    assert Pages(path).size == size
    assert read(path) == told(path) == sorted(rows, key=repr)


def test_whatever_length_a_row_has_it_is_found_where_it_goes_on(tmp_path: Path) -> None:
    """A row that does not fit leaves as much on its page as the format says, which depends on its length."""
    path = tmp_path / "file"
    made(path, 512, [(f"{length:04}", bytes([length % 251]) * length) for length in range(1, 1200, 3)])
    assert read(path) == told(path)


def test_what_was_deleted_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "file"
    rows: list[tuple[str, Value]] = [(f"{i:05}", bytes(90)) for i in range(3000)]
    made(path, 512, rows, more=("DELETE FROM things WHERE id BETWEEN '00200' AND '02800'",))
    pages = Pages(path)
    with sqlite3.connect(path) as connection:
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    assert len(pages.free) == free > 2 * (512 // 4)  # the list of them goes over several pages
    assert read(path) == told(path)
    data = bytearray(path.read_bytes())
    trunk = int.from_bytes(data[32:36])
    data[(trunk - 1) * 512 : (trunk - 1) * 512 + 4] = trunk.to_bytes(4)  # it leads to itself
    path.write_bytes(data)
    assert trunk in Pages(path).free
    data[(trunk - 1) * 512 + 4 : (trunk - 1) * 512 + 8] = b"\xff" * 4  # and has more than is on a page
    path.write_bytes(data)
    assert trunk in Pages(path).free


def test_a_row_that_leads_in_a_circle_is_lost_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    made(path, 512, [("long", b"L" * 5000), ("short", 1)])
    data = bytearray(path.read_bytes())
    further = [at for at in range(512, len(data), 512) if data[at + 4 : at + 512] == b"L" * 508]
    for at in further:
        data[at : at + 4] = (further[0] // 512 + 1).to_bytes(4)
    path.write_bytes(data)
    assert read(path) == [("short", 1)]


@pytest.mark.parametrize("told_size", [0, 2, 256, 513, 4097, 0x8001])
def test_where_the_size_of_pages_is_nonsense_the_usual_one_is_tried(tmp_path: Path, told_size: int) -> None:
    path, rows = tmp_path / "file", [(f"{i}", i) for i in range(900)]
    made(path, USUAL, rows)  # type: ignore[arg-type]
    data = bytearray(path.read_bytes())
    data[16:18] = told_size.to_bytes(2)
    path.write_bytes(data)
    assert Pages(path).size == USUAL
    assert read(path) == sorted(rows, key=repr)


def test_a_page_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """Cells that lie beyond the page, kinds that nobody has and texts that are none cost themselves alone."""
    path, rows = tmp_path / "file", [(f"row {i}", b"x" * 20) for i in range(8)]
    made(path, 512, rows)  # type: ignore[arg-type]
    data = bytearray(path.read_bytes())
    page = next(at for at in range(512, len(data), 512) if data[at] == 10)
    count = int.from_bytes(data[page + 3 : page + 5])
    assert count == 8
    places = [struct.unpack_from(">H", data, page + 8 + 2 * cell)[0] for cell in range(count)]
    struct.pack_into(">H", data, page + 8, 511)  # beyond
    data[page + places[1] + 2] = 11  # a kind that is none
    data[page + places[2] + 4] = 0xFF  # no text
    data[page + places[3] : page + places[3] + 9] = b"\xff" * 9  # no number
    struct.pack_into(">H", data, page + 3, 0xFFFF)  # so many cells are on no page
    path.write_bytes(data)
    assert {row for row in read(path) if row in rows} == set(rows[4:])


# The write-ahead log


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file whose last changes stand in its log alone: three commits, and something that was never committed."""
    path = tmp_path_factory.mktemp("logged") / "file"
    made(path, 512, [(f"{i:03}", i) for i in range(200)])
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint=0")
    for commit in range(3):
        connection.execute("UPDATE things SET what = what + 1000 WHERE id < ?", (f"{60 * (3 - commit):03}",))
    connection.execute("PRAGMA cache_size=1")
    connection.execute("BEGIN")
    connection.execute("UPDATE things SET what = 'never'")
    for part in ("", "-wal"):
        shutil.copy(f"{path}{part}", f"{path}.killed{part}")
    connection.execute("ROLLBACK")
    connection.close()
    return path.with_name("file.killed")


def copied(logged: Path, folder: Path, wal: bytes) -> Path:
    path = folder / "file"
    for part in ("-wal", "-shm"):
        Path(f"{path}{part}").unlink(missing_ok=True)
    shutil.copy(logged, path)
    Path(f"{path}-wal").write_bytes(wal)
    return path


def agree(logged: Path, folder: Path, wal: bytes) -> list[Row]:
    path = copied(logged, folder, wal)
    found = read(path)
    assert found == told(path)
    return found


def test_a_log_counts_as_far_as_it_was_committed_and_is_whole(logged: Path, tmp_path: Path) -> None:
    wal = Path(f"{logged}-wal").read_bytes()
    frame = FRAME_HEAD + 512
    frames = (len(wal) - WAL_HEAD) // frame
    seen = {repr(agree(logged, tmp_path, wal))}
    for cut in (
        0,
        1,
        WAL_HEAD - 1,
        WAL_HEAD,
        *(WAL_HEAD + frame * i + more for i in range(frames) for more in (-1, 0, 1)),
    ):
        seen.add(repr(agree(logged, tmp_path, wal[:cut])))
    assert len(seen) == 4  # before the first commit, and after each of the three


def test_a_log_with_a_wrong_byte_counts_up_to_it(logged: Path, tmp_path: Path) -> None:
    wal = Path(f"{logged}-wal").read_bytes()
    frame, seen = FRAME_HEAD + 512, set()
    heads = (*range(4, 12), *range(16, WAL_HEAD))  # the number of the checkpoint (12 to 15) is nobody's business
    places = [*heads, *(WAL_HEAD + frame * i + at for i in (0, 3, 9) for at in (*range(FRAME_HEAD), 100, frame - 1))]
    for place in places:
        hurt = bytearray(wal)
        hurt[place] ^= 0x40
        seen.add(repr(agree(logged, tmp_path, bytes(hurt))))
    assert len(seen) > 1


def test_a_log_from_a_machine_of_the_other_order_is_read_too(logged: Path, tmp_path: Path) -> None:
    def summed(check: tuple[int, int], data: bytearray) -> tuple[int, int]:
        one, two = check
        for first, second in struct.iter_unpack(">II", data):
            one = (one + first + two) % (1 << 32)
            two = (two + second + one) % (1 << 32)
        return one, two

    wal = bytearray(Path(f"{logged}-wal").read_bytes())
    wal[:4] = (0x377F0683).to_bytes(4)
    check = summed((0, 0), wal[:24])
    wal[24:32] = struct.pack(">II", *check)
    for at in range(WAL_HEAD, len(wal), FRAME_HEAD + 512):
        check = summed(summed(check, wal[at : at + 8]), wal[at + FRAME_HEAD : at + FRAME_HEAD + 512])
        wal[at + 16 : at + 24] = struct.pack(">II", *check)
    assert agree(logged, tmp_path, bytes(wal)) == agree(logged, tmp_path, Path(f"{logged}-wal").read_bytes())
