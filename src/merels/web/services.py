"""What the routes of one server process share."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, Request
from pydantic import BaseModel
from starlette.responses import Response

from merels.tables.folder import TableFolder
from merels.web.api.tables import TableCount, open_tables
from merels.web.api.verdicts import Verdicts
from merels.web.http.limits import client_of
from merels.web.jobs.fairness import Threads
from merels.web.jobs.pool import EnginePool, worker_command
from merels.web.jobs.solving import BackgroundSolving
from merels.web.settings import Settings

T = TypeVar("T")

MOST_THREADS: Final = 2
"""For everything that can take more than two milliseconds: values, lines, games, listings."""
LIGHT_PLACES: Final = 1
SECONDS_TO_SWITCH: Final = 0.001
"""After which a thread lets another one run; five times as often as usual."""


@dataclass(frozen=True, slots=True)
class Services:
    """Exact values, places for searches, and the solving in the background."""

    verdicts: Verdicts
    threads: Threads
    pool: EnginePool
    light: EnginePool
    """For levels that take some milliseconds: searches never keep these players waiting."""
    solving: BackgroundSolving
    folder: TableFolder
    tables: TableCount


@asynccontextmanager
async def start_services(settings: Settings) -> AsyncIterator[Services]:
    """Start what the routes need, and end it in good order."""
    bound_threads()
    with open_tables(settings.tables, settings.cache_bytes) as tablebase:
        folder = TableFolder(tablebase.path)
        tables = TableCount(tablebase)
        tables.look()
        threads = Threads(MOST_THREADS)
        command = worker_command(settings.tables, settings.cache_bytes)
        pool = EnginePool(settings.places, settings.queue, command)
        light = EnginePool(LIGHT_PLACES, settings.queue, command)
        solving = BackgroundSolving(folder, settings.solve_men, tables.look)
        tasks = [
            asyncio.create_task(_prepare(pool, solving, settings.warm)),
            asyncio.create_task(tables.keep_looking()),
        ]
        try:
            yield Services(Verdicts(tablebase), threads, pool, light, solving, folder, tables)
        finally:
            for task in tasks:
                task.cancel()
            await solving.stop()
            await asyncio.gather(pool.close(), light.close())
            threads.close()


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


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs what takes longer in a thread, when it is the client's turn."""

    threads: Threads
    client: str

    async def __call__(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns."""
        return await self.threads.run(self.client, work)


async def find_runner(request: Request, services: Shared) -> Runner:
    """Return what runs the longer part of a request."""
    return Runner(services.threads, client_of(request.scope))


InThread = Annotated[Runner, Depends(find_runner)]
"""A parameter of routes: runs what can take more than two milliseconds outside the event loop."""


def answer(document: BaseModel) -> Response:
    """Return a document as an answer, ready to be sent: writing a long one takes time too."""
    return Response(document.model_dump_json(), media_type="application/json")
