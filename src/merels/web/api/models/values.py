"""Exact values and chances."""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from merels.rules.oracle import Source
from merels.web.api.models.fields import Answer, ResultName


class ValueDocument(Answer):
    """The exact value of a position or move."""

    result: ResultName
    plies: int | None
    """Plies to the end under best play; null for a draw, or if not known."""


class ChanceMembers(TypedDict, total=False):
    """What is added to a move if chances are asked for; null if not known."""

    chance: float | None
    """What best play after the move can expect to score against that player."""
    replies: int | None
    """How many replies there are, ..."""
    holding: int | None
    """... and how many of them keep the value."""


class ProbedMove(Answer, ChanceMembers):
    """A move, its value for the side that plays it, and the value's source; null if not known."""

    move: str
    fen: str
    source: Source | None
    value: ValueDocument | None


class PositionChances(TypedDict, total=False):
    """What is added to a position if chances are asked for; null if not known."""

    chance: float | None
    """What best play by the side to move can expect to score against that player."""
    opponent_chance: float | None
    """What best play by the other side can expect if that player is to move."""


class ProbeDocument(Answer, PositionChances):
    """The value of a position for the side to move, and its moves, best first."""

    variant: str
    fen: str
    source: Source | None
    value: ValueDocument | None
    moves: list[ProbedMove]
