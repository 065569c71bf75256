"""Comparing placings: the best placing of each position, from the positions one ply later.

The men at rest stay where they are while the other side places a man. So positions are walked by
the orbit of the men at rest: all quiet placings from a row of arrangements lead into one row of the
next table, and the rating of the best capture depends on the arrangement after the placing alone.

To place a man above the eight lowest points is to compare two runs (`merels.solver.kernels.row`),
many bytes at a time. A placing closes a mill in whole runs, or wherever certain men are among the
lowest points.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import (
    bare_kernel,
    choose_bytes,
    deposit_bits,
    inlined,
    keep_smaller,
    lowest_bit,
    popcount,
    prefetch,
    replace_bytes,
)
from merels._system import BLOCK
from merels.board.board import MOST_LINES, MOST_POINTS
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.rating import NOTHING, RatedTable, Scores, rate_captures
from merels.solver.kernels.row import (
    CHOICE,
    LOW,
    LOW_POINTS,
    SYMMETRIC,
    Destinations,
    KernelBoard,
    Row,
    Runs,
    UInt16s,
    list_mills,
    next_rank,
    orbit_of,
    prepare_row,
    rank_at,
)

NEVER: Final = 1 << MOST_POINTS  # no arrangement has this point


class PlacingTable(NamedTuple):
    """The tables to walk through; they stay the same from row to row."""

    before: Int32s  # the mover's men before the placing, by rank
    after: Int32s  # and after it
    quiet: RatedTable  # the table that quiet placings lead to; its rows are walked through
    captures: RatedTable  # the table that captures lead to
    runs: Runs
    stage: int  # see `merels.solver.kernels.stages`
    drawn: int  # the rating of a draw


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

    Ratings of captures stay 0, the best rating, if every capture wins the game.
    """
    before, after = len(placing.before), len(placing.after)
    most = after if placing.stage == 0 else max(before, after)
    dtype = placing.quiet.ratings.dtype
    return Comparison(
        np.zeros(2 * MOST_POINTS, dtype=np.int64),
        ways - 2,
        np.zeros((ways - 2) * MOST_POINTS, dtype=np.int64),
        np.zeros(after + CHOICE, dtype=dtype),
        np.zeros(after + CHOICE, dtype=dtype),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(most, dtype=np.int32),
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
            *(points, men + 1, row.lines, runs, board.tables), *(work.closed, work.numbers)
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

    An arrangement has ``men`` of the mover on the ``points`` that are free of men at rest. The last
    block of a run reaches into the next run, which is found later.
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

    If the placing has closed a mill, the best capture counts.
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
    """Let the best capture count for further mills of the point, too."""
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
    """Return which of the lowest points to look at, and which men on them close a mill.

    There are no branches, which made comparing take twice as long: if no men close a mill, the two
    numbers never agree.
    """
    possible = partners >> LOW & ~high == 0
    needed = partners & LOW_POINTS
    return (needed, needed) if possible else (0, 1)


# Posting scores: from the order of the side at rest to the order of the side to move.
#
# Placing never repeats a position, so one pass over a table is enough: the scores of a row are
# final as soon as its placings have been compared.
#
# Scores are written all over the table. Each write on its own would wait for memory, 170 ns for
# each position. So scores for one region are first collected in a bag, and then written while
# the region is in the cache: 8 ns.

REGION_BITS: Final = 18
REGION_MASK: Final = (1 << REGION_BITS) - 1
BAGS_BITS: Final = 16  # entries in the bags of one region, of all threads together
SCORE_BITS: Final = 10
HIGHEST: Final = (1 << SCORE_BITS) - 1
AHEAD: Final = 32  # entries of a bag whose memory is fetched in advance: saves 8 ns a position

UInt32s: TypeAlias = npt.NDArray[np.uint32]


class PlacingTarget(NamedTuple):
    """Where scores go: a dense table in the order of the side to move."""

    to: Destinations
    values: Scores
    scores: Scores  # the score of a position whose best placing has a rating


class Bags(NamedTuple):
    """Scores of one thread on their way."""

    entries: UInt32s  # by region: the place in the region, then the score
    counts: Int32s  # how many entries the bag of each region has
    bag_bits: int
    low_ranks: Int32s  # for each arrangement of the lowest points, its rank on the whole board


def bags_size(values: int) -> int:
    """Return the bytes of all bags for a dense table with this number of values."""
    return ((values >> REGION_BITS) + 1) << BAGS_BITS + 2


def new_bags(target: PlacingTarget, entries: UInt32s) -> Bags:
    """Return empty bags for one thread, in its share of the memory."""
    regions = (len(target.values) >> REGION_BITS) + 1
    bag_bits = (len(entries) // regions).bit_length() - 1
    low_ranks = np.zeros(1 << LOW, dtype=np.int32)
    return Bags(entries, np.zeros(regions, dtype=np.int32), bag_bits, low_ranks)


@bare_kernel
def store_row(
    free: int,
    men: int,
    best: Scores,
    runs: Runs,
    target: PlacingTarget,
    images: Int64s,
    tables: BoardTables,
    bags: Bags,
) -> None:
    """Post the scores of a row, once for each equivalent position.

    ``best`` are the ratings of its best placings, for each arrangement of ``men`` men.
    """
    to, low_ranks = target.to, bags.low_ranks
    for i in range(1 << LOW):
        low_ranks[i] = rank_of(deposit_bits(int(runs.masks[i]), free), tables)
    number = 0
    for high in range(1 << max(0, popcount(free) - LOW)):
        low_men = men - popcount(high)
        if low_men < 0 or low_men > LOW:
            continue
        # The men above count the same, whichever men are on the lowest points.
        first = runs.starts[low_men]
        above = rank_of(deposit_bits(high << LOW | (1 << low_men) - 1, free), tables)
        above -= low_ranks[first]
        for i in range(first, first + runs.lengths[low_men]):
            packed = int(to.packed[np.uint64(above + low_ranks[i])])
            score = int(np.int64(target.scores[best[number]]))
            number += 1
            at = orbit_of(packed) * to.stride + rank_at(packed, images, tables)
            post(at, score, target.values, bags)
            if packed & SYMMETRIC:
                post_images(packed, score, target, images, tables, bags)


@bare_kernel
def post_images(
    packed: int, score: int, target: PlacingTarget, images: Int64s, tables: BoardTables, bags: Bags
) -> None:
    """Post the score of a position for all positions that are equivalent to it."""
    orbit = orbit_of(packed)
    others = target.to.stabilizers[orbit] & ~1
    while others:
        rank = next_rank(others, packed, images, tables)
        others &= others - 1
        post(orbit * target.to.stride + rank, score, target.values, bags)


@inlined
def post(at: int, score: int, values: Scores, bags: Bags) -> None:
    """Put a score into the bag of its region; deliver the bag when it is full."""
    region = at >> REGION_BITS
    count = int(bags.counts[np.uint64(region)])
    end = region << bags.bag_bits | count
    prefetch(bags.entries, end + AHEAD)
    bags.entries[np.uint64(end)] = (at & REGION_MASK) << SCORE_BITS | score
    count += 1
    if count == 1 << bags.bag_bits:
        deliver(region, count, values, bags)
        count = 0
    bags.counts[np.uint64(region)] = count


@bare_kernel
def deliver(region: int, count: int, values: Scores, bags: Bags) -> None:
    """Write the scores in a bag to their places."""
    start, first = region << REGION_BITS, region << bags.bag_bits
    last = first + count - 1
    for i in range(first, first + count):
        coming = int(np.int64(bags.entries[np.uint64(min(i + AHEAD, last))]))
        prefetch(values, start + (coming >> SCORE_BITS))
        entry = np.int64(bags.entries[np.uint64(i)])
        values[np.uint64(start + (entry >> SCORE_BITS))] = entry & HIGHEST


@bare_kernel
def deliver_all(values: Scores, bags: Bags) -> None:
    """Write the scores that are left in the bags."""
    for region in range(len(bags.counts)):
        deliver(region, bags.counts[region], values, bags)
        bags.counts[region] = 0
