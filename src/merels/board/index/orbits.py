"""Orbits: classes of sets of men that the symmetries of a board map to each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from merels._jit import kernel
from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.index.ranking import BoardTables, Int32s, board_tables, image_of, rank_of, subsets


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


@kernel
def find_orbits(
    masks: Int32s, tables: BoardTables, representatives: Int32s, stabilizers: Int32s, places: Int32s
) -> int:
    """Fill the arrays of `Orbits`; return the number of orbits."""
    count = 0
    for mask in masks:
        smallest, symmetry, keeping = int(mask), 0, 0
        for s in range(len(tables.compose)):
            image = image_of(mask, s, tables)
            if image < smallest:
                smallest, symmetry = image, s
            if image == mask:
                keeping |= 1 << s
        if smallest == mask:
            representatives[count] = mask
            stabilizers[count] = keeping
            places[rank_of(mask, tables)] = count << 4
            count += 1
        else:
            # Masks ascend, so the representative already has its number.
            orbit = places[rank_of(smallest, tables)] >> 4
            places[rank_of(mask, tables)] = orbit << 4 | symmetry
    return count


@cache
def orbits_of(men: int, board: Board = THREE_SQUARES) -> Orbits:
    """Return the orbits of sets of ``men`` men, built on the first call.

    >>> [len(orbits_of(men)) for men in (1, 2, 3)]
    [4, 30, 158]
    """
    masks = subsets(len(board.names), men)
    arrays: list[Int32s] = [np.zeros(len(masks), dtype=np.int32) for _ in range(3)]
    count = find_orbits(masks, board_tables(board), *arrays)
    representatives, stabilizers, places = arrays
    return Orbits(men, representatives[:count].copy(), stabilizers[:count].copy(), places)
