"""Dense tables in plain Python: arrangements of men on free points, and where positions are."""

from __future__ import annotations

import numpy as np

from merels.board.board import FULL, SYMMETRIES, Mask, points_of, transform
from merels.board.index.ranking import orbits_of, rank


def spread(arrangement: Mask, free: Mask) -> Mask:
    """Return the points of an arrangement.

    >>> bin(spread(0b101, 0b11010))
    '0b10010'
    """
    points = list(points_of(free))
    return sum(1 << points[bit] for bit in points_of(arrangement))


def push_together(men: Mask, free: Mask) -> Mask:
    """Return the arrangement of men on free points: `spread` backwards."""
    return sum(1 << bit for bit, point in enumerate(points_of(free)) if men >> point & 1)


def places_of(first: Mask, second: Mask) -> set[tuple[int, int]]:
    """Return the rows and ranks of a position in a dense table with a row for each ``first``.

    There are several if the men of the row have symmetries of their own.
    """
    images = [(transform(first, s), transform(second, s)) for s in SYMMETRIES]
    smallest = min(image for image, _ in images)
    row = int(np.searchsorted(orbits_of(first.bit_count()).representatives, smallest))
    free = FULL & ~smallest
    return {(row, rank(push_together(other, free))) for image, other in images if image == smallest}
