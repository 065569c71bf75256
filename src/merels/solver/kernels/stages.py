"""Placing where mills capture after the placing alone, and the captures after it.

A table of each stage (`merels.values.layout.homes.Stage`) has the same rows as any placing table.
While nobody has closed a mill, a placing that closes one leads to the table in which the enemy has
closed the first: it is compared as a capture is elsewhere. Later on, mills do not matter. Slots of
positions that contradict their stage, with a mill that nobody closed or none that somebody did,
hold a draw.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from merels._jit import bare_kernel, deposit_bits, extract_bits, inlined, popcount
from merels.board.index.ranking import BoardTables, Int32s, image_of, rank_of
from merels.solver.kernels.placing import (
    NEVER,
    Bags,
    Comparison,
    PlacingTable,
    PlacingTarget,
    compare_runs,
    copy_row,
    find_partners,
    rate_row,
    store_row,
)
from merels.solver.kernels.rating import RatedTable, Scores, rate_captures
from merels.solver.kernels.row import KernelBoard, Row, list_mills, prepare_row

# The stages of a table, as kernels take them; without a stage, mills capture at once.
UNSTAGED: Final = 0
NO_MILL: Final = 1
OWN_MILL: Final = 2
ENEMY_MILL: Final = 3
TAKING: Final = 4


@bare_kernel
def rate_any_row(
    block: int, placing: PlacingTable, board: KernelBoard, row: Row, work: Comparison
) -> None:
    """Rate the best turn of every position in a row, into ``work.best``."""
    if placing.stage == UNSTAGED:
        rate_row(block, placing, board, row, work)
    elif placing.stage == TAKING:
        rate_takings(block, placing, board, row, work)
    else:
        rate_stage(block, placing, board, row, work)


@inlined
def has_mill(men: int, board: KernelBoard) -> bool:
    """Return whether some men on the board form a mill."""
    for mill in board.mills:  # noqa: SIM110 - kernels know no generators
        if men & mill == mill:
            return True
    return False


@bare_kernel
def rate_takings(
    block: int, placing: PlacingTable, board: KernelBoard, row: Row, work: Comparison
) -> None:
    """Rate the best man to take in every position of a row."""
    size = len(placing.before)
    fixed = int(placing.quiet.representatives[block])
    prepare_row(fixed, board, row)
    if len(placing.captures.ratings) == 0:
        work.best[:size] = 0  # taking any man wins the game
        return
    for number in range(size):
        work.closed[number] = placing.before[number]
    rate_captures(fixed, work.closed[:size], placing.captures, board, row, work.ratings)
    for number in range(size):
        work.best[number] = work.ratings[number]


@inlined
def contradicts(fixed: int, stage: int, board: KernelBoard) -> bool:
    """Return whether the men at rest alone contradict a stage."""
    if stage == NO_MILL:
        return has_mill(fixed, board)
    return stage == ENEMY_MILL and not has_mill(fixed, board)


@bare_kernel
def rate_stage(
    block: int, placing: PlacingTable, board: KernelBoard, row: Row, work: Comparison
) -> None:
    """Rate the best placing of every position in a row."""
    size = len(placing.before)
    fixed = int(placing.quiet.representatives[block])
    free = board.tables.full & ~fixed
    prepare_row(fixed, board, row)
    if contradicts(fixed, placing.stage, board):
        work.best[:size] = placing.drawn
        return
    points, men, runs = popcount(free), popcount(int(placing.before[0])), placing.runs
    start = block * placing.quiet.stride
    copy_row(start, len(placing.after), placing.quiet.ratings, work.after)
    if len(placing.captures.ratings):
        find_partners(row.lines, work.partners, work.further_ways, work.further)
        copy_row(start, len(placing.after), placing.captures.ratings, work.capture)
    else:
        work.partners[:] = NEVER
        work.further[:] = NEVER
    compare_runs(points, men, runs, board.tables, work)
    if placing.stage == ENEMY_MILL:
        return
    closed = list_mills(points, men, row.lines, runs, board.tables, work.closed, work.numbers)
    if placing.stage == NO_MILL:
        for i in range(closed):
            work.best[work.numbers[i]] = placing.drawn
    else:
        for i in range(closed):
            work.ratings[i] = work.best[work.numbers[i]]
        work.best[:size] = placing.drawn
        for i in range(closed):
            work.best[work.numbers[i]] = work.ratings[i]


@bare_kernel
def rate_skips(
    rows: tuple[int, int],
    table: RatedTable,
    arrangements: Int32s,
    ratings: Scores,
    tables: BoardTables,
    out: Scores,
) -> None:
    """Rate positions in which the side to move has no turn, some rows of a table.

    ``table`` has the scores of the positions after it, with as many men of both sides. Rows are by
    the orbit of the side without a turn.
    """
    for block in range(rows[0], rows[1]):
        rest = int(table.representatives[block])
        free = tables.full & ~rest
        for number in range(len(arrangements)):
            men = deposit_bits(int(arrangements[number]), free)
            place = table.places[rank_of(men, tables)]
            orbit, symmetry = place >> 4, place & 15
            image = image_of(rest, symmetry, tables)
            rank = rank_of(extract_bits(image, tables.full & ~table.representatives[orbit]), tables)
            score = int(np.int64(table.ratings[orbit * table.stride + rank]))
            out[block * table.stride + number] = ratings[score + (score != 0)]


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
        fixed = int(placing.quiet.representatives[block])
        if contradicts(fixed, placing.stage, board):
            continue  # drawn, as everything is at the beginning
        rate_any_row(block, placing, board, row, work)
        free = board.tables.full & ~fixed
        store_row(free, men, work.best, placing.runs, target, row.images, board.tables, bags)
