"""Ranking: the number of a set among all sets of its size, in ascending order of their masks.

The rank of points ``p1 < p2 < ... < pk`` is ``C(p1, 1) + C(p2, 2) + ... + C(pk, k)``. It depends
only on the mask, so one pair of look-up tables serves every size: the mask is split after 12 bits,
and the high part's contribution is looked up by the number of points in the low half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from merels._jit import inlined, popcount
from merels.board.board import THREE_SQUARES, Board, Mask, Symmetry, points_of

Int32s: TypeAlias = npt.NDArray[np.int32]
Int64s: TypeAlias = npt.NDArray[np.int64]

HALF: Final = 12
LOW_HALF: Final = (1 << HALF) - 1

MOST_SYMMETRIES: Final = 16


class BoardTables(NamedTuple):
    """Look-up tables for kernels, passed as one argument.

    ``low[h]``, ``high[n, h]``: contributions to a rank; ``images[s, i, byte]``: the image of byte
    ``i`` of a mask under symmetry ``s``, the last byte a bit longer on boards of 25 points;
    ``compose[t, s]``: the symmetry "first s, then t"; ``full``: all points.
    """

    low: Int32s
    high: Int32s
    images: Int32s
    compose: Int32s
    full: int


@cache
def index_symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return the symmetries by which tables of a board are indexed, the identity first.

    All symmetries, or a group of at most `MOST_SYMMETRIES` if there are more.

    >>> len(index_symmetries(THREE_SQUARES))
    16
    """
    group = board.symmetries[:1]
    for symmetry in board.symmetries:
        larger = _generate_group((*group, symmetry))
        if larger is not None:
            group = larger
    return group


def _generate_group(symmetries: tuple[Symmetry, ...]) -> tuple[Symmetry, ...] | None:
    """Return the group that symmetries generate, in ascending order; None if it is too large."""
    found = set(symmetries)
    queue = list(found)
    while queue and len(found) <= MOST_SYMMETRIES:
        first = queue.pop()
        for then in symmetries:
            both = tuple(then[point] for point in first)
            if both not in found:
                found.add(both)
                queue.append(both)
    return None if len(found) > MOST_SYMMETRIES else tuple(sorted(found))


def rank(mask: Mask) -> int:
    """Return the rank of a set: the readable twin of `rank_of`.

    >>> [rank(mask) for mask in (0b011, 0b101, 0b110, 0b1001)]
    [0, 1, 2, 3]
    """
    found = number = 0
    while mask:  # not a sum over `points_of`: each probe of a table waits for this
        lowest = mask & -mask
        number += 1
        found += comb(lowest.bit_length() - 1, number)
        mask ^= lowest
    return found


@cache
def subsets(points: int, men: int) -> Int32s:
    """Return the masks of all sets of ``men`` among the first ``points`` points, by rank."""
    masks = np.zeros(1, dtype=np.int32)
    if men:
        # Sets whose highest point is p: p itself and a set below it with one man fewer.
        parts = [subsets(point, men - 1) | 1 << point for point in range(men - 1, points)]
        masks = np.concatenate(parts) if parts else masks[:0]
    masks.flags.writeable = False
    return masks.astype(np.int32, copy=False)


def images_of(masks: Int32s, symmetry: Symmetry) -> Int32s:
    """Return the images of many sets of the first points, without compiled code."""
    images = np.zeros_like(masks)
    for first in range(0, len(symmetry), 8):
        byte = np.arange(256, dtype=np.int32)
        table = np.zeros(256, dtype=np.int32)
        for bit, image in enumerate(symmetry[first : first + 8]):
            table |= (byte >> bit & 1) << image
        images |= np.take(table, (masks >> first).astype(np.uint8))
    return images


@cache
def board_tables(board: Board = THREE_SQUARES) -> BoardTables:
    """Return the look-up tables of a board, built on the first call."""
    points, symmetries = len(board.names), index_symmetries(board)
    low = [rank(half) for half in range(1 << HALF)]
    high = [
        [
            sum(comb(HALF + p, below + i) for i, p in enumerate(points_of(half), start=1))
            for half in range(1 << max(0, points - HALF))
        ]
        for below in range(HALF + 1)
    ]
    parts = np.arange(1 << max(8, points - 16), dtype=np.int32)
    images = [
        [images_of(parts << 8 * i & board.full, symmetry) for i in range(3)]
        for symmetry in symmetries
    ]
    numbers = {symmetry: number for number, symmetry in enumerate(symmetries)}
    compose = [
        [numbers[tuple(then[point] for point in first)] for first in symmetries]
        for then in symmetries
    ]
    arrays = [np.array(table, dtype=np.int32) for table in (low, high, images, compose)]
    return BoardTables(arrays[0], arrays[1], arrays[2], arrays[3], board.full)


@inlined
def rank_of(mask: int, tables: BoardTables) -> int:
    """Return the rank of a set."""
    low = mask & LOW_HALF
    # Signed indices may count from the end, which costs three instructions to rule out.
    return int(tables.low[low] + tables.high[popcount(low), np.uint64(mask >> HALF)])


@inlined
def image_of(mask: int, symmetry: int, tables: BoardTables) -> int:
    """Return the image of a set under a symmetry."""
    images = tables.images
    return int(
        images[symmetry, 0, mask & 255]
        | images[symmetry, 1, mask >> 8 & 255]
        | images[symmetry, 2, mask >> 16]
    )


# Orbits: classes of sets of men that the symmetries of a board map to each other.


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits of all sets of ``men`` men, numbered in the order of their smallest masks.

    ``representatives``: the smallest mask of each orbit, ascending. ``stabilizers``: the symmetries
    that keep this mask, bit ``s`` for symmetry ``s``. ``places``: for each rank, 16 times the
    number of the orbit, plus the lowest symmetry that maps the set to its representative.
    """

    men: int
    representatives: Int32s
    stabilizers: Int32s
    places: Int32s

    def __len__(self) -> int:
        return len(self.representatives)


@cache
def orbits_of(men: int, board: Board = THREE_SQUARES) -> Orbits:
    """Return the orbits of sets of ``men`` men, built on the first call.

    >>> [len(orbits_of(men)) for men in (1, 2, 3)]
    [4, 30, 158]
    """
    masks = subsets(len(board.names), men)
    smallest, symmetry, keeping = masks.copy(), np.zeros_like(masks), np.zeros_like(masks)
    for number, each in enumerate(index_symmetries(board)):
        images = images_of(masks, each)
        symmetry[images < smallest] = number
        np.minimum(smallest, images, out=smallest)
        keeping |= (images == masks).astype(np.int32) << number
    is_smallest = smallest == masks
    representatives = masks[is_smallest]
    orbits = np.searchsorted(representatives, smallest).astype(np.int32)
    return Orbits(men, representatives, keeping[is_smallest], orbits << 4 | symmetry)
