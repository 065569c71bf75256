"""A moving table while it is being solved, in two orders.

Each order is dense: one row for each orbit of one side's men, with one entry for each arrangement
of the other side's men on the points that are left free.

- *Values*, by the orbit of the side to move: 0 undecided, else the score. The file has this order.
- *States*, by the orbit of the side at rest: the undecided part of the position's moves. A state is
two numbers, kept apart: every decided move changes a count, few moves need the score of a capture.

A move changes the mover's men alone. So the positions before and after a quiet move share a row:
the later position is in the values, by its side to move, and the earlier position in the states, by
its side at rest. All counting stays inside such a row, which fits the cache; a position is carried
over to the other order only once, when it has been decided.

Rows whose orbit has symmetries of its own hold each class of equivalent positions several times.
Every copy is counted and decided separately, so that no edge needs a weight.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.blocked import OPEN, find_ways_out, may_block, write_ways_back
from merels.solver.kernels.rating import Scores
from merels.solver.kernels.row import (
    ALL_MEN,
    MEN_BITS,
    MOST_PENDING,
    PAIRS,
    SYMMETRIC,
    UNROLLED,
    Destinations,
    KernelBoard,
    Row,
    men_on,
    next_rank,
    orbit_of,
    pairs_and_lines,
    prepare_row,
    rank_at,
    write_flights,
)

SAFE: Final = 100  # added to the count if a capture wins or draws, so that it never falls to 0
WON: Final = 255  # the count of a position that is known to be won
WON_AT_LEAST: Final = 180  # at most 66 quiet moves can be subtracted from WON, or added to SAFE

SCORE_BITS: Final = 16
HIGHEST: Final = (1 << SCORE_BITS) - 1

# High scores are rare: only the segments of a row that have any are searched for them, which saves
# 4 %. Tracing whole runs of arrangements would pay only if one score made up a tenth of a row.
SEGMENTS: Final = 8


class Walk(NamedTuple):
    """The rows to walk through: the men at rest, and the states of their positions."""

    representatives: Int32s  # the men at rest, row by row
    arrangements: Int32s  # the men that move, by rank
    flies: bool  # whether the men that move may go anywhere
    counts: Bytes  # how many quiet moves may still avoid a loss
    captures: Scores  # the score after the best capture, 0 if there is none or it draws
    stride: int
    gives_way: bool  # whether a blocked side passes: see `merels.solver.kernels.blocked`
    rest_flies: bool  # whether the men at rest fly, so that they are never blocked


class Target(NamedTuple):
    """Where decided positions are carried over to: values by the orbit of the side to move."""

    to: Destinations
    values: Scores
    levels: Bytes  # levels[score, segment] is 1 if the segment may hold the score
    segment_bits: int


def segment_bits_of(stride: int) -> int:
    """Return the number of low bits of a rank within a segment; a row has at most `SEGMENTS`.

    Segments are whole cache lines of 64 bytes.
    """
    return max(6, (stride - 1).bit_length() - (SEGMENTS - 1).bit_length())


@inlined
def mark(orbit: int, rank: int, value: int, target: Target) -> int:
    """Mark the segment of a value; return the place of the value."""
    segment = orbit * SEGMENTS + (rank >> target.segment_bits)
    target.levels[value, segment] = 1
    return orbit * target.to.stride + rank


@bare_kernel
def store_pending(count: int, free: int, row: Row, target: Target, tables: BoardTables) -> None:
    """Carry decided positions over: write their values by the orbit of the side to move.

    The places of many positions are found and fetched before the first is written, so that cache
    misses overlap.
    """
    pending, images = row.pending, row.images
    for i in range(count):
        entry = pending[i]
        men, value = entry & ALL_MEN, entry >> MEN_BITS
        packed = int(target.to.packed[np.uint64(rank_of(deposit_bits(men, free), tables))])
        at = mark(orbit_of(packed), rank_at(packed, images, tables), value, target)
        prefetch(target.values, at)
        pending[i] = at << SCORE_BITS | value
        if packed & SYMMETRIC:
            store_images(packed, value, images, target, tables)
    for i in range(count):
        target.values[np.uint64(pending[i] >> SCORE_BITS)] = pending[i] & HIGHEST


@bare_kernel
def store_images(
    packed: int, value: int, images: Int64s, target: Target, tables: BoardTables
) -> None:
    """Write a position's value for the other positions equivalent to it."""
    orbit = orbit_of(packed)
    others = target.to.stabilizers[orbit] & ~1
    while others:
        at = mark(orbit, next_rank(others, packed, images, tables), value, target)
        others &= others - 1
        target.values[at] = value


