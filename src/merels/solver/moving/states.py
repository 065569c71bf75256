"""A moving table while it is being solved, in two orders.

Each order is dense: one row for each orbit of one side's men, with one entry for each arrangement
of the other side's men on the points that are left free.

- *Values*, by the orbit of the side to move: 0 undecided, else the score. The file has this order.
- *States*, by the orbit of the side at rest: what is still unknown about the position's moves.

A move changes the mover's men alone. So the positions before and after a quiet move share a row:
the later one is in the values, by its side to move, and the earlier one in the states, by its side
at rest. All counting stays inside such a row, which fits the cache; a position is carried over to
the other order only once, when it has been decided.

Rows whose orbit has symmetries of its own hold each class of equivalent positions several times.
Every copy is counted and decided separately, so that no edge needs a weight.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, lowest_bit
from merels.board.geometry import FULL
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.row_kernels import Row

States: TypeAlias = npt.NDArray[np.uint16]

# A state is two bytes: how many quiet moves may still avoid a loss, and the score after the best
# capture (0 if there is none or it draws).
SAFE: Final = 128  # added to the count if a capture wins or draws, so that it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 200  # at most 54 quiet moves can be subtracted from WON

# High scores are rare: only the segments of a row that have any are searched for them.
SEGMENTS: Final = 8


class Walk(NamedTuple):
    """The rows to walk through: the men at rest, and the states of their positions."""

    representatives: Int32s  # the men at rest, row by row
    arrangements: Int32s  # the men that move, by rank
    flies: bool  # whether the men that move may go anywhere
    states: States
    stride: int


class Target(NamedTuple):
    """Where decided positions are carried over to: values by the orbit of the side to move."""

    representatives: Int32s
    stabilizers: Int32s
    places: Int32s
    values: Bytes
    stride: int
    levels: Bytes  # levels[score, segment] is 1 if the segment may hold the score
    segment_bits: int


def segment_bits_of(stride: int) -> int:
    """Return the number of low bits of a rank within a segment; a row has at most `SEGMENTS`.

    Segments are whole cache lines of 64 bytes.
    """
    return max(6, (stride - 1).bit_length() - (SEGMENTS - 1).bit_length())


@inlined
def store(
    men: int, value: int, free: int, images: Int64s, target: Target, tables: BoardTables
) -> None:
    """Carry a decided position over: write its value by the orbit of the side to move."""
    place = target.places[rank_of(deposit_bits(men, free), tables)]
    orbit, symmetry = place >> 4, place & 15
    start, others_free = orbit * target.stride, FULL & ~target.representatives[orbit]
    rank = rank_of(extract_bits(images[symmetry], others_free), tables)
    target.values[start + rank] = value
    target.levels[value, orbit * SEGMENTS + (rank >> target.segment_bits)] = 1
    others = target.stabilizers[orbit] & ~1
    while others:
        then = tables.compose[lowest_bit(others), symmetry]
        others &= others - 1
        rank = rank_of(extract_bits(images[then], others_free), tables)
        target.values[start + rank] = value
        target.levels[value, orbit * SEGMENTS + (rank >> target.segment_bits)] = 1


@bare_kernel
def store_pending(count: int, free: int, row: Row, target: Target, tables: BoardTables) -> None:
    """Store the positions that have been collected.

    A separate loop, so that cache misses of many positions overlap.
    """
    for i in range(count):
        entry = row.pending[i]
        store(entry & FULL, entry >> 24, free, row.images, target, tables)


@bare_kernel
def mark_levels(rows: tuple[int, int], arrangements: int, table: Target) -> None:
    """Mark which segments hold which scores, in some rows of a table that is solved already."""
    for orbit in range(rows[0], rows[1]):
        start = orbit * table.stride
        for rank in range(arrangements):
            segment = orbit * SEGMENTS + (rank >> table.segment_bits)
            table.levels[table.values[start + rank], segment] = 1
