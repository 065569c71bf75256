"""What the routes of one server process share."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Final

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, Request

from merels.tablebase.folder import TableFolder
from merels.tablebase.tablebase import open_tablebase
from merels.web.pool import EnginePool, worker_command
from merels.web.settings import Settings
from merels.web.solving import BackgroundSolving
from merels.web.verdicts import Verdicts

MOST_THREADS: Final = 4
"""For answers that take longer: lines, long games, listings."""
SECONDS_TO_SWITCH: Final = 0.001
"""After which a thread lets another one run; five times as often as usual."""


@dataclass(frozen=True, slots=True)
class Services:
    """Exact values, places for searches, and the solving in the background."""

    verdicts: Verdicts
    pool: EnginePool
    solving: BackgroundSolving
    folder: TableFolder


@asynccontextmanager
async def start_services(settings: Settings) -> AsyncIterator[Services]:
    """Start what the routes need, and end it in good order."""
    bound_threads()
    with open_tablebase(settings.tables) as tablebase:
        folder = TableFolder(tablebase.path)
        pool = EnginePool(settings.places, settings.queue, worker_command(settings.tables))
        solving = BackgroundSolving(folder, settings.solve_men)
        preparing = asyncio.create_task(_prepare(pool, solving, settings.warm))
        try:
            yield Services(Verdicts(tablebase), pool, solving, folder)
        finally:
            preparing.cancel()
            await solving.stop()
            await pool.close()


def bound_threads() -> None:
    """Keep threads from holding up the event loop, with which they share the interpreter."""
    current_default_thread_limiter().total_tokens = MOST_THREADS
    sys.setswitchinterval(SECONDS_TO_SWITCH)


async def _prepare(pool: EnginePool, solving: BackgroundSolving, warm: bool) -> None:
    """Load the engine and solve small endgames.

    The first engine compiles what is not in the cache yet: no other process may do so meanwhile.
    """
    if warm:
        await pool.warm_up()
    solving.start()
    if warm:
        for _ in range(1, pool.places):
            await pool.warm_up()


async def find_services(request: Request) -> Services:  # else it would run in a thread
    """Return the services of the application that a request came to."""
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


Shared = Annotated[Services, Depends(find_services)]
"""A parameter of routes: the services."""
