"""The board: 24 points, their neighbours, and 16 mills.

Everything is derived from `COORDINATES`, the points' console coordinates in the order of their
numbers: clockwise from the top left, outer square first. ::

        A   B   C   D   E   F   G

    1   0-----------1-----------2
        |           |           |
    2   |   8-------9------10   |
        |   |       |       |   |
    3   |   |  16--17--18   |   |
        |   |   |       |   |   |
    4   7--15--23      19--11---3
        |   |   |       |   |   |
    5   |   |  22--21--20   |   |
        |   |       |       |   |
    6   |  14------13------12   |
        |           |           |
    7   6-----------5-----------4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Point: TypeAlias = int
"""A point's number, 0 to 23."""

Mask: TypeAlias = int
"""A set of points as 24 bits: bit ``p`` is point ``p``."""

COORDINATES: Final = tuple(
    (
        "A1 D1 G1 G4 G7 D7 A7 A4 "  # outer square
        "B2 D2 F2 F4 F6 D6 B6 B4 "  # middle square
        "C3 D3 E3 E4 E5 D5 C5 C4"  # inner square
    ).split()
)

POINTS: Final = range(len(COORDINATES))
FULL: Final[Mask] = (1 << len(COORDINATES)) - 1

# Column and row of each point on the 7 x 7 grid, and of the gap at its centre.
GRID: Final = tuple(("ABCDEFG".index(name[0]), int(name[1]) - 1) for name in COORDINATES)
CENTRE: Final = 3


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


def _derive_lines() -> tuple[tuple[Point, Point, Point], ...]:
    """Return the lines of the board, each as three points in order.

    Each row and column is one line, except the two through the centre: the gap there splits them.
    """
    lines = []
    for axis in (0, 1):
        for rank in range(7):
            on_rank = sorted(
                (p for p in POINTS if GRID[p][1 - axis] == rank), key=lambda p: GRID[p][axis]
            )
            before = [p for p in on_rank if GRID[p][axis] < CENTRE]
            after = [p for p in on_rank if GRID[p][axis] > CENTRE]
            parts = [before, after] if rank == CENTRE else [on_rank]
            lines += [(part[0], part[1], part[2]) for part in parts]
    return tuple(lines)


LINES: Final = _derive_lines()
"""The 16 lines, each as three points in order; three men of one colour on a line form a mill."""

MILLS: Final[tuple[Mask, ...]] = tuple(mask_of(line) for line in LINES)
"""The mills as masks, in the order of `LINES`."""


def _derive_neighbours() -> tuple[Mask, ...]:
    masks = [0] * len(POINTS)
    for first, middle, last in LINES:
        masks[middle] |= 1 << first | 1 << last
        masks[first] |= 1 << middle
        masks[last] |= 1 << middle
    return tuple(masks)


NEIGHBOURS: Final[tuple[Mask, ...]] = _derive_neighbours()
"""For each point, the points one step away along a line."""

MILLS_THROUGH: Final[tuple[tuple[Mask, Mask], ...]] = tuple(
    (through[0], through[1]) for through in ([m for m in MILLS if m >> p & 1] for p in POINTS)
)
"""For each point, the two mills through it."""
