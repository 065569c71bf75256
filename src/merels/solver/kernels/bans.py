"""Counting moves where a man that left a mill for another may not go straight back.

Only captures bring a ban, so quiet moves are counted and traced back as elsewhere. A capture that
brings one leads to a position that no table has, and is rated by looking ahead: see
`merels.values.bans`.
"""

from __future__ import annotations

import numpy as np

from merels._jit import bare_kernel, deposit_bits, extract_bits, lowest_bit
from merels.board.index.ranking import rank_of
from merels.rules.kernels import in_mill
from merels.solver.kernels.counting import MoveCounts, begin_row, count_all_moves
from merels.solver.kernels.rating import RatedTable, Scores
from merels.solver.kernels.row import (
    PAIRS,
    KernelBoard,
    Row,
    men_on,
    pairs_and_lines,
    write_flights,
    write_steps,
)
from merels.solver.kernels.states import Target, Walk
from merels.values.bans import BanTables, best_after_capture


@bare_kernel
def count_closing_moves(
    closed: int,
    fixed: int,
    walk: Walk,
    ratings: Scores,
    board: KernelBoard,
    row: Row,
    counts: MoveCounts,
    bans: BanTables,
) -> None:
    """Do what `merels.solver.kernels.counting.count_closing_moves` does, with bans."""
    free = board.tables.full & ~fixed
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
            best = int(np.int64(counts.best[before]))
            if counts.ratings[i] < best:
                own = deposit_bits(int(steps[step]), free)
                after = deposit_bits(men, free)
                origin, target = lowest_bit(own & ~after), lowest_bit(after & ~own)
                if in_mill(own, origin, bans.rules):
                    best = best_after_capture(after, fixed, origin, target, best, ratings, bans)
                else:
                    best = counts.ratings[i]
                counts.best[before] = best


@bare_kernel
def begin_rows_with_bans(
    rows: tuple[int, int],
    walk: Walk,
    solved: tuple[RatedTable, Scores],
    target: Target,
    board: KernelBoard,
    row: Row,
    counts: MoveCounts,
    bans: BanTables,
) -> int:
    """Do what `merels.solver.kernels.counting.begin_rows` does, with bans.

    ``solved`` are the table that captures lead to, and the rating of each score.
    """
    captures, ratings = solved
    edges = 0
    for block in range(rows[0], rows[1]):
        fixed = int(walk.representatives[block])
        counts.best[:] = len(counts.safe) - 1  # no capture
        closed = count_all_moves(fixed, walk, captures, board, row, counts)
        count_closing_moves(closed, fixed, walk, ratings, board, row, counts, bans)
        free = board.tables.full & ~fixed
        edges += begin_row(block * walk.stride, free, walk, target, board.tables, row, counts)
    return edges
