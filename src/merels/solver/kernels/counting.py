"""The first phase: count the moves of each position, store positions decided at once.

See `merels.solver.kernels.states` for the two orders that a table is kept in.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, popcount
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.blocked import count_ways, find_ways_out
from merels.solver.kernels.placing import Comparison, PlacingTable, rate_row
from merels.solver.kernels.rating import NARROW, RatedTable, Scores, Width, rate_captures
from merels.solver.kernels.row import (
    LOW,
    MEN_BITS,
    MOST_PENDING,
    PAIRS,
    KernelBoard,
    Row,
    Runs,
    build_runs,
    list_mills,
    men_on,
    pairs_and_lines,
    prepare_row,
    write_flights,
    write_steps,
)
from merels.solver.kernels.states import SAFE, Target, Walk, store_pending

LOST_NOW: Final = 1

UInt16s: TypeAlias = npt.NDArray[np.uint16]


class MoveCounts(NamedTuple):
    """Working space for counting the moves of a row's positions."""

    quiet: Bytes  # quiet moves of each position
    best: UInt16s  # the rating of its best capture
    closed: Int32s  # arrangements with a mill
    numbers: Int32s  # their ranks
    ratings: Int32s  # the rating of the best capture for each of those
    low_pairs: Int64s  # for each arrangement of the lowest points, the pairs it has one point of
    safe: Bytes  # for each rating of the best capture, `SAFE` if it wins or draws
    scores: Scores  # and the score after it, 0 if it draws
    runs: Runs


def new_counts(size: int, points: int = LOW, width: Width = NARROW) -> MoveCounts:
    """Return working space for one thread, for rows of this many positions on free points.

    Ratings stay 0, the best rating, if every capture wins the game.
    """
    ratings = np.arange(width.no_capture)
    lost = 2 * (width.limit - ratings) + 1
    scores = np.where(ratings < width.drawn, 2 * ratings + 2, lost)
    scores[width.drawn] = 0
    return MoveCounts(
        np.zeros(size, dtype=np.uint8),
        np.zeros(size, dtype=np.uint16),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(1 << LOW, dtype=np.int64),
        np.append(np.where(ratings <= width.drawn, SAFE, 0), 0).astype(np.uint8),
        np.append(scores, 0).astype(width.dtype),
        build_runs(points),
    )


@bare_kernel
def count_steps(free: int, men: int, board: KernelBoard, row: Row, counts: MoveCounts) -> None:
    """Count all steps of each arrangement of ``men`` men: one per pair with one point in it."""
    runs, pairs = counts.runs, row.pairs[PAIRS]
    for i in range(1 << LOW):
        low = deposit_bits(int(runs.masks[i]), free)
        counts.low_pairs[i] = pairs_and_lines(low, board)[0] & pairs
    number = 0
    for high in range(1 << max(0, popcount(free) - LOW)):
        low_men = men - popcount(high)
        if 0 <= low_men <= LOW:
            above = pairs_and_lines(deposit_bits(high << LOW, free), board)[0] & pairs
            first = runs.starts[low_men]
            for i in range(runs.lengths[low_men]):
                steps = popcount(above ^ counts.low_pairs[np.uint64(first + i)])
                counts.quiet[np.uint64(number + i)] = steps
            number += runs.lengths[low_men]


@bare_kernel
def count_closing_moves(
    closed: int, free: int, walk: Walk, board: KernelBoard, row: Row, counts: MoveCounts
) -> None:
    """Subtract the moves that close a mill from the quiet moves, and keep the best of them.

    Every step back by a man in a mill leads to a position that can close it.
    """
    places = extract_bits(free, free)
    steps = row.steps
    for i in range(closed):
        men = int(counts.closed[i])
        touched, lines = pairs_and_lines(deposit_bits(men, free), board)
        in_mills = men_on(lines, board.mills)
        if walk.flies:
            made = write_flights(men, extract_bits(in_mills, free), places & ~men, steps)
        else:
            touched &= pairs_and_lines(in_mills, board)[0] & row.pairs[PAIRS]
            made = write_steps(men, touched, row.pairs, board.all_pairs, steps)
        for step in range(made):
            before = np.uint64(rank_of(steps[step], board.tables))
            counts.quiet[before] -= 1
            counts.best[before] = min(counts.best[before], counts.ratings[i])


@bare_kernel
def count_row(
    fixed: int, walk: Walk, captures: RatedTable, board: KernelBoard, row: Row, counts: MoveCounts
) -> None:
    """Count the quiet moves of the positions of a row, and rate their best captures.

    ``counts.best`` has the ratings of other moves already.
    """
    closed = count_all_moves(fixed, walk, captures, board, row, counts)
    count_closing_moves(closed, board.tables.full & ~fixed, walk, board, row, counts)


