"""The state of the server."""

from __future__ import annotations

from typing import Literal, NotRequired

from fastapi import APIRouter

from merels._version import __version__
from merels.web.api.documents import Answer
from merels.web.routes.dependencies import Tables, Thinking


class ProblemDocument(Answer):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    """The field of the FEN that is wrong, or `variant`."""
    errors: NotRequired[list[str]]
    """The parameters that are wrong."""


class EngineLoad(Answer):
    """How busy the engine is."""

    places: int
    """Searches that can run at once."""
    busy: int
    queued: int
    """Requests waiting for a place."""


class Health(Answer):
    """The server is up; how busy it is."""

    status: Literal["ok"]
    version: str
    engine: EngineLoad
    tables: int


router = APIRouter(tags=["status"])


@router.get("/health")
async def show_health(engines: Thinking, tables: Tables) -> Health:
    """Confirm that the server is up, and show how busy it is."""
    turns = engines.searches.turns
    return {
        "status": "ok",
        "version": __version__,
        "engine": {"places": turns.size, "busy": turns.lent, "queued": turns.queued},
        "tables": tables.count,
    }