@bare_kernel
def mark_levels(rows: tuple[int, int], arrangements: int, table: Target) -> None:
    """Mark which segments hold which scores, in some rows of a table that is solved already."""
    for orbit in range(rows[0], rows[1]):
        start = orbit * table.to.stride
        for rank in range(arrangements):
            segment = orbit * SEGMENTS + (rank >> table.segment_bits)
            table.levels[table.values[start + rank], segment] = 1


# The second phase: trace decided positions back to their predecessors, score by score.


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
    """Trace the positions of one score, ``level``, back; store the decided positions.

    ``decided`` are the values of the positions after the moves, in the same rows as the states of
    the positions before. Only ``segments`` of these rows are searched. Return the number of moves
    traced back.
    """
    tables = board.tables
    block, start, free, waiting, edges, ways_out = -1, 0, tables.full, 0, 0, OPEN
    for segment in segments:
        if segment // SEGMENTS != block:
            settle(waiting, level, free, walk, target, tables, row)
            block, waiting = segment // SEGMENTS, 0
            start = block * walk.stride
            fixed = int(walk.representatives[block])
            free = tables.full & ~fixed
            prepare_row(fixed, board, row)
            if walk.gives_way:
                ways_out = find_ways_out(fixed, walk.rest_flies, board)
        begin = start + (segment % SEGMENTS << segment_bits)
        end = min(begin + (1 << segment_bits), start + walk.stride)
        for line in range(begin, end, PADDING):
            equal = equal_bytes(decided, line, level)
            while equal:
                men = int(walk.arrangements[np.uint64(line - start + lowest_bit(equal))])
                equal &= equal - 1
                if may_block(men, ways_out):
                    made = 0
                else:
                    made = trace_back(men, start, waiting, free, walk, board, row)
                if made == 0 and walk.gives_way:
                    made = trace_blocked(men, start, waiting, free, ways_out, walk, board, row)
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

    A man in a mill got there by closing the mill, which was not a quiet move.
    """
    touched, lines = pairs_and_lines(deposit_bits(men, free), board)
    in_mills = 0
    if lines:
        in_mills = men_on(lines, board.mills)
        # The other point of the pair is empty, so the men in mills hold exactly one point of it.
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
    # Some steps too many, where the next steps go; see `UNROLLED`.
    for step in range(0, made, UNROLLED):
        for number in range(step, step + UNROLLED):
            before = men ^ row.pairs[lowest_bit(touched)]
            touched &= touched - 1
            collect(before, start, waiting + number, walk, board.tables, row)
    return made


@bare_kernel
def trace_blocked(
    men: int,
    start: int,
    waiting: int,
    free: int,
    ways_out: int,
    walk: Walk,
    board: KernelBoard,
    row: Row,
) -> int:
    """Do what `trace_back` does where a side may be blocked before the move or after it."""
    made = write_ways_back(men, free, ways_out, walk.flies, board, row)
    for step in range(made):
        collect(row.steps[step], start, waiting + step, walk, board.tables, row)
    return made


@inlined
def collect(men: int, start: int, number: int, walk: Walk, tables: BoardTables, row: Row) -> None:
    """Collect a position to be settled later, and fetch its count meanwhile."""
    at = start + rank_of(men, tables)
    prefetch(walk.counts, at)
    row.pending[np.uint64(number)] = men | at << MEN_BITS


@bare_kernel
def settle(
    count: int, level: int, free: int, walk: Walk, target: Target, tables: BoardTables, row: Row
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

    Positions whose win was known before drop out; so do positions where a capture wins as quickly.
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
