"""Verification kernels: recompute every value forwards, from the moves of its position.

Nothing here knows how tables are solved. A position's score follows from the scores of the
positions after its moves: the best score for the mover, plus one ply. Scores that satisfy this
everywhere are true, since a win or loss can only rest on shorter wins and losses, and a position
that is truly won or lost cannot pass as drawn.

The men at rest stay where they are while the other side moves. So positions are walked by the orbit
of the men at rest: all quiet moves from a row of arrangements lead into one row of the next table,
and the rating of the best capture depends on the arrangement after the move alone. An arrangement
is a set of free points, pushed together into low bits.
"""

from __future__ import annotations

import numpy as np

from merels._jit import deposit_bits, extract_bits, kernel, lowest_bit, popcount
from merels.board.index.dense import Slots
from merels.board.index.ranking import (
    MOST_SYMMETRIES,
    BoardTables,
    Int32s,
    Int64s,
    image_of,
    rank_of,
)
from merels.board.index.slots import locate
from merels.solver.verify.layout import (
    LOST_NOW,
    NO_MILL,
    Branch,
    Dense,
    Moves,
    Scale,
    VerifierBoard,
    VerifierRow,
)
from merels.solver.verify.unusual import (
    GIVES_WAY,
    TAKES,
    contradicts,
    rate_giving_way,
    rate_last_placings,
    rate_taking,
    reach_of,
)


@kernel
def new_row(after: int, board: VerifierBoard, scale: Scale) -> VerifierRow:
    """Return working space for rows of this many arrangements after a move."""
    return VerifierRow(
        np.zeros_like(board.neighbours),
        np.zeros_like(board.mills_through),
        np.zeros(MOST_SYMMETRIES, np.int64),
        np.zeros(after, np.int32),
        np.zeros(2 * after, scale.rating.dtype),
    )


@kernel
def prepare_points(
    rest: int, flies: bool, board: VerifierBoard, tables: BoardTables, row: VerifierRow
) -> None:
    """Set up ``row`` for the free points beside the men at rest.

    Without men at rest there is no man to capture, and mills are like other lines.
    """
    free = tables.full & ~rest
    left, number = free, 0
    while left:
        point = lowest_bit(left)
        row.reach[number] = extract_bits(free if flies else free & board.neighbours[point], free)
        for i in range(board.mills_through.shape[1]):
            mill = board.mills_through[point, i]
            whole = rest != 0 and mill & rest == 0 and mill != NO_MILL
            row.mills[number, i] = extract_bits(mill, free) if whole else NO_MILL
        left &= left - 1
        number += 1
    for symmetry in range(len(tables.compose)):
        row.images[symmetry] = image_of(rest, symmetry, tables)


@kernel
def closes(men: int, target: int, row: VerifierRow) -> bool:
    """Whether the man on free point number ``target`` stands in a mill."""
    for mill in row.mills[target]:  # noqa: SIM110 - kernels cannot use generators
        if men & mill == mill:
            return True
    return False


@kernel
def list_closed(arrangements: Int32s, row: VerifierRow) -> int:
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
def capturable_of(men: int, board: VerifierBoard) -> int:
    """Return the men that may be captured: men outside mills, or all men if all are in mills."""
    outside, left = 0, men
    while left:
        point = lowest_bit(left)
        outside |= 1 << point
        for mill in board.mills_through[point]:
            if men & mill == mill:
                outside &= ~(1 << point)
        left &= left - 1
    return outside if outside and board.protected else men


@kernel
def rate_quiet_moves(quiet: Slots, scale: Scale, row: VerifierRow) -> None:
    """Rate each arrangement as reached without a capture; ``quiet`` is its row."""
    for number in range(len(row.closed)):
        row.ratings[2 * number] = scale.rating[quiet[number]]


@kernel
def rate_captures(
    rest: int,
    arrangements: Int32s,
    capture: Dense,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    row: VerifierRow,
) -> None:
    """Rate each arrangement as reached by closing a mill, with the best capture."""
    if len(capture.values) == 0:  # with one man fewer they have lost
        row.ratings[1::2] = scale.rating[LOST_NOW]
        return
    free = tables.full & ~rest
    closed = row.closed[: list_closed(arrangements, row)]
    row.ratings[1::2] = 0
    takeable = capturable_of(rest, board)
    while takeable:
        place = capture.places[rank_of(rest & ~(takeable & -takeable), tables)]
        takeable &= takeable - 1
        orbit, symmetry = place >> 4, place & 15
        start = orbit * capture.stride
        free_after = tables.full & ~capture.representatives[orbit]
        for number in closed:
            image = image_of(deposit_bits(arrangements[number], free), symmetry, tables)
            score = capture.values[start + rank_of(extract_bits(image, free_after), tables)]
            rating = scale.rating[score]
            row.ratings[2 * number + 1] = max(row.ratings[2 * number + 1], rating)


