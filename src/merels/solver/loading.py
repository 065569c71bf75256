"""From files to kernels and back: tables as slots or as dense rows, rated on the way in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

import numpy as np

from merels.board.index.dense import (
    CHUNKS_PER_THREAD,
    convert_table,
    dense_size,
    expand_rows,
    row_length,
    split,
)
from merels.board.index.orbits import orbits_of
from merels.solver.kernels.rating import RatedTable, rate_scores
from merels.solver.kernels.width import NARROW, WIDE, Scores, TooLongError, Width
from merels.solver.workspace import Array, Workspace
from merels.values.layout.homes import FEWEST
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair


class TableSource(Protocol):
    """Where solved tables come from."""

    def load_slots(self, key: TableKey, out: Scores | None = None) -> Scores:
        """Return the scores of a table, in ``out`` if that is given."""

    def score_bytes(self, key: TableKey) -> int:
        """Return the bytes of each of its scores."""


def width_for(tables: Iterable[TableKey], source: TableSource) -> Width:
    """Return the width to begin with if a table is built on others."""
    return WIDE if any(source.score_bytes(key) > 1 for key in tables) else NARROW


def no_rated_table(width: Width = NARROW) -> RatedTable:
    """Return what stands for a table if moving into it wins the game."""
    orbits = orbits_of(FEWEST)
    return RatedTable(orbits.representatives, orbits.places, np.zeros(0, dtype=width.dtype), 0)


def load_rated(
    key: TableKey,
    source: TableSource,
    workspace: Workspace,
    array: Array,
    pool: ThreadPoolExecutor,
    threads: int,
) -> RatedTable:
    """Load a table into an array of the workspace, rated for the side that moves into it."""
    slots = load_into(key, source, workspace)
    dense = workspace.take(array, dense_size(key.index))
    ratings = workspace.width.ratings
    for job in [
        pool.submit(rate_scores, ratings, slots[first:last])
        for first, last in split(len(slots), threads * CHUNKS_PER_THREAD)
    ]:
        job.result()
    convert_table(expand_rows, key.index, slots, dense, pool, threads)
    return rated_table(key, dense)


def load_into(key: TableKey, source: TableSource, workspace: Workspace) -> Scores:
    """Load the scores of a table into the workspace, made as wide as its own."""
    slots = workspace.take(Array.SLOTS, key.index.size)
    if source.score_bytes(key) == workspace.width.score_bytes:
        return source.load_slots(key, slots)
    slots[:] = source.load_slots(key)
    return slots


def rated_table(key: TableKey, dense: Scores) -> RatedTable:
    """Return a dense table of ratings in the form that kernels take."""
    orbits = key.index.orbits
    return RatedTable(orbits.representatives, orbits.places, dense, row_length(key.index))


# Solving with as many bytes for a score as it takes.

T = TypeVar("T")


def solve_in_width(
    pair: Pair,
    successors: list[TableKey],
    source: TableSource,
    solve: Callable[[Workspace], T],
    workspace: Workspace | None = None,
) -> T:
    """Return what ``solve`` does in a workspace for a pair, of two bytes if one is too few.

    ``successors`` are the tables that it loads from ``source``. ``workspace`` may be given for one
    byte. Raises `TooLongError` if two are too few.
    """
    if width_for(successors, source) is NARROW:
        try:
            return solve(Workspace([pair]) if workspace is None else workspace)
        except TooLongError:
            pass  # after nothing has been saved: scores are complete before the first of them is
    return solve(Workspace([pair], WIDE))
