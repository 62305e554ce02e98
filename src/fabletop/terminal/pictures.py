"""`fabletop draw`: a position of a record as SVG or PNG, a whole record as GIF or one picture for each ply.

Always through a view: an open game shows no more than the seat, or a spectator, may know.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fabletop.drawing import raster
from fabletop.engine.errors import BadOption
from fabletop.engine.game import State
from fabletop.engine.records import Recording

WIDTHS = range(16, 8193)


def drawn(
    recording: Recording, *, seat: int | None, ply: int | None, out: str | None, width: int,
    gif: str | None, frames: str | None,
) -> int:  # fmt: skip
    last = len(recording.plies)
    if seat is not None and not 0 <= seat < recording.game.seats:
        raise BadOption(f"--seat {seat}: the seats are 0 to {recording.game.seats - 1}")
    if ply is not None and not 0 <= ply <= last:
        raise BadOption(f"--ply {ply}: the record has the plies 0 to {last}")
    if width not in WIDTHS:
        raise BadOption(f"--width {width}: give {WIDTHS[0]} to {WIDTHS[-1]} pixels")
    if out is not None and out != "-" and Path(out).suffix.lower() not in (".svg", ".png"):
        raise BadOption(f"-o {out}: a picture ends in .svg or .png")
    if gif is not None and Path(gif).suffix.lower() != ".gif":
        raise BadOption(f"--gif {gif}: a film ends in .gif")
    svgs = list(pictures(recording, seat, last if ply is None else ply, whole=bool(gif or frames)))
    if gif is not None:
        _write(gif, raster.gif(svgs, width), f"{len(svgs)} pictures")
    if frames is not None:
        _write_frames(Path(frames), svgs)
    if out is not None and out != "-":
        picture = raster.png(svgs[-1], width) if out.lower().endswith(".png") else svgs[-1].encode()
        _write(out, picture, f"ply {last if ply is None else ply}")
    elif out == "-" or (gif is None and frames is None):
        sys.stdout.write(svgs[-1] + "\n")
    return 0


def pictures(recording: Recording, seat: int | None, until: int, *, whole: bool) -> Iterator[str]:
    """The picture after ply `until`, or all up to it, each with the move that led there."""
    before: State | None = None
    for number, state in enumerate(recording.states()):
        if number > until:
            return
        if whole or number == until:
            if before is None:
                yield state.view(seat).svg()
            else:
                told = before.tell(seat, recording.plies[number - 1].act)
                yield state.view(seat).svg(last=told, before=before.view(seat))
        before = state.copy()


def _write(path: str, content: bytes, what: str) -> None:
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise BadOption(f"{path} cannot be written: {error.strerror or error}") from None
    _note(f"{path}: {what}, {len(content) / 1000:,.0f} kB")


def _write_frames(folder: Path, svgs: list[str]) -> None:
    digits = len(str(len(svgs) - 1))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, svg in enumerate(svgs):
            (folder / f"{number:0{digits}}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{folder} cannot be written: {error.strerror or error}") from None
    _note(f"{folder}: {len(svgs)} pictures")


def _note(text: str) -> None:
    """Beside the picture, which may go to standard output."""
    print(text, file=sys.stderr)
