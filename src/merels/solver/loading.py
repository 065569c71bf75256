"""From files to kernels and back: tables as slots or as dense rows, rated on the way in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from merels.board.index.dense import Bytes, dense_size, expand_rows, layout_of, row_length
from merels.board.index.orbits import orbits_of
from merels.solver.rows.rating import RATINGS, RatedTable, rate_scores
from merels.solver.workspace import Array, Workspace
from merels.tables.homes import FEWEST
from merels.tables.key import TableKey

CHUNKS_PER_THREAD: Final = 8
"""Some rows take longer than others: several chunks per thread keep all threads busy."""


class TableSource(Protocol):
    """Where solved tables come from."""

    def load_slots(self, key: TableKey, out: Bytes | None = None) -> Bytes:
        """Return the scores of a table, one byte per slot, in ``out`` if that is given."""


def no_rated_table() -> RatedTable:
    """Return what stands for a table if moving into it wins the game."""
    orbits = orbits_of(FEWEST)
    return RatedTable(orbits.representatives, orbits.places, np.zeros(0, dtype=np.uint8), 0)


def load_rated(
    key: TableKey,
    source: TableSource,
    workspace: Workspace,
    array: Array,
    pool: ThreadPoolExecutor,
    threads: int,
) -> RatedTable:
    """Load a table into an array of the workspace, rated for the side that moves into it."""
    slots = source.load_slots(key, workspace.take(Array.SLOTS, key.index.size))
    dense = workspace.take(array, dense_size(key.index))
    for job in [
        pool.submit(rate_scores, RATINGS, slots[first:last])
        for first, last in split(len(slots), threads * CHUNKS_PER_THREAD)
    ]:
        job.result()
    convert_table(expand_rows, key, slots, dense, pool, threads)
    return rated_table(key, dense)


def rated_table(key: TableKey, dense: Bytes) -> RatedTable:
    """Return a dense table of ratings in the form that kernels take."""
    orbits = key.index.orbits
    return RatedTable(orbits.representatives, orbits.places, dense, row_length(key.index))


def split(count: int, parts: int) -> list[tuple[int, int]]:
    """Cut a range into parts of nearly equal size, none of them empty.

    >>> split(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    parts = min(count, parts)
    return list(pairwise(count * part // parts for part in range(parts + 1)))


def expand_table(key: TableKey, slots: Bytes, pool: ThreadPoolExecutor, threads: int) -> Bytes:
    """Return the slots of a table as dense rows."""
    dense = np.zeros(dense_size(key.index), dtype=np.uint8)
    convert_table(expand_rows, key, slots, dense, pool, threads)
    return dense


def convert_table(
    kernel: Callable[..., None],
    key: TableKey,
    slots: Bytes,
    dense: Bytes,
    pool: ThreadPoolExecutor,
    threads: int,
) -> None:
    """Copy between slots and dense rows with `expand_rows` or `reduce_rows`."""
    layout = layout_of(key.index)
    jobs = [
        pool.submit(kernel, first, last, layout, slots, dense)
        for first, last in split(len(key.index.orbits), threads * CHUNKS_PER_THREAD)
    ]
    for job in jobs:
        job.result()
