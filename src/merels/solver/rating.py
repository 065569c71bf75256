"""Ratings: how good a solved position is for the side whose move leads to it.

Best are positions that the enemy loses, the sooner the better, then draws, then positions that the
enemy wins, the later the better. A better rating is a smaller byte, so that the best of several is
their minimum.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, extract_bits, lowest_bit, popcount
from merels.board.geometry import FULL
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, image_of, rank_of
from merels.errors import MerelsError
from merels.solver.row_kernels import Board, Row, look_up, spread
from merels.solver.runs import LOW, LOW_POINTS
from merels.tables.key import TableKey

DRAWN: Final = 128
NOTHING: Final = 255
"""The worst rating: stands for no move, in positions that always have another one."""

NO_CAPTURE: Final = 256
"""Worse than any rating."""

HIGHEST_SCORE: Final = 255
"""The most that a byte holds; no table can be built on one with this score."""

RATINGS: Final[Bytes] = np.array(
    [
        DRAWN if score == 0 else score // 2 if score % 2 else 256 - score // 2
        for score in range(256)
    ],
    dtype=np.uint8,
)


def too_long(key: TableKey) -> MerelsError:
    """Return the error for a table with a game that is too long for its scores."""
    return MerelsError(
        f"table {key.name} has a game of {HIGHEST_SCORE - 1} plies or more, too many for one byte"
    )


class RatedTable(NamedTuple):
    """A solved table as dense rows of ratings; empty if moving into it wins the game."""

    representatives: Int32s
    places: Int32s
    ratings: Bytes
    stride: int


@bare_kernel
def prepare_capture(fixed: int, point: int, captures: RatedTable, board: Board, row: Row) -> int:
    """Set up ``row.capture`` for a capture on ``point``; return the orbit of the other men."""
    place = captures.places[rank_of(fixed & ~(1 << point), board.tables)]
    orbit, symmetry = place >> 4, place & 15
    free = FULL & ~captures.representatives[orbit]
    left, bit = FULL & ~fixed, 0
    while left:
        image = image_of(left & -left, symmetry, board.tables)
        spread(row.capture, bit, extract_bits(image, free))
        left &= left - 1
        bit += 1
    return int(orbit)


@bare_kernel
def rate_captures(
    fixed: int,
    closed: Int32s,
    captures: RatedTable,
    board: Board,
    row: Row,
    ratings: Int32s,
) -> None:
    """Write the rating of the best capture for each arrangement of ``closed``, all with mills."""
    ratings[: len(closed)] = NO_CAPTURE
    together = 0
    for mill in board.mills:
        if fixed & mill == mill:
            together |= mill
    takeable = fixed & ~together
    if takeable == 0:
        takeable = fixed
    points = popcount(FULL & ~fixed)
    while takeable:
        orbit = prepare_capture(fixed, lowest_bit(takeable), captures, board, row)
        takeable &= takeable - 1
        start = orbit * captures.stride
        lowest = look_up(row.capture, LOW_POINTS)
        others = look_up(row.capture, (1 << points) - 1 & ~LOW_POINTS)
        if lowest < others & -others:
            rate_ordered(start, closed, captures.ratings, board.tables, row, ratings)
        else:
            rate_mixed(start, closed, captures.ratings, board.tables, row, ratings)


@bare_kernel
def rate_ordered(
    start: int,
    closed: Int32s,
    values: Bytes,
    tables: BoardTables,
    row: Row,
    ratings: Int32s,
) -> None:
    """Rate one capture if the images of the eight lowest points are still the lowest.

    This is so for two captures of three: most of them need no symmetry. The other men then add the
    same to the rank in a whole run, whatever is on the lowest points.
    """
    for low in range(1 << LOW):
        row.low_ranks[low] = rank_of(row.capture[low], tables)
    high, above = -1, 0
    for i in range(len(closed)):
        men = int(closed[i])
        low = row.low_ranks[men & LOW_POINTS]
        if men >> LOW != high:  # neighbours mostly share it
            high = men >> LOW
            above = start + rank_of(look_up(row.capture, men), tables) - low
        ratings[i] = min(int(ratings[i]), int(np.int64(values[np.uint64(above + low)])))


@bare_kernel
def rate_mixed(
    start: int,
    closed: Int32s,
    values: Bytes,
    tables: BoardTables,
    row: Row,
    ratings: Int32s,
) -> None:
    """Rate one capture after which the points are in another order."""
    high, above = -1, 0
    for i in range(len(closed)):
        men = int(closed[i])
        if men >> LOW != high:  # neighbours mostly share it
            high = men >> LOW
            above = look_up(row.capture, high << LOW)
        image = above | row.capture[men & LOW_POINTS]
        at = np.uint64(start + rank_of(image, tables))
        ratings[i] = min(int(ratings[i]), int(np.int64(values[at])))


@bare_kernel
def rate_scores(ratings: Bytes, scores: Bytes) -> None:
    """Replace scores by their ratings for the side whose move led to them."""
    for i in range(len(scores)):
        scores[i] = ratings[scores[i]]
