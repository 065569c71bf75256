"""Orbits: classes of sets of men that the symmetries of a board map to each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.index.ranking import Int32s, images_of, index_symmetries, subsets


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits of all sets of ``men`` men, numbered in the order of their smallest masks.

    ``representatives``: the smallest mask of each orbit, ascending. ``stabilizers``: the symmetries
    that fix it, bit ``s`` for symmetry ``s``. ``places``: for each rank, 16 times the number of the
    orbit, plus the lowest symmetry that maps the set to its representative.
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
