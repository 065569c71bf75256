"""Training: trees, levels and samples."""

import pytest

from merels.tables.format.packed.model import LEAF
from merels.tables.format.packed.training import choose_levels, grow_tree, scatter


def test_frequent_values_have_short_paths():
    tree = grow_tree([50, 5, 20, 5, 20])
    assert tree.tolist() == [[LEAF, 1], [3, 2], [LEAF + 2, LEAF + 4], [LEAF + 1, LEAF + 3]]


def test_levels_ascend_from_lost_soon_to_won_soon():
    levels = choose_levels([10, 5, 5, 5, 5, 5, 5])
    assert levels[1] < levels[3] < levels[5] < levels[0] < levels[6] < levels[4] < levels[2]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
def test_a_scattered_order_has_every_number_once(count):
    assert sorted(scatter(count).tolist()) == list(range(count))
