"""A moving table while it is being solved, in two orders.

A table holds the positions of ``mover`` men (to move) against ``rest`` men. It is kept in two
orders, both dense: one row for each orbit of one side's men, one entry in it for each arrangement
of the other side's men on the points that are left free.

- *Values*, by the mover's orbit: 0 undecided, else the score. This is the order of the file.
- *States*, by the orbit of the side at rest: what is still unknown of the position's moves.

A move changes the mover's men alone. So the positions before and after a quiet move share a row:
the later one is found in the values, by its mover, where the earlier one is found in the states, by
its side at rest. All counting is done inside such a row, which fits the cache; only a position that
has just been decided is carried over to the other order, once.

Within a row men are given by their arrangement: the free points pushed together into low bits.
Rows whose orbit has symmetries of its own hold each class of equal positions several times. Every
copy is counted and decided on its own, so that no edge needs a weight.
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

# A state is two bytes: how many quiet moves may still hold the position, and what the best capture
# gives (0: there is none, or it draws; else a score).
SAFE: Final = 128  # added to the count where a capture wins or draws: it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 200  # at most 54 quiet moves can be subtracted from WON

# Late scores are rare: a row is searched for them only in those of its segments that have any.
SEGMENTS: Final = 8


class Walk(NamedTuple):
    """Rows to walk through: the men that stay, and the states of the positions beside them."""

    representatives: Int32s  # the men that stay, row by row
    arrangements: Int32s  # the men that move, by rank
    flies: bool  # whether those that move may go anywhere
    states: States
    stride: int


class Target(NamedTuple):
    """Where positions of the walk are carried over to: values in the order of the movers."""

    representatives: Int32s
    stabilizers: Int32s
    places: Int32s
    values: Bytes
    stride: int
    levels: Bytes  # levels[score, segment] is 1 where the segment may hold the score
    segment_bits: int


def segment_bits_of(stride: int) -> int:
    """Return how many low bits of a rank are inside a segment, at most `SEGMENTS` to a row.

    Segments are whole lines of 64 bytes.
    """
    return max(6, (stride - 1).bit_length() - (SEGMENTS - 1).bit_length())


@inlined
def store(
    men: int, value: int, free: int, images: Int64s, target: Target, tables: BoardTables
) -> None:
    """Carry a decided position over: write its value in the order of the mover's orbits."""
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
    """Store what has been collected.

    Done in a loop of its own, so that the far-off reads and writes of many positions overlap.
    """
    for i in range(count):
        entry = row.pending[i]
        store(entry & FULL, entry >> 24, free, row.images, target, tables)
