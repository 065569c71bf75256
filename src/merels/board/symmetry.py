"""Symmetries of the board: 16 that preserve neighbours, 48 that preserve mills.

Rotations and reflections give 8, swapping the inner and outer squares doubles that. When both sides
fly, neighbours do not matter and the three squares may be permuted freely: 8 x 6.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, TypeAlias

from merels.board.geometry import CENTRE, GRID, POINTS, Mask, Point, points_of

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


def _build_all(orders: list[tuple[int, int, int]]) -> tuple[Symmetry, ...]:
    return tuple(
        _build(turns, mirrored, squares)
        for squares in orders
        for mirrored in (False, True)
        for turns in range(4)
    )


SYMMETRIES: Final = _build_all([(1, 2, 3), (3, 2, 1)])
"""The 16 symmetries of the board; the first is the identity."""

FLYING_SYMMETRIES: Final = _build_all([(a, b, c) for a, b, c in permutations((1, 2, 3))])
"""The 48 symmetries that preserve mills, 16 of them neighbours too; the first is the identity."""


def transform(mask: Mask, symmetry: Symmetry) -> Mask:
    """Return the image of a set of points.

    >>> transform(0b1, SYMMETRIES[1])  # a quarter turn takes point 0 to point 2
    4
    """
    image = 0
    for point in points_of(mask):
        image |= 1 << symmetry[point]
    return image


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the inverse of ``symmetry``."""
    images = [0] * len(POINTS)
    for point, image in enumerate(symmetry):
        images[image] = point
    return tuple(images)
