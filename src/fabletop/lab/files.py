"""Files that results go to: checked before any work is done, so that nobody waits for numbers that are then lost."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from fabletop.engine.errors import BadOption, listed, refusal

PICTURES = (".svg", ".png")


def writable(path: str | Path) -> Path:
    """The path of a file that can be written; what lies there already is untouched until then."""
    file = Path(path)
    existed = file.exists()
    try:
        with file.open("ab"):
            pass
        if not existed:
            file.unlink()
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=path, why=refusal(error)) from None
    return file


def different(*paths: str | Path | None) -> None:
    """Every result has a file of its own."""
    seen = set[Path]()
    for path in paths:
        if path is not None:
            place = Path(path).absolute()
            if place in seen:
                raise BadOption("{file} is given twice: name a file of its own for each result", file=path)
            seen.add(place)


def new_folder(path: str | Path) -> Path:
    """A folder that holds nothing yet, made if need be."""
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
        filled = any(folder.iterdir())
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=path, why=refusal(error)) from None
    if filled:
        raise BadOption("{file}: give a folder that is empty or does not exist yet", file=path)
    return folder


def picture(path: str | Path, needed: str = "matplotlib") -> Path:
    """The path of a picture that can be drawn and written."""
    if Path(path).suffix.lower() not in PICTURES:
        raise BadOption("{file}: a picture is one of {known}", file=path, known=listed(PICTURES))
    needs(needed, "a picture")
    return writable(path)


def needs(module: str, what: str, extra: str = "lab") -> None:
    """An error that says what to install, where a module is missing."""
    if importlib.util.find_spec(module) is None:
        raise BadOption(
            "{what} needs {module}, which is not installed: pip install 'fabletop[{extra}]'",
            what=what, module=module, extra=extra,
        )  # fmt: skip
