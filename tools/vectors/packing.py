"""Positions, moves and outcomes as vectors have them: lists of numbers, and letters."""

from __future__ import annotations

from typing import Any, TypeAlias

from merels.rules.move import Move
from merels.rules.outcome import position_outcome
from merels.rules.position import Position

Document: TypeAlias = dict[str, Any]


def list_position(position: Position) -> list[int]:
    """Return a position as numbers.

    >>> list_position(Position.start())
    [0, 0, 9, 9, 0, 0, 1]
    """
    return [
        position.white,
        position.black,
        position.white_in_hand,
        position.black_in_hand,
        int(position.turn),
        int(position.removing),
        int(bool(position.variant.flying)),
    ]


def pack_move(move: Move) -> str:
    """Return a move as three letters.

    >>> pack_move(Move(None, 0, 23))
    'aby'
    """
    points = (move.origin, move.target, move.captured)
    return "".join("a" if point is None else chr(ord("b") + point) for point in points)


def list_outcome(position: Position) -> list[Any] | None:
    """Return who has won and why, None if the game is not over."""
    outcome = position_outcome(position)
    return None if outcome is None else [outcome.winner, outcome.reason.value]
