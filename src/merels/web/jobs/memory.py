"""How much memory thinking takes, and so how many places fit."""

from __future__ import annotations

from typing import Final

from merels._machine import available_memory, count_processors
from merels.values.tablebase import CACHE_BYTES

SERVER: Final = 200 << 20
"""Bytes of a server process, without its cache of tables."""
PLACE: Final = 260 << 20
"""Bytes of a thinking process with its engine, without its cache of tables."""
LEAST_CACHE: Final = 16 << 20


def default_places(workers: int = 1) -> int:
    """Return the places of each server process: one per processor, as far as memory allows."""
    free = available_memory()
    if free is None:
        return count_processors()
    each = free // workers - SERVER - LEAST_CACHE
    return max(1, min(count_processors(), each // (PLACE + LEAST_CACHE)))


def cache_share(places: int, workers: int = 1) -> int:
    """Return the bytes of tables each process may cache, so that all of them fit."""
    free = available_memory()
    if free is None:
        return CACHE_BYTES
    processes = workers * (places + 1)
    left = free - workers * (SERVER + places * PLACE)
    return max(LEAST_CACHE, min(CACHE_BYTES, left // processes))
