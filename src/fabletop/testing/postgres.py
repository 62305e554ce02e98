"""A real PostgreSQL for tests: the system's binaries, run as a plain user in a folder of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLAIN = "nobody"  # PostgreSQL does not run as root


def binaries() -> Path | None:
    """Where `initdb` and `pg_ctl` are: in the path, or where Debian and others put them."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


def _run(folder: Path, *command: str) -> None:
    user = PLAIN if os.name == "posix" and os.getuid() == 0 else None
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, timeout=120, check=True, user=user)


class Postgres:
    """A server with an address, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        found = binaries()
        if found is None:
            raise RuntimeError("there is no PostgreSQL here")
        self.bin, self.folder, self.data = found, folder, folder / "data"
        self.url = f"postgresql://fabletop@/postgres?host={folder}"
        _run(
            folder, str(self.bin / "initdb"), "-D", str(self.data), "-U", "fabletop", "--auth=trust", "-E", "UTF8", "-N"
        )
        settings = ("listen_addresses = ''", f"unix_socket_directories = '{folder}'", "shared_buffers = '16MB'")
        (self.data / "postgresql.auto.conf").write_text("\n".join([*settings, "max_connections = 60", ""]))

    def start(self) -> None:
        log = str(self.folder / "log")
        _run(self.folder, str(self.bin / "pg_ctl"), "-D", str(self.data), "-l", log, "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        _run(self.folder, str(self.bin / "pg_ctl"), "-D", str(self.data), "-m", how, "-w", "stop")


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="fabletop-pg-"))
    folder.chmod(0o777)
    try:
        server = Postgres(folder)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
