"""An application on small tables."""

import pytest
from serving import serving
from solved import solved_folder

from merels.web.settings import Settings


@pytest.fixture(scope="package")
def client():
    with serving(Settings(tables=str(solved_folder()), places=1, rate=0)) as client:
        yield client
