"""An application on small tables."""

import pytest
from solved import solved_folder
from web.serving import serving

from merels.web.settings import Settings


@pytest.fixture(scope="package")
def client():
    with serving(Settings(tables=str(solved_folder()), places=1, rate=0)) as client:
        yield client
