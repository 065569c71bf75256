"""How much memory thinking takes, and so how many places there are."""

from __future__ import annotations

from typing import Final

from merels._machine import available_memory, count_processors
from merels.tables.tablebase import CACHE_BYTES

SERVER: Final = 200 << 20
"""What a serving process takes, without what it keeps of tables."""
PLACE: Final = 260 << 20
"""What a thinking process takes, its engine included, without what it keeps of tables."""
LEAST_CACHE: Final = 16 << 20


def default_places(workers: int = 1) -> int:
    """Return the places of each serving process: one a processor, as far as the memory goes."""
    free = available_memory()
    if free is None:
        return count_processors()
    each = free // workers - SERVER - LEAST_CACHE
    return max(1, min(count_processors(), each // (PLACE + LEAST_CACHE)))


def cache_share(places: int, workers: int = 1) -> int:
    """Return the bytes of tables that each process may keep, so that all of them fit."""
    free = available_memory()
    if free is None:
        return CACHE_BYTES
    processes = workers * (places + 1)
    left = free - workers * (SERVER + places * PLACE)
    return max(LEAST_CACHE, min(CACHE_BYTES, left // processes))
