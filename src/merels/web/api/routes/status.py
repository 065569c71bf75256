"""How the server is: health, and the solving in the background."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.models import Health, SolvingDocument
from merels.web.http.streams import EventStream, reference_to
from merels.web.services import Services, Shared

router = APIRouter(tags=["status"])


@router.get("/health")
async def show_health(services: Shared) -> Health:
    """Tell that the server works, and how busy it is."""
    pool = services.pool
    return Health(
        status="ok",
        version=__version__,
        engine=Health.EngineLoad(places=pool.places, busy=pool.busy, queued=pool.queued),
        tables=services.tables.value,
    )


@router.get(
    "/solving",
    response_class=Response,
    responses={
        200: {
            "description": "Events `solving`, one for each change, until nothing will change.",
            "content": {"text/event-stream": {"schema": reference_to(SolvingDocument)}},
        }
    },
)
async def follow_solving(services: Shared) -> Response:
    """Tell how far the solving of small endgames in the background is."""
    return EventStream(_generate_states(services))


async def _generate_states(services: Services) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    async for state in services.solving.follow():
        yield "solving", state.model_dump()
