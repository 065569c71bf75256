"""Applications that many tests ask: one on small tables, two with games between people."""

import pytest
from people import serving_on
from serving import serving
from solved import solved_folder

from merels.web.http.settings import Settings
from merels.web.jobs import pool


@pytest.fixture(scope="package", autouse=True)
def patience():
    """Let searches take what a busy machine takes: they have a low priority."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "GRACE", 300.0)
        yield


@pytest.fixture(scope="package")
def client(tmp_path_factory):
    database = str(tmp_path_factory.mktemp("games") / "games.sqlite")
    settings = Settings(tables=str(solved_folder()), places=1, rate=0, database=database)
    with serving(settings) as client:
        # Prepares all routes, for which it parses sources: Python 3.11 cannot parse in two threads.
        assert client.get("/api/v1/nowhere").status_code == 404
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


@pytest.fixture
def games_file(tmp_path):
    """The database of `own_site`, to be read and changed behind its back."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def own_site(games_file):
    """A client of a server in a process of its own, for one test alone."""
    with serving_on(games_file) as (_, client):
        yield client
