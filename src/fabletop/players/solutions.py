"""Solutions that took a while are kept on disk, named after everything they depend on and checked when loaded."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from fabletop.compiler import solvers, store
from fabletop.compiler.binder import bound_source
from fabletop.engine.game import Game
from fabletop.engine.registry import has_part, part
from fabletop.players.analysis import Progress

Arrays: TypeAlias = dict[str, Any]  # NumPy arrays by name
Compute: TypeAlias = Callable[[Progress], Arrays]

CHECKSUM = "sha256"  # the name of the array that holds it

_known: dict[Path, Arrays] = {}
_at_work: dict[Path, threading.Thread] = {}
_lock = threading.Lock()


def silent(share: float, doing: str) -> None:
    pass


@cache
def _texts(id: str) -> str:
    """What is solved, and how."""
    texts = [bound_source(id), inspect.getsource(solvers)]
    texts += [inspect.getsource(part(id, name)) for name in ("analysis", "solve") if has_part(id, name)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def rules_key(game: Game) -> tuple[object, ...]:
    """What a solution of this game depends on: the text of the rules and of the solvers, the seats, the options."""
    return (_texts(game.id), game.seats, *sorted(game.options.items()))


def solution(name: str, key: Sequence[object], compute: Compute, progress: Progress = silent) -> Arrays:
    """The arrays that `compute` gives, from memory, from disk, or computed now and kept."""
    place = _place(name, key)
    found = stored(name, key)
    if found is None:
        found = {label: np.asarray(array) for label, array in compute(progress).items()}
        _keep(place, found)
        _known[place] = found
    progress(1.0, name)
    return found


def stored(name: str, key: Sequence[object]) -> Arrays | None:
    """The arrays if they have been computed before and are undamaged."""
    place = _place(name, key)
    if place not in _known:
        loaded = _loaded(place)
        if loaded is None:
            return None
        _known[place] = loaded
    return _known[place]


def solution_soon(name: str, key: Sequence[object], compute: Compute) -> Arrays | None:
    """The arrays if they are there; if not, they are being computed in the background from now on."""
    found = stored(name, key)
    if found is not None:
        return found
    place = _place(name, key)
    with _lock:
        if place not in _at_work:
            work = threading.Thread(target=_in_silence, args=(name, key, compute), daemon=True)
            _at_work[place] = work
            work.start()
    return None


def finished(seconds: float) -> bool:
    """Wait so long for what is being computed in the background; is everything there?"""
    end = time.monotonic() + seconds
    for work in list(_at_work.values()):
        work.join(max(0.0, end - time.monotonic()))
    return not any(work.is_alive() for work in _at_work.values())


def _in_silence(name: str, key: Sequence[object], compute: Compute) -> None:
    with contextlib.suppress(Exception):  # then the weaker player goes on playing
        solution(name, key, compute)


def _place(name: str, key: Sequence[object]) -> Path:
    text = "\0".join(map(repr, (name, np.lib.NumpyVersion(np.__version__).major, *key)))
    return store.cache_root() / "solutions" / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.npz"


def _checksum(arrays: Arrays) -> Any:
    digest = hashlib.sha256()
    for label in sorted(arrays):
        array = np.ascontiguousarray(arrays[label])
        digest.update(f"{label} {array.dtype.str} {array.shape}".encode())
        digest.update(array.view(np.uint8).data if array.size and array.ndim else array.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)


def _keep(place: Path, arrays: Arrays) -> None:
    """All or nothing; a disk that cannot be written is no reason to stop."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=place.name)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **arrays, **{CHECKSUM: _checksum(arrays)})
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _loaded(place: Path) -> Arrays | None:
    try:
        with place.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {label: file[label] for label in file.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    found = arrays.pop(CHECKSUM, None)
    return arrays if found is not None and np.array_equal(found, _checksum(arrays)) else None
