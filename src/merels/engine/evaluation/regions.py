"""Regions of the board: fixed sets of points, whose state is a number in base 3.

A digit is 0 for an empty point, 1 for an own man and 2 for an enemy's. The regions are:

- *ring*: the eight points of the outer square, or of the inner one;
- *middle*: the eight points of the middle square;
- *side*: one side of all three squares, nine points, the outer square's first;
- *corner*: a corner of all three squares with the points beside it, nine points.

Symmetries of the board exchange the two rings, the four sides and the four corners, and map each
onto itself in several ways. Regions that symmetries exchange are worth the same, so they share
weights: the weights of a stage take 27 kB instead of 105.

Tried and left out: regions of twelve points, a square and the points it is joined to, because
144,000 weights a stage learn too little (an error of 0.384 in placing); and the numbers of steps of
both sides, which gained nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels.board.board import SYMMETRIES

Points: TypeAlias = tuple[int, ...]
"""Points of a region, in the order of the digits, the highest first."""

AROUND: Final = 8
"""Points of a square."""

RING_STATES: Final = 3**8
SIDE_STATES: Final = 3**9

LANE: Final = 16
"""Bits for one of four states in a word."""


class Region(NamedTuple):
    """A region of the board; its symmetric images share its weights."""

    name: str
    points: Points

    @property
    def states(self) -> int:
        """How many states it has."""
        return int(3 ** len(self.points))

    @property
    def images(self) -> list[Points]:
        """The region's images under the symmetries of the board, each once, the region first."""
        found: dict[frozenset[int], Points] = {}
        for symmetry in SYMMETRIES:
            image = tuple(symmetry[point] for point in self.points)
            found.setdefault(frozenset(image), image)
        return list(found.values())


def _across(*around: int) -> Points:
    """Return the points at some places around each of the three squares."""
    return tuple(AROUND * square + place % AROUND for square in range(3) for place in around)


REGIONS: Final = (
    Region("ring", tuple(range(AROUND))),
    Region("middle", tuple(range(AROUND, 2 * AROUND))),
    Region("side", _across(0, 1, 2)),
    Region("corner", _across(-1, 0, 1)),
)


@cache
def classes_of(region: Region) -> npt.NDArray[np.int32]:
    """Return the number of each state's class: states that share a weight have the same number.

    >>> len(set(classes_of(REGIONS[0]).tolist()))
    954
    """
    length = len(region.points)
    states = np.arange(region.states)
    powers = 3 ** np.arange(length)[::-1]
    digits = states[:, None] // powers % 3
    least = states
    for symmetry in SYMMETRIES:
        image = [symmetry[point] for point in region.points]
        if set(image) == set(region.points):
            places = [region.points.index(point) for point in image]
            least = np.minimum(least, digits @ powers[places])
    return np.unique(least, return_inverse=True)[1].astype(np.int32)


@cache
def number_states() -> npt.NDArray[np.int16]:
    """Return the class of each state of all regions; numbers go on from region to region."""
    parts, first = [], 0
    for region in REGIONS:
        classes = classes_of(region)
        parts.append(first + classes)
        first += int(classes.max()) + 1
    return np.concatenate(parts).astype(np.int16)


STATES: Final = 2 * RING_STATES + 2 * SIDE_STATES
"""States of all regions."""

CLASSES: Final = 12_600
"""Classes of them."""


def _number(bits: Sequence[int]) -> int:
    """Return the number whose digits in base 3 are ``bits``."""
    return int("".join(map(str, bits)), 3)


def _list_states(byte: int, *around: int) -> int:
    """Return the states of four regions as far as one square gives them, in lanes of a word."""
    numbers = [
        _number([byte >> (2 * quarter + place) % AROUND & 1 for place in around])
        for quarter in range(4)
    ]
    return sum(number << LANE * quarter for quarter, number in enumerate(numbers))


# For each set of men on a square, as a byte: what the men add to the states of regions.
RING_OF: Final = np.array([_number([b >> i & 1 for i in range(AROUND)]) for b in range(256)])
SIDES_OF: Final = np.array([_list_states(byte, 0, 1, 2) for byte in range(256)])
CORNERS_OF: Final = np.array([_list_states(byte, -1, 0, 1) for byte in range(256)])
