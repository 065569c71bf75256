"""What clients send: models, which are validated."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, FailFast, Field, model_validator

from merels.rules.variant import NINE_MENS_MORRIS
from merels.web.api.models.fields import (
    MOST_MOVES,
    STRICT,
    FenOrStart,
    GoalName,
    MoveText,
    Seconds,
    VariantText,
)


class PlayRequest(BaseModel):
    """A position and the moves played from it."""

    model_config = STRICT

    fen: FenOrStart = None
    """By default the empty board."""
    variant: VariantText = NINE_MENS_MORRIS.name
    """A name such as six, or a name and changes such as five:men=4."""
    moves: Annotated[list[MoveText], FailFast()] = Field(
        default_factory=list, max_length=MOST_MOVES
    )

    @model_validator(mode="before")
    @classmethod
    def _shorten(cls, data: Any) -> Any:
        """Keep one mistake of each kind: listing thousands would block the event loop."""
        if not isinstance(data, dict):
            return data
        fields = cls.model_fields
        known = {name: data[name] for name in fields if name in data}
        unknown = next((name for name in data if name not in fields), None)
        if unknown is not None:
            known[unknown] = data[unknown]
        if isinstance(known.get("moves"), list):
            known["moves"] = known["moves"][: MOST_MOVES + 1]
        return known


class MoveRequest(PlayRequest):
    """A game and the player that moves next."""

    level: str = Field(max_length=32, examples=["normal"])
    """A name from /levels, or elo:N for a given strength."""
    seed: int | None = Field(default=None, ge=0, lt=1 << 32)
    """The same seed gives the same move."""
    seconds: Seconds | None = None
    """A limit on thinking time."""


class SolvingRequest(BaseModel):
    """What to solve."""

    model_config = STRICT

    goal: GoalName
    """endgames: all moving tables. all: the whole game."""
    pause: bool = False
    """Stop for now, and remember the goal."""
