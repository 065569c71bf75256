"""Comparing placings: the best one of each position, from the positions one ply later.

The men at rest stay where they are while the other side places a man. So positions are walked by
the orbit of the men at rest: all quiet placings from a row of arrangements lead into one row of the
next table, and the rating of the best capture depends on the arrangement after the placing alone.

To place a man above the eight lowest points is to compare two runs (`merels.solver.kernels.runs`),
many bytes at a time. A placing that closes a mill does so in whole runs, or wherever certain men
are among the lowest points.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import (
    bare_kernel,
    choose_bytes,
    inlined,
    keep_smaller,
    lowest_bit,
    popcount,
    replace_bytes,
)
from merels._machine import BLOCK
from merels.board.board import MOST_LINES, MOST_POINTS
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.rating import NOTHING, RatedTable, rate_captures
from merels.solver.kernels.row import KernelBoard, Row, prepare_row
from merels.solver.kernels.runs import CHOICE, LOW, LOW_POINTS, Runs, UInt16s, list_mills
from merels.solver.kernels.width import Scores

NEVER: Final = 1 << MOST_POINTS  # no arrangement has this point


class PlacingTable(NamedTuple):
    """What to walk through; it stays the same from row to row."""

    before: Int32s  # the mover's men before the placing, by rank
    after: Int32s  # and after it
    quiet: RatedTable  # the table that quiet placings lead to; its rows are walked through
    captures: RatedTable  # the table that captures lead to
    runs: Runs


class Comparison(NamedTuple):
    """Working space for the current row; bytes of runs are padded to whole blocks."""

    partners: Int64s  # for each free point, the other points of two mills through it, or NEVER
    further_ways: int  # mills through a point besides these two; none on nine men's board
    further: Int64s  # for each free point, their other points, or NEVER
    after: Scores  # ratings after a quiet placing
    capture: Scores  # the rating of the best capture, for arrangements with a mill
    closed: Int32s  # arrangements with a mill
    numbers: Int32s  # their ranks
    ratings: Int32s  # the rating of the best capture for each of them
    choices: Scores  # for each of the lowest points, ratings after placing a man there
    best: Scores  # the rating of the best placing for each arrangement before it


def new_comparison(placing: PlacingTable, ways: int = 2) -> Comparison:
    """Return working space for one thread.

    Ratings of captures stay 0, the best one, if every capture wins the game.
    """
    before, after = len(placing.before), len(placing.after)
    dtype = placing.quiet.ratings.dtype
    return Comparison(
        np.zeros(2 * MOST_POINTS, dtype=np.int64),
        ways - 2,
        np.zeros((ways - 2) * MOST_POINTS, dtype=np.int64),
        np.zeros(after + CHOICE, dtype=dtype),
        np.zeros(after + CHOICE, dtype=dtype),
        np.zeros(after, dtype=np.int32),
        np.zeros(after, dtype=np.int32),
        np.zeros(after, dtype=np.int32),
        np.zeros(LOW * CHOICE, dtype=dtype),
        np.zeros(before + CHOICE, dtype=dtype),
    )


@bare_kernel
def rate_row(
    block: int, placing: PlacingTable, board: KernelBoard, row: Row, work: Comparison
) -> None:
    """Rate the best placing of every position in a row, into ``work.best``."""
    fixed = int(placing.quiet.representatives[block])
    free = board.tables.full & ~fixed
    prepare_row(fixed, board, row)
    find_partners(row.lines, work.partners, work.further_ways, work.further)
    copy_row(block * placing.quiet.stride, len(placing.after), placing.quiet.ratings, work.after)
    points, men, runs = popcount(free), popcount(int(placing.before[0])), placing.runs
    if len(placing.captures.ratings):
        count = list_mills(
            *(points, men + 1, row.lines, runs, board.tables),
            *(work.closed, work.numbers),
        )
        rate_captures(fixed, work.closed[:count], placing.captures, board, row, work.ratings)
        for i in range(count):
            work.capture[work.numbers[i]] = work.ratings[i]
    compare_runs(points, men, runs, board.tables, work)


@bare_kernel
def copy_row(start: int, size: int, ratings: Scores, out: Scores) -> None:
    """Copy the ratings of a row."""
    for i in range(size):
        out[i] = ratings[start + i]


@bare_kernel
def find_partners(lines: Int64s, partners: Int64s, further_ways: int, further: Int64s) -> None:
    """Find the points that make a mill together with each point."""
    partners[:] = NEVER
    further[:] = NEVER
    for i in range(lines[MOST_LINES]):
        left = lines[i]
        while left:
            others, point = lines[i] & ~(left & -left), lowest_bit(left)
            left &= left - 1
            place = 2 * point
            place += partners[place] != NEVER
            if partners[place] == NEVER:
                partners[place] = others
            else:
                place = further_ways * point
                while further[place] != NEVER:
                    place += 1
                further[place] = others


@bare_kernel
def compare_runs(points: int, men: int, runs: Runs, tables: BoardTables, work: Comparison) -> None:
    """Find the best placing of each arrangement.

    There are ``points`` free of men at rest, and ``men`` of the mover on them. The last block of a
    run reaches into the next one, which is found later.
    """
    above = (1 << max(0, points - LOW)) - 1
    for high in range(above + 1):
        low_men = men - popcount(high)
        if low_men < 0 or low_men > LOW:
            continue
        lowest = (1 << low_men) - 1
        begin = rank_of(high << LOW | lowest, tables)
        length = runs.lengths[low_men]
        if low_men < LOW:
            source = rank_of(high << LOW | lowest << 1 | 1, tables)
            compare_low(begin, source, high, low_men, runs, work)
        else:
            work.best[begin] = NOTHING
        left = above & ~high
        while left:
            point = LOW + lowest_bit(left)
            source = rank_of((high | left & -left) << LOW | lowest, tables)
            left &= left - 1
            choose_ratings(point, 0, source, high, low_men, runs, work)
            for i in range(0, length, BLOCK):
                keep_smaller(work.best, begin + i, work.choices, i)


@inlined
def compare_low(begin: int, source: int, high: int, men: int, runs: Runs, work: Comparison) -> None:
    """Find the best placing on the lowest points, for a run of arrangements."""
    for point in range(LOW):
        choose_ratings(point, point * CHOICE, source, high, men + 1, runs, work)
    # Fixed numbers of placings, some of them repeated: loops that are unrolled.
    after, first = runs.after, runs.starts[men]
    if men < LOW // 2:
        for i in range(runs.lengths[men]):
            work.best[np.uint64(begin + i)] = best_of(8, first + i, after, work.choices)
    else:
        for i in range(runs.lengths[men]):
            work.best[np.uint64(begin + i)] = best_of(4, first + i, after, work.choices)


@inlined
def best_of(count: int, number: int, after: UInt16s, choices: Scores) -> int:
    """Return the best of the first ``count`` placings from an arrangement of a run."""
    at = np.uint64(number)
    rating = choices[after[at, 0]]
    for placing in range(1, count):
        rating = min(rating, choices[after[at, placing]])
    return rating  # type: ignore[no-any-return]  # of the narrow type of the choices


@inlined
def choose_ratings(
    point: int, to: int, source: int, high: int, low_men: int, runs: Runs, work: Comparison
) -> None:
    """Write the ratings of a run of arrangements after a man has been placed on ``point``.

    If that has closed a mill, the best capture counts.
    """
    first = runs.starts[low_men]
    mask_a, a = closing_men(work.partners[2 * point], high)
    mask_b, b = closing_men(work.partners[2 * point + 1], high)
    for i in range(0, runs.lengths[low_men], BLOCK):
        choose_bytes(
            *(work.choices, to + i, work.capture, work.after, source + i),
            *(runs.masks, first + i, mask_a, a, mask_b, b),
        )
    if work.further_ways:
        choose_further(point, to, source, high, low_men, runs, work)


@bare_kernel
def choose_further(
    point: int, to: int, source: int, high: int, low_men: int, runs: Runs, work: Comparison
) -> None:
    """Do the same for the mills besides two, where the best capture counts as well."""
    first, way = runs.starts[low_men], work.further_ways * point
    for more in range(way, way + work.further_ways, 2):
        mask_a, a = closing_men(work.further[more], high)
        mask_b, b = closing_men(work.further[more + 1], high)
        for i in range(0, runs.lengths[low_men], BLOCK):
            replace_bytes(
                *(work.choices, to + i, work.capture, source + i),
                *(runs.masks, first + i, mask_a, a, mask_b, b),
            )


@inlined
def closing_men(partners: int, high: int) -> tuple[int, int]:
    """Return which of the lowest points to look at, and which men there close a mill.

    There are no branches, which made comparing take twice as long: if no men close a mill, the two
    numbers never agree.
    """
    possible = partners >> LOW & ~high == 0
    needed = partners & LOW_POINTS
    return (needed, needed) if possible else (0, 1)
