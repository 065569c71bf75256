"""Solving in the background."""

from __future__ import annotations

from typing import Literal

from merels.web.api.models.fields import Answer, GoalName


class SolvingState(Answer):
    """Progress of solving in the background, the same for every client."""

    state: Literal["idle", "running", "paused", "done", "failed"]
    goal: GoalName | None
    """Null for the small endgames, which the server solves by itself."""
    done: int
    """Tables."""
    total: int
    positions_done: int
    positions: int
    seconds_left: int | None
    """About, while running or paused."""
    table: str | None
    """The table being solved."""
    detail: str | None
    """Why solving failed."""


class SolvingDocument(SolvingState):
    """Progress of solving in the background."""

    allowed: bool
    """Whether this client may choose what to solve; see /solving/offers."""
