"""An application with games between people."""

import pytest
from serving import serving

from merels.web.http.settings import Settings


@pytest.fixture(scope="package")
def site(tmp_path_factory):
    """A client of a server with a database."""
    folder = tmp_path_factory.mktemp("people")
    settings = Settings(
        tables=str(folder), rate=0, connections=0, games=0, database=str(folder / "games.sqlite")
    )
    with serving(settings) as client:
        yield client
