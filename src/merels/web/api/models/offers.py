"""What can be solved, and what it would take."""

from __future__ import annotations

from typing import Literal

from merels.web.api.models.fields import Answer, GoalName


class OfferDocument(Answer):
    """A goal, and what the rest of it takes on the server's machine."""

    goal: GoalName
    tables: int
    positions: int
    seconds: int
    """About."""
    memory: int
    """Bytes of memory while solving."""
    bytes: int
    """Bytes on disk in the end."""
    space: int
    """Bytes on disk at most, while solving."""
    obstacle: Literal["memory", "disk"] | None
    """What the machine has too little of."""


class OffersDocument(Answer):
    """What can be solved, and whether this client may start it."""

    allowed: bool
    reason: str | None
    """Why not."""
    measured: bool
    """Whether the times come from this machine; if not, from the one in docs/performance.md."""
    free_memory: int | None
    free_space: int | None
    """Bytes."""
    offers: list[OfferDocument]
    """The goals that are not reached yet; empty if this client may not start them."""
