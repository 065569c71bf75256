"""Solving a pair of moving tables, ``(a, b)`` and ``(b, a)``, together.

A quiet move leads from one table of the pair to the other, so neither can be solved alone. The
tables that captures lead to have been solved before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from merels.board.index import dense
from merels.board.index.ranking import Int64s
from merels.solver.kernels.bans import begin_rows_with_bans
from merels.solver.kernels.counting import begin_rows, begin_rows_with_placings, new_counts
from merels.solver.kernels.placing import new_comparison
from merels.solver.kernels.rating import RatedTable, Scores
from merels.solver.kernels.row import Destinations, new_row, pack_places
from merels.solver.kernels.states import (
    SEGMENTS,
    Target,
    Walk,
    mark_levels,
    propagate_segments,
    segment_bits_of,
)
from merels.solver.placing import board_of, load_placing
from merels.solver.workspace import (
    TABLE_ARRAYS,
    Array,
    Progress,
    Report,
    TableSource,
    Workspace,
    array_sizes,
    load_into,
    load_rated,
    no_rated_table,
)
from merels.values.bans import BanTables, for_thread, join_tables
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair


@dataclass(slots=True)
class Table:
    """A table while it is being solved; see `merels.solver.kernels.states` for the two orders."""

    key: TableKey
    values: Scores
    counts: dense.Bytes
    captures: Scores
    levels: dense.Bytes

    @classmethod
    def begin(cls, key: TableKey, number: int, workspace: Workspace) -> Table:
        """Return the table with this number in its pair, with nothing decided yet."""
        width = workspace.width
        sizes = array_sizes(Pair.of(key), width)
        values, states, levels = (
            workspace.take_bytes(array, sizes[array]) for array in TABLE_ARRAYS[number]
        )
        values.fill(0)
        levels.fill(0)
        counts, captures = np.split(states, [len(states) // (1 + width.score_bytes)])
        scores = values.view(width.dtype), captures.view(width.dtype)
        return cls(key, scores[0], counts, scores[1], levels.reshape(width.limit, -1))

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
            dense.row_length(by_rest),
            self.key.gives_way,
            self.key.transposed.own_flies,
        )

    @property
    def target(self) -> Target:
        """The table in the order of the side to move."""
        index = self.key.index
        packed = pack_places(index.own, index.board)
        to = Destinations(packed, index.orbits.stabilizers, dense.row_length(index))
        return Target(to, self.values, self.levels, self.segment_bits)

    @property
    def segment_bits(self) -> int:
        """How many low bits of a rank are within a segment."""
        return segment_bits_of(dense.row_length(self.key.index))


class MovingSolver:
    """Solves one pair on several threads."""

    def __init__(
        self, pair: Pair, source: TableSource, threads: int, workspace: Workspace | None = None
    ) -> None:
        self.pair = pair
        self._source = source
        self._threads = threads
        self._workspace = Workspace([pair]) if workspace is None else workspace
        self._tables: dict[TableKey, Table] = {}
        self._bans: BanTables | None = None

    def solve(self, report: Report = lambda _: None) -> Iterator[tuple[TableKey, Scores]]:
        """Solve, then yield each table's scores, slot by slot, valid until the next step.

        Raises `TooLongError` if the scores do not fit the width of the workspace.
        """
        with ThreadPoolExecutor(self._threads) as pool:
            for number, key in enumerate(self.pair.tables):
                self._tables[key] = Table.begin(key, number, self._workspace)
                self._begin(self._tables[key], pool, report)
            for level in range(1, self._workspace.width.highest):
                for table in self._tables.values():
                    self._propagate_level(table, level, pool, report)
            self._check_length()
            for key, table in self._tables.items():
                report(Progress(key, "writing", slots=key.index.size))
                yield key, self._slots_of(table, pool)

    def rebuild(self, key: TableKey) -> Scores:
        """Return the scores of one table of the pair; the source has the other table."""
        with ThreadPoolExecutor(self._threads) as pool:
            for number, table in enumerate(self.pair.tables):
                self._tables[table] = Table.begin(table, number, self._workspace)
            wanted, known = self._tables[key], self._tables.get(key.transposed)
            self._begin(wanted, pool, lambda _: None)
            if known is not None:
                self._load(known, pool)
                for level in range(1, self._workspace.width.highest):
                    self._propagate_level(known, level, pool, lambda _: None)
            self._check_length()
            return self._slots_of(wanted, pool)

    def _load(self, table: Table, pool: ThreadPoolExecutor) -> None:
        """Load the scores of a solved table."""
        key = table.key
        slots = load_into(key, self._source, self._workspace)
        dense.convert_table(dense.expand_rows, key.index, slots, table.values, pool, self._threads)
        jobs = [
            pool.submit(mark_levels, rows, len(key.index.arrangements), table.target)
            for rows in dense.split(len(key.index.orbits), self._threads * dense.CHUNKS_PER_THREAD)
        ]
        for job in jobs:
            job.result()

    def _slots_of(self, table: Table, pool: ThreadPoolExecutor) -> Scores:
        """Return a table's scores, slot by slot."""
        slots = self._workspace.take(Array.SLOTS, table.key.index.size)
        dense.convert_table(
            dense.reduce_rows, table.key.index, slots, table.values, pool, self._threads
        )
        return slots

    def _begin(self, table: Table, pool: ThreadPoolExecutor, report: Report) -> None:
        """Count the moves of a table's positions, and store the positions decided at once."""
        if table.key.is_drawn:
            return
        key, slots = table.key, table.key.index.size
        by_rest = key.transposed.index
        row_size, points = len(by_rest.arrangements), key.points - key.enemy
        captures, board = self._load_captures(key, pool, report), board_of(key)
        arguments: tuple[object, ...] = (table.walk, captures, table.target, board)
        begin: Callable[..., int] = begin_rows
        placing = None
        bans: BanTables | None = None
        if key.variant.return_ban and len(captures.ratings):
            bans = self._load_bans(pool)
            ratings = self._workspace.width.ratings
            arguments = (table.walk, (captures, ratings), table.target, board)
            begin = begin_rows_with_bans
        elif key.own_in_hand:
            workspace, threads = self._workspace, self._threads
            placing = load_placing(key, self._source, workspace, pool, threads)
            arguments = (table.walk, (captures, placing), table.target, board)
            begin = begin_rows_with_placings

        def new_space() -> tuple[object, ...]:
            space = new_row(), new_counts(row_size, points, self._workspace.width)
            if bans is not None:
                return (*space, for_thread(bans))
            return space if placing is None else (*space, new_comparison(placing, board.ways))

        jobs = [
            pool.submit(begin, rows, *arguments, *new_space())
            for rows in dense.split(len(by_rest.orbits), self._threads * dense.CHUNKS_PER_THREAD)
        ]
        for number, job in enumerate(jobs, start=1):
            done = slots * number // len(jobs)
            report(Progress(key, "counting", slots_done=done, slots=slots, edges=job.result()))

    def _load_captures(self, key: TableKey, pool: ThreadPoolExecutor, report: Report) -> RatedTable:
        """Load the table that captures lead to, rated for the side that captures."""
        if not key.goes_on_after_capture(places=False):
            return no_rated_table(self._workspace.width)
        report(Progress(key, "loading", slots=key.index.size))
        return load_rated(
            key.capture, self._source, self._workspace, Array.CAPTURES, pool, self._threads
        )

    def _load_bans(self, pool: ThreadPoolExecutor) -> BanTables:
        """Load the tables that play with a ban may lead to, once for both tables of the pair."""
        if self._bans is None:
            key, end = self.pair.first, 0
            sizes = [dense.dense_size(table.index) for table in key.tables_below]
            rows = self._workspace.take(Array.BANS, sum(sizes))
            for table, size in zip(key.tables_below, sizes, strict=True):
                slots = load_into(table, self._source, self._workspace)
                part = rows[end : end + size]
                dense.convert_table(
                    dense.expand_rows, table.index, slots, part, pool, self._threads
                )
                end += size
            self._bans = join_tables(key, rows)
        return self._bans

    def _check_length(self) -> None:
        width = self._workspace.width
        if any(table.levels[width.highest].any() for table in self._tables.values()):
            raise width.too_long(self.pair.first)

    def _propagate_level(
        self, table: Table, level: int, pool: ThreadPoolExecutor, report: Report
    ) -> None:
        """Trace the positions of ``table`` with score ``level`` back to their predecessors."""
        active = np.flatnonzero(table.levels[level])
        before = self._tables.get(table.key.transposed)
        if len(active) == 0 or before is None:
            return
        board = board_of(before.key)
        arguments = table.segment_bits, level, table.values, before.walk, before.target, board
        jobs = [
            pool.submit(propagate_segments, part, *arguments, new_row())
            for part in split_segments(active, self._threads * dense.CHUNKS_PER_THREAD)
        ]
        edges = sum(job.result() for job in jobs)
        report(Progress(table.key, "tracing", level, slots=table.key.index.size, edges=edges))


def split_segments(segments: Int64s, parts: int) -> list[Int64s]:
    """Cut ascending segments into nearly equal parts, without splitting a row.

    >>> [part.tolist() for part in split_segments(np.array([0, 1, 2, 8, 9]), 2)]
    [[0, 1, 2], [8, 9]]
    """
    rows = segments // SEGMENTS
    bounds = [
        np.searchsorted(rows, rows[last - 1], "right") for _, last in dense.split(len(rows), parts)
    ]
    return [part for part in np.split(segments, bounds[:-1]) if len(part)]
