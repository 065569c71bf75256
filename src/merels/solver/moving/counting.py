"""The first phase: count the moves of each position, and decide what can be decided at once.

See `merels.solver.moving.states` for the two orders that a table is kept in.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, popcount
from merels.board.geometry import FULL
from merels.board.index.ranking import Int32s, rank_of
from merels.solver.moving.states import SAFE, Target, Walk, store_pending
from merels.solver.rating import DRAWN, NO_CAPTURE, RatedTable, rate_captures
from merels.solver.row_kernels import (
    MOST_PENDING,
    Board,
    Row,
    men_in_mills,
    pairs_touched,
    prepare_row,
    write_flights,
    write_steps,
)

LOST_NOW: Final = 1


class Counts(NamedTuple):
    """Working space for counting the positions of a row."""

    quiet: Int32s  # quiet moves of each position
    best: Int32s  # its best capture
    closed: Int32s  # arrangements with a mill
    ratings: Int32s  # the rating of the best capture for each of those


def new_counts(size: int) -> Counts:
    """Return working space for one thread, for rows of this many positions.

    Ratings stay 0, the best one, if every capture wins the game.
    """
    return Counts(*(np.zeros(size, dtype=np.int32) for _ in range(4)))


@bare_kernel
def count_row(free: int, walk: Walk, board: Board, row: Row, counts: Counts) -> int:
    """Count all moves of each position as quiet; list the arrangements with a mill."""
    places = extract_bits(free, free)
    closed = 0
    for number in range(len(walk.arrangements)):
        men = int(walk.arrangements[number])
        if walk.flies:
            moves = popcount(men) * popcount(places & ~men)
        else:
            mask = deposit_bits(men, free)
            moves = popcount(pairs_touched(mask, mask, board.firsts, board.seconds) & row.pairs[32])
        counts.quiet[number] = moves
        counts.best[number] = NO_CAPTURE
        if men_in_mills(men, row.lines):
            counts.closed[closed] = men
            closed += 1
    return closed


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
        moved = men_in_mills(men, row.lines)
        if walk.flies:
            made = write_flights(men, moved, places & ~men, steps)
        else:
            touched = pairs_touched(
                deposit_bits(men, free), deposit_bits(moved, free), board.firsts, board.seconds
            )
            made = write_steps(men, touched & row.pairs[32], row.pairs, steps)
        for step in range(made):
            before = rank_of(steps[step], board.tables)
            counts.quiet[before] -= 1
            counts.best[before] = min(counts.best[before], counts.ratings[i])


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
    arrangements, size = walk.arrangements, len(walk.arrangements)
    edges = 0
    for block in range(rows[0], rows[1]):
        fixed = int(walk.representatives[block])
        free = FULL & ~fixed
        prepare_row(fixed, board, row)
        closed = count_row(free, walk, board, row, counts)
        if len(captures.ratings):
            rate_captures(fixed, counts.closed[:closed], captures, board, row, counts.ratings)
        count_closing_moves(closed, free, walk, board, row, counts)
        start, waiting = block * walk.stride, 0
        for number in range(size):
            edges += counts.quiet[number]
            state, value = begin_state(int(counts.quiet[number]), int(counts.best[number]))
            walk.states[start + number] = state
            row.pending[waiting] = arrangements[number] | value << 24
            waiting += value != 0
            if waiting == MOST_PENDING:
                store_pending(waiting, free, row, target, board.tables)
                waiting = 0
        store_pending(waiting, free, row, target, board.tables)
    return edges


@inlined
def begin_state(quiet: int, rating: int) -> tuple[int, int]:
    """Return the first state of a position, and its value or 0; a quicker win may follow."""
    if rating == NO_CAPTURE:
        return quiet, (LOST_NOW if quiet == 0 else 0)
    if rating < DRAWN:
        value = 2 * rating + 2
        return quiet + SAFE | value << 8, value
    if rating == DRAWN:
        return quiet + SAFE, 0
    value = 2 * (256 - rating) + 1
    return quiet | value << 8, (value if quiet == 0 else 0)
