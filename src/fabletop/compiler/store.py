"""Where compiled rules are kept, and how they get there without being in anybody's way.

Each game has a folder named after a hash of its bound source and of all versions involved.  In it lie the
module, Numba's cache, and a small file `<kernel>.ready` for each kernel that has been compiled.  Compilation
runs in a background process; until it has finished the plain text plays.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from fabletop.compiler.binder import bound_source
from fabletop.compiler.packing import dtype_of
from fabletop.engine.errors import FabletopError
from fabletop.engine.registry import events_of, mind_of, rules_of
from fabletop.engine.translate import N_

STALE_AFTER = 30 * 24 * 3600  # seconds without use
GIVEN_UP_AFTER = 1300  # seconds after which a compilation is taken for dead (see faults.PATIENCE)
TRIED_AGAIN_AFTER = 24 * 3600  # seconds: the machine may have been too busy


@cache
def numba_version() -> str | None:
    """The version of Numba, without loading it; None where it is missing or switched off."""
    from importlib.metadata import PackageNotFoundError, version

    if os.environ.get("FABLETOP_PLAIN"):
        return None
    try:
        return f"{version('numba')}/{version('llvmlite')}/{version('numpy')}"
    except PackageNotFoundError:
        return None


def cache_root() -> Path:
    """FABLETOP_CACHE, or the platform's place for what can be made again."""
    given = os.environ.get("FABLETOP_CACHE")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "fabletop"


@cache
def folder(id: str) -> Path:
    """The folder of a game's compiled rules, with the bound module in it."""
    source = bound_source(id)
    intrinsics = importlib.util.find_spec("fabletop.compiler.intrinsics")
    parts = [
        source,
        *(str(dtype_of(kind)) for kind in (rules_of(id).Rules, events_of(id), mind_of(id)) if kind is not None),
        Path(intrinsics.origin).read_text() if intrinsics and intrinsics.origin else "",
        f"{numba_version()} {sys.implementation.cache_tag} {platform.machine()} {_processor()}",
    ]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    for root in (cache_root(), Path(tempfile.gettempdir()) / f"fabletop-{_user()}"):
        place = root / id / digest
        try:
            place.mkdir(parents=True, exist_ok=True)
            module = place / "bound.py"
            if not module.exists() or module.read_text() != source:
                written(module, source)
            os.utime(place)
            _sweep(place.parent, keep=place)
        except OSError:
            continue  # not writable: the next one
        return place
    raise OSError("no folder for compiled rules can be written; name one in FABLETOP_CACHE")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _processor() -> str:
    """Numba compiles for the processor at hand; a cache on a shared disk must not serve another."""
    try:
        with Path("/proc/cpuinfo").open() as lines:
            for line in lines:
                if line.startswith(("flags", "Features")):
                    return hashlib.sha256(line.encode()).hexdigest()[:8]
    except OSError:
        pass
    return platform.processor()


def written(path: Path, text: str) -> None:
    """All or nothing, also when two processes write at once."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    Path(name).replace(path)


def _sweep(shelf: Path, keep: Path) -> None:
    """Drop what no rules have used for a month."""
    for old in shelf.iterdir():
        if old != keep and time.time() - old.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(old, ignore_errors=True)


@cache
def module(id: str) -> ModuleType:
    """The bound module.  Its kernels come from Numba's cache if they are ready, else they are compiled now."""
    return loaded(f"fabletop_bound_{id}", folder(id) / "bound.py")


@cache
def extended(id: str, *more: ModuleType) -> ModuleType:
    """The bound module with more text that is compiled with the game, such as its training."""
    source, place = bound_source(id, *more), folder(id) / more[-1].__name__
    place.mkdir(exist_ok=True)
    if not (place / "bound.py").exists() or (place / "bound.py").read_text() != source:
        written(place / "bound.py", source)
    return loaded(f"fabletop_bound_{id}_with_{more[-1].__name__.rpartition('.')[2]}", place / "bound.py")


def loaded(name: str, path: Path) -> ModuleType:
    """A file of the cache as a module of this name."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def is_ready(id: str, kernel: str) -> bool:
    return numba_version() is not None and (folder(id) / f"{kernel}.ready").exists()


def mark_ready(id: str, kernel: str) -> None:
    written(folder(id) / f"{kernel}.ready", "")


def failure(id: str) -> str | None:
    """Why the rules could not be compiled, if so."""
    note = folder(id) / "failed"
    try:
        return note.read_text() if time.time() - note.stat().st_mtime < TRIED_AGAIN_AFTER else None
    except OSError:
        return None


def excuse(id: str) -> FabletopError:
    """Why the plain text plays."""
    if numba_version() is None:
        return FabletopError(N_("install fabletop[fast] for machine speed"))
    why = failure(id)
    if why is None:
        return FabletopError(N_("the rules are being compiled, once"))
    return FabletopError(N_("the rules do not compile: {why}"), why=why)


def mark_failed(id: str, why: str) -> None:
    written(folder(id) / "failed", why)


_running: dict[str, subprocess.Popen[bytes]] = {}


def start_compiling(id: str) -> None:
    """Compile all kernels of a game in a background process, unless one is at work or has failed."""
    if numba_version() is None or failure(id) is not None:
        return
    if id in _running and _running[id].poll() is None:
        return
    _running[id] = subprocess.Popen(
        [sys.executable, "-m", "fabletop.compiler", id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"FABLETOP_STARTER": str(os.getpid())},
        start_new_session=True,  # Ctrl-C in a terminal game does not stop it
    )


@contextlib.contextmanager
def only_one(id: str) -> Iterator[None]:
    """Hold the game's lock: two processes need not compile the same rules."""
    lock = folder(id) / "lock"
    deadline = time.monotonic() + GIVEN_UP_AFTER
    while True:
        try:
            handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            break
        except FileExistsError:
            with contextlib.suppress(OSError):
                if time.time() - lock.stat().st_mtime > GIVEN_UP_AFTER:
                    lock.unlink()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(str(os.getpid()))
        yield
    finally:
        release(id)


def release(id: str) -> None:
    """Whoever waits for the game's lock need not."""
    (folder(id) / "lock").unlink(missing_ok=True)
