"""What verification kernels take: the board, scales of scores, tables, and moves between them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels.board import board as geometry
from merels.board.board import MOST_POINTS
from merels.board.index.dense import Slots
from merels.board.index.ranking import Int32s, Int64s

NO_MILL: Final = 1 << MOST_POINTS
"""Stands for a mill that is impossible: no arrangement has this bit."""

LOST_NOW: Final = 1
"""The score of a side that has too few men or cannot move."""


class VerifierBoard(NamedTuple):
    """The board for kernels: the neighbours of each point, and its mills filled up with NO_MILL.

    ``protected``: whether a man in a mill is safe while others are not.
    """

    neighbours: Int64s
    mills_through: Int64s
    protected: bool


def board_of(board: geometry.Board, *, protected: bool = True) -> VerifierBoard:
    """Return a board as kernels need it."""
    most = max(map(len, board.mills_through))
    through = [(*mills, *[NO_MILL] * (most - len(mills))) for mills in board.mills_through]
    neighbours = np.array(board.neighbours, np.int64)
    return VerifierBoard(neighbours, np.array(through, np.int64), protected)


class Scale(NamedTuple):
    """How scores compare.

    ``rating[score]``: how good a position with this score is for the side that moves into it, the
    larger the better, never 0. ``score[rating]``: the score of a position whose best move has this
    rating; rating 0 means that there is no move.
    """

    rating: Slots
    score: Slots


class Dense(NamedTuple):
    """A dense table (see `merels.board.index.dense`) with the orbits of its mover's men."""

    representatives: Int32s
    places: Int32s
    values: Slots
    stride: int


class Moves(NamedTuple):
    """The moves of a table: the mover's men before and after them, by rank."""

    before: Int32s
    after: Int32s
    places: bool  # whether a man is placed, so that there is one more
    flies: bool  # whether a man on the board may go anywhere
    rest_flies: bool  # whether the men at rest may
    again: bool  # whether the side that moves has the next turn too
    kind: int  # see `merels.solver.verify.unusual`


class Branch(NamedTuple):
    """Moves of one kind, with the tables that they lead to without and with a capture."""

    moves: Moves
    quiet: Dense
    capture: Dense


class VerifierRow(NamedTuple):
    """Working space: everything that depends on the men at rest alone."""

    reach: Int64s  # for each free point, where a man there may go
    mills: Int64s  # for each free point, its mills, or NO_MILL
    images: Int64s  # the men at rest under each symmetry
    closed: Int32s  # the numbers of the arrangements after a move that have a mill
    ratings: Slots  # two for each arrangement: reached by a quiet move, or by closing a mill
