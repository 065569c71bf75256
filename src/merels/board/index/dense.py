"""Dense tables: a row for each orbit of the own men, a byte for each set of enemy men.

Kernels that walk a table need each set of enemy men at the offset of its rank; files store each
class of equivalent positions once (`merels.board.index.slots`). The two layouts differ only in rows
whose own men are symmetric: there, a dense row repeats what the slots store once. Rows are padded
so that kernels can read many bytes at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import deposit_bits, kernel
from merels.board.index.ranking import BoardTables, Int32s, Int64s
from merels.board.index.slots import TableIndex, smallest_rank

Bytes: TypeAlias = npt.NDArray[np.uint8]

Slots: TypeAlias = npt.NDArray[Any]
"""Scores of a table, one or two bytes each."""

PADDING: Final = 64  # bytes in a cache line

CHUNKS_PER_THREAD: Final = 8
"""Some rows take longer than other rows: several chunks per thread keep all threads busy."""


def row_length(index: TableIndex) -> int:
    """Return the size of a dense row in bytes, including padding."""
    return -(-len(index.arrangements) // PADDING) * PADDING


def dense_size(index: TableIndex) -> int:
    """Return the size of a dense table in bytes."""
    return len(index.orbits) * row_length(index)


class Layout(NamedTuple):
    """The parts of a `TableIndex` that kernels need."""

    representatives: Int32s
    stabilizers: Int32s
    starts: Int64s
    arrangements: Int32s
    stride: int
    tables: BoardTables


def layout_of(index: TableIndex) -> Layout:
    """Return the layout of an index."""
    return Layout(
        index.orbits.representatives,
        index.orbits.stabilizers,
        index.starts,
        index.arrangements,
        row_length(index),
        index.tables,
    )


@kernel
def expand_rows(first: int, last: int, layout: Layout, slots: Slots, dense: Slots) -> None:
    """Copy the slots of orbits ``first`` to ``last - 1`` into dense rows."""
    for orbit in range(first, last):
        row = dense[orbit * layout.stride : (orbit + 1) * layout.stride]
        slot = layout.starts[orbit]
        stabilizer = layout.stabilizers[orbit]
        free = layout.tables.full & ~layout.representatives[orbit]
        if stabilizer == 1:
            row[: len(layout.arrangements)] = slots[slot : slot + len(layout.arrangements)]
            continue
        for rank in range(len(layout.arrangements)):
            enemy = deposit_bits(layout.arrangements[rank], free)
            smallest = smallest_rank(enemy, free, stabilizer, layout.tables)
            if smallest == rank:
                row[rank] = slots[slot]
                slot += 1
            else:
                row[rank] = row[smallest]


@kernel
def reduce_rows(first: int, last: int, layout: Layout, slots: Slots, dense: Slots) -> None:
    """Copy the dense rows of orbits ``first`` to ``last - 1`` into their slots."""
    for orbit in range(first, last):
        row = dense[orbit * layout.stride : (orbit + 1) * layout.stride]
        slot = layout.starts[orbit]
        stabilizer = layout.stabilizers[orbit]
        free = layout.tables.full & ~layout.representatives[orbit]
        if stabilizer == 1:
            slots[slot : slot + len(layout.arrangements)] = row[: len(layout.arrangements)]
            continue
        for rank in range(len(layout.arrangements)):
            enemy = deposit_bits(layout.arrangements[rank], free)
            if smallest_rank(enemy, free, stabilizer, layout.tables) == rank:
                slots[slot] = row[rank]
                slot += 1


def split(count: int, parts: int) -> list[tuple[int, int]]:
    """Cut a range into parts of nearly equal size, none of them empty.

    >>> split(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    parts = min(count, parts)
    return list(pairwise(count * part // parts for part in range(parts + 1)))


def convert_table(
    kernel: Callable[..., None],
    index: TableIndex,
    slots: Slots,
    dense: Slots,
    pool: ThreadPoolExecutor,
    threads: int,
) -> None:
    """Copy between slots and dense rows with `expand_rows` or `reduce_rows`."""
    layout = layout_of(index)
    jobs = [
        pool.submit(kernel, first, last, layout, slots, dense)
        for first, last in split(len(index.orbits), threads * CHUNKS_PER_THREAD)
    ]
    for job in jobs:
        job.result()


def expand_table(index: TableIndex, slots: Slots, threads: int) -> Slots:
    """Return the slots of a table as dense rows."""
    dense = np.zeros(dense_size(index), dtype=slots.dtype)
    with ThreadPoolExecutor(threads) as pool:
        convert_table(expand_rows, index, slots, dense, pool, threads)
    return dense


def reduce_table(index: TableIndex, dense: Slots, threads: int) -> Slots:
    """Return the dense rows of a table as slots."""
    slots = np.zeros(index.size, dtype=dense.dtype)
    with ThreadPoolExecutor(threads) as pool:
        convert_table(reduce_rows, index, slots, dense, pool, threads)
    return slots
