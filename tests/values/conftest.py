"""Tables that tests read, and tables that they damage."""

import shutil

import pytest
from damage import folder, small_blocks  # noqa: F401 - fixtures
from small_opening import small_book
from solved import solved_folder

import merels
from merels.values.folder import TableFolder
from merels.values.format.header import Kind


@pytest.fixture
def tablebase():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened


@pytest.fixture
def wdl():
    with merels.open_tablebase(solved_folder(kind=Kind.WDL)) as opened:
        yield opened


@pytest.fixture
def copy(tmp_path):
    """A folder of tables that a test may change."""
    return TableFolder(shutil.copytree(solved_folder(), tmp_path / "tables"))


@pytest.fixture
def ships(monkeypatch):
    """Make the package ship the small book."""
    monkeypatch.setattr("merels.values.book.FOLDER", small_book().parent)
