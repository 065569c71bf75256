"""An application on small tables."""

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
