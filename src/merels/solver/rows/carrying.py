"""Carrying positions over, from the order of the side at rest to the order of the side to move.

Kernels walk through a table by the men at rest. Files have the table by the men of the side to
move, and so have the kernels that walk through the next table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from merels._jit import extract_bits, inlined, lowest_bit
from merels.board.board import Board
from merels.board.boards import THREE_SQUARES
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import BoardTables, Int32s, Int64s, rank_of
from merels.solver.rows.row import ALL_MEN, MEN_BITS

SYMMETRIC: Final = 1 << MEN_BITS
SYMMETRY_SHIFT: Final = MEN_BITS + 1
ORBIT_SHIFT: Final = MEN_BITS + 5


class Destinations(NamedTuple):
    """Where positions go, by the men of the side to move.

    ``packed``, by the rank of these men: the points that the representative of their orbit leaves
    free (25 bits), whether it has symmetries of its own (1), the symmetry that leads to it (4), and
    the number of the orbit. One number, so that it takes one access to memory: 3 ns a position.
    """

    packed: Int64s
    stabilizers: Int32s
    stride: int


@lru_cache(maxsize=4)
def pack_places(men: int, board: Board = THREE_SQUARES) -> Int64s:
    """Return ``Destinations.packed`` for sets of this many men."""
    orbits = orbits_of(men, board)
    orbit, symmetry = np.divmod(orbits.places.astype(np.int64), 16)
    free = board.full & ~orbits.representatives.astype(np.int64)
    free[orbits.stabilizers != 1] |= SYMMETRIC
    packed: Int64s = free[orbit] | symmetry << SYMMETRY_SHIFT | orbit << ORBIT_SHIFT
    return packed


@inlined
def orbit_of(packed: int) -> int:
    """Return the number of the orbit."""
    return packed >> ORBIT_SHIFT


@inlined
def rank_at(packed: int, images: Int64s, tables: BoardTables) -> int:
    """Return the rank of the men at rest, given by their images under each symmetry."""
    image = images[np.uint64(packed >> SYMMETRY_SHIFT & 15)]
    return rank_of(extract_bits(image, packed & ALL_MEN), tables)


@inlined
def next_rank(others: int, packed: int, images: Int64s, tables: BoardTables) -> int:
    """Return the rank after another of the symmetries that the men of the side to move have."""
    then = tables.compose[lowest_bit(others), packed >> SYMMETRY_SHIFT & 15]
    return rank_of(extract_bits(images[then], packed & ALL_MEN), tables)
