"""Pictures of numbers, in the colours of the house.  Matplotlib is loaded here and only when a picture is wanted."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabletop.drawing.palette import DUSK2, EMBER, INK, INK2, PAPER, PAPER2, PAPER3, SEATS, SNOW
from fabletop.lab import files

if TYPE_CHECKING:
    from fabletop.lab.compare import Comparison
    from fabletop.lab.summary import Summary

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
    """A figure without a window, and its panels; a notebook shows it."""
    files.needs("matplotlib", "a plot")
    import matplotlib
    from matplotlib.figure import Figure

    class Plot(Figure):
        def _repr_png_(self) -> bytes:
            file = io.BytesIO()
            with matplotlib.rc_context(STYLE):
                self.savefig(file, format="png", dpi=100)
            return file.getvalue()

    with matplotlib.rc_context(STYLE):
        made = Plot(figsize=(width, height), layout="constrained")
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


def summary_figure(found: Summary, file: str | Path | None = None) -> Any:
    """How long the games were, and how often each seat won."""
    game = found.game
    made, (lengths, wins) = figure(9.5, 3.6, 2)
    bins = found.histogram(30)
    width = bins[0][1] - bins[0][0] + 1 if bins else 1
    lengths.bar([low for low, _, _ in bins], [n for _, _, n in bins], width=0.92 * width, align="edge", color=DUSK2)
    if found.games:
        lengths.axvline(found.plies["mean"], color=EMBER, linewidth=2, label=f"mean {found.plies['mean']:,.1f}")
        lengths.axvline(found.percentile(95), color=INK2, linestyle=":", label=f"95 % end by {found.percentile(95):,}")
        lengths.legend(frameon=False, fontsize=8)
    lengths.set_title("length", fontsize=10)
    lengths.set_xlabel("plies")
    lengths.set_ylabel("games")
    for seat in range(game.seats):
        low, high = (100 * end for end in found.win_interval(seat))
        share, mark = 100 * found.wins[seat] / max(1, found.games), SEATS[seat % len(SEATS)]
        errors = [[max(0.0, share - low)], [max(0.0, high - share)]]
        wins.errorbar([seat], [share], yerr=errors, fmt=MARKERS[mark.shape], color=mark.colour, capsize=5, markersize=9)
    if game.seats > 1 and found.games and sum(found.wins) == found.games:
        wins.axhline(100 / game.seats, color=INK2, linestyle=":", label="fair")
        wins.legend(frameon=False, fontsize=8)
    names = [f"seat {seat}\n{name}" for seat, name in enumerate(found.players, start=1)]
    wins.set_xticks(range(game.seats), names, fontsize=8)
    wins.set_xlim(-0.6, game.seats - 0.4)
    wins.set_title("wins, with 95 % intervals", fontsize=10)
    wins.set_ylabel("% of the games")
    made.suptitle(
        f"{game.spec.title} ({game.described()}): {found.games:,} {found.played}, seed {found.seed}",
        fontsize=11,
        color=INK,
    )
    return written(made, file)


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
