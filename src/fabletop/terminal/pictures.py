"""`fabletop draw`: a position of a record as SVG or PNG, a whole record as GIF or one picture for each ply.

Always through a view: an open game shows no more than the seat, or a spectator, may know.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fabletop.drawing import raster
from fabletop.engine.errors import BadOption, refusal
from fabletop.engine.game import State
from fabletop.engine.records import Recording
from fabletop.words.speech import own_words
from fabletop.words.speech import said as _

WIDTHS = range(16, 8193)


def drawn(
    recording: Recording, *, seat: int | None, ply: int | None, out: str | None, width: int,
    gif: str | None, frames: str | None,
) -> int:  # fmt: skip
    last = len(recording.plies)
    if seat is not None and not 0 <= seat < recording.game.seats:
        raise BadOption("--seat {seat}: the seats are 0 to {last}", seat=seat, last=recording.game.seats - 1)
    if ply is not None and not 0 <= ply <= last:
        raise BadOption("--ply {ply}: the record has the plies 0 to {last}", ply=ply, last=last)
    if width not in WIDTHS:
        raise BadOption("--width {width}: give {low} to {high} pixels", width=width, low=WIDTHS[0], high=WIDTHS[-1])
    if out is not None and out != "-" and Path(out).suffix.lower() not in (".svg", ".png"):
        raise BadOption("{file}: a picture ends in .svg or .png", file=out)
    if gif is not None and Path(gif).suffix.lower() != ".gif":
        raise BadOption("{file}: a film ends in .gif", file=gif)
    svgs = list(pictures(recording, seat, last if ply is None else ply, whole=bool(gif or frames)))
    if gif is not None:
        _write(gif, raster.gif(svgs, width), _count(svgs))
    if frames is not None:
        _write_frames(Path(frames), svgs)
    if out is not None and out != "-":
        picture = raster.png(svgs[-1], width) if out.lower().endswith(".png") else svgs[-1].encode()
        _write(out, picture, _("ply {number}", number=last if ply is None else ply))
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
                yield state.view(seat).svg(colours=recording.colours)
            else:
                told = before.tell(seat, recording.plies[number - 1].act)
                yield state.view(seat).svg(last=told, before=before.view(seat), colours=recording.colours)
        before = state.copy()


def _write(path: str, content: bytes, what: str) -> None:
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=path, why=refusal(error)) from None
    _note(f"{path}: {what}, {own_words().translate.number(len(content) / 1000)} kB")


def _write_frames(folder: Path, svgs: list[str]) -> None:
    digits = len(str(len(svgs) - 1))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, svg in enumerate(svgs):
            (folder / f"{number:0{digits}}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=folder, why=refusal(error)) from None
    _note(f"{folder}: {_count(svgs)}")


def _count(svgs: list[str]) -> str:
    return own_words().ngettext("{number} picture", "{number} pictures", len(svgs))


def _note(text: str) -> None:
    """Beside the picture, which may go to standard output."""
    print(text, file=sys.stderr)
