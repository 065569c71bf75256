"""Posting scores: from the order of the side at rest to the order of the side to move.

Placing never repeats a position, so one pass over a table is enough: the scores of a row are final
as soon as its placings have been compared (`merels.solver.kernels.comparing`).

Scores are written all over the table. Each write on its own would wait for memory, 170 ns for each
position. So scores for one region are first collected in a bag, and then written while the region
is in the cache: 8 ns.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import bare_kernel, deposit_bits, inlined, popcount, prefetch
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.kernels.comparing import Comparison, PlacingTable, rate_row
from merels.solver.kernels.row import (
    SYMMETRIC,
    Destinations,
    KernelBoard,
    Row,
    next_rank,
    orbit_of,
    rank_at,
)
from merels.solver.kernels.runs import LOW, Runs
from merels.solver.kernels.width import Scores

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
def place_rows(
    rows: tuple[int, int],
    placing: PlacingTable,
    target: PlacingTarget,
    board: KernelBoard,
    row: Row,
    work: Comparison,
    bags: Bags,
) -> None:
    """Compute the scores of some rows; `deliver_all` writes what is left in bags."""
    men = popcount(int(placing.before[0]))
    for block in range(rows[0], rows[1]):
        rate_row(block, placing, board, row, work)
        free = board.tables.full & ~int(placing.quiet.representatives[block])
        store_row(free, men, work.best, placing.runs, target, row.images, board.tables, bags)


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
        # The men above count the same whatever the men on the lowest points are.
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
    packed: int,
    score: int,
    target: PlacingTarget,
    images: Int64s,
    tables: BoardTables,
    bags: Bags,
) -> None:
    """Post the score of a position for the others that it is equivalent to."""
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
    """Write what is left in the bags."""
    for region in range(len(bags.counts)):
        deliver(region, bags.counts[region], values, bags)
        bags.counts[region] = 0
