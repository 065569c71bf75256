"""The tables as the server reads them: damaged ones are skipped and logged."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from merels.errors import CorruptTableError
from merels.values.tablebase import CACHE_BYTES, Tablebase, open_tablebase

SECONDS_BETWEEN_COUNTS: Final = 60.0

_log = logging.getLogger("merels.web")


def open_tables(path: str | None, cache_bytes: int | None = None) -> Tablebase:
    """Open the book and a folder of tables, by default the usual one."""
    return open_tablebase(
        path, CACHE_BYTES if cache_bytes is None else cache_bytes, on_damage=log_damage
    )


def log_damage(error: CorruptTableError) -> None:
    """Log a damaged table."""
    _log.error("%s; the table is skipped until the server restarts", error)


class TableCount:
    """The number of tables at the last count: listing a folder may be slow."""

    def __init__(self, tablebase: Tablebase) -> None:
        self._tablebase = tablebase
        self.value = 0

    def look(self) -> None:
        """Count them again."""
        self.value = len(self._tablebase.tables())

    async def keep_looking(self) -> None:
        """Count them from time to time, in a thread: other programs may write tables."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_COUNTS)
            await asyncio.to_thread(self.look)
