"""An application with games between people."""

import pytest
from serving import serving
from solved import solved_folder

from merels.web.settings import Settings


@pytest.fixture(scope="package")
def site(tmp_path_factory):
    """A client of a server with a database."""
    database = str(tmp_path_factory.mktemp("people") / "games.sqlite")
    settings = Settings(
        tables=str(solved_folder()), rate=0, connections=0, games=0, database=database
    )
    with serving(settings) as client:
        yield client
