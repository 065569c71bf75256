"""How the server is, and what went wrong."""

from __future__ import annotations

from typing import Literal, NotRequired

from merels.web.api.models.fields import Answer


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
