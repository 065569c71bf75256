"""The state of the server: health, and solving in the background."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.dependencies import Shared
from merels.web.api.models import Health, SolvingDocument
from merels.web.http.streams import Event, EventStream, reference_to
from merels.web.jobs.solving import BackgroundSolving

router = APIRouter(tags=["status"])


@router.get("/health")
async def show_health(resources: Shared) -> Health:
    """Confirm that the server is up, and show how busy it is."""
    pool = resources.pool
    return {
        "status": "ok",
        "version": __version__,
        "engine": {"places": pool.places, "busy": pool.busy, "queued": pool.queued},
        "tables": resources.tables.value,
    }


@router.get(
    "/solving",
    response_class=Response,
    responses={
        200: {
            "description": "An event `solving` for each change, until nothing more will change.",
            "content": {"text/event-stream": {"schema": reference_to(SolvingDocument)}},
        }
    },
)
async def follow_solving(resources: Shared) -> Response:
    """Follow the progress of solving small endgames in the background."""
    return EventStream(_generate_events(resources.solving))


async def _generate_events(solving: BackgroundSolving) -> AsyncIterator[Event]:
    async for state in solving.follow():
        yield "solving", state
