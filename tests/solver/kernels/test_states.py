"""A table in two orders: what is stored in one is found in the other."""

import random
from math import comb

import numpy as np
import pytest
from arrangements import places_of, push_together, spread

from merels.board.boards import FULL
from merels.board.index.dense import row_length
from merels.board.index.ranking import rank
from merels.board.masks import mask_of
from merels.solver.kernels.row import MEN_BITS, build_board, new_row, prepare_row
from merels.solver.kernels.states import (
    SEGMENTS,
    mark_levels,
    segment_bits_of,
    store_pending,
)
from merels.solver.moving import Table
from merels.solver.workspace import Workspace
from merels.values.layout.key import TableKey
from merels.values.layout.plan import Pair

KEY = TableKey(4, 3)
BOARD = build_board()

SYMMETRIC = [
    (0b10101010, 0b111 << 8),
    (0b1010101, 0b10101 << 16),
    (0b11 | 0b11 << 16, 0b111 << 3),
]
"""Positions in which the side to move has symmetries of its own."""


@pytest.fixture
def target():
    """The values of a table of which nothing is decided."""
    return Table.begin(KEY, 0, Workspace([Pair.of(KEY)])).target


def random_positions(count):
    chance = random.Random(3)
    for _ in range(count):
        points = chance.sample(range(24), KEY.total)
        yield mask_of(points[: KEY.own]), mask_of(points[KEY.own :])


def prepared(fixed):
    row = new_row()
    prepare_row(fixed, BOARD, row)
    return row


def stored_in(target):
    """Return the rows and ranks that have a value."""
    return {divmod(int(at), target.to.stride) for at in np.flatnonzero(target.values)}


def marked_in(target, value):
    """Return the rows and segments that may hold a value."""
    return {divmod(int(at), SEGMENTS) for at in np.flatnonzero(target.levels[value])}


@pytest.mark.parametrize(("own", "enemy"), [*SYMMETRIC, *random_positions(20)])
def test_a_value_is_stored_once_for_each_equivalent_place(target, own, enemy):
    free, row = FULL & ~enemy, prepared(enemy)
    row.pending[0] = push_together(own, free) | 7 << MEN_BITS
    store_pending(1, free, row, target, BOARD.tables)
    places = places_of(own, enemy)
    assert len(places) > 1 or (own, enemy) not in SYMMETRIC
    assert stored_in(target) == places
    assert set(target.values.tolist()) == {0, 7}
    assert marked_in(target, 7) == {(row, at >> target.segment_bits) for row, at in places}
    assert np.count_nonzero(target.levels) == len(marked_in(target, 7))


def test_positions_that_wait_are_stored_together(target):
    enemy = 0b111 << 8
    free = FULL & ~enemy
    row, expected = prepared(enemy), {}
    for number, (own, _) in enumerate(p for p in random_positions(200) if not p[0] & enemy):
        value = number % 254 + 1
        row.pending[number] = push_together(own, free) | value << MEN_BITS
        expected |= dict.fromkeys(places_of(own, enemy), value)
    row.pending[number + 1] = row.pending[0] ^ 1 << MEN_BITS  # not to be stored
    store_pending(number + 1, free, row, target, BOARD.tables)
    stride = target.to.stride
    assert {place: target.values[place[0] * stride + place[1]] for place in expected} == expected
    assert stored_in(target) == set(expected)


def test_the_other_order_has_a_row_for_the_men_at_rest():
    table = Table.begin(KEY, 0, Workspace([Pair.of(KEY)]))
    walk = table.walk
    assert len(walk.arrangements) == comb(24 - KEY.enemy, KEY.own)
    assert len(table.counts) == len(table.captures) == len(walk.representatives) * walk.stride
    for own, enemy in random_positions(20):
        for row, at in places_of(enemy, own):
            fixed = int(walk.representatives[row])
            men = spread(int(walk.arrangements[at]), FULL & ~fixed)
            assert rank(int(walk.arrangements[at])) == at
            assert places_of(men, fixed) == places_of(own, enemy)


def test_the_segments_of_solved_rows_are_marked(target):
    chance = np.random.default_rng(5)
    arrangements = len(KEY.index.arrangements)
    target.values[:] = chance.choice(np.array([0, 3, 200], np.uint8), len(target.values))
    rows = (7, 12)
    mark_levels(rows, arrangements, target)
    size = 1 << target.segment_bits
    for value in (0, 3, 200, 4):
        expected = {
            (row, segment)
            for row in range(*rows)
            for segment in range(SEGMENTS)
            if value
            in target.values[row * target.to.stride :][:arrangements][segment * size :][:size]
        }
        assert marked_in(target, value) == expected


@pytest.mark.parametrize("men", [(own, enemy) for own in range(3, 10) for enemy in range(3, 10)])
def test_segments_are_whole_cache_lines_that_cover_a_row(men):
    stride = row_length(TableKey(*men).index)
    size = 1 << segment_bits_of(stride)
    assert size % 64 == 0
    assert stride <= SEGMENTS * size
    assert size == 64 or stride > SEGMENTS * size // 2  # no larger than necessary
