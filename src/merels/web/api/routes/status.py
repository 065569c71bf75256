"""The state of the server: health, and solving in the background."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from merels._version import __version__
from merels.web.api.dependencies import Shared
from merels.web.api.models import Health, SolvingDocument
from merels.web.http.streams import EventStream, describe_stream

router = APIRouter(tags=["status"])


@router.get("/health")
async def show_health(resources: Shared) -> Health:
    """Confirm that the server is up, and show how busy it is."""
    turns = resources.pool.turns
    return {
        "status": "ok",
        "version": __version__,
        "engine": {"places": turns.size, "busy": turns.lent, "queued": turns.queued},
        "tables": resources.tables.value,
    }


@router.get(
    "/solving",
    response_class=Response,
    responses=describe_stream(
        SolvingDocument, "An event `solving` for each change, until nothing more will change."
    ),
)
async def follow_solving(resources: Shared) -> Response:
    """Follow the progress of solving small endgames in the background."""
    return EventStream(("solving", state) async for state in resources.solving.follow())