@kernel
def best_rating(men: int, tables: BoardTables, row: VerifierRow) -> int:
    """Return the rating of an arrangement's best move, or 0 if it has none."""
    best = 0
    origins = men
    while origins:
        origin = origins & -origins
        targets = row.reach[lowest_bit(origins)] & ~men
        origins ^= origin
        while targets:
            after = men ^ origin ^ (targets & -targets)
            closed = closes(after, lowest_bit(targets), row)
            best = max(best, int(row.ratings[2 * rank_of(after, tables) + closed]))
            targets &= targets - 1
    return best


@kernel
def best_placing(men: int, points: int, tables: BoardTables, row: VerifierRow) -> int:
    """Return the rating of the best placing on one of the first ``points``."""
    best = 0
    targets = ((1 << points) - 1) & ~men
    while targets:
        after = men | (targets & -targets)
        closed = closes(after, lowest_bit(targets), row)
        best = max(best, int(row.ratings[2 * rank_of(after, tables) + closed]))
        targets &= targets - 1
    return best


@kernel
def rate_branch(
    orbit: int,
    branch: Branch,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    row: VerifierRow,
    best: Int64s,
) -> None:
    """Rate the moves of a branch from the positions of a row, keeping the best of each."""
    moves, quiet = branch.moves, branch.quiet
    if moves.kind > GIVES_WAY:
        rate_stage(orbit, branch, board, tables, scale, row, best)
        return
    rest = int(quiet.representatives[orbit])
    points = popcount(tables.full & ~rest)
    prepare_points(rest, moves.flies, board, tables, row)
    rate_quiet_moves(quiet.values[orbit * quiet.stride :], scale, row)
    rate_captures(rest, moves.after, branch.capture, board, tables, scale, row)
    for number in range(len(moves.before)):
        men = int(moves.before[number])
        if moves.kind == GIVES_WAY:
            rating = best_or_pass(number, rest, moves, board, tables, row)
        elif moves.places:
            rating = best_placing(men, points, tables, row)
        else:
            rating = best_rating(men, tables, row)
        best[number] = max(best[number], rating)


@kernel
def best_or_pass(
    number: int,
    rest: int,
    moves: Moves,
    board: VerifierBoard,
    tables: BoardTables,
    row: VerifierRow,
) -> int:
    """Return the rating of an arrangement's best move where a blocked side passes."""
    men = int(moves.before[number])
    empty = tables.full & ~rest & ~deposit_bits(men, tables.full & ~rest)
    if not moves.rest_flies and reach_of(rest, board) & empty == 0:
        rating = rate_giving_way(men, rest, board, tables, row)
    else:
        rating = best_rating(men, tables, row)
    return rating or int(np.int64(row.ratings[2 * number]))


@kernel
def rate_stage(
    orbit: int,
    branch: Branch,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    row: VerifierRow,
    best: Int64s,
) -> None:
    """Rate the placings of a stage, or the men to take after the placing."""
    moves, quiet = branch.moves, branch.quiet
    rest = int(quiet.representatives[orbit])
    free = tables.full & ~rest
    points = popcount(free)
    prepare_points(rest, False, board, tables, row)
    takeable = capturable_of(rest, board)
    if moves.again:
        rate_last_placings(rest, branch, tables, scale, row)
    elif moves.kind != TAKES:
        start = orbit * quiet.stride
        rate_quiet_moves(quiet.values[start:], scale, row)
        for after in range(len(moves.after)):
            row.ratings[2 * after + 1] = scale.rating[branch.capture.values[start + after]]
    for number in range(len(moves.before)):
        men = int(moves.before[number])
        if moves.kind == TAKES:
            taken = deposit_bits(men, free)
            best[number] = rate_taking(taken, rest, takeable, branch.capture, tables, scale)
        elif contradicts(deposit_bits(men, free), rest, moves.kind, board):
            best[number] = scale.rating[0]
        else:
            best[number] = best_placing(men, points, tables, row)


