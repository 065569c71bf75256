"""Posting: every score gets to all its places, whatever the size of the bags."""

from __future__ import annotations

import numpy as np
import pytest
from arrangements import places_of, spread
from placings import load_placing
from rules_oracle import random_tables

from merels.board.boards import FULL
from merels.board.index.dense import Bytes, dense_size
from merels.board.index.orbits import orbits_of
from merels.board.index.ranking import subsets
from merels.solver.kernels.comparing import new_comparison
from merels.solver.kernels.posting import (
    BAGS_BITS,
    REGION_BITS,
    Bags,
    bags_size,
    deliver_all,
    new_bags,
    place_rows,
    post,
    store_row,
)
from merels.solver.kernels.row import build_board, new_row, prepare_row
from merels.solver.kernels.runs import build_runs
from merels.solver.placing import target_of
from merels.values.layout.key import TableKey

KEY = TableKey(4, 3, 5, 5)
"""A table of several regions."""


def new_values(key: TableKey = KEY) -> Bytes:
    return np.zeros(dense_size(key.index), np.uint8)


def bags_for(values: Bytes, entries: int, key: TableKey = KEY) -> Bags:
    """Return bags with this many entries each."""
    regions = (len(values) >> REGION_BITS) + 1
    return new_bags(target_of(key, values), np.zeros(regions * entries, np.uint32))


def test_a_score_waits_in_the_bag_of_its_region_until_that_is_full():
    values = new_values()
    bags = bags_for(values, 4)
    second = 1 << REGION_BITS
    places = [5, second + 5, second, second - 1, len(values) - 1, 0]
    for number, place in enumerate(places, start=1):
        post(place, number, values, bags)
    assert not values.any()
    assert bags.counts.sum() == len(places)
    post(1, 7, values, bags)  # the fourth of the first region
    assert [values[place] for place in (5, second - 1, 0, 1)] == [1, 4, 6, 7]
    assert np.count_nonzero(values) == 4
    deliver_all(values, bags)
    assert [values[place] for place in places] == [1, 2, 3, 4, 5, 6]
    assert np.count_nonzero(values) == 7
    assert not bags.counts.any()


def test_of_two_scores_for_a_place_the_later_one_stays():
    values = new_values()
    bags = bags_for(values, 64)
    for score in (1, 255, 3):
        post(1000, score, values, bags)
    deliver_all(values, bags)
    assert values[1000] == 3


@pytest.mark.parametrize("key", [TableKey(0, 2, 9, 7), TableKey(2, 3, 7, 6), TableKey(3, 2, 6, 7)])
@pytest.mark.parametrize("number", [0, 1, -1])
def test_the_scores_of_a_row_get_to_all_their_places(key: TableKey, number: int):
    enemy = int(orbits_of(key.enemy).representatives[number])
    free, board, row = FULL & ~enemy, build_board(), new_row()
    prepare_row(enemy, board, row)
    arrangements = subsets(24 - key.enemy, key.own).tolist()
    positions = [places_of(spread(men, free), enemy) for men in arrangements]
    # Equivalent positions have one rating.
    ratings = {frozenset(places): i % 200 for i, places in enumerate(positions)}
    best = np.array([ratings[frozenset(places)] for places in positions], np.uint8)
    values = new_values(key)
    target, bags = target_of(key, values), bags_for(values, 8, key)
    store_row(free, key.own, best, build_runs(), target, row.images, board.tables, bags)
    deliver_all(values, bags)
    expected = new_values(key)
    for places, rating in ratings.items():
        for orbit, rank in places:
            expected[orbit * target.to.stride + rank] = target.scores[rating]
    assert expected.any()
    assert np.array_equal(values, expected)


def test_the_size_of_bags_makes_no_difference():
    """In the smallest, every score is delivered at once."""
    placing = load_placing(KEY, random_tables(KEY.successors))
    delivered = []
    for entries in (1, 2, 3, 1 << 16):
        values = new_values()
        work, bags = new_comparison(placing), bags_for(values, entries)
        place_rows((0, 40), placing, target_of(KEY, values), build_board(), new_row(), work, bags)
        deliver_all(values, bags)
        assert not bags.counts.any()
        delivered.append(values)
    assert delivered[0].any()
    assert all(np.array_equal(values, delivered[0]) for values in delivered)


@pytest.mark.parametrize("threads", [1, 3, 64])
def test_the_bags_of_all_threads_fit_their_memory(threads: int):
    values = new_values()
    entries = np.zeros(bags_size(len(values)) // 4, np.uint32)
    bags = new_bags(target_of(KEY, values), entries[: len(entries) // threads])
    assert len(bags.counts) << bags.bag_bits <= len(bags.entries)
    assert 1 << bags.bag_bits > (1 << BAGS_BITS) // threads // 2
