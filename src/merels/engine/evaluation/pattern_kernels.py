"""Which points complete a mill, for all 24 points at once: compiled from `patterns`.

A *completing* point has two men on one of its lines, whatever stands on the point itself. Where
these two men stand matters, because a man of the line cannot close it: *ahead* and
*behind* of a corner around the square, *astride* of a side's middle, *across* the squares.

``joined`` are the points with a line across the squares, as `joined_points` returns them.
"""

from __future__ import annotations

from merels._jit import inlined, popcount
from merels.engine.evaluation import patterns
from merels.engine.evaluation.patterns import CORNERS, SIDES

clockwise = inlined(patterns.clockwise)
anticlockwise = inlined(patterns.anticlockwise)


@inlined
def step_across(mask: int, joined: int) -> int:
    """Return the points on the next square inwards or outwards that a line joins to ``mask``."""
    return (mask << 8 | mask >> 8) & joined


@inlined
def completing_points(men: int, joined: int = SIDES) -> tuple[int, int, int, int]:
    """Return the completing points by where the line's two men stand."""
    one, other = clockwise(men), anticlockwise(men)
    ahead = other & anticlockwise(other) & CORNERS
    behind = one & clockwise(one) & CORNERS
    astride = one & other & SIDES
    across = (men >> 8 | men << 16) & (men >> 16 | men << 8) & joined
    return ahead, behind, astride, across


@inlined
def closable_by(
    movers: int,
    empty: int,
    ahead: int,
    behind: int,
    astride: int,
    across: int,
    joined: int = SIDES,
) -> int:
    """Return the empty completing points that ``movers`` reach in one step from beside the line."""
    one, other, over = clockwise(movers), anticlockwise(movers), step_across(movers, joined)
    return empty & (
        ahead & (one | over) | behind & (other | over) | astride & over | across & (one | other)
    )


@inlined
def neighbours_of(mask: int, joined: int = SIDES) -> int:
    """Return the points one step away from any point of ``mask``."""
    return clockwise(mask) | anticlockwise(mask) | step_across(mask, joined)


@inlined
def count_steps(men: int, empty: int, joined: int = SIDES) -> int:
    """Return how many steps lead from ``men`` to empty points."""
    return (
        popcount(clockwise(men) & empty)
        + popcount(anticlockwise(men) & empty)
        + popcount(men << 8 & joined & empty)
        + popcount(men >> 8 & joined & empty)
    )
