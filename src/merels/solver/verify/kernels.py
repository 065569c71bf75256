"""Verification kernels: recompute every value forwards, from the moves of its position.

Nothing here knows how tables are solved. A position's score follows from the scores of the
positions after its moves: the best of them for the mover, plus one ply. Scores that satisfy this
everywhere are the true ones, since a win or loss can only rest on shorter ones, and a position that
is truly won or lost cannot pass as drawn.

The men at rest stay where they are while the other side moves. So positions are walked by the orbit
of the men at rest: all quiet moves from a row of arrangements lead into one row of the next table,
and the rating of the best capture depends on the arrangement after the move alone. An arrangement
is a set of free points, pushed together into low bits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from merels._jit import deposit_bits, extract_bits, kernel, lowest_bit, popcount
from merels.board.geometry import FULL, MILLS_THROUGH, NEIGHBOURS
from merels.board.index.dense import Bytes
from merels.board.index.ranking import BoardTables, Int32s, Int64s, image_of, rank_of

NO_MILL: Final = 1 << 24
"""Stands for a mill that is impossible: no arrangement has this bit."""

LOST_NOW: Final = 1
"""The score of a side that has too few men or cannot move."""


class Board(NamedTuple):
    """The board for kernels: the neighbours of each point and its two mills."""

    neighbours: Int64s
    mills_through: Int64s


BOARD: Final = Board(np.array(NEIGHBOURS, np.int64), np.array(MILLS_THROUGH, np.int64))


class Scale(NamedTuple):
    """How scores compare.

    ``rating[score]``: how good a position with this score is for the side that moves into it, the
    larger the better, never 0. ``score[rating]``: the score of a position whose best move has this
    rating; rating 0 means that there is no move.
    """

    rating: Bytes
    score: Bytes


class Dense(NamedTuple):
    """A dense table (see `merels.board.index.dense`) with the orbits of its mover's men."""

    representatives: Int32s
    places: Int32s
    values: Bytes
    stride: int


class Moves(NamedTuple):
    """The moves of a table: the mover's men before and after them, by rank."""

    before: Int32s
    after: Int32s
    places: bool  # whether a man is placed, so that there is one more
    flies: bool  # whether a man on the board may go anywhere


class Row(NamedTuple):
    """Working space: everything that depends on the men at rest alone."""

    reach: Int64s  # for each free point, where a man there may go
    mills: Int64s  # for each free point, its two mills, or NO_MILL
    images: Int64s  # the men at rest under each symmetry
    closed: Int32s  # the numbers of the arrangements after a move that have a mill
    ratings: Bytes  # two for each arrangement: reached by a quiet move, or by closing a mill
    expected: Bytes  # the score of each arrangement before a move, computed from its moves
    places: Int64s  # where its value is stored


@kernel
def new_row(before: int, after: int) -> Row:
    """Return working space for rows of this many arrangements before and after a move."""
    return Row(
        np.zeros(24, np.int64),
        np.zeros((24, 2), np.int64),
        np.zeros(16, np.int64),
        np.zeros(after, np.int32),
        np.zeros(2 * after, np.uint8),
        np.zeros(before, np.uint8),
        np.zeros(before, np.int64),
    )


@kernel
def prepare_points(rest: int, flies: bool, board: Board, tables: BoardTables, row: Row) -> None:
    """Set up ``row`` for the free points beside the men at rest."""
    free = FULL & ~rest
    left, number = free, 0
    while left:
        point = lowest_bit(left)
        row.reach[number] = extract_bits(free if flies else free & board.neighbours[point], free)
        for i in range(2):
            mill = board.mills_through[point, i]
            row.mills[number, i] = NO_MILL if mill & rest else extract_bits(mill, free)
        left &= left - 1
        number += 1
    for symmetry in range(16):
        row.images[symmetry] = image_of(rest, symmetry, tables)


@kernel
def closes(men: int, target: int, row: Row) -> bool:
    """Whether the man on free point number ``target`` stands in a mill."""
    first, second = row.mills[target, 0], row.mills[target, 1]
    return bool((men & first == first) | (men & second == second))


@kernel
def list_closed(arrangements: Int32s, row: Row) -> int:
    """List the arrangements in which some man stands in a mill; return how many there are."""
    count = 0
    for number in range(len(arrangements)):
        men = left = int(arrangements[number])
        while left and not closes(men, lowest_bit(left), row):
            left &= left - 1
        row.closed[count] = number
        count += left != 0
    return count


@kernel
def capturable_of(men: int, board: Board) -> int:
    """Return the men that may be captured: those outside mills, or all if every man is in one."""
    outside, left = 0, men
    while left:
        point = lowest_bit(left)
        first, second = board.mills_through[point, 0], board.mills_through[point, 1]
        if men & first != first and men & second != second:
            outside |= 1 << point
        left &= left - 1
    return outside or men


