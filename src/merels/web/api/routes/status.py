"""The state of the server."""

from __future__ import annotations

from fastapi import APIRouter

from merels._version import __version__
from merels.web.api.dependencies import Shared
from merels.web.api.models import Health

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
