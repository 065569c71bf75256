"""The tables as the server reads them, and the memory that they and its processes may take."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from merels._system import available_memory, count_processors
from merels.errors import CorruptTableError
from merels.values.folder import TableFolder
from merels.values.known_positions import ExactValues
from merels.values.tablebase import CACHE_BYTES, Tablebase, open_tablebase

SECONDS_BETWEEN_COUNTS: Final = 60.0

_log = logging.getLogger("merels.web")


def open_tables(path: str | None, cache_bytes: int | None = None) -> Tablebase:
    """Open the book and a folder of tables, by default the usual folder."""
    return open_tablebase(
        path, CACHE_BYTES if cache_bytes is None else cache_bytes, on_damage=log_damage
    )


def log_damage(error: CorruptTableError) -> None:
    """Log a damaged table."""
    _log.error("%s; the table is skipped until the server restarts", error)


class ServedTables:
    """The tables that a server process reads, and the last count of them: counting may be slow."""

    def __init__(self, tablebase: Tablebase) -> None:
        self.tablebase = tablebase
        self.folder = TableFolder(tablebase.path)
        self.values = ExactValues(tablebase)  # exact values, by the tables or otherwise
        self.count = 0

    def look(self) -> None:
        """Count them again."""
        self.count = len(self.tablebase.tables())

    async def keep_looking(self) -> None:
        """Count the tables from time to time, in a thread: other programs may write tables."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_COUNTS)
            await asyncio.to_thread(self.look)


SERVER: Final = 200 << 20  # bytes of a server process, without its cache of tables
PLACE: Final = 260 << 20  # bytes of a thinking process with its engine, without its cache of tables
LEAST_CACHE: Final = 16 << 20


def default_places(workers: int = 1) -> int:
    """Return the places of each server process: one per processor, as far as memory allows."""
    free = available_memory()
    if free is None:
        return count_processors()
    each = free // workers - SERVER - LEAST_CACHE
    return max(1, min(count_processors(), each // (PLACE + LEAST_CACHE)))


def cache_share(places: int, workers: int = 1) -> int:
    """Return the bytes of tables that each process may cache, so that all caches fit."""
    free = available_memory()
    if free is None:
        return CACHE_BYTES
    processes = workers * (places + 1)
    left = free - workers * (SERVER + places * PLACE)
    return max(LEAST_CACHE, min(CACHE_BYTES, left // processes))
