"""Placing kernels: the values of positions with men in hand, from the positions one ply later.

Placing never repeats a position, so one pass over the table is enough. The men at rest stay where
they are while the other side places a man. So positions are walked by the orbit of the men at rest:
all quiet placings from a row of arrangements lead into one row of the next table, and the rating of
the best capture depends on the arrangement after the placing alone.

Arrangements are sets of free points, ranked by their highest points first. So arrangements that
differ in the eight lowest points alone are neighbours, and form a *run* in the same order whatever
the other points are. To place a man above the eight is to compare two runs of bytes, many bytes at
a time. Only arrangements with a mill are looked at one by one.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, lowest_bit, popcount
from merels.board.geometry import FULL
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of, subsets
from merels.solver.rating import NOTHING, RatedTable, rate_captures
from merels.solver.row_kernels import Board, Row, men_in_mills, prepare_row

LOW: Final = 8  # points whose arrangements make a run

# Scores are written in the order of the side to move, all over the table. Each write on its own
# would wait for memory, four times as long as the score took to compute. So scores for one region
# are first collected in a bag, and then written while the region is in the cache.
REGION_BITS: Final = 18
REGION_MASK: Final = (1 << REGION_BITS) - 1
BAGS_BITS: Final = 16  # entries in the bags of one region, of all threads together

UInt32s: TypeAlias = npt.NDArray[np.uint32]


class Runs(NamedTuple):
    """Arrangements of the lowest points: for j men, how many there are and where a placing leads.

    ``after[j, r, i]`` is the rank, among those of j + 1 men, of arrangement r with one more man.
    """

    lengths: Int64s
    after: Bytes


def build_runs() -> Runs:
    """Return the runs, found by trying every point."""
    lengths = np.array([len(subsets(LOW, men)) for men in range(LOW + 1)], dtype=np.int64)
    after = np.zeros((LOW, lengths.max(), LOW), dtype=np.uint8)
    for men in range(LOW):
        ranks = {int(mask): rank for rank, mask in enumerate(subsets(LOW, men + 1))}
        for rank, mask in enumerate(subsets(LOW, men)):
            free = [point for point in range(LOW) if not int(mask) >> point & 1]
            after[men, rank, : len(free)] = [ranks[int(mask) | 1 << point] for point in free]
    return Runs(lengths, after)


class Placing(NamedTuple):
    """What to walk through; it stays the same from row to row."""

    before: Int32s  # the mover's men before the placing, by rank
    after: Int32s  # and after it
    quiet: RatedTable  # the table that quiet placings lead to; its rows are walked through
    captures: RatedTable  # the table that captures lead to
    runs: Runs
    scores: Bytes  # the score of a position whose best placing has a rating


class PlacingRow(NamedTuple):
    """Working space for the current row."""

    after: Bytes  # ratings after a quiet placing; `NOTHING` for arrangements with a mill
    closed: Int32s  # arrangements with a mill
    capture: Int32s  # the rating of the best capture for each of those
    best: Bytes  # the rating of the best placing for each arrangement before it
    bags: UInt32s  # scores on their way, by region: the place in the region, then the score
    counts: Int32s  # how many scores are in the bag of each region
    bag_bits: int


class PlacingTarget(NamedTuple):
    """Where scores go: a dense table in the order of the side to move."""

    representatives: Int32s
    stabilizers: Int32s
    places: Int32s
    values: Bytes
    stride: int


def bags_size(table_bytes: int) -> int:
    """Return the bytes of all bags for a dense table of this size."""
    return ((table_bytes >> REGION_BITS) + 1) << BAGS_BITS + 2


def new_placing_row(placing: Placing, target: PlacingTarget, bags: UInt32s) -> PlacingRow:
    """Return working space for one thread, with its share of the bags.

    Ratings of captures stay 0, the best one, if every capture wins the game.
    """
    before, after = len(placing.before), len(placing.after)
    regions = (len(target.values) >> REGION_BITS) + 1
    bag_bits = (len(bags) // regions).bit_length() - 1
    return PlacingRow(
        np.zeros(after, dtype=np.uint8),
        np.zeros(after, dtype=np.int32),
        np.zeros(after, dtype=np.int32),
        np.zeros(before, dtype=np.uint8),
        bags,
        np.zeros(regions, dtype=np.int32),
        bag_bits,
    )


@bare_kernel
def list_mills(quiet: Bytes, arrangements: Int32s, lines: Int64s, work: PlacingRow) -> int:
    """Copy the ratings of a row, and list its arrangements with a mill; return their number."""
    count = 0
    for number in range(len(arrangements)):
        men = int(arrangements[number])
        has_mill = men_in_mills(men, lines) != 0
        work.after[number] = NOTHING if has_mill else quiet[number]
        work.closed[count] = men
        count += has_mill
    return count


@bare_kernel
def compare_runs(points: int, men: int, runs: Runs, tables: BoardTables, work: PlacingRow) -> None:
    """Find the best placing of each arrangement, from ``work.after`` alone.

    There are ``points`` free of men at rest, and ``men`` of the mover on them.
    """
    after, best = work.after, work.best
    above = (1 << points - LOW) - 1
    for high in range(above + 1):
        low_men = men - popcount(high)
        if low_men < 0 or low_men > LOW:
            continue
        lowest = (1 << low_men) - 1
        begin = rank_of(high << LOW | lowest, tables)
        length = runs.lengths[low_men]
        if low_men < LOW:
            compare_low(begin, rank_of(high << LOW | lowest << 1 | 1, tables), low_men, runs, work)
        else:
            best[begin] = NOTHING
        left = above & ~high
        while left:
            source = rank_of((high | left & -left) << LOW | lowest, tables)
            left &= left - 1
            for i in range(length):
                best[begin + i] = min(best[begin + i], after[source + i])


@inlined
def compare_low(begin: int, source: int, men: int, runs: Runs, work: PlacingRow) -> None:
    """Find the best placing on the lowest points, for a run of arrangements."""
    for i in range(runs.lengths[men]):
        rating = np.uint8(NOTHING)
        for point in range(LOW - men):
            rating = min(rating, work.after[source + runs.after[men, i, point]])
        work.best[begin + i] = rating


@bare_kernel
def compare_mills(
    closed: int, quiet: Bytes, lines: Int64s, tables: BoardTables, work: PlacingRow
) -> None:
    """Update the arrangements before those with a mill.

    Any man may have been placed last: one in a mill has closed it, any other was a quiet placing.
    """
    for i in range(closed):
        men = int(work.closed[i])
        in_mills = men_in_mills(men, lines)
        capture, still = work.capture[i], np.int32(quiet[rank_of(men, tables)])
        left = men
        while left:
            man = left & -left
            left ^= man
            before = rank_of(men ^ man, tables)
            rating = capture if in_mills & man else still
            work.best[before] = min(np.int32(work.best[before]), rating)


@bare_kernel
def store_row(
    free: int,
    placing: Placing,
    target: PlacingTarget,
    images: Int64s,
    tables: BoardTables,
    work: PlacingRow,
) -> None:
    """Post the scores of a row, once for each equivalent position."""
    for number in range(len(placing.before)):
        score = int(np.int64(placing.scores[work.best[number]]))
        place = target.places[rank_of(deposit_bits(placing.before[number], free), tables)]
        orbit, symmetry = place >> 4, place & 15
        start, others_free = orbit * target.stride, FULL & ~target.representatives[orbit]
        rank = rank_of(extract_bits(images[symmetry], others_free), tables)
        post(start + rank, score, target.values, work)
        others = target.stabilizers[orbit] & ~1
        while others:
            then = tables.compose[lowest_bit(others), symmetry]
            others &= others - 1
            rank = rank_of(extract_bits(images[then], others_free), tables)
            post(start + rank, score, target.values, work)


@inlined
def post(at: int, score: int, values: Bytes, work: PlacingRow) -> None:
    """Put a score into the bag of its region; deliver the bag when it is full."""
    region = at >> REGION_BITS
    count = work.counts[region]
    work.bags[region << work.bag_bits | count] = (at & REGION_MASK) << 8 | score
    count += 1
    if count == 1 << work.bag_bits:
        deliver(region, count, values, work)
        count = 0
    work.counts[region] = count


@bare_kernel
def deliver(region: int, count: int, values: Bytes, work: PlacingRow) -> None:
    """Write the scores in a bag to their places."""
    start, first = region << REGION_BITS, region << work.bag_bits
    for i in range(first, first + count):
        entry = np.int64(work.bags[i])
        values[start + (entry >> 8)] = entry & 255


@bare_kernel
def deliver_all(values: Bytes, work: PlacingRow) -> None:
    """Write what is left in the bags."""
    for region in range(len(work.counts)):
        deliver(region, work.counts[region], values, work)
        work.counts[region] = 0


@bare_kernel
def rate_row(block: int, placing: Placing, board: Board, row: Row, work: PlacingRow) -> None:
    """Rate the best placing of every position in a row, into ``work.best``."""
    fixed = int(placing.quiet.representatives[block])
    free = FULL & ~fixed
    prepare_row(fixed, board, row)
    start = block * placing.quiet.stride
    quiet = placing.quiet.ratings[start : start + len(placing.after)]
    closed = list_mills(quiet, placing.after, row.lines, work)
    if len(placing.captures.ratings):
        rate_captures(fixed, work.closed[:closed], placing.captures, board, row, work.capture)
    compare_runs(popcount(free), popcount(int(placing.before[0])), placing.runs, board.tables, work)
    compare_mills(closed, quiet, row.lines, board.tables, work)


@bare_kernel
def place_rows(
    rows: tuple[int, int],
    placing: Placing,
    target: PlacingTarget,
    board: Board,
    row: Row,
    work: PlacingRow,
) -> None:
    """Compute the scores of some rows; `deliver_all` writes those that are left in bags."""
    for block in range(rows[0], rows[1]):
        rate_row(block, placing, board, row, work)
        free = FULL & ~int(placing.quiet.representatives[block])
        store_row(free, placing, target, row.images, board.tables, work)
