"""Positions, moves and levels."""

from __future__ import annotations

from merels.web.api.models.fields import ActionName, Answer, ColorName, PhaseName, SourceName


class LegalMove(Answer):
    """A move and the position after it."""

    move: str
    fen: str


class OutcomeDocument(Answer):
    """How the game ended; a draw has no winner."""

    winner: ColorName | None
    reason: str


class PositionDocument(Answer):
    """A position: the side to move, its legal moves, and the outcome if the game is over.

    Where a side may place or move, phase and action are those of placing.
    """

    variant: str
    fen: str
    turn: ColorName
    phase: PhaseName
    action: ActionName
    legal: list[LegalMove]
    outcome: OutcomeDocument | None


class MoveDocument(Answer):
    """The computer's move, the position after it, and where the choice came from.

    The source is `table`, `ahead` (a one-move look-ahead into tables), `book`, `results` (the
    shipped results know the position) or `search` (an estimate).
    """

    variant: str
    move: str
    fen: str
    level: str
    source: SourceName
    seconds: float


class LevelDocument(Answer):
    """A level of the computer."""

    name: str
    needs_server: bool
    """False if the page can play it by itself."""
    exact: bool | None
    """Whether every table is there that play from the position can reach, so that the level plays
    by exact values to the end; null for levels that use no tables."""
