"""A placing table in parts: rows rated separately, then joined into one table.

The ratings of a row depend only on the tables that its placings lead to. So workers that share a
folder can rate parts of a table side by side, each into a file of its own. One worker then joins
the parts: it carries all ratings over to the order of the side to move, which is the order of the
table.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Final

import numpy as np

from merels._files import DRAFT_SUFFIX, whole_file
from merels._jit import bare_kernel, popcount
from merels.board.index.dense import CHUNKS_PER_THREAD, split
from merels.board.index.ranking import orbits_of
from merels.errors import CorruptTableError, MerelsError
from merels.solver.kernels.placing import (
    Bags,
    Comparison,
    PlacingTable,
    PlacingTarget,
    new_comparison,
    store_row,
)
from merels.solver.kernels.rating import NARROW, WIDE, RatedTable, Scores, Width
from merels.solver.kernels.row import KernelBoard, Row, new_row, prepare_row
from merels.solver.kernels.stages import rate_any_row
from merels.solver.placing import PlacingSolver, RowRange, Space, board_of, placing_of, walk_rows
from merels.solver.workspace import (
    INTERPRETER,
    RATED,
    Array,
    Progress,
    Report,
    TableSource,
    Workspace,
    array_sizes,
    no_rated_table,
    width_for,
)
from merels.values.format.source import checksum
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

SMALLEST_PART: Final = 50_000_000
"""Positions. Each part loads both tables that placings lead to; a smaller part is not worth it."""

CHECKSUM: Final = np.dtype("<u8")
"""XXH3 of 64 bits, as in table files."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of a placing table, and the file for the ratings of their best placings.

    The file holds the ratings row by row, one or two bytes per position, then the checksums of the
    rows, eight bytes each. The file is written whole or not at all. Its name is a draft's, so that
    the next run deletes it after a kill.
    """

    key: TableKey
    number: int
    rows: RowRange
    path: Path

    @property
    def row_size(self) -> int:
        """The positions of a row."""
        return comb(self.key.points - self.key.enemy, self.key.own)

    @property
    def size(self) -> int:
        """The positions of the part."""
        return (self.rows[1] - self.rows[0]) * self.row_size

    @property
    def memory(self) -> int:
        """The peak memory of rating in bytes."""
        sizes = array_sizes(Pair.of(self.key))
        return sum(sizes[array] for array in (*RATED, Array.SLOTS)) + self.size + INTERPRETER

    def write(self, ratings: Scores) -> None:
        """Write the file; raise `MerelsError` if that fails, as on a full disk."""
        try:
            if "/" in self.key.name:  # a variant's folder; the run's own must be there
                self.path.parent.mkdir(exist_ok=True)
            with whole_file(self.path) as file:
                file.write(ratings.data)
                file.write(self._checksums(self.rows, ratings).data)
        except OSError as error:
            raise MerelsError(f"cannot write {str(self.path)!r}: {error.strerror}") from error

    def overlap(self, rows: RowRange) -> RowRange:
        """Return the rows that are in this part; empty if the first is not below the second."""
        return max(rows[0], self.rows[0]), min(rows[1], self.rows[1])

    @property
    def width(self) -> Width:
        """How wide the ratings in the file are; raise `MerelsError` if there is no file."""
        checksums = (self.rows[1] - self.rows[0]) * CHECKSUM.itemsize
        try:
            is_wide = self.path.stat().st_size - checksums > self.size
        except OSError as error:
            raise self._unreadable(error) from error
        return WIDE if is_wide else NARROW

    def read(self, rows: RowRange) -> Scores:
        """Return the ratings of some rows of this part.

        Raises `MerelsError` if the file cannot be read, and `CorruptTableError` if it is cut short
        or its bytes do not match their checksums.
        """
        count, before = rows[1] - rows[0], rows[0] - self.rows[0]
        size, dtype = count * self.row_size, self.width.dtype
        try:
            start = before * self.row_size * dtype.itemsize
            ratings = np.fromfile(self.path, dtype, size, offset=start)
            end = self.size * dtype.itemsize + before * CHECKSUM.itemsize
            checksums = np.fromfile(self.path, CHECKSUM, count, offset=end)
        except OSError as error:
            raise self._unreadable(error) from error
        if (len(ratings), len(checksums)) != (size, count):
            raise CorruptTableError(f"{self.path}: the file is cut short")
        wrong = np.flatnonzero(self._checksums(rows, ratings) != checksums)
        if len(wrong):
            raise CorruptTableError(
                f"{self.path}: row {rows[0] + wrong[0]}: the bytes do not match their checksum"
            )
        return ratings

    def _unreadable(self, error: OSError) -> MerelsError:
        return MerelsError(f"cannot read {str(self.path)!r}: {error.strerror}")

    def _checksums(self, rows: RowRange, ratings: Scores) -> np.ndarray:
        """Return the checksums of some rows; each is valid only for its own row and table."""
        seed = checksum(self.key.name.encode())
        found = [
            checksum(row.data, seed + number)
            for number, row in enumerate(ratings.reshape(-1, self.row_size), start=rows[0])
        ]
        return np.array(found, CHECKSUM)


def count_parts(size: int, under_way: int, workers: int) -> int:
    """Return how many parts to cut a table of ``size`` positions into; 1 leaves it whole.

    ``under_way`` counts the positions of all tables solved side by side, including this one. A part
    should be no larger than each worker's share of these positions; more parts would only load more
    tables.

    >>> count_parts(600_000_000, 600_000_000, 4)  # alone
    4
    >>> count_parts(600_000_000, 1_200_000_000, 4), count_parts(600_000_000, 9_000_000_000, 4)
    (2, 1)
    """
    share = max(SMALLEST_PART, -(-under_way // workers))
    return -(-size // share)


def cut_table(key: TableKey, count: int, mark: Path) -> list[Part]:
    """Cut a placing table into at most ``count`` parts, with files beside ``mark``, named after it.

    ``mark`` is unique to this run, so a part of another run is never used.
    """
    folder, _, name = key.name.rpartition("/")
    stem = mark.parent / folder / f"{mark.stem}.{name}"
    return [
        Part(key, number, rows, Path(f"{stem}.{number}{DRAFT_SUFFIX}"))
        for number, rows in enumerate(split(len(key.transposed.index.orbits), count))
    ]


def rate_part(
    part: Part, source: TableSource, threads: int, report: Report = lambda _: None
) -> None:
    """Rate the rows of a part and write its file, unless the file exists already."""
    if part.path.exists():
        return
    key, size, board = part.key, part.key.index.size, board_of(part.key)
    first = part.rows[0]
    workspace = Workspace([Pair.of(key)], width_for(key.successors, source))
    ratings = np.empty(part.size, dtype=workspace.width.dtype)
    with ThreadPoolExecutor(threads) as pool:
        placing = PlacingSolver(key, source, threads, workspace).load(pool, report)
        spaces = [(new_row(), new_comparison(placing, board.ways)) for _ in range(threads)]

        def rate(rows: RowRange, space: tuple[Row, Comparison]) -> None:
            out = ratings[(rows[0] - first) * part.row_size : (rows[1] - first) * part.row_size]
            rate_rows(rows, placing, board, *space, out)

        for done in walk_rows(rate, part.rows, spaces, pool):
            slots_done = size * done // len(key.transposed.index.orbits)
            report(Progress(key, "placing", slots_done=slots_done, slots=size))
    part.write(ratings)


class PartsJoiner(PlacingSolver):
    """Joins the parts of a placing table, all of which have been rated."""

    def __init__(self, parts: list[Part], source: TableSource, threads: int) -> None:
        key = parts[0].key
        width = WIDE if any(part.width is WIDE for part in parts) else NARROW
        workspace = Workspace([Pair.of(key)], width)
        super().__init__(key, source, threads, workspace)
        self._parts = parts

    @staticmethod
    def memory(key: TableKey) -> int:
        """Return the peak memory of joining in bytes, including what the threads read."""
        sizes = array_sizes(Pair.of(key))
        at_hand = sizes[Array.FIRST_VALUES] // CHUNKS_PER_THREAD
        arrays = (Array.FIRST_VALUES, Array.BAGS, Array.SLOTS)
        return sum(sizes[array] for array in arrays) + at_hand + INTERPRETER

    def load(self, _pool: ThreadPoolExecutor, _report: Report) -> PlacingTable:
        """Load nothing: the tables that placings lead to were used when the parts were rated."""
        width = self._workspace.width
        orbits = orbits_of(self.key.enemy, self.key.variant.board)
        nothing = np.zeros(0, dtype=width.dtype)
        at_rest = RatedTable(orbits.representatives, orbits.places, nothing, 0)
        return placing_of(self.key, at_rest, no_rated_table(width))

    def place(
        self, rows: RowRange, placing: PlacingTable, target: PlacingTarget, space: Space
    ) -> None:
        """Carry the ratings of some rows over in the working space of one thread."""
        (row, _, bags), board = space, board_of(self.key)
        for part in self._parts:
            some = part.overlap(rows)
            if some[0] < some[1]:
                store_rows(some, part.read(some), placing, target, board, row, bags)


@bare_kernel
def rate_rows(
    rows: RowRange,
    placing: PlacingTable,
    board: KernelBoard,
    row: Row,
    work: Comparison,
    ratings: Scores,
) -> None:
    """Write the ratings of the best placings of some rows, row by row."""
    at, size = 0, len(placing.before)
    for block in range(rows[0], rows[1]):
        rate_any_row(block, placing, board, row, work)
        for i in range(size):
            ratings[at + i] = work.best[i]
        at += size


@bare_kernel
def store_rows(
    rows: RowRange,
    ratings: Scores,
    placing: PlacingTable,
    target: PlacingTarget,
    board: KernelBoard,
    row: Row,
    bags: Bags,
) -> None:
    """Post the ratings of `rate_rows`; `deliver_all` writes the scores left in bags."""
    at, size, men = 0, len(placing.before), popcount(int(placing.before[0]))
    for block in range(rows[0], rows[1]):
        fixed = int(placing.quiet.representatives[block])
        free, best = board.tables.full & ~fixed, ratings[at : at + size]
        at += size
        prepare_row(fixed, board, row)
        store_row(free, men, best, placing.runs, target, row.images, board.tables, bags)
