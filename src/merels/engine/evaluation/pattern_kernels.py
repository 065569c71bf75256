"""Which points complete a mill, for all 24 points at once: compiled from `patterns`.

A *completing* point has two men on one of its lines, whatever stands on the point itself. Where
these two men stand matters, because a man of the line cannot close it: *ahead* and
*behind* of a corner around the square, *astride* of a side's middle, *across* the squares.
"""

from __future__ import annotations

from merels._jit import inlined, popcount
from merels.board.geometry import FULL
from merels.engine.evaluation import patterns
from merels.engine.evaluation.patterns import CORNERS, SIDES

clockwise = inlined(patterns.clockwise)
anticlockwise = inlined(patterns.anticlockwise)


@inlined
def completing_points(men: int) -> tuple[int, int, int, int]:
    """Return the completing points by where the line's two men stand."""
    one, other = clockwise(men), anticlockwise(men)
    ahead = other & anticlockwise(other) & CORNERS
    behind = one & clockwise(one) & CORNERS
    astride = one & other & SIDES
    across = (men >> 8 | men << 16) & (men >> 16 | men << 8) & SIDES
    return ahead, behind, astride, across


@inlined
def closable_by(movers: int, empty: int, ahead: int, behind: int, astride: int, across: int) -> int:
    """Return the empty completing points that ``movers`` reach in one step from beside the line."""
    one, other = clockwise(movers), anticlockwise(movers)
    return empty & (
        ahead & one
        | behind & other
        | astride & (movers << 8 | movers >> 8)
        | across & (one | other)
    )


@inlined
def neighbours_of(mask: int) -> int:
    """Return the points one step away from any point of ``mask``."""
    return clockwise(mask) | anticlockwise(mask) | (mask << 8 | mask >> 8) & SIDES & FULL


@inlined
def count_steps(men: int, empty: int) -> int:
    """Return how many steps lead from ``men`` to empty points."""
    return (
        popcount(clockwise(men) & empty)
        + popcount(anticlockwise(men) & empty)
        + popcount(men << 8 & SIDES & empty)
        + popcount(men >> 8 & SIDES & empty)
    )
