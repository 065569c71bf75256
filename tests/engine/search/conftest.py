"""An engine and the tables of few men, for tests of the search."""

import pytest
from solved import solved_folder

from merels import (
    open_tablebase,
)
from merels.engine.search.searcher import Engine


@pytest.fixture(scope="module")
def engine():
    return Engine(hash_mb=4)


@pytest.fixture(scope="module")
def tables():
    with open_tablebase(solved_folder()) as tablebase:
        yield tablebase
