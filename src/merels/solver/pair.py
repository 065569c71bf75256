"""Solving one pair of tables: ``(a, b)`` and ``(b, a)`` together.

A quiet move leads from one table of the pair to the other, so neither can be solved alone. What a
removal leads to has been solved before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from merels.board.dense import (
    Bytes,
    dense_size,
    expand_rows,
    layout_of,
    reduce_rows,
    row_length,
)
from merels.board.geometry import MILLS, NEIGHBOURS, POINTS, points_of
from merels.board.orbits import orbits_of
from merels.board.ranking import Int64s, board_tables
from merels.errors import MerelsError
from merels.solver.counting import DRAWN, Removals, begin_rows, new_counts, rate_scores
from merels.solver.plan import Pair, pair_of
from merels.solver.row import (
    SEGMENTS,
    Board,
    States,
    Target,
    Walk,
    new_row,
    segment_bits_of,
)
from merels.solver.table import FEWEST, TableKey
from merels.solver.tracing import propagate_segments
from merels.solver.workspace import SCORES, Workspace, array_sizes

HIGHEST_SCORE: Final = SCORES - 1
CHUNKS_PER_THREAD: Final = 8
"""Rows differ in their work: several chunks a thread keep all threads busy to the end."""

# A score after a removal, rated by the side that removes: the sooner lost the better, then drawn,
# then the later won the better. Lower is better; see `counting.DRAWN`.
RATINGS: Final[Bytes] = np.array(
    [
        DRAWN if score == 0 else score // 2 if score % 2 else 256 - score // 2
        for score in range(256)
    ],
    dtype=np.uint8,
)


class TableSource(Protocol):
    """Where solved tables come from."""

    def load_slots(self, key: TableKey, out: Bytes | None = None) -> Bytes:
        """Return the scores of a table, one byte a slot; in ``out``, if it is given."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table is: told to the caller after each step, with the moves looked at in it."""

    key: TableKey
    phase: str
    level: int = 0
    slots_done: int = 0
    slots: int = 0
    edges: int = 0


Report = Callable[[Progress], None]


@dataclass(slots=True)
class Table:
    """A table while it is being solved; see `merels.solver.row` for the two orders."""

    key: TableKey
    values: Bytes
    states: States
    levels: Bytes

    @classmethod
    def begin(cls, key: TableKey, number: int, workspace: Workspace) -> Table:
        """Return a table, the first or second of its pair, with nothing decided."""
        sizes = array_sizes(pair_of(key))
        values, states, levels = (
            workspace.take(f"{name} {number}", sizes[f"{name} {number}"])
            for name in ("values", "states", "levels")
        )
        values.fill(0)
        levels.fill(0)
        return cls(key, values, states.view(np.uint16), levels.reshape(SCORES, -1))

    @property
    def walk(self) -> Walk:
        """The table by the side at rest."""
        by_rest = self.key.transposed.index
        return Walk(
            by_rest.orbits.representatives,
            by_rest.arrangements,
            self.key.own_flies,
            self.states,
            row_length(by_rest),
        )

    @property
    def target(self) -> Target:
        """The table by the side to move."""
        index = self.key.index
        return Target(
            index.orbits.representatives,
            index.orbits.stabilizers,
            index.orbits.places,
            self.values,
            row_length(index),
            self.levels,
            self.segment_bits,
        )

    @property
    def segment_bits(self) -> int:
        """The size of a segment of values."""
        return segment_bits_of(row_length(self.key.index))


