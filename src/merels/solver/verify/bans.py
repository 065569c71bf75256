"""Checking tables of games with a return ban, which moves that close a mill may bring."""

from __future__ import annotations

import numpy as np

from merels._jit import deposit_bits, kernel, lowest_bit
from merels.board.index.dense import Slots
from merels.board.index.ranking import BoardTables, Int64s, rank_of
from merels.solver.verify.kernels import (
    closes,
    locate_row,
    new_row,
    note_wrong,
    prepare_points,
    rate_captures,
    rate_quiet_moves,
)
from merels.solver.verify.layout import Branch, Dense, Scale, VerifierBoard, VerifierRow
from merels.values.bans import BanTables, best_after_capture


@kernel
def best_rating(
    men: int,
    rest: int,
    tables: BoardTables,
    row: VerifierRow,
    losses: Slots,
    bans: BanTables,
) -> int:
    """Return the rating of an arrangement's best move, or 0 if it has none.

    ``losses`` has for each score the highest rating less its rating, the smaller the better; then
    the highest rating.
    """
    best = 0
    free = tables.full & ~rest
    highest = int(np.int64(losses[len(losses) - 1]))
    origins = men
    while origins:
        origin = origins & -origins
        targets = row.reach[lowest_bit(origins)] & ~men
        origins ^= origin
        while targets:
            target = targets & -targets
            targets ^= target
            after = men ^ origin ^ target
            closed = closes(after, lowest_bit(target), row)
            rating = int(np.int64(row.ratings[2 * rank_of(after, tables) + closed]))
            if closed and rating > best and closes(men, lowest_bit(origin), row):
                own = deposit_bits(after, free)
                left = lowest_bit(deposit_bits(origin, free))
                reached = lowest_bit(deposit_bits(target, free))
                worst = highest - best
                loss = best_after_capture(own, rest, left, reached, worst, losses, bans)
                rating = highest - loss
            best = max(best, rating)
    return best


@kernel
def check_rows_with_bans(
    rows: Int64s,
    table: Dense,
    branch: Branch,
    below: tuple[BanTables, Slots],
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    wrong: Int64s,
) -> int:
    """Do what `merels.solver.verify.kernels.check_rows` does for moves that may bring a ban.

    ``below`` are the tables to look ahead in, and the ``losses`` of `best_rating`.
    """
    bans, losses = below
    moves, quiet = branch.moves, branch.quiet
    row = new_row(len(moves.after), board, scale)
    best, places = np.zeros(len(moves.before), np.int64), np.zeros(len(moves.before), np.int64)
    count = 0
    for orbit in rows:
        rest = int(quiet.representatives[orbit])
        prepare_points(rest, moves.flies, board, tables, row)
        rate_quiet_moves(quiet.values[orbit * quiet.stride :], scale, row)
        rate_captures(rest, moves.after, branch.capture, board, tables, scale, row)
        for number in range(len(moves.before)):
            men = int(moves.before[number])
            best[number] = best_rating(men, rest, tables, row, losses, bans)
        locate_row(rest, moves.before, table, tables, row.images, places)
        found = places, best
        count = note_wrong(rest, tables, moves.before, found, table, scale, wrong, count)
    return count
