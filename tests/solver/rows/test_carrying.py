"""Carrying over: the slot of a position, found from the men at rest."""

import random

import numpy as np
import pytest

from merels._jit import kernel
from merels.board.geometry import FULL
from merels.board.index.ranking import board_tables, image_of, rank, subsets
from merels.board.index.slots import locate, table_index
from merels.solver.rows.carrying import SYMMETRIC, next_rank, orbit_of, pack_places, rank_at


@kernel
def carry(packed, rest, stabilizers, images, tables):
    """Return the orbit and the smallest rank."""
    for symmetry in range(16):
        images[symmetry] = image_of(rest, symmetry, tables)
    orbit, smallest = orbit_of(packed), rank_at(packed, images, tables)
    others = stabilizers[orbit] & ~1
    while others:
        smallest = min(smallest, next_rank(others, packed, images, tables))
        others &= others - 1
    return orbit, smallest


@pytest.mark.parametrize(("own", "enemy"), [(3, 3), (4, 5), (9, 3)])
def test_positions_get_to_their_place(own, enemy):
    chance, orbits, tables = random.Random(0), table_index(own, enemy).orbits, board_tables()
    places = pack_places(own)
    for men in chance.sample(subsets(24, own).tolist(), 300):
        free = [point for point in range(24) if not men >> point & 1]
        rest = sum(1 << point for point in chance.sample(free, enemy))
        packed = int(places[rank(men)])
        found = carry(packed, rest, orbits.stabilizers, np.zeros(16, np.int64), tables)
        expected = locate(
            men, rest, tables, orbits.representatives, orbits.stabilizers, orbits.places
        )
        assert found == expected
        assert packed & FULL == FULL & ~int(orbits.representatives[found[0]])
        assert (packed & SYMMETRIC != 0) == (orbits.stabilizers[found[0]] != 1)
