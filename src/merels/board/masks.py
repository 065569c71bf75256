"""Points and sets of points, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Point: TypeAlias = int
"""A point's number, from 0."""

Mask: TypeAlias = int
"""A set of points: bit ``p`` is point ``p``."""


def mask_of(points: Iterable[Point]) -> Mask:
    """Return the set of ``points`` as a mask.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: Mask) -> Iterator[Point]:
    """Yield the points of ``mask``, lowest number first.

    >>> list(points_of(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
