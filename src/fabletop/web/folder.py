"""The data folder of a server: one server at a time, a secret that is one, and a file of tables that is whole."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from fabletop.engine.errors import BadOption
from fabletop.tables.repair import Saved, damage, repaired
from fabletop.words.speech import said as _

SHORTEST = 16  # letters of a secret


@contextlib.contextmanager
def held(data: Path) -> Iterator[None]:
    """The folder is ours as long as this lasts; a second server is refused.  The system lets go when we die."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        file = (data / "lock").open("a+b")
    except OSError as error:
        raise BadOption("--data {folder}: cannot be used: {why}", folder=data, why=error) from None
    with file:
        if not _locked(file):
            file.seek(0)
            other = file.read(20).decode("ascii", "replace").strip()
            raise BadOption(
                "--data {folder}: another server uses this folder (process {process}); give it its own",
                folder=data, process=other,
            )  # fmt: skip
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
        yield


def _locked(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(100)  # beyond what is written: a lock there keeps nobody from reading
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def kept_secret(data: Path) -> str:
    """What the cookies are signed with: made once, readable by the owner alone."""
    path = data / "secret"
    try:
        with (
            contextlib.suppress(FileExistsError),
            os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file,
        ):
            file.write(secrets.token_hex(32))
        text = path.read_bytes().decode("ascii", "replace").strip()
    except OSError as error:
        raise BadOption("--data {folder}: cannot be used: {why}", folder=data, why=error) from None
    if len(text) < SHORTEST or not text.isprintable() or "�" in text:
        raise BadOption(
            "{file}: this is no secret; put it back from a backup, or delete it (then everybody loses their seats)",
            file=path,
        )
    return text


def checked_tables(data: Path) -> Path:
    """The file of tables, if it is whole."""
    path = data / "tables.sqlite"
    if wrong := damage(path):
        raise BadOption(
            "{file} is damaged ({why}); `fabletop serve --repair` saves what can be saved", file=path, why=wrong
        )
    return path


def repair(data: Path) -> Saved | None:
    """Save what can be saved; None when nothing is wrong."""
    path = data / "tables.sqlite"
    return repaired(path) if damage(path) else None


def prepared(data: Path, *, mend: bool = False) -> tuple[Path, str]:
    """The file of tables and the secret; what is wrong with the folder is said in one line."""
    try:
        if mend and (saved := repair(data)):
            counts = {"tables": saved.tables, "plies": saved.plies, "shortened": saved.shortened}
            print(
                _("Saved: tables {tables}, plies {plies}; tables that end earlier than before: {shortened}.", **counts)
            )
            print(_("The damaged file is {file}.", file=saved.old), flush=True)
        return checked_tables(data), kept_secret(data)
    except (OSError, sqlite3.Error) as error:
        raise BadOption("--data {folder}: cannot be used: {why}", folder=data, why=error) from None
