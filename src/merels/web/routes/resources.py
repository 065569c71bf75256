"""Start and stop what a server process holds: tables, threads, engines, background solving."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from anyio.to_thread import current_default_thread_limiter

from merels.web.api.tables import ServedTables, open_tables
from merels.web.http.settings import Settings
from merels.web.jobs.fairness import Threads
from merels.web.jobs.pool import EnginePool, Engines, worker_command
from merels.web.jobs.solving import BackgroundSolving
from merels.web.online.service import Beginning

MOST_THREADS: Final = 2
"""For everything that can take more than two milliseconds: values, lines, games, listings."""
SECONDS_TO_SWITCH: Final = 0.001
"""Seconds after which a thread yields to another one: a fifth of Python's default."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What a server process holds; a route asks for its part (`merels.web.routes.dependencies`)."""

    tables: ServedTables
    threads: Threads
    engines: Engines
    solving: BackgroundSolving
    beginning: Beginning
    """Games between people, or why there are none."""


@asynccontextmanager
async def open_resources(settings: Settings) -> AsyncIterator[Resources]:
    """Start everything the routes need, and stop it in order."""
    limit_threads()
    with open_tables(settings.tables, settings.cache_bytes) as tablebase:
        tables = ServedTables(tablebase)
        tables.look()
        threads = Threads(MOST_THREADS)
        command = worker_command(settings.tables, settings.cache_bytes)
        engines = Engines(settings.places, settings.queue, command)
        solving = BackgroundSolving(
            tables.folder,
            settings.solve_men,
            tables.look,
            goal_men=settings.goal_men,
            is_played=engines.is_played,
        )
        beginning = Beginning(settings.database, engines.choose_move, settings.games)
        await beginning.start()
        tasks = [
            asyncio.create_task(_prepare(engines.searches, solving, settings.warm)),
            asyncio.create_task(tables.keep_looking()),
        ]
        try:
            yield Resources(tables, threads, engines, solving, beginning)
        finally:
            for task in tasks:
                task.cancel()
            await beginning.stop()
            await solving.stop()
            await engines.close()
            threads.close()


def limit_threads() -> None:
    """Keep threads from blocking the event loop, which shares the interpreter with them."""
    current_default_thread_limiter().total_tokens = MOST_THREADS
    sys.setswitchinterval(SECONDS_TO_SWITCH)


async def _prepare(pool: EnginePool, solving: BackgroundSolving, warm: bool) -> None:
    """Load the engine, then solve what is to be solved.

    The first engine compiles what the cache lacks; no other process may do so at the same time.
    """
    if warm:
        await pool.warm_up()
    solving.start()
    if warm:
        for _ in range(1, pool.turns.size):
            await pool.warm_up()
