"""The notebook runs, and what it shows is what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


def words(cell: Any) -> list[str]:
    """What a cell has answered, as text."""
    return [output["data"]["text/plain"] for output in cell.get("outputs", ())]


@pytest.mark.filterwarnings("default")
def test_the_tour_gives_the_answers_that_are_printed_in_it() -> None:
    printed, run = (nbformat.read(TOUR, as_version=4) for _ in range(2))
    nbclient.NotebookClient(run, timeout=300, resources={"metadata": {"path": str(TOUR.parent)}}).execute()
    for before, after in zip(printed.cells, run.cells, strict=True):
        if before.cell_type == "code":
            assert words(after) == words(before), before.source
    shown = {kind for cell in run.cells for output in cell.get("outputs", ()) for kind in output["data"]}
    assert shown == {"text/plain", "image/svg+xml", "image/png"}


CLASS = sorted((TOUR.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", CLASS, ids=lambda path: path.stem)
def test_the_notebooks_for_a_class_run(path: Path) -> None:
    run = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(run, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    assert any(cell.get("outputs") for cell in run.cells)


def test_there_are_five() -> None:
    assert len(CLASS) == 5
