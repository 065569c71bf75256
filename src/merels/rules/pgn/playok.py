"""Moves as PlayOK writes them: its points have numbers instead of names.

The numbers run from 1 to 24, row by row from the top left: 1 is a7, 2 is d7, 24 is g1.
"""

from __future__ import annotations

import re
from typing import Final

from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.geometry import GRID, POINTS
from merels.board.masks import Point
from merels.errors import NotationError, quote
from merels.rules.move import Move

SITE: Final = "PlayOK"
"""The Site tag of these games."""

_BY_ROWS: Final = sorted(POINTS, key=lambda point: GRID[point][::-1])
_MOVE: Final = re.compile(r"(?:(?:([0-9]+)-)?([0-9]+))?(?:x([0-9]+))?")
_ADVICE: Final = (
    "write points as numbers, 1 to 24 by rows from the top left: 3 to place, 10-11 to move, and "
    "append the capture, as in 3x4"
)


def has_numbers(text: str, board: Board = THREE_SQUARES) -> bool:
    """Return whether a move has numbers for points; no move of ours looks like that.

    Only the points of nine men's board have numbers.

    >>> has_numbers("10-11x5"), has_numbers("x5"), has_numbers("d6"), has_numbers("a1-a4")
    (True, True, False, False)
    """
    return board.names == THREE_SQUARES.names and bool(text) and bool(_MOVE.fullmatch(text))


def parse_numbered(text: str, board: Board = THREE_SQUARES) -> Move:
    """Read a move: ``3``, ``10-11``, ``3x4``, ``10-11x5``, or ``x5``.

    >>> str(parse_numbered("10-11x5")), str(parse_numbered("24"))
    ('a4-b4xd6', 'g1')

    Raises `NotationError`.
    """
    match = _MOVE.fullmatch(text) if text else None
    if match is None:
        raise NotationError(f"{quote(text, 24)} is not a move", _ADVICE)
    origin, target, captured = (
        None if number is None else _parse_point(number) for number in match.groups()
    )
    return Move(origin, target, captured, board)


def _parse_point(text: str) -> Point:
    if len(text) > 2 or not 1 <= int(text) <= len(_BY_ROWS):
        raise NotationError(f"{quote(text, 24)} is not a point", _ADVICE)
    return _BY_ROWS[int(text) - 1]
