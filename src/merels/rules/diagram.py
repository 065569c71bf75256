"""The board drawn with characters, as ``print(position)`` shows it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Final, TextIO, TypeAlias

from merels.board.board import Board
from merels.board.masks import Point, points_of
from merels.rules.position import Position

SYMBOLS: Final = "○●·"
IN_ASCII: Final = str.maketrans(SYMBOLS, "O@.")
"""What stands for the symbols where only ASCII can be written."""

Cell: TypeAlias = tuple[int, int]
"""Row and column of a character."""

# The width and height of a step on the board's grid, in characters.
ACROSS: Final = 4
DOWN: Final = 2


def cell_of(point: Point, board: Board) -> Cell:
    """Return where a point is drawn."""
    column, row = board.grid[point]
    return DOWN * row, ACROSS * column


def cells_between(one: Point, other: Point, board: Board) -> Iterator[Cell]:
    """Yield the cells of a straight line between two points, without its ends."""
    (top, left), (bottom, right) = sorted((cell_of(one, board), cell_of(other, board)))
    steps = bottom - top or right - left
    for step in range(1, steps):
        yield top + (bottom - top) * step // steps, left + (right - left) * step // steps


@cache
def _draw_empty(board: Board) -> tuple[str, ...]:
    """Return the rows of the empty board."""
    rows = [[" "] * (ACROSS * board.columns - 3) for _ in range(DOWN * board.rows - 1)]
    for one, other in board.steps:
        (top, left), (bottom, right) = sorted((cell_of(one, board), cell_of(other, board)))
        sign = "-" if top == bottom else "|" if left == right else "\\" if left < right else "/"
        for row, column in cells_between(one, other, board):
            rows[row][column] = sign
    for point in board.points:
        row, column = cell_of(point, board)
        rows[row][column] = "·"
    return tuple("".join(row) for row in rows)


def draw(position: Position) -> str:
    """Return the board as text: ``·`` empty, ``○`` white, ``●`` black.

    >>> print(draw(Position(white=0b1, black=0b10)).splitlines()[0])
    ○-----------●-----------·
    """
    rows = [list(row) for row in _draw_empty(position.board)]
    for symbol, men in (("○", position.white), ("●", position.black)):
        for point in points_of(men):
            row, column = cell_of(point, position.board)
            rows[row][column] = symbol
    return "\n".join("".join(row) for row in rows)


def has_symbols(target: TextIO | None) -> bool:
    """Return whether an output, such as standard output, can write the symbols of `draw`."""
    try:
        SYMBOLS.encode(getattr(target, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def draw_to_print(position: Position) -> str:
    """Return the board as `draw` does, in ASCII if standard output can write nothing else."""
    drawn = draw(position)
    return drawn if has_symbols(sys.stdout) else drawn.translate(IN_ASCII)
