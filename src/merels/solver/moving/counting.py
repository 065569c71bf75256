"""The first phase: count the moves of each position, and decide what can be decided at once.

See `merels.solver.moving.states` for the two orders that a table is kept in.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, popcount
from merels.board.geometry import FULL
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.moving.states import SAFE, Target, Walk, store_pending
from merels.solver.rows.rating import DRAWN, NO_CAPTURE, RatedTable, rate_captures
from merels.solver.rows.row import (
    MOST_PENDING,
    Board,
    Row,
    men_on,
    pairs_and_lines,
    prepare_row,
    write_flights,
    write_steps,
)
from merels.solver.rows.runs import LOW, Runs, build_runs, list_mills

LOST_NOW: Final = 1

UInt16s: TypeAlias = npt.NDArray[np.uint16]


class Counts(NamedTuple):
    """Working space for counting the positions of a row, and what that takes."""

    quiet: Bytes  # quiet moves of each position
    best: UInt16s  # the rating of its best capture
    closed: Int32s  # arrangements with a mill
    numbers: Int32s  # their ranks
    ratings: Int32s  # the rating of the best capture for each of those
    low_pairs: Int64s  # for each arrangement of the lowest points, the pairs it has one point of
    safe: Bytes  # for each rating of the best capture, `SAFE` if it wins or draws
    scores: Bytes  # and the score after it, 0 if it draws
    runs: Runs


def new_counts(size: int) -> Counts:
    """Return working space for one thread, for rows of this many positions.

    Ratings stay 0, the best one, if every capture wins the game.
    """
    ratings = np.arange(NO_CAPTURE)
    scores = np.where(ratings < DRAWN, 2 * ratings + 2, 2 * (256 - ratings) + 1)
    scores[DRAWN] = 0
    return Counts(
        np.zeros(size, dtype=np.uint8),
        np.zeros(size, dtype=np.uint16),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(1 << LOW, dtype=np.int64),
        np.append(np.where(ratings <= DRAWN, SAFE, 0), 0).astype(np.uint8),
        np.append(scores, 0).astype(np.uint8),
        build_runs(),
    )


@bare_kernel
def count_steps(free: int, men: int, board: Board, row: Row, counts: Counts) -> None:
    """Count all steps of each arrangement of ``men`` men: one per pair with one point in it."""
    runs, pairs = counts.runs, row.pairs[64]
    for i in range(1 << LOW):
        low = deposit_bits(int(runs.masks[i]), free)
        counts.low_pairs[i] = pairs_and_lines(low, board.links)[0] & pairs
    number = 0
    for high in range(1 << popcount(free) - LOW):
        low_men = men - popcount(high)
        if 0 <= low_men <= LOW:
            above = pairs_and_lines(deposit_bits(high << LOW, free), board.links)[0] & pairs
            first = runs.starts[low_men]
            for i in range(runs.lengths[low_men]):
                steps = popcount(above ^ counts.low_pairs[np.uint64(first + i)])
                counts.quiet[np.uint64(number + i)] = steps
            number += runs.lengths[low_men]


@bare_kernel
def count_closing_moves(
    closed: int, free: int, walk: Walk, board: Board, row: Row, counts: Counts
) -> None:
    """Subtract the moves that close a mill from the quiet ones, and keep the best of them.

    Every step back by a man in a mill leads to a position that can close it.
    """
    places = extract_bits(free, free)
    steps = row.steps
    for i in range(closed):
        men = int(counts.closed[i])
        touched, lines = pairs_and_lines(deposit_bits(men, free), board.links)
        in_mills = men_on(lines, board.mills)
        if walk.flies:
            made = write_flights(men, extract_bits(in_mills, free), places & ~men, steps)
        else:
            touched &= pairs_and_lines(in_mills, board.links)[0] & row.pairs[64]
            made = write_steps(men, touched, row.pairs, steps)
        for step in range(made):
            before = np.uint64(rank_of(steps[step], board.tables))
            counts.quiet[before] -= 1
            counts.best[before] = min(counts.best[before], counts.ratings[i])


@bare_kernel
def count_row(
    fixed: int, walk: Walk, captures: RatedTable, board: Board, row: Row, counts: Counts
) -> None:
    """Count the quiet moves of the positions of a row, and rate their best captures."""
    free, men = FULL & ~fixed, popcount(int(walk.arrangements[0]))
    prepare_row(fixed, board, row)
    if walk.flies:
        counts.quiet[:] = men * (popcount(free) - men)
    else:
        count_steps(free, men, board, row, counts)
    counts.best[:] = NO_CAPTURE
    closed = list_mills(
        popcount(free), men, row.lines, counts.runs, board.tables, counts.closed, counts.numbers
    )
    if len(captures.ratings):
        rate_captures(fixed, counts.closed[:closed], captures, board, row, counts.ratings)
    count_closing_moves(closed, free, walk, board, row, counts)


@bare_kernel
def begin_rows(
    rows: tuple[int, int],
    walk: Walk,
    captures: RatedTable,
    target: Target,
    board: Board,
    row: Row,
    counts: Counts,
) -> int:
    """Count the moves of every position in some rows; store those that are decided at once.

    Return the total number of quiet moves.
    """
    edges = 0
    for block in range(rows[0], rows[1]):
        fixed = int(walk.representatives[block])
        count_row(fixed, walk, captures, board, row, counts)
        edges += begin_row(
            block * walk.stride, FULL & ~fixed, walk, target, board.tables, row, counts
        )
    return edges


@bare_kernel
def begin_row(
    start: int,
    free: int,
    walk: Walk,
    target: Target,
    tables: BoardTables,
    row: Row,
    counts: Counts,
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
        row.pending[np.uint64(waiting)] = walk.arrangements[number] | value << 24
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
