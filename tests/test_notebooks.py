"""The notebooks run from top to bottom, in a kernel of their own."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def texts(notebook):
    """Yield what the cells print and show."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield output.get("text") or output.get("data", {}).get("text/plain", "")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(path, tmp_path):
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    NotebookClient(fresh, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    # Figures may differ in their last digits between processors; lines and words may not.
    shown = [[line.split(" ")[0] for line in text.splitlines()] for text in texts(fresh)]
    assert shown == [[line.split(" ")[0] for line in text.splitlines()] for text in texts(stored)]


def test_there_is_a_notebook():
    assert NOTEBOOKS
