"""Applications that many tests ask: one on small tables, one with games between people."""

import pytest
from serving import serving
from solved import solved_folder

from merels.web.http.settings import Settings


@pytest.fixture(scope="package")
def client(tmp_path_factory):
    database = str(tmp_path_factory.mktemp("games") / "games.sqlite")
    settings = Settings(tables=str(solved_folder()), places=1, rate=0, database=database)
    with serving(settings) as client:
        yield client


@pytest.fixture(scope="package")
def site(tmp_path_factory):
    """A client of a server with a database."""
    folder = tmp_path_factory.mktemp("people")
    settings = Settings(
        tables=str(folder), rate=0, connections=0, games=0, database=str(folder / "games.sqlite")
    )
    with serving(settings) as client:
        yield client
