"""Tables that tests damage."""

import pytest
from damage import KEYS, load, write

from merels.tables.folder import TableFolder


@pytest.fixture(scope="session")
def small_blocks(tmp_path_factory):
    """The bytes of the solved tables, in many small blocks."""
    folder = TableFolder(tmp_path_factory.mktemp("tables"))
    for key in KEYS:
        write(folder, key, load(key))
    return {key: folder.path_of(key).read_bytes() for key in KEYS}


@pytest.fixture
def folder(small_blocks, tmp_path):
    """A folder of tables that a test may change."""
    for key, data in small_blocks.items():
        TableFolder(tmp_path).path_of(key).write_bytes(data)
    return TableFolder(tmp_path)
