"""Rating the moves of unusual variants: passing and opening a way, stages of placing, takings.

As in `merels.solver.verify.kernels`, forwards and from the rules alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from merels._jit import deposit_bits, extract_bits, kernel, lowest_bit
from merels.board.index.ranking import BoardTables, image_of, rank_of
from merels.solver.verify.layout import (
    LOST_NOW,
    Branch,
    Dense,
    Scale,
    VerifierBoard,
    VerifierRow,
)

# Kinds of moves.
USUAL: Final = 0
GIVES_WAY: Final = 1
NOBODY: Final = 2
OWN_MILL: Final = 3
ENEMY_MILL: Final = 4
TAKES: Final = 5


@kernel
def reach_of(men: int, board: VerifierBoard) -> int:
    """Return the points next to some men."""
    reach, left = 0, men
    while left:
        reach |= board.neighbours[lowest_bit(left)]
        left &= left - 1
    return reach


@kernel
def rate_giving_way(
    men: int, rest: int, board: VerifierBoard, tables: BoardTables, row: VerifierRow
) -> int:
    """Return the rating of the best way to let blocked men move, or 0 if there is no step.

    ``men`` is an arrangement, ``rest`` a set of points of the board.
    """
    free = tables.full & ~rest
    best, best_opening = 0, 0
    origins = men
    while origins:
        origin = origins & -origins
        targets = row.reach[lowest_bit(origins)] & ~men
        origins ^= origin
        opens = reach_of(rest, board) & deposit_bits(origin, free) != 0
        while targets:
            after = men ^ origin ^ (targets & -targets)
            targets &= targets - 1
            rating = int(np.int64(row.ratings[2 * rank_of(after, tables)]))
            best = max(best, rating)
            if opens:
                best_opening = max(best_opening, rating)
    return best_opening or best


@kernel
def score_at(own: int, enemy: int, table: Dense, tables: BoardTables) -> int:
    """Return the score that a table has of a position."""
    place = table.places[rank_of(own, tables)]
    orbit, symmetry = place >> 4, place & 15
    image = image_of(enemy, symmetry, tables)
    rank = rank_of(extract_bits(image, tables.full & ~table.representatives[orbit]), tables)
    return int(np.int64(table.values[orbit * table.stride + rank]))


@kernel
def rate_last_placings(
    rest: int, branch: Branch, tables: BoardTables, scale: Scale, row: VerifierRow
) -> None:
    """Rate each arrangement after a last placing whose side then takes a man.

    The turn that the other side misses counts as a ply.
    """
    free = tables.full & ~rest
    for number in range(len(branch.moves.after)):
        men = deposit_bits(branch.moves.after[number], free)
        score = score_at(men, rest, branch.quiet, tables)
        rating = scale.rating[score + (score > 0)]
        row.ratings[2 * number] = rating
        row.ratings[2 * number + 1] = rating


@kernel
def rate_taking(
    men: int, rest: int, takeable: int, taken: Dense, tables: BoardTables, scale: Scale
) -> int:
    """Return the rating of the best man to take."""
    if len(taken.values) == 0:
        return int(np.int64(scale.rating[LOST_NOW]))
    best = 0
    while takeable:
        score = score_at(rest & ~(takeable & -takeable), men, taken, tables)
        best = max(best, int(np.int64(scale.rating[score])))
        takeable &= takeable - 1
    return best


@kernel
def has_mill(men: int, board: VerifierBoard) -> bool:
    """Return whether some men on the board have a mill."""
    left = men
    while left:
        for mill in board.mills_through[lowest_bit(left)]:
            if men & mill == mill:
                return True
        left &= left - 1
    return False


@kernel
def contradicts(men: int, rest: int, kind: int, board: VerifierBoard) -> bool:
    """Return whether no game has a position: its mills do not agree with who closed the first."""
    if kind == NOBODY:
        return has_mill(men, board) or has_mill(rest, board)
    return (kind == OWN_MILL and not has_mill(men, board)) or (
        kind == ENEMY_MILL and not has_mill(rest, board)
    )