@kernel
def rate_quiet_moves(quiet: Bytes, scale: Scale, row: Row) -> None:
    """Rate each arrangement as reached without a capture; ``quiet`` is its row."""
    for number in range(len(row.closed)):
        row.ratings[2 * number] = scale.rating[quiet[number]]


@kernel
def rate_captures(
    rest: int,
    arrangements: Int32s,
    capture: Dense,
    board: Board,
    tables: BoardTables,
    scale: Scale,
    row: Row,
) -> None:
    """Rate each arrangement as reached by closing a mill, with the best capture."""
    if len(capture.values) == 0:  # with one man fewer they have lost
        row.ratings[1::2] = scale.rating[LOST_NOW]
        return
    free = FULL & ~rest
    closed = row.closed[: list_closed(arrangements, row)]
    row.ratings[1::2] = 0
    takeable = capturable_of(rest, board)
    while takeable:
        place = capture.places[rank_of(rest & ~(takeable & -takeable), tables)]
        takeable &= takeable - 1
        orbit, symmetry = place >> 4, place & 15
        start = orbit * capture.stride
        free_after = FULL & ~capture.representatives[orbit]
        for number in closed:
            image = image_of(deposit_bits(arrangements[number], free), symmetry, tables)
            score = capture.values[start + rank_of(extract_bits(image, free_after), tables)]
            rating = scale.rating[score]
            row.ratings[2 * number + 1] = max(row.ratings[2 * number + 1], rating)


@kernel
def best_rating(men: int, tables: BoardTables, row: Row) -> int:
    """Return the rating of an arrangement's best move, or 0 if it has none."""
    best = np.uint8(0)
    origins = men
    while origins:
        origin = origins & -origins
        targets = row.reach[lowest_bit(origins)] & ~men
        origins ^= origin
        while targets:
            after = men ^ origin ^ (targets & -targets)
            closed = closes(after, lowest_bit(targets), row)
            best = max(best, row.ratings[2 * rank_of(after, tables) + closed])
            targets &= targets - 1
    return int(best)


@kernel
def best_placing(men: int, points: int, tables: BoardTables, row: Row) -> int:
    """Return the rating of the best placing on one of the first ``points``."""
    best = np.uint8(0)
    targets = ((1 << points) - 1) & ~men
    while targets:
        after = men | (targets & -targets)
        closed = closes(after, lowest_bit(targets), row)
        best = max(best, row.ratings[2 * rank_of(after, tables) + closed])
        targets &= targets - 1
    return int(best)


@kernel
def locate_row(
    rest: int, arrangements: Int32s, table: Dense, tables: BoardTables, row: Row
) -> None:
    """Write to ``row.places`` where the table stores each arrangement against the men at rest."""
    free = FULL & ~rest
    for number in range(len(arrangements)):
        place = table.places[rank_of(deposit_bits(arrangements[number], free), tables)]
        orbit, symmetry = place >> 4, place & 15
        enemy = extract_bits(row.images[symmetry], FULL & ~table.representatives[orbit])
        row.places[number] = orbit * table.stride + rank_of(enemy, tables)


@kernel
def check_rows(
    rows: Int64s,
    moves: Moves,
    sources: tuple[Dense, Dense, Dense],
    board: Board,
    tables: BoardTables,
    scale: Scale,
    wrong: Int64s,
) -> int:
    """Compare the values of some rows with those computed from moves; return how many differ.

    Rows are numbered by the orbit of the men at rest.

    ``sources``: the table to check, the one that quiet moves lead to, and the one that captures
    lead to. The first differences are written to ``wrong``: the masks of the mover's men and of the
    men at rest, the stored value and the computed one.
    """
    table, quiet, capture = sources
    arrangements = moves.before
    row = new_row(len(moves.before), len(moves.after))
    count = 0
    for orbit in rows:
        rest = int(quiet.representatives[orbit])
        points = 24 - popcount(rest)
        prepare_points(rest, moves.flies, board, tables, row)
        rate_quiet_moves(quiet.values[orbit * quiet.stride :], scale, row)
        rate_captures(rest, moves.after, capture, board, tables, scale, row)
        for number in range(len(arrangements)):
            men = int(arrangements[number])
            if moves.places:
                best = best_placing(men, points, tables, row)
            else:
                best = best_rating(men, tables, row)
            row.expected[number] = scale.score[best]
        # Apart from the loop above, so that many cache misses overlap.
        locate_row(rest, arrangements, table, tables, row)
        for number in range(len(arrangements)):
            stored, expected = table.values[row.places[number]], row.expected[number]
            if stored != expected:
                if count < len(wrong):
                    wrong[count, 0] = deposit_bits(arrangements[number], FULL & ~rest)
                    wrong[count, 1] = rest
                    wrong[count, 2] = stored
                    wrong[count, 3] = expected
                count += 1
    return count
