"""A moving table while it is being solved, in two orders.

Each order is dense: one row for each orbit of one side's men, with one entry for each arrangement
of the other side's men on the points that are left free.

- *Values*, by the orbit of the side to move: 0 undecided, else the score. The file has this order.
- *States*, by the orbit of the side at rest: what is still unknown about the position's moves. They
  are two numbers, kept apart: every decided move changes a count, few need the score of a capture.

A move changes the mover's men alone. So the positions before and after a quiet move share a row:
the later one is in the values, by its side to move, and the earlier one in the states, by its side
at rest. All counting stays inside such a row, which fits the cache; a position is carried over to
the other order only once, when it has been decided.

Rows whose orbit has symmetries of its own hold each class of equivalent positions several times.
Every copy is counted and decided separately, so that no edge needs a weight.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, deposit_bits, inlined, prefetch
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.row import (
    ALL_MEN,
    MEN_BITS,
    SYMMETRIC,
    Destinations,
    Row,
    next_rank,
    orbit_of,
    rank_at,
)
from merels.solver.kernels.width import Scores

SAFE: Final = 100  # added to the count if a capture wins or draws, so that it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 180  # at most 66 quiet moves can be subtracted from WON, or added to SAFE

SCORE_BITS: Final = 16
HIGHEST: Final = (1 << SCORE_BITS) - 1

# High scores are rare: only the segments of a row that have any are searched for them, which saves
# 4 %. Tracing whole runs of arrangements would pay only if one score made up a tenth of a row.
SEGMENTS: Final = 8


class Walk(NamedTuple):
    """The rows to walk through: the men at rest, and the states of their positions."""

    representatives: Int32s  # the men at rest, row by row
    arrangements: Int32s  # the men that move, by rank
    flies: bool  # whether the men that move may go anywhere
    counts: Bytes  # how many quiet moves may still avoid a loss
    captures: Scores  # the score after the best capture, 0 if there is none or it draws
    stride: int


class Target(NamedTuple):
    """Where decided positions are carried over to: values by the orbit of the side to move."""

    to: Destinations
    values: Scores
    levels: Bytes  # levels[score, segment] is 1 if the segment may hold the score
    segment_bits: int


def segment_bits_of(stride: int) -> int:
    """Return the number of low bits of a rank within a segment; a row has at most `SEGMENTS`.

    Segments are whole cache lines of 64 bytes.
    """
    return max(6, (stride - 1).bit_length() - (SEGMENTS - 1).bit_length())


@inlined
def mark(orbit: int, rank: int, value: int, target: Target) -> int:
    """Mark the segment of a value; return the place of the value."""
    segment = orbit * SEGMENTS + (rank >> target.segment_bits)
    target.levels[value, segment] = 1
    return orbit * target.to.stride + rank


@bare_kernel
def store_pending(count: int, free: int, row: Row, target: Target, tables: BoardTables) -> None:
    """Carry decided positions over: write their values by the orbit of the side to move.

    The places of many are found and fetched before the first is written, so that cache misses
    overlap.
    """
    pending, images = row.pending, row.images
    for i in range(count):
        entry = pending[i]
        men, value = entry & ALL_MEN, entry >> MEN_BITS
        packed = int(target.to.packed[np.uint64(rank_of(deposit_bits(men, free), tables))])
        at = mark(orbit_of(packed), rank_at(packed, images, tables), value, target)
        prefetch(target.values, at)
        pending[i] = at << SCORE_BITS | value
        if packed & SYMMETRIC:
            store_images(packed, value, images, target, tables)
    for i in range(count):
        target.values[np.uint64(pending[i] >> SCORE_BITS)] = pending[i] & HIGHEST


@bare_kernel
def store_images(
    packed: int, value: int, images: Int64s, target: Target, tables: BoardTables
) -> None:
    """Write a value for the other positions that are equivalent to one."""
    orbit = orbit_of(packed)
    others = target.to.stabilizers[orbit] & ~1
    while others:
        at = mark(orbit, next_rank(others, packed, images, tables), value, target)
        others &= others - 1
        target.values[at] = value


@bare_kernel
def mark_levels(rows: tuple[int, int], arrangements: int, table: Target) -> None:
    """Mark which segments hold which scores, in some rows of a table that is solved already."""
    for orbit in range(rows[0], rows[1]):
        start = orbit * table.to.stride
        for rank in range(arrangements):
            segment = orbit * SEGMENTS + (rank >> table.segment_bits)
            table.levels[table.values[start + rank], segment] = 1