@cache
def build_board() -> Board:
    """Return the board as the kernels need it."""
    pairs = [1 << p | 1 << q for p in POINTS for q in points_of(NEIGHBOURS[p]) if p < q]
    firsts, seconds = np.zeros(768, np.int64), np.zeros(768, np.int64)
    for number, pair in enumerate(pairs):
        for table, point in zip((firsts, seconds), points_of(pair), strict=True):
            for byte in range(256):
                if byte >> point % 8 & 1:
                    table[point // 8 * 256 + byte] |= 1 << number
    mills, numbered = np.array(MILLS, dtype=np.int64), np.array(pairs, dtype=np.int64)
    return Board(mills, numbered, firsts, seconds, board_tables())


class PairSolver:
    """Solves one pair on a number of threads."""

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
        """Solve, then yield each table's scores, one byte a slot, good until the next step."""
        with ThreadPoolExecutor(self._threads) as pool:
            for number, key in enumerate(self.pair):
                self._tables[key] = Table.begin(key, number, self._workspace)
                self._begin(self._tables[key], pool, report)
            self._propagate(pool, report)
            for key, table in self._tables.items():
                report(Progress(key, "writing", slots=key.index.size))
                slots = self._workspace.take("slots", key.index.size)
                convert_table(reduce_rows, key, slots, table.values, pool, self._threads)
                yield key, slots

    def _begin(self, table: Table, pool: ThreadPoolExecutor, report: Report) -> None:
        """Count the moves of a table's positions, and store those that are decided at once."""
        key, slots = table.key, table.key.index.size
        row_size = len(key.transposed.index.arrangements)
        arguments = table.walk, self._rate_removals(key, pool, report), table.target, self._board
        jobs = [
            pool.submit(begin_rows, rows, *arguments, new_row(), new_counts(row_size))
            for rows in split(len(orbits_of(key.enemy)), self._threads * CHUNKS_PER_THREAD)
        ]
        for number, job in enumerate(jobs, start=1):
            done = slots * number // len(jobs)
            report(Progress(key, "counting", slots_done=done, slots=slots, edges=job.result()))

    def _rate_removals(self, key: TableKey, pool: ThreadPoolExecutor, report: Report) -> Removals:
        """Load the table that a removal leads to, rated for the side that removes."""
        removal = key.removal
        if removal.own < FEWEST:
            orbits = orbits_of(FEWEST)
            nothing = np.zeros(0, dtype=np.uint8)
            return Removals(orbits.representatives, orbits.places, nothing, 0)
        report(Progress(key, "loading", slots=key.index.size))
        out = self._workspace.take("slots", removal.index.size)
        slots = self._source.load_slots(removal, out)
        rate_scores(RATINGS, slots)
        dense = self._workspace.take("removal", dense_size(removal.index))
        convert_table(expand_rows, removal, slots, dense, pool, self._threads)
        orbits = removal.index.orbits
        return Removals(orbits.representatives, orbits.places, dense, row_length(removal.index))

    def _propagate(self, pool: ThreadPoolExecutor, report: Report) -> None:
        for level in range(1, HIGHEST_SCORE):
            for table in self._tables.values():
                active = np.flatnonzero(table.levels[level])
                if len(active):
                    self._propagate_level(table, level, active, pool, report)
        if any(table.levels[HIGHEST_SCORE].any() for table in self._tables.values()):
            raise MerelsError(
                f"table {self.pair[0].name} has a game of {HIGHEST_SCORE - 1} plies or more, which "
                "one byte cannot hold"
            )

    def _propagate_level(
        self, table: Table, level: int, active: Int64s, pool: ThreadPoolExecutor, report: Report
    ) -> None:
        """Trace the positions of ``table`` with score ``level`` back to those before them."""
        before = self._tables[table.key.transposed]
        decided = table.values.view(np.int64)
        arguments = table.segment_bits, level, decided, before.walk, before.target, self._board
        jobs = [
            pool.submit(propagate_segments, part, *arguments, new_row())
            for part in split_segments(active, self._threads * CHUNKS_PER_THREAD)
        ]
        edges = sum(job.result() for job in jobs)
        report(Progress(table.key, "tracing", level, slots=table.key.index.size, edges=edges))


def split(count: int, parts: int) -> list[tuple[int, int]]:
    """Cut a range into nearly equal parts, none of them empty.

    >>> split(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    parts = min(count, parts)
    return list(pairwise(count * part // parts for part in range(parts + 1)))


def split_segments(segments: Int64s, parts: int) -> list[Int64s]:
    """Cut ascending segments into nearly equal parts, each row's all in one of them.

    >>> [part.tolist() for part in split_segments(np.array([0, 1, 2, 8, 9]), 2)]
    [[0, 1, 2], [8, 9]]
    """
    rows = segments // SEGMENTS
    bounds = [np.searchsorted(rows, rows[last - 1], "right") for _, last in split(len(rows), parts)]
    return [part for part in np.split(segments, bounds[:-1]) if len(part)]


def expand_table(key: TableKey, slots: Bytes, pool: ThreadPoolExecutor, threads: int) -> Bytes:
    """Return a dense copy of a table's slots."""
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
    """Copy between slots and dense rows by ``kernel``: `expand_rows` or `reduce_rows`."""
    layout = layout_of(key.index)
    jobs = [
        pool.submit(kernel, first, last, layout, slots, dense)
        for first, last in split(len(key.index.orbits), threads * CHUNKS_PER_THREAD)
    ]
    for job in jobs:
        job.result()
