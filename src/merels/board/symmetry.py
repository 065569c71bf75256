"""The 16 symmetries of the board, which preserve neighbours and mills.

Rotations and reflections give 8, swapping the inner and outer squares doubles that.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from merels.board.geometry import CENTRE, GRID, Mask, Point, mask_of, points_of

Symmetry: TypeAlias = tuple[Point, ...]
"""The image of each of the 24 points."""

_POINT_AT: Final = {place: point for point, place in enumerate(GRID)}


def _build(quarter_turns: int, mirrored: bool, squares: tuple[int, int, int]) -> Symmetry:
    """Return a symmetry; a square at distance ``d`` from the centre goes to ``squares[d - 1]``."""
    images = []
    for column, row in GRID:
        x, y = column - CENTRE, row - CENTRE
        distance = max(abs(x), abs(y))
        x, y = x // distance * squares[distance - 1], y // distance * squares[distance - 1]
        if mirrored:
            x = -x
        for _ in range(quarter_turns):
            x, y = -y, x
        images.append(_POINT_AT[x + CENTRE, y + CENTRE])
    return tuple(images)


SYMMETRIES: Final = tuple(
    _build(turns, mirrored, squares)
    for squares in ((1, 2, 3), (3, 2, 1))
    for mirrored in (False, True)
    for turns in range(4)
)
"""The 16 symmetries of the board; the first is the identity."""


def transform(mask: Mask, symmetry: Symmetry) -> Mask:
    """Return the image of a set of points.

    >>> transform(0b1, SYMMETRIES[1])  # a quarter turn takes point 0 to point 2
    4
    """
    return mask_of(symmetry[point] for point in points_of(mask))
