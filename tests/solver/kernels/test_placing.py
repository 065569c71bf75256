"""Comparing placings: the best one of every position in a row, against the plain rules."""

from __future__ import annotations

import random

import numpy as np
import pytest
from arrangements import places_of, push_together, spread
from placings import load_placing
from rules_oracle import random_tables, value_by_rules

from merels import Value, Variant
from merels.board.board import FULL, THREE_SQUARES, points_of
from merels.board.index.dense import Bytes, dense_size
from merels.board.index.ranking import orbits_of, subsets
from merels.solver.kernels.placing import (
    BAGS_BITS,
    NEVER,
    REGION_BITS,
    Bags,
    bags_size,
    closing_men,
    deliver_all,
    find_partners,
    new_bags,
    new_comparison,
    post,
    rate_row,
    store_row,
)
from merels.solver.kernels.rating import NARROW
from merels.solver.kernels.row import LOW, LOW_POINTS, build_board, build_runs, new_row, prepare_row
from merels.solver.kernels.stages import place_rows
from merels.solver.placing import target_of
from merels.values.layout.key import TableKey

TABLES = [
    TableKey(0, 0, 9, 9),
    TableKey(1, 2, 8, 7),
    TableKey(3, 3, 6, 6),
    TableKey(4, 5, 3, 2),
    TableKey(8, 3, 1, 1),
    TableKey(2, 3, 1, 0, Variant(men=3)),
]


@pytest.mark.parametrize("key", TABLES, ids=lambda key: key.name)
def test_every_position_of_a_row_gets_its_best_placing(key: TableKey):
    tables = random_tables(key.successors)
    placing, chance = load_placing(key, tables), random.Random(1)
    row, work = new_row(), new_comparison(placing)
    representatives, size = placing.quiet.representatives, len(placing.before)
    for block in {0, len(representatives) - 1, chance.randrange(len(representatives))}:
        rate_row(block, placing, build_board(), row, work)
        enemy = int(representatives[block])
        for number in chance.sample(range(size), min(size, 100)):
            own = spread(int(placing.before[number]), FULL & ~enemy)
            score = int(NARROW.scores_before[work.best[number]])
            expected = value_by_rules(key.position(own, enemy), tables)
            assert Value.from_score(score) == expected


def test_a_row_leaves_nothing_to_the_next():
    key = TableKey(4, 3, 5, 5)
    placing = load_placing(key, random_tables(key.successors))
    rows = []
    for blocks in ([6], [9, 5, 6]):
        row, work = new_row(), new_comparison(placing)
        for block in blocks:
            rate_row(block, placing, build_board(), row, work)
        rows.append(work.best[: len(placing.before)])
    assert np.array_equal(*rows)


@pytest.mark.parametrize("fixed", [0, 0b111, 0o41020401, 0b111111111])
def test_partners_are_the_rest_of_a_mill(fixed: int):
    row, partners = new_row(), np.zeros(48, np.int64)
    prepare_row(fixed, build_board(), row)
    find_partners(row.lines, partners, 0, np.zeros(0, np.int64))
    free = FULL & ~fixed
    for place, point in enumerate(points_of(free)):
        mills = [mill for mill in THREE_SQUARES.mills if mill >> point & 1 and mill & fixed == 0]
        expected = [push_together(mill & ~(1 << point), free) for mill in mills]
        found = partners[2 * place : 2 * place + 2].tolist()
        assert found == expected + [NEVER] * (2 - len(expected))


@pytest.mark.parametrize("partners", [0b11, 0b101 << LOW, 1 << LOW | 1, NEVER])
def test_men_that_close_a_mill(partners: int):
    for high in range(8):
        mask, needed = closing_men(partners, high)
        for low in range(LOW_POINTS + 1):
            closes = partners & ~(high << LOW | low) == 0
            assert (low & mask == needed) == closes


# Posting: every score gets to all its places, whatever the size of the bags.

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
