"""Points by name: console coordinates (row 1 at the top), algebraic (rank 1 at the bottom)."""

from __future__ import annotations

from typing import Final

from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.masks import Point
from merels.errors import NotationError

CONSOLE_NAMES: Final = THREE_SQUARES.console_names
"""Console names of nine men's board: point 0 is ``A1``."""

ALGEBRAIC_NAMES: Final = THREE_SQUARES.names
"""Algebraic names, used everywhere but in the console: point 0 is ``a7``."""


def parse_console_point(text: str, board: Board = THREE_SQUARES) -> Point:
    """Return the point with a console name, in upper or lower case.

    >>> parse_console_point("D1"), parse_console_point("c3")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text.upper() not in board.console_names:
        raise _not_a_point(text, "letter A-{}", board, board.console_names)
    return board.console_names.index(text.upper())


def parse_algebraic_point(text: str, board: Board = THREE_SQUARES) -> Point:
    """Return the point with an algebraic name, in lower case.

    Upper case is rejected: it marks a console name, whose rows are numbered from the other end.

    >>> parse_algebraic_point("d7"), parse_algebraic_point("c5")
    (1, 16)

    Raises `NotationError` if there is no such point.
    """
    if text not in board.names:
        raise _not_a_point(text, "small letter a-{}", board, board.names)
    return board.names.index(text)


def _not_a_point(text: str, letter: str, board: Board, names: tuple[str, ...]) -> NotationError:
    letters, digits = max(name[0] for name in names), max(name[1] for name in names)
    example = names[9 if board is THREE_SQUARES else 0]
    advice = (
        f"a point is a {letter.format(letters)} and a digit 1-{digits} where lines meet, "
        f"such as {example}"
    )
    return NotationError(f"{text!r} is not a point", advice)