@bare_kernel
def count_all_moves(
    fixed: int, walk: Walk, captures: RatedTable, board: KernelBoard, row: Row, counts: MoveCounts
) -> int:
    """Count the moves of the positions of a row as if all were quiet, and list those with a mill.

    Return how many arrangements have a mill; they are rated by the best capture.
    """
    free, men = board.tables.full & ~fixed, popcount(int(walk.arrangements[0]))
    prepare_row(fixed, board, row)
    if walk.flies:
        counts.quiet[:] = men * (popcount(free) - men)
    else:
        count_steps(free, men, board, row, counts)
    closed = list_mills(
        popcount(free), men, row.lines, counts.runs, board.tables, counts.closed, counts.numbers
    )
    if len(captures.ratings):
        rate_captures(fixed, counts.closed[:closed], captures, board, row, counts.ratings)
    return int(closed)


@bare_kernel
def count_blocked(fixed: int, walk: Walk, board: KernelBoard, row: Row, counts: MoveCounts) -> None:
    """Correct the moves of a row that have been counted as if a blocked side lost.

    A pass counts as a quiet move; where the other side is blocked, nothing captures.
    """
    free, none = board.tables.full & ~fixed, len(counts.safe) - 1
    ways_out = find_ways_out(fixed, walk.rest_flies, board)
    for number in range(len(walk.arrangements)):
        men = int(walk.arrangements[number])
        if ways_out & ~men == 0:
            counts.quiet[number] = count_ways(men, free, ways_out, walk.flies, board, row)
            counts.best[number] = none
        if counts.quiet[number] == 0 and counts.best[number] == none:
            counts.quiet[number] = 1


@bare_kernel
def begin_rows(
    rows: tuple[int, int],
    walk: Walk,
    captures: RatedTable,
    target: Target,
    board: KernelBoard,
    row: Row,
    counts: MoveCounts,
) -> int:
    """Count the moves of every position in some rows; store positions decided at once.

    Return the total number of quiet moves.
    """
    edges = 0
    for block in range(rows[0], rows[1]):
        fixed = int(walk.representatives[block])
        counts.best[:] = len(counts.safe) - 1  # no capture
        count_row(fixed, walk, captures, board, row, counts)
        free = board.tables.full & ~fixed
        if walk.gives_way:
            count_blocked(fixed, walk, board, row, counts)
        edges += begin_row(block * walk.stride, free, walk, target, board.tables, row, counts)
    return edges


@bare_kernel
def begin_rows_with_placings(
    rows: tuple[int, int],
    walk: Walk,
    solved: tuple[RatedTable, PlacingTable],
    target: Target,
    board: KernelBoard,
    row: Row,
    counts: MoveCounts,
    work: Comparison,
) -> int:
    """Do the work of `begin_rows` where a side may place a man or move.

    A placing leads to a table that is solved already, as a capture does: the best placing is rated
    first, then captures by moves on the board. ``solved`` has these solved tables.
    """
    captures, placing = solved
    edges = 0
    for block in range(rows[0], rows[1]):
        fixed = int(walk.representatives[block])
        rate_row(block, placing, board, row, work)
        for number in range(len(walk.arrangements)):
            counts.best[number] = work.best[number]
        count_row(fixed, walk, captures, board, row, counts)
        free = board.tables.full & ~fixed
        edges += begin_row(block * walk.stride, free, walk, target, board.tables, row, counts)
    return edges


@bare_kernel
def begin_row(
    start: int,
    free: int,
    walk: Walk,
    target: Target,
    tables: BoardTables,
    row: Row,
    counts: MoveCounts,
) -> int:
    """Write the states of a row that has been counted, and store the positions decided at once.

    Return the number of quiet moves.
    """
    edges, waiting = 0, 0
    for number in range(len(walk.arrangements)):
        quiet, best = int(np.int64(counts.quiet[number])), counts.best[number]
        safe, capture = counts.safe[best], int(np.int64(counts.scores[best]))
        edges += quiet
        at = np.uint64(start + number)
        walk.counts[at] = quiet + safe
        walk.captures[at] = capture
        value = first_value(quiet, safe != 0, capture)
        row.pending[np.uint64(waiting)] = walk.arrangements[number] | value << MEN_BITS
        waiting += value != 0
        if waiting == MOST_PENDING:
            store_pending(waiting, free, row, target, tables)
            waiting = 0
    store_pending(waiting, free, row, target, tables)
    return edges


@inlined
def first_value(quiet: int, is_safe: bool, capture: int) -> int:
    """Return the value of a position from its best capture, or 0; a quicker win may follow."""
    if is_safe:
        return capture
    return max(capture, LOST_NOW) if quiet == 0 else 0
