"""The boards of the family.

Points are numbered clockwise from the top left, outer square first, a centre last. The parts of a
FEN are the squares from the inside out, each clockwise from its top middle, after the centre.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from merels.board.board import Board
from merels.board.masks import Mask

ONE_SQUARE: Final = Board(
    "a3 b3 c3 c2 c1 b1 a1 a2 b2",
    lines=[
        *("a3 b3 c3", "c3 c2 c1", "c1 b1 a1", "a1 a2 a3"),
        *("a3 b2 c1", "b3 b2 b1", "c3 b2 a1", "c2 b2 a2"),
    ],
    parts=["b2", "b3 c3 c2 c1 b1 a1 a2 a3"],
)
"""A square with a centre joined to all eight points."""

TWO_SQUARES: Final = Board(
    "a5 c5 e5 e3 e1 c1 a1 a3 b4 c4 d4 d3 d2 c2 b2 b3",
    lines=[
        *("a5 c5 e5", "e5 e3 e1", "e1 c1 a1", "a1 a3 a5"),
        *("b4 c4 d4", "d4 d3 d2", "d2 c2 b2", "b2 b3 b4"),
    ],
    edges=["c5 c4", "e3 d3", "c1 c2", "a3 b3"],
    parts=["c4 d4 d3 d2 c2 b2 b3 b4", "c5 e5 e3 e1 c1 a1 a3 a5"],
)
"""Two squares, their midpoints joined."""

_POINTS: Final = (
    "a7 d7 g7 g4 g1 d1 a1 a4 "  # outer square
    "b6 d6 f6 f4 f2 d2 b2 b4 "  # middle square
    "c5 d5 e5 e4 e3 d3 c3 c4"  # inner square
)
_ROWS_AND_COLUMNS: Final = (
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2"),
    *("a1 d1 g1", "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3"),
    *("f6 f4 f2", "g7 g4 g1"),
)
_PARTS: Final = (
    "d5 e5 e4 e3 d3 c3 c4 c5",
    "d6 f6 f4 f2 d2 b2 b4 b6",
    "d7 g7 g4 g1 d1 a1 a4 a7",
)

THREE_SQUARES: Final = Board(_POINTS, _ROWS_AND_COLUMNS, parts=_PARTS)
"""Three squares, their midpoints joined by lines."""

THREE_SQUARES_WITH_DIAGONALS: Final = Board(
    _POINTS, (*_ROWS_AND_COLUMNS, "a7 b6 c5", "g7 f6 e5", "g1 f2 e3", "a1 b2 c3"), parts=_PARTS
)
"""Three squares, their midpoints and corners joined by lines."""

BOARDS: Final[Mapping[str, Board]] = MappingProxyType(
    {
        "one square": ONE_SQUARE,
        "two squares": TWO_SQUARES,
        "three squares": THREE_SQUARES,
        "three squares with diagonals": THREE_SQUARES_WITH_DIAGONALS,
    }
)
"""The boards by name."""


# Nine men's board as constants, for code that is made for it.

POINTS: Final = THREE_SQUARES.points
FULL: Final[Mask] = THREE_SQUARES.full

GRID: Final = THREE_SQUARES.grid
"""Column and row of each point on the 7 x 7 grid, from the top left."""

LINES: Final = THREE_SQUARES.lines
"""The 16 lines, each as three points in order; three men of one colour on a line form a mill."""

MILLS: Final = THREE_SQUARES.mills
"""The mills as masks, in the order of `LINES`."""

NEIGHBOURS: Final = THREE_SQUARES.neighbours
"""For each point, the points one step away along a line."""

MILLS_THROUGH: Final = THREE_SQUARES.mills_through
"""For each point, the two mills through it."""
