"""Pictures of numbers, in the colours of the house.  Matplotlib is loaded here and only when a picture is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabletop.drawing.palette import INK, INK2, PAPER, PAPER2, PAPER3, SEATS, SNOW
from fabletop.lab import files

if TYPE_CHECKING:
    from fabletop.lab.compare import Comparison

STYLE: dict[str, Any] = {
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.facecolor": SNOW,
    "axes.edgecolor": PAPER3,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.labelcolor": INK2,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": PAPER2,
    "text.color": INK,
    "xtick.color": INK2,
    "ytick.color": INK,
    "font.family": "sans-serif",
    "svg.hashsalt": "fabletop",  # the same numbers give the same bytes
}
MARKERS = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "heart": "P", "star": "*"}


def figure(width: float, height: float, panels: int, *, rows: int = 1, share: bool = False) -> tuple[Any, list[Any]]:
    """A figure without a window, and its panels."""
    files.needs("matplotlib", "a plot")
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        made = Figure(figsize=(width, height), layout="constrained")
        axes = made.subplots(rows, panels // rows, squeeze=False, sharey=share)
    return made, list(axes.flat)


def written(made: Any, file: str | Path | None) -> Any:
    """The figure, and in a file if one is named."""
    if file is not None:
        import matplotlib

        with matplotlib.rc_context(STYLE):
            metadata = {"Date": None} if Path(file).suffix.lower() == ".svg" else {}
            made.savefig(file, dpi=150, metadata=metadata)
    return made


def comparison_figure(found: Comparison, file: str | Path | None = None) -> Any:
    """A panel for each measure: effects as dots, their 95 % intervals as lines; grey where the line crosses 0."""
    shown = found.shown_measures()
    rows = found.variations
    made, panels = figure(2.2 + 3.0 * len(shown), 1.5 + 0.32 * len(rows), len(shown), share=True)
    for measure, panel in zip(shown, panels, strict=True):
        panel.axvline(0, color=INK2, linewidth=1)
        factor = 100 if measure.percent else 1
        for row, one in enumerate(rows):
            effect = one.effects[measure.key]
            mark = SEATS[1] if effect.mean < 0 else SEATS[0]
            panel.errorbar(
                factor * effect.mean, row, xerr=factor * 1.96 * effect.error, fmt=MARKERS[mark.shape],
                color=mark.colour if effect.clear else INK2, capsize=3, markersize=6, linewidth=2,
            )  # fmt: skip
        base = measure.value(found.base_value(measure))
        panel.set_title(f"{found.title(measure)}\n(without: {base})", fontsize=10)
        panel.set_xlabel(f"difference {measure.unit_of_change}".strip())
        panel.set_yticks(range(len(rows)), [one.name for one in rows])
    panels[0].set_ylim(len(rows) - 0.5, -0.5)
    made.suptitle(
        f"{found.game.spec.title} ({found.game.described()}): what house rules do; {found.games:,} random games each",
        fontsize=11,
        color=INK,
    )
    return written(made, file)
