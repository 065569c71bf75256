"""Solving a pair of moving tables, ``(a, b)`` and ``(b, a)``, together.

A quiet move leads from one table of the pair to the other, so neither can be solved alone. The
tables that captures lead to have been solved before.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from merels.board.index.dense import Bytes, expand_rows, reduce_rows, row_length
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import Int64s
from merels.solver.loading import (
    CHUNKS_PER_THREAD,
    TableSource,
    convert_table,
    load_rated,
    no_rated_table,
    split,
)
from merels.solver.moving.counting import begin_rows, new_counts
from merels.solver.moving.states import (
    SEGMENTS,
    Target,
    Walk,
    mark_levels,
    segment_bits_of,
)
from merels.solver.moving.tracing import propagate_segments
from merels.solver.progress import Progress, Report
from merels.solver.rows.carrying import Destinations, pack_places
from merels.solver.rows.rating import HIGHEST_SCORE, RatedTable, too_long
from merels.solver.rows.row import build_board, new_row
from merels.solver.workspace import SCORES, TABLE_ARRAYS, Array, Workspace, array_sizes
from merels.tables.key import TableKey
from merels.tables.plan import Pair


@dataclass(slots=True)
class Table:
    """A table while it is being solved; see `merels.solver.moving.states` for the two orders."""

    key: TableKey
    values: Bytes
    counts: Bytes
    captures: Bytes
    levels: Bytes

    @classmethod
    def begin(cls, key: TableKey, number: int, workspace: Workspace) -> Table:
        """Return the table with this number in its pair, with nothing decided yet."""
        sizes = array_sizes(Pair.of(key))
        values, states, levels = (
            workspace.take(array, sizes[array]) for array in TABLE_ARRAYS[number]
        )
        values.fill(0)
        levels.fill(0)
        counts, captures = np.split(states, 2)
        return cls(key, values, counts, captures, levels.reshape(SCORES, -1))

    @property
    def walk(self) -> Walk:
        """The table in the order of the side at rest."""
        by_rest = self.key.transposed.index
        return Walk(
            by_rest.orbits.representatives,
            by_rest.arrangements,
            self.key.own_flies,
            self.counts,
            self.captures,
            row_length(by_rest),
        )

    @property
    def target(self) -> Target:
        """The table in the order of the side to move."""
        index = self.key.index
        stride = row_length(index)
        to = Destinations(pack_places(self.key.own), index.orbits.stabilizers, stride)
        return Target(to, self.values, self.levels, self.segment_bits)

    @property
    def segment_bits(self) -> int:
        """How many low bits of a rank are within a segment."""
        return segment_bits_of(row_length(self.key.index))


class MovingSolver:
    """Solves one pair on several threads."""

    def __init__(
        self,
        pair: Pair,
        source: TableSource,
        threads: int,
        workspace: Workspace | None = None,
    ) -> None:
        self.pair = pair
        self._source = source
        self._threads = threads
        self._workspace = Workspace([pair]) if workspace is None else workspace
        self._board = build_board()
        self._tables: dict[TableKey, Table] = {}

    def solve(self, report: Report = lambda _: None) -> Iterator[tuple[TableKey, Bytes]]:
        """Solve, then yield each table's scores, one byte per slot, valid until the next step."""
        with ThreadPoolExecutor(self._threads) as pool:
            for number, key in enumerate(self.pair.tables):
                self._tables[key] = Table.begin(key, number, self._workspace)
                self._begin(self._tables[key], pool, report)
            self._propagate(pool, report)
            for key, table in self._tables.items():
                report(Progress(key, "writing", slots=key.index.size))
                yield key, self._slots_of(table, pool)

    def rebuild(self, key: TableKey) -> Bytes:
        """Return the scores of one table of the pair; the source has those of the other."""
        with ThreadPoolExecutor(self._threads) as pool:
            for number, table in enumerate(self.pair.tables):
                self._tables[table] = Table.begin(table, number, self._workspace)
            known, wanted = self._tables[key.transposed], self._tables[key]
            self._load(known, pool)
            self._begin(wanted, pool, lambda _: None)
            for level in range(1, HIGHEST_SCORE):
                active = np.flatnonzero(known.levels[level])
                if len(active):
                    self._propagate_level(known, level, active, pool, lambda _: None)
            return self._slots_of(wanted, pool)

    def _load(self, table: Table, pool: ThreadPoolExecutor) -> None:
        """Load the scores of a solved table."""
        key = table.key
        slots = self._source.load_slots(key, self._workspace.take(Array.SLOTS, key.index.size))
        convert_table(expand_rows, key, slots, table.values, pool, self._threads)
        jobs = [
            pool.submit(mark_levels, rows, len(key.index.arrangements), table.target)
            for rows in split(len(key.index.orbits), self._threads * CHUNKS_PER_THREAD)
        ]
        for job in jobs:
            job.result()

    def _slots_of(self, table: Table, pool: ThreadPoolExecutor) -> Bytes:
        """Return a table's scores, one byte per slot."""
        slots = self._workspace.take(Array.SLOTS, table.key.index.size)
        convert_table(reduce_rows, table.key, slots, table.values, pool, self._threads)
        return slots

    def _begin(self, table: Table, pool: ThreadPoolExecutor, report: Report) -> None:
        """Count the moves of a table's positions, and store those decided at once."""
        key, slots = table.key, table.key.index.size
        row_size = len(key.transposed.index.arrangements)
        arguments = table.walk, self._load_captures(key, pool, report), table.target, self._board
        jobs = [
            pool.submit(begin_rows, rows, *arguments, new_row(), new_counts(row_size))
            for rows in split(len(orbits_of(key.enemy)), self._threads * CHUNKS_PER_THREAD)
        ]
        for number, job in enumerate(jobs, start=1):
            done = slots * number // len(jobs)
            report(Progress(key, "counting", slots_done=done, slots=slots, edges=job.result()))

    def _load_captures(self, key: TableKey, pool: ThreadPoolExecutor, report: Report) -> RatedTable:
        """Load the table that captures lead to, rated for the side that captures."""
        if key.capture_wins:
            return no_rated_table()
        report(Progress(key, "loading", slots=key.index.size))
        return load_rated(
            key.capture, self._source, self._workspace, Array.CAPTURES, pool, self._threads
        )

    def _propagate(self, pool: ThreadPoolExecutor, report: Report) -> None:
        for level in range(1, HIGHEST_SCORE):
            for table in self._tables.values():
                active = np.flatnonzero(table.levels[level])
                if len(active):
                    self._propagate_level(table, level, active, pool, report)
        if any(table.levels[HIGHEST_SCORE].any() for table in self._tables.values()):
            raise too_long(self.pair.first)

    def _propagate_level(
        self, table: Table, level: int, active: Int64s, pool: ThreadPoolExecutor, report: Report
    ) -> None:
        """Trace the positions of ``table`` with score ``level`` back to their predecessors."""
        before = self._tables[table.key.transposed]
        arguments = table.segment_bits, level, table.values, before.walk, before.target, self._board
        jobs = [
            pool.submit(propagate_segments, part, *arguments, new_row())
            for part in split_segments(active, self._threads * CHUNKS_PER_THREAD)
        ]
        edges = sum(job.result() for job in jobs)
        report(Progress(table.key, "tracing", level, slots=table.key.index.size, edges=edges))


def split_segments(segments: Int64s, parts: int) -> list[Int64s]:
    """Cut ascending segments into nearly equal parts, without splitting a row.

    >>> [part.tolist() for part in split_segments(np.array([0, 1, 2, 8, 9]), 2)]
    [[0, 1, 2], [8, 9]]
    """
    rows = segments // SEGMENTS
    bounds = [np.searchsorted(rows, rows[last - 1], "right") for _, last in split(len(rows), parts)]
    return [part for part in np.split(segments, bounds[:-1]) if len(part)]
