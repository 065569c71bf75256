"""Start and stop what a server process holds: tables, threads, engines, background solving."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from anyio.to_thread import current_default_thread_limiter

from merels.engine.players.levels import find_level
from merels.values.folder import TableFolder
from merels.values.known_positions import ExactValues
from merels.values.tablebase import Tablebase
from merels.web.api.tables import TableCount, open_tables
from merels.web.http.settings import Settings
from merels.web.jobs.fairness import Threads
from merels.web.jobs.pool import EnginePool, worker_command
from merels.web.jobs.processes import SolvingSpeed
from merels.web.jobs.solving import BackgroundSolving
from merels.web.online.service import Beginning, People

MOST_THREADS: Final = 2
"""For everything that can take more than two milliseconds: values, lines, games, listings."""
LIGHT_PLACES: Final = 1
USUAL_SEARCH: Final = 5.0
"""Seconds that a search may take unless somebody says otherwise."""
PLAYED: Final = 120.0
"""Seconds after a search in which somebody still counts as playing."""
SECONDS_TO_SWITCH: Final = 0.001
"""Seconds after which a thread yields to another one: a fifth of Python's default."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What the routes of a server process share."""

    tablebase: Tablebase
    threads: Threads
    pool: EnginePool
    light: EnginePool
    """For levels that take a few milliseconds, so that these players never wait for a search."""
    solving: BackgroundSolving
    speed: SolvingSpeed
    folder: TableFolder
    tables: TableCount
    settings: Settings
    beginning: Beginning
    """Games between people, or why there are none."""

    @property
    def people(self) -> People | None:
        """Games between people, None if this server has none; ..."""
        return self.beginning.people

    @property
    def people_problem(self) -> str | None:
        """... and why."""
        return self.beginning.problem

    @property
    def values(self) -> ExactValues:
        """What is known exactly, by the tables or otherwise."""
        return ExactValues(self.tablebase)


@asynccontextmanager
async def open_resources(settings: Settings) -> AsyncIterator[Resources]:
    """Start everything the routes need, and stop it in order."""
    limit_threads()
    with open_tables(settings.tables, settings.cache_bytes) as tablebase:
        folder = TableFolder(tablebase.path)
        tables = TableCount(tablebase)
        tables.look()
        threads = Threads(MOST_THREADS)
        command = worker_command(settings.tables, settings.cache_bytes)
        pool = EnginePool(settings.places, settings.queue, command)
        light = EnginePool(LIGHT_PLACES, settings.queue, command)
        speed = SolvingSpeed()
        solving = BackgroundSolving(
            folder,
            settings.solve_men,
            tables.look,
            goal_men=settings.goal_men,
            is_played=lambda: any(each.was_used_within(PLAYED) for each in (pool, light)),
            speed=lambda: speed.value,
        )
        beginning = Beginning(settings.database, partial(choose_move, pool, light), settings.games)
        await beginning.start()
        tasks = [
            asyncio.create_task(_prepare(pool, solving, speed, settings.warm)),
            asyncio.create_task(tables.keep_looking()),
        ]
        try:
            yield Resources(
                tablebase,
                threads,
                pool,
                light,
                solving,
                speed,
                folder,
                tables,
                settings,
                beginning,
            )
        finally:
            for task in tasks:
                task.cancel()
            await beginning.stop()
            await asyncio.gather(solving.stop(), speed.stop())
            await asyncio.gather(pool.close(), light.close())
            threads.close()


async def choose_move(
    pool: EnginePool, light: EnginePool, client: str, request: dict[str, Any]
) -> str:
    """Return a level's move for a client, given as in a `MoveRequest`."""
    chosen = pool if find_level(request["level"]).needs_engine else light
    thinking = chosen.think({"job": "move", **request}, USUAL_SEARCH, client)
    async with aclosing(thinking) as events:
        async for event, data in events:
            if event == "done":
                return str(data["move"])
    raise AssertionError("a search ends with an answer or a problem")


def limit_threads() -> None:
    """Keep threads from blocking the event loop, which shares the interpreter with them."""
    current_default_thread_limiter().total_tokens = MOST_THREADS
    sys.setswitchinterval(SECONDS_TO_SWITCH)


async def _prepare(
    pool: EnginePool, solving: BackgroundSolving, speed: SolvingSpeed, warm: bool
) -> None:
    """Load the engine, then solve what is to be solved.

    The first engine compiles what the cache lacks; no other process may do so at the same time.
    """
    if warm:
        await pool.warm_up()
    solving.start()
    speed.allow()
    if warm:
        for _ in range(1, pool.turns.size):
            await pool.warm_up()
