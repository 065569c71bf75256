"""The board drawn with characters, as ``print(position)`` shows it."""

from __future__ import annotations

from typing import Final

from merels.board.geometry import GRID, points_of
from merels.rules.position import Position

# Grid row r is text row 2r, grid column c is text column 4c.
_EMPTY_BOARD: Final = """\
·-----------·-----------·
|           |           |
|   ·-------·-------·   |
|   |       |       |   |
|   |   ·---·---·   |   |
|   |   |       |   |   |
·---·---·       ·---·---·
|   |   |       |   |   |
|   |   ·---·---·   |   |
|   |       |       |   |
|   ·-------·-------·   |
|           |           |
·-----------·-----------·"""


def draw(position: Position) -> str:
    """Return the board as text: ``·`` empty, ``○`` white, ``●`` black.

    >>> print(draw(Position(white=0b1, black=0b10)).splitlines()[0])
    ○-----------●-----------·
    """
    rows = [list(row) for row in _EMPTY_BOARD.splitlines()]
    for symbol, men in (("○", position.white), ("●", position.black)):
        for point in points_of(men):
            column, row = GRID[point]
            rows[2 * row][4 * column] = symbol
    return "\n".join("".join(row) for row in rows)
