"""The notebooks run from top to bottom, in a kernel of their own."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def first_words(notebook):
    """Return the first word of each line that cells print and show.

    Figures may differ in their last digits between processors; what they are about may not.
    """
    words = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", ())
        shown = (o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs)
        words += [line.split(" ")[0] for line in "".join(shown).splitlines()]
    return words


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(path, tmp_path):
    # Imported here: their grammars take seconds, of every process that collects tests.
    import nbformat
    from nbclient import NotebookClient

    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    NotebookClient(fresh, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert first_words(fresh) == first_words(stored) != []


def test_there_is_a_notebook():
    assert NOTEBOOKS
