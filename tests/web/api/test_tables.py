"""Places and caches that fit into the available memory."""

import pytest

from merels.values.tablebase import CACHE_BYTES
from merels.web.api import tables
from merels.web.api.tables import LEAST_CACHE, PLACE, SERVER, cache_share, default_places

GB = 1 << 30


@pytest.fixture
def machine(monkeypatch):
    """Return what sets the machine's processors and free memory."""

    def set_up(threads, free):
        monkeypatch.setattr(tables, "count_processors", lambda: threads)
        monkeypatch.setattr(tables, "available_memory", lambda: free)

    return set_up


@pytest.mark.parametrize(
    ("threads", "free", "workers", "places"),
    [(8, None, 1, 8), (8, 64 * GB, 1, 8), (8, GB, 1, 2), (8, GB, 2, 1), (8, 1000, 1, 1)],
)
def test_there_are_as_many_places_as_memory_allows(machine, threads, free, workers, places):
    machine(threads, free)
    assert default_places(workers) == places


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("free", [GB, 2 * GB, 3 * GB, 64 * GB])
def test_all_processes_fit(machine, free, workers):
    machine(8, free)
    places = default_places(workers)
    cache = cache_share(places, workers)
    assert LEAST_CACHE <= cache <= CACHE_BYTES
    assert workers * (SERVER + cache + places * (PLACE + cache)) <= free


def test_the_cache_has_its_usual_size_if_memory_is_ample_or_unknown(machine):
    machine(2, 64 * GB)
    assert cache_share(2) == CACHE_BYTES
    machine(2, None)
    assert cache_share(2) == CACHE_BYTES
    machine(2, 1000)
    assert cache_share(2) == LEAST_CACHE
