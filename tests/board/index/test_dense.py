"""Dense rows: each arrangement in its place, and back into slots."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from merels.board.board import FULL, mask_of, points_of
from merels.board.index.dense import (
    PADDING,
    dense_size,
    expand_table,
    reduce_table,
    row_length,
    split,
)
from merels.board.index.ranking import orbits_of
from merels.values.layout.key import TableKey

SMALL_TABLES = [(3, 3), (4, 3), (3, 4)]


@pytest.mark.parametrize(("own", "enemy"), SMALL_TABLES)
def test_dense_rows_contain_the_slots_of_their_positions(own, enemy):
    key = TableKey(own, enemy)
    slots = np.random.default_rng(0).integers(0, 256, key.index.size).astype(np.uint8)
    dense = expand_table(key.index, slots, 2)
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
    back = reduce_table(key.index, expand_table(key.index, slots, 2), 2)
    assert np.array_equal(slots, back)


def test_rows_are_padded():
    index = TableKey(3, 3).index
    assert row_length(index) % PADDING == 0
    assert 0 <= row_length(index) - len(index.arrangements) < PADDING
    assert dense_size(index) == len(index.orbits) * row_length(index)


@given(st.integers(1, 10_000), st.integers(1, 64))
def test_parts_cover_the_range_and_differ_by_one_at_most(count, parts):
    ranges = split(count, parts)
    assert len(ranges) == min(count, parts)
    assert [ranges[0][0], ranges[-1][1]] == [0, count]
    assert all(left[1] == right[0] for left, right in itertools.pairwise(ranges))
    sizes = {last - first for first, last in ranges}
    assert min(sizes) > 0
    assert max(sizes) - min(sizes) <= 1
