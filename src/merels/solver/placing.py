"""Solving a placing table from the tables that its placings lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Final, TypeAlias, TypeVar

import numpy as np

from merels.board.index import dense
from merels.board.index.ranking import orbits_of, subsets
from merels.solver.kernels.placing import (
    Bags,
    Comparison,
    PlacingTable,
    PlacingTarget,
    bags_size,
    deliver_all,
    new_bags,
    new_comparison,
)
from merels.solver.kernels.rating import NARROW, WIDE, RatedTable, Scores, Width
from merels.solver.kernels.row import (
    Destinations,
    KernelBoard,
    Row,
    build_board,
    build_runs,
    new_row,
    pack_places,
)
from merels.solver.kernels.stages import (
    ENEMY_MILL,
    NO_MILL,
    OWN_MILL,
    TAKING,
    UNSTAGED,
    place_rows,
    rate_skips,
)
from merels.solver.workspace import (
    RATED,
    Array,
    Progress,
    Report,
    TableSource,
    Workspace,
    load_into,
    load_rated,
    no_rated_table,
    rated_table,
)
from merels.values.layout.homes import Stage
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

RowRange: TypeAlias = tuple[int, int]
"""Rows from the first number up to, but excluding, the second: orbits of the men at rest."""

Space: TypeAlias = tuple[Row, Comparison, Bags]
"""The working space of one thread."""

T = TypeVar("T")


class PlacingSolver:
    """Solves one placing table on several threads."""

    def __init__(
        self, key: TableKey, source: TableSource, threads: int, workspace: Workspace | None = None
    ) -> None:
        self.key = key
        self._source = source
        self._threads = threads
        self._workspace = Workspace([Pair.of(key)]) if workspace is None else workspace

    def solve(self, report: Report = lambda _: None) -> Iterator[tuple[TableKey, Scores]]:
        """Solve, then yield the table's scores, slot by slot, valid until the next step.

        Raises `TooLongError` if the scores do not fit the width of the workspace.
        """
        key = self.key
        with ThreadPoolExecutor(self._threads) as pool:
            placing = self.load(pool, report)
            values = self._workspace.take(Array.FIRST_VALUES, dense.dense_size(key.index))
            self._place(placing, values, pool, report)
            report(Progress(key, "writing", slots=key.index.size))
            slots = self._workspace.take(Array.SLOTS, key.index.size)
            dense.convert_table(dense.reduce_rows, key.index, slots, values, pool, self._threads)
            width = self._workspace.width
            if slots.max() == width.highest:
                raise width.too_long(key)
            yield key, slots

    def load(self, pool: ThreadPoolExecutor, report: Report) -> PlacingTable:
        """Load the tables that placings lead to."""
        report(Progress(self.key, "loading", slots=self.key.index.size))
        return load_placing(self.key, self._source, self._workspace, pool, self._threads)

    def place(
        self, rows: RowRange, placing: PlacingTable, target: PlacingTarget, space: Space
    ) -> None:
        """Compute the scores of some rows in the working space of one thread."""
        place_rows(rows, placing, target, board_of(self.key), *space)

    def _place(
        self, placing: PlacingTable, values: Scores, pool: ThreadPoolExecutor, report: Report
    ) -> None:
        key, size = self.key, self.key.index.size
        if key.is_staged:
            values.fill(0)
        target = target_of(key, values, self._workspace.width)
        bags = self._workspace.take_bytes(Array.BAGS, bags_size(len(values))).view(np.uint32)
        shares = np.split(bags[: len(bags) // self._threads * self._threads], self._threads)
        ways = board_of(key).ways
        spaces = [
            (new_row(), new_comparison(placing, ways), new_bags(target, share)) for share in shares
        ]

        def place(rows: RowRange, space: Space) -> None:
            self.place(rows, placing, target, space)

        rows, reported = len(key.transposed.index.orbits), 0
        for done in walk_rows(place, (0, rows), spaces, pool):
            edges = (done - reported) * edges_of_row(key)
            reported = done
            slots_done = size * done // rows
            report(Progress(key, "placing", slots_done=slots_done, slots=size, edges=edges))
        for _, _, filled in spaces:
            deliver_all(values, filled)


def load_placing(
    key: TableKey, source: TableSource, workspace: Workspace, pool: ThreadPoolExecutor, threads: int
) -> PlacingTable:
    """Load the tables that placings lead to, unless they are still there from another table."""
    contents = workspace.contents

    def load(table: TableKey) -> RatedTable:
        for array in RATED:
            if contents.get(array) == table:
                return rated_table(table, workspace.take(array, dense.dense_size(table.index)))
        array = next(free for free in RATED if contents.get(free) not in key.placings)
        contents.pop(array, None)
        rated = load_rated(table, source, workspace, array, pool, threads)
        contents[array] = table
        return rated

    if key.again:
        scores = load_skips(key, source, workspace, pool, threads)
        return placing_of(key, scores, no_rated_table(workspace.width))
    if key.stage.takes:
        orbits = orbits_of(key.enemy, key.variant.board)
        nothing = no_rated_table(workspace.width).ratings
        rest = RatedTable(orbits.representatives, orbits.places, nothing, 0)
        captures = [load(table) for table in key.placings]
        return placing_of(key, rest, *(captures or [no_rated_table(workspace.width)]))
    quiet, *captures = [load(table) for table in key.placings]
    return placing_of(key, quiet, captures[0] if captures else no_rated_table(workspace.width))


def board_of(key: TableKey) -> KernelBoard:
    """Return the board for kernels; mills do not matter without enemy men to capture."""
    variant = key.variant
    return build_board(variant.board, captures=key.enemy > 0, protected=variant.protected)


def placing_of(key: TableKey, quiet: RatedTable, captures: RatedTable) -> PlacingTable:
    """Return what to walk through, given the tables that placings lead to."""
    free, stage = key.points - key.enemy, _STAGES[key.stage] if key.is_staged else UNSTAGED
    after = subsets(free, key.own + (stage != TAKING))
    width = NARROW if quiet.ratings.itemsize == 1 else WIDE
    runs = build_runs(free)
    return PlacingTable(subsets(free, key.own), after, quiet, captures, runs, stage, width.drawn)


_STAGES: Final = {
    Stage.USUAL: NO_MILL,
    Stage.OWN_MILL: OWN_MILL,
    Stage.ENEMY_MILL: ENEMY_MILL,
    Stage.TAKES_FIRST: TAKING,
    Stage.TAKES_LAST: TAKING,
}


def load_skips(
    key: TableKey, source: TableSource, workspace: Workspace, pool: ThreadPoolExecutor, threads: int
) -> RatedTable:
    """Load what follows the last placing if the same side then takes, rated for that side.

    The other side's missing turn counts as a ply. Raises `TooLongError` as solving does.
    """
    [table], width = key.placings, workspace.width
    for array in RATED:
        workspace.contents.pop(array, None)
    size = dense.dense_size(table.index)
    scores, ratings = (workspace.take(array, size) for array in RATED)
    slots = load_into(table, source, workspace)
    if slots.max() + 1 >= width.highest:
        raise width.too_long(key)
    dense.convert_table(dense.expand_rows, table.index, slots, scores, pool, threads)
    index, after = table.index, rated_table(table, scores)
    arguments = after, index.arrangements, width.ratings, index.tables, ratings
    jobs = [
        pool.submit(rate_skips, rows, *arguments)
        for rows in dense.split(len(index.orbits), threads * dense.CHUNKS_PER_THREAD)
    ]
    for job in jobs:
        job.result()
    return rated_table(table, ratings)


def edges_of_row(key: TableKey) -> int:
    """Return how many placings start from the positions of one row."""
    return len(subsets(key.points - key.enemy, key.own)) * (key.points - key.total)


def target_of(key: TableKey, values: Scores, width: Width = NARROW) -> PlacingTarget:
    """Return where the scores of a table go."""
    stabilizers = key.index.orbits.stabilizers
    to = Destinations(
        pack_places(key.own, key.variant.board), stabilizers, dense.row_length(key.index)
    )
    return PlacingTarget(to, values, width.scores_before)


def walk_rows(
    walk: Callable[[RowRange, T], None], rows: RowRange, spaces: list[T], pool: ThreadPoolExecutor
) -> Iterator[int]:
    """Walk through rows, each thread in its own working space; yield how many are done."""
    free: SimpleQueue[T] = SimpleQueue()
    for space in spaces:
        free.put(space)

    def walk_some(some: RowRange) -> int:
        space = free.get()
        try:
            walk(some, space)
        finally:
            free.put(space)  # or the other threads would wait for it
        return some[1] - rows[0]

    first, last = rows
    chunks = dense.split(last - first, len(spaces) * dense.CHUNKS_PER_THREAD)
    yield from pool.map(walk_some, [(first + begin, first + end) for begin, end in chunks])
