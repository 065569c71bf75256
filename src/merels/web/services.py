"""What the routes of one server process share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from merels.tablebase.folder import TableFolder
from merels.tablebase.tablebase import open_tablebase
from merels.web.pool import EnginePool
from merels.web.settings import Settings
from merels.web.solving import BackgroundSolving
from merels.web.verdicts import Verdicts


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
    with open_tablebase(settings.tables) as tablebase:
        folder = TableFolder(tablebase.path)
        pool = EnginePool(settings.places, settings.queue, settings.tables)
        solving = BackgroundSolving(folder, settings.solve_men)
        solving.start()
        try:
            yield Services(Verdicts(tablebase), pool, solving, folder)
        finally:
            await solving.stop()
            await pool.close()


def find_services(request: Request) -> Services:
    """Return the services of the application that a request came to."""
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


Shared = Annotated[Services, Depends(find_services)]
"""A parameter of routes: the services."""
