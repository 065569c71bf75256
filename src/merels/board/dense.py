"""Dense tables: one row for each orbit of the own men, one byte for each arrangement beside it.

Kernels that walk a table want every arrangement at the place of its rank; files hold each class of
equal positions once (`merels.board.index`). The two differ only in rows whose own men have
symmetries of their own: there, a dense row repeats what the slots hold once. Rows are padded, so
that they can be read many bytes at a time.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import deposit_bits, kernel
from merels.board.geometry import FULL
from merels.board.index import TableIndex, smallest_rank
from merels.board.ranking import BoardTables, Int32s, Int64s

Bytes: TypeAlias = npt.NDArray[np.uint8]

PADDING: Final = 64  # bytes: a line of the processor's cache


def row_length(index: TableIndex) -> int:
    """Return the bytes of a dense row, padding included."""
    return -(-len(index.arrangements) // PADDING) * PADDING


def dense_size(index: TableIndex) -> int:
    """Return the bytes of a dense table."""
    return len(index.orbits) * row_length(index)


@kernel
def expand_rows(
    first: int,
    last: int,
    representatives: Int32s,
    stabilizers: Int32s,
    starts: Int64s,
    arrangements: Int32s,
    tables: BoardTables,
    slots: Bytes,
    offset: int,
    stride: int,
    dense: Bytes,
) -> None:
    """Copy the slots of some orbits, of which ``offset`` is the first, into dense rows."""
    for orbit in range(first, last):
        row = dense[orbit * stride : (orbit + 1) * stride]
        start = starts[orbit] - offset
        if stabilizers[orbit] == 1:
            for rank in range(len(arrangements)):
                row[rank] = slots[start + rank]
            continue
        free = FULL & ~representatives[orbit]
        for rank in range(len(arrangements)):
            enemy = deposit_bits(arrangements[rank], free)
            smallest = smallest_rank(enemy, free, stabilizers[orbit], tables)
            if smallest == rank:
                row[rank] = slots[start]
                start += 1
            else:
                row[rank] = row[smallest]


@kernel
def reduce_rows(
    first: int,
    last: int,
    representatives: Int32s,
    stabilizers: Int32s,
    starts: Int64s,
    arrangements: Int32s,
    tables: BoardTables,
    slots: Bytes,
    offset: int,
    stride: int,
    dense: Bytes,
) -> None:
    """Copy dense rows of some orbits into their slots, of which ``offset`` is the first."""
    for orbit in range(first, last):
        row = dense[orbit * stride : (orbit + 1) * stride]
        start = starts[orbit] - offset
        if stabilizers[orbit] == 1:
            for rank in range(len(arrangements)):
                slots[start + rank] = row[rank]
            continue
        free = FULL & ~representatives[orbit]
        for rank in range(len(arrangements)):
            enemy = deposit_bits(arrangements[rank], free)
            if smallest_rank(enemy, free, stabilizers[orbit], tables) == rank:
                slots[start] = row[rank]
                start += 1
