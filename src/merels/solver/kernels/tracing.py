"""The second phase: trace decided positions back to their predecessors, score by score.

See `merels.solver.kernels.states` for the two orders that a table is kept in.
"""

from __future__ import annotations

import numpy as np

from merels._jit import (
    bare_kernel,
    deposit_bits,
    equal_bytes,
    extract_bits,
    inlined,
    lowest_bit,
    popcount,
    prefetch,
)
from merels.board.index.dense import PADDING, Bytes
from merels.board.index.ranking import BoardTables, Int64s, rank_of
from merels.solver.kernels.row import (
    ALL_MEN,
    MEN_BITS,
    MOST_PENDING,
    PAIRS,
    UNROLLED,
    KernelBoard,
    Row,
    men_on,
    pairs_and_lines,
    prepare_row,
    write_flights,
)
from merels.solver.kernels.states import (
    SEGMENTS,
    WON,
    WON_AT_LEAST,
    Target,
    Walk,
    store_pending,
)
from merels.solver.kernels.width import Scores


@bare_kernel
def propagate_segments(
    segments: Int64s,
    segment_bits: int,
    level: int,
    decided: Scores,
    walk: Walk,
    target: Target,
    board: KernelBoard,
    row: Row,
) -> int:
    """Trace the positions of one score, ``level``, back; store what this decides.

    ``decided`` are the values of the positions after the moves, in the same rows as the states of
    the positions before. Only ``segments`` of these rows are searched. Return the number of moves
    traced back.
    """
    tables = board.tables
    block, start, free, waiting, edges = -1, 0, tables.full, 0, 0
    for segment in segments:
        if segment // SEGMENTS != block:
            settle(waiting, level, free, walk, target, tables, row)
            block, waiting = segment // SEGMENTS, 0
            start = block * walk.stride
            fixed = int(walk.representatives[block])
            free = tables.full & ~fixed
            prepare_row(fixed, board, row)
        begin = start + (segment % SEGMENTS << segment_bits)
        end = min(begin + (1 << segment_bits), start + walk.stride)
        for line in range(begin, end, PADDING):
            equal = equal_bytes(decided, line, level)
            while equal:
                men = int(walk.arrangements[np.uint64(line - start + lowest_bit(equal))])
                equal &= equal - 1
                made = trace_back(men, start, waiting, free, walk, board, row)
                edges += made
                waiting += made
                if waiting > MOST_PENDING:
                    settle(waiting, level, free, walk, target, tables, row)
                    waiting = 0
    settle(waiting, level, free, walk, target, tables, row)
    return edges


@inlined
def trace_back(
    men: int, start: int, waiting: int, free: int, walk: Walk, board: KernelBoard, row: Row
) -> int:
    """Collect the positions before a quiet move that led to ``men``; return how many there are.

    A man in a mill got there by closing it, which was not a quiet move.
    """
    touched, lines = pairs_and_lines(deposit_bits(men, free), board)
    in_mills = 0
    if lines:
        in_mills = men_on(lines, board.mills)
        # The other point of such a pair is empty: it is one of theirs if they hold one point of it.
        touched &= ~pairs_and_lines(in_mills, board)[0]
    if walk.flies:
        moved, empty = men & ~extract_bits(in_mills, free), extract_bits(free, free) & ~men
        made = write_flights(men, moved, empty, row.steps)
        for step in range(made):
            collect(row.steps[step], start, waiting + step, walk, board.tables, row)
        return made
    touched &= row.pairs[PAIRS]
    made = popcount(touched)
    touched |= ~board.all_pairs
    # Some too many, where the next ones go; see `UNROLLED`.
    for step in range(0, made, UNROLLED):
        for number in range(step, step + UNROLLED):
            before = men ^ row.pairs[lowest_bit(touched)]
            touched &= touched - 1
            collect(before, start, waiting + number, walk, board.tables, row)
    return made


@inlined
def collect(men: int, start: int, number: int, walk: Walk, tables: BoardTables, row: Row) -> None:
    """Collect a position to be settled later, and fetch its count meanwhile."""
    at = start + rank_of(men, tables)
    prefetch(walk.counts, at)
    row.pending[np.uint64(number)] = men | at << MEN_BITS


@bare_kernel
def settle(
    count: int,
    level: int,
    free: int,
    walk: Walk,
    target: Target,
    tables: BoardTables,
    row: Row,
) -> None:
    """Update the positions that have been collected, and store the positions that are decided now.

    Their counts were prefetched when they were collected, and are in the cache by now.
    """
    if level & 1:
        decided = settle_wins(count, level + 1, walk.counts, walk.captures, row.pending)
    else:
        decided = settle_losses(count, level + 1, walk.counts, walk.captures, row.pending)
    store_pending(decided, free, row, target, tables)


@inlined
def settle_wins(count: int, value: int, counts: Bytes, captures: Scores, pending: Int64s) -> int:
    """Apply a winning move to each position that has been collected.

    Positions whose win was known before drop out, and positions where a capture wins as quickly.
    Return how many are left in ``pending``, now with their values.
    """
    won = 0
    for i in range(count):
        entry = pending[i]
        at = np.uint64(entry >> MEN_BITS)
        known = counts[at] >= WON_AT_LEAST
        counts[at] = WON
        pending[won] = entry
        won += not known
    decided = 0
    for i in range(won):
        entry = pending[i]
        capture = captures[np.uint64(entry >> MEN_BITS)]
        pending[decided] = entry & ALL_MEN | value << MEN_BITS
        decided += not (capture & 1 == 0 and 0 < capture <= value)
    return decided


@inlined
def settle_losses(count: int, value: int, counts: Bytes, captures: Scores, pending: Int64s) -> int:
    """Apply a losing move to each position that has been collected.

    If it was the last quiet move, only losing captures are left. Return the number of these
    positions; they are left in ``pending``, with their values.
    """
    decided = 0
    for i in range(count):
        entry = pending[i]
        at = np.uint64(entry >> MEN_BITS)
        left = counts[at] - 1
        counts[at] = left
        pending[decided] = entry
        decided += left == 0
    for i in range(decided):
        entry = pending[i]
        capture = int(np.int64(captures[np.uint64(entry >> MEN_BITS)]))
        pending[i] = entry & ALL_MEN | max(value, capture) << MEN_BITS
    return decided
