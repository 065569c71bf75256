"""Dense rows: each arrangement in its place, and back into slots."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from merels.board.boards import FULL
from merels.board.index.dense import PADDING, dense_size, reduce_rows, row_length
from merels.board.index.orbits import orbits_of
from merels.board.masks import mask_of, points_of
from merels.solver.loading import convert_table, expand_table
from merels.values.layout.key import TableKey

SMALL_TABLES = [(3, 3), (4, 3), (3, 4)]


@pytest.mark.parametrize(("own", "enemy"), SMALL_TABLES)
def test_dense_rows_contain_the_slots_of_their_positions(own, enemy):
    key = TableKey(own, enemy)
    slots = np.random.default_rng(0).integers(0, 256, key.index.size).astype(np.uint8)
    with ThreadPoolExecutor(2) as pool:
        dense = expand_table(key, slots, pool, 2)
    stride, arrangements = row_length(key.index), key.index.arrangements
    for orbit, men in enumerate(orbits_of(own).representatives.tolist()):
        free = list(points_of(FULL & ~men))
        enemies = np.array(
            [mask_of(free[i] for i in points_of(packed)) for packed in arrangements.tolist()]
        )
        expected = slots[key.index.slots_of(np.full_like(enemies, men), enemies)]
        assert np.array_equal(dense[orbit * stride :][: len(arrangements)], expected)


def test_slots_survive_the_round_trip():
    key = TableKey(3, 3)
    slots = np.random.default_rng(0).integers(0, 256, key.index.size).astype(np.uint8)
    back = np.zeros_like(slots)
    with ThreadPoolExecutor(2) as pool:
        dense = expand_table(key, slots, pool, 2)
        convert_table(reduce_rows, key, back, dense, pool, 2)
    assert np.array_equal(slots, back)


def test_rows_are_padded():
    index = TableKey(3, 3).index
    assert row_length(index) % PADDING == 0
    assert 0 <= row_length(index) - len(index.arrangements) < PADDING
    assert dense_size(index) == len(index.orbits) * row_length(index)
