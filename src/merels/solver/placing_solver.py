"""Solving one placing table from the tables that its placings lead to."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue
from typing import Final

import numpy as np

from merels.board.dense import Bytes, dense_size, reduce_rows, row_length
from merels.board.orbits import orbits_of
from merels.board.ranking import subsets
from merels.solver.loading import (
    CHUNKS_PER_THREAD,
    TableSource,
    convert_table,
    load_rated,
    no_rated_table,
    rated_table,
    split,
)
from merels.solver.placing import (
    Placing,
    PlacingRow,
    PlacingTarget,
    bags_size,
    build_runs,
    deliver_all,
    new_placing_row,
    place_rows,
)
from merels.solver.progress import HIGHEST_SCORE, Progress, Report, too_long
from merels.solver.rating import RATINGS, RatedTable
from merels.solver.row import Row, build_board, new_row
from merels.solver.table import TableKey
from merels.solver.workspace import Workspace

ARRAYS: Final = ("rated 0", "rated 1")


def _scores_before() -> Bytes:
    """Return the score of a position whose best move has a rating: one ply more."""
    scores = np.zeros(256, dtype=np.uint8)
    for score in range(1, 255):
        scores[RATINGS[score]] = score + 1
    return scores


SCORES_BEFORE: Final = _scores_before()

runs = cache(build_runs)


class PlacingSolver:
    """Solves one placing table on a number of threads."""

    def __init__(
        self,
        key: TableKey,
        source: TableSource,
        threads: int,
        workspace: Workspace | None = None,
    ) -> None:
        self.key = key
        self._source = source
        self._threads = threads
        self._workspace = Workspace([(key,)]) if workspace is None else workspace

    def solve(self, report: Report = lambda _: None) -> Iterator[tuple[TableKey, Bytes]]:
        """Solve, then yield the table's scores, one byte a slot, good until the next step."""
        key = self.key
        with ThreadPoolExecutor(self._threads) as pool:
            placing = self.load(pool, report)
            values = self._workspace.take("values 0", dense_size(key.index))
            self._place(placing, values, pool, report)
            report(Progress(key, "writing", slots=key.index.size))
            slots = self._workspace.take("slots", key.index.size)
            convert_table(reduce_rows, key, slots, values, pool, self._threads)
            if slots.max() == HIGHEST_SCORE:
                raise too_long(key)
            yield key, slots

    def load(self, pool: ThreadPoolExecutor, report: Report) -> Placing:
        """Load what placings lead to."""
        key = self.key
        report(Progress(key, "loading", slots=key.index.size))
        quiet = self._load(key.quiet, pool)
        goes_on = len(key.successors) > 1
        removals = self._load(key.removal, pool) if goes_on else no_rated_table()
        free = 24 - key.enemy
        return Placing(
            subsets(free, key.own),
            subsets(free, key.own_after),
            quiet,
            removals,
            runs(),
            SCORES_BEFORE,
        )

    def _load(self, table: TableKey, pool: ThreadPoolExecutor) -> RatedTable:
        """Load a table, unless it is still there from the table solved before this one."""
        contents = self._workspace.contents
        for array in ARRAYS:
            if contents.get(array) == table:
                return rated_table(table, self._workspace.take(array, dense_size(table.index)))
        array = next(name for name in ARRAYS if contents.get(name) not in self.key.successors)
        contents.pop(array, None)
        rated = load_rated(table, self._source, self._workspace, array, pool, self._threads)
        contents[array] = table
        return rated

    def _place(
        self, placing: Placing, values: Bytes, pool: ThreadPoolExecutor, report: Report
    ) -> None:
        key, index, board = self.key, self.key.index, build_board()
        orbits = index.orbits
        target = PlacingTarget(
            orbits.representatives, orbits.stabilizers, orbits.places, values, row_length(index)
        )
        bags = self._workspace.take("bags", bags_size(len(values))).view(np.uint32)
        spaces: SimpleQueue[tuple[Row, PlacingRow]] = SimpleQueue()
        for share in np.split(bags[: len(bags) // self._threads * self._threads], self._threads):
            spaces.put((new_row(), new_placing_row(placing, target, share)))

        def place(rows: tuple[int, int]) -> None:
            space = spaces.get()
            place_rows(rows, placing, target, board, *space)
            spaces.put(space)

        chunks = split(len(orbits_of(key.enemy)), self._threads * CHUNKS_PER_THREAD)
        edges = len(placing.before) * (24 - key.total)  # of each row
        for number, _ in enumerate(pool.map(place, chunks), start=1):
            done = index.size * number // len(chunks)
            first, last = chunks[number - 1]
            moves = edges * (last - first)
            report(Progress(key, "placing", slots_done=done, slots=index.size, edges=moves))
        for _ in range(self._threads):
            deliver_all(values, spaces.get()[1])