@kernel
def locate_row(
    rest: int,
    arrangements: Int32s,
    table: Dense,
    tables: BoardTables,
    images: Int64s,
    places: Int64s,
) -> None:
    """Write to ``places`` where the table stores each arrangement against the men at rest."""
    free = tables.full & ~rest
    for number in range(len(arrangements)):
        place = table.places[rank_of(deposit_bits(arrangements[number], free), tables)]
        orbit, symmetry = place >> 4, place & 15
        enemy = extract_bits(images[symmetry], tables.full & ~table.representatives[orbit])
        places[number] = orbit * table.stride + rank_of(enemy, tables)


@kernel
def new_space(
    branch: Branch, other: Branch, board: VerifierBoard, scale: Scale
) -> tuple[VerifierRow, VerifierRow]:
    """Return working space for `rate_row`."""
    return (
        new_row(len(branch.moves.after), board, scale),
        new_row(len(other.moves.after), board, scale),
    )


@kernel
def rate_row(
    orbit: int,
    branch: Branch,
    other: Branch,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    space: tuple[VerifierRow, VerifierRow],
    best: Int64s,
) -> None:
    """Rate the best move from each position of a row.

    Rows are numbered by the orbit of the men at rest. ``branch`` has all moves; where a man may be
    placed or moved, ``branch`` has the moves on the board and ``other`` the placings.
    """
    best[:] = 0
    rate_branch(orbit, branch, board, tables, scale, space[0], best)
    if len(other.moves.before):
        rate_branch(orbit, other, board, tables, scale, space[1], best)


@kernel
def note_wrong(
    rest: int,
    tables: BoardTables,
    arrangements: Int32s,
    found: tuple[Int64s, Int64s],
    table: Dense,
    scale: Scale,
    wrong: Int64s,
    count: int,
) -> int:
    """Write the differences of a row after the ``count`` that are known; return the new count.

    ``found`` are the places of its positions in the table, and the ratings of their best moves.
    """
    places, best = found
    for number in range(len(arrangements)):
        stored, expected = table.values[places[number]], scale.score[best[number]]
        if stored != expected:
            if count < len(wrong):
                wrong[count, 0] = deposit_bits(arrangements[number], tables.full & ~rest)
                wrong[count, 1] = rest
                wrong[count, 2] = stored
                wrong[count, 3] = expected
            count += 1
    return count


@kernel
def check_rows(
    rows: Int64s,
    table: Dense,
    branch: Branch,
    other: Branch,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
    wrong: Int64s,
) -> int:
    """Compare values of some rows with values computed from moves; return how many differ.

    The first differences are written to ``wrong``: the masks of the mover's men and of the men at
    rest, the stored value and the computed value.
    """
    arrangements = branch.moves.before
    space = new_space(branch, other, board, scale)
    best, places = np.zeros(len(arrangements), np.int64), np.zeros(len(arrangements), np.int64)
    count = 0
    for orbit in rows:
        rest = int(branch.quiet.representatives[orbit])
        rate_row(orbit, branch, other, board, tables, scale, space, best)
        # Apart from the loops above, so that many cache misses overlap.
        locate_row(rest, arrangements, table, tables, space[0].images, places)
        count = note_wrong(
            *(rest, tables, arrangements, (places, best)), *(table, scale, wrong, count)
        )
    return count


@kernel
def compute_rows(
    rows: Int64s,
    table: Dense,
    stabilizers: Int32s,
    branch: Branch,
    other: Branch,
    board: VerifierBoard,
    tables: BoardTables,
    scale: Scale,
) -> None:
    """Write the values of some rows, computed from moves, to a table.

    Of equivalent places beside the same symmetric men, only the place that has a slot is written.
    """
    arrangements = branch.moves.before
    space = new_space(branch, other, board, scale)
    best = np.zeros(len(arrangements), np.int64)
    for row in rows:
        rest = int(branch.quiet.representatives[row])
        rate_row(row, branch, other, board, tables, scale, space, best)
        for number in range(len(arrangements)):
            men = deposit_bits(arrangements[number], tables.full & ~rest)
            orbit, rank = locate(
                men, rest, tables, table.representatives, stabilizers, table.places
            )
            table.values[orbit * table.stride + rank] = scale.score[best[number]]
