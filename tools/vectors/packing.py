"""Positions, moves and outcomes as vectors have them: lists of numbers, and letters."""

from __future__ import annotations

from typing import Any, TypeAlias

from merels.engine.players.plain import derive_seed
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
    return "".join(chr(ord("a") + number) for number in number_points(move))


def hash_moves(position: Position) -> int:
    """Return a number that depends on the legal moves, their order, and where each leads.

    >>> hash_moves(Position.start()) == hash_moves(Position.start().successor(Move(None, 0)))
    False
    """
    seen = (
        (*number_points(move), *position.successor(move).sides) for move in position.legal_moves
    )
    return derive_seed(0, *(number for numbers in seen for number in numbers))


def number_points(move: Move) -> list[int]:
    """Return origin, target and captured man, counted from 1; 0 for none."""
    points = (move.origin, move.target, move.captured)
    return [0 if point is None else point + 1 for point in points]


def list_outcome(position: Position) -> list[Any] | None:
    """Return who has won and why, None if the game is not over."""
    outcome = position_outcome(position)
    return None if outcome is None else [outcome.winner, outcome.reason.value]
