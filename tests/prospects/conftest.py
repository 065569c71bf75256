"""Tables whose chances tests ask for."""

import pytest
from solved import solved_folder

import merels


@pytest.fixture
def tablebase():
    with merels.open_tablebase(solved_folder()) as opened:
        yield opened
