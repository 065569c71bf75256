"""A table in two orders: what is stored in one is found in the other."""

import random
from math import comb

import numpy as np
import pytest
from arrangements import places_of, push_together, spread
from random_games import VARIANTS

from merels.board.board import FULL, mask_of, points_of
from merels.board.index.dense import row_length
from merels.board.index.ranking import rank
from merels.solver.kernels.row import (
    ALL_MEN,
    MEN_BITS,
    MOST_PENDING,
    build_board,
    new_row,
    prepare_row,
)
from merels.solver.kernels.states import (
    SAFE,
    SEGMENTS,
    WON,
    WON_AT_LEAST,
    mark_levels,
    propagate_segments,
    segment_bits_of,
    settle_losses,
    settle_wins,
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


# The second phase: what decided positions decide, against the plain rules.

# Applying decided successors.


def settle(level, counts, captures, *places):
    """Apply a successor of score ``level`` to some places; return those decided and their values.

    The men of a position are those with the number of its place.
    """
    pending = np.array([place | place << MEN_BITS for place in places], np.int64)
    settle_some = settle_wins if level & 1 else settle_losses
    decided = settle_some(len(places), level + 1, counts, captures, pending)
    return [(entry & ALL_MEN, entry >> MEN_BITS) for entry in pending[:decided].tolist()]


def apply(count, capture, *levels):
    """Return the values that successors decide, one after the other, and the last count."""
    counts, captures = np.array([0, count, 0], np.uint8), np.array([0, capture, 0], np.uint8)
    values = [dict(settle(level, counts, captures, 1)).get(1, 0) for level in levels]
    assert counts[0] == counts[2] == 0
    assert captures.tolist() == [0, capture, 0]
    return values, int(counts[1])


def test_a_position_is_lost_when_its_last_quiet_move_is():
    assert apply(3, 0, 2, 2, 6) == ([0, 0, 7], 0)


@pytest.mark.parametrize("capture", [3, 9])
def test_the_slower_loss_is_chosen(capture):
    values, _ = apply(1, capture, 6)
    assert values == [max(7, capture)]


def test_a_safe_position_is_never_lost():
    values, count = apply(54 + SAFE, 0, *[2] * 54)
    assert not any(values)
    assert count == SAFE


def test_the_first_win_counts_and_no_loss_after_it():
    values, count = apply(54, 0, 1, 3, *[2] * 53)
    assert values == [2, *[0] * 54]
    assert WON_AT_LEAST <= count < WON


@pytest.mark.parametrize(("level", "value"), [(1, 2), (3, 4), (5, 0), (7, 0)])
def test_a_quiet_win_counts_only_if_it_is_quicker_than_the_capture(level, value):
    assert apply(2 + SAFE, 6, level)[0] == [value]


@pytest.mark.parametrize("level", [3, 6, 253])
def test_positions_are_settled_together_as_one_by_one(level):
    """Some of them have several such moves."""
    chance = np.random.default_rng(level)
    counts = chance.choice(np.array([1, 2, 3, SAFE + 2, WON, WON_AT_LEAST], np.uint8), 100)
    captures = chance.choice(np.array([0, 2, 3, 4, 6, 9, 254], np.uint8), 100)
    counts_alone, places = counts.copy(), chance.integers(0, 100, 150).tolist()
    alone = [d for place in places for d in settle(level, counts_alone, captures, place)]
    assert alone
    assert settle(level, counts, captures, *places) == alone
    assert np.array_equal(counts, counts_alone)


# Tracing positions back.


class Traced:
    """A pair of tables: positions of one, ``decided``, are traced back to the other."""

    def __init__(self, key):
        pair = Pair.of(key)
        workspace = Workspace([pair])
        tables = {k: Table.begin(k, number, workspace) for number, k in enumerate(pair.tables)}
        self.decided, self.before = tables[key], tables[key.transposed]
        self.begin(1)

    def begin(self, quiet):
        """Decide nothing; let all positions have this many quiet moves and no captures."""
        self.decided.values.fill(0)
        self.before.values.fill(0)
        self.before.counts.fill(quiet)
        self.before.captures.fill(0)

    def decide(self, row, ranks, level):
        self.decided.values[row * self.decided.target.to.stride + np.array(ranks)] = level

    def trace(self, row, segments, level):
        """Return the number of moves traced back."""
        return propagate_segments(
            np.array([row * SEGMENTS + segment for segment in segments]),
            self.decided.segment_bits,
            level,
            self.decided.values,
            self.before.walk,
            self.before.target,
            build_board(),
            new_row(),
        )

    @property
    def stored(self):
        """The rows and ranks that have got a value."""
        stride = self.before.target.to.stride
        return {divmod(int(at), stride) for at in np.flatnonzero(self.before.values)}


def positions_before(position):
    """Return the positions from which a quiet move leads to this one, found by trying all."""
    taken = position.own | position.enemy
    for origin in points_of(position.enemy):
        for target in points_of(FULL & ~taken):
            men = position.enemy ^ (1 << origin | 1 << target)
            before = TableKey.of(position).transposed.position(men, position.own)
            if any(
                move.captured is None and (move.origin, move.target) == (target, origin)
                for move in before.generate_moves()
            ):
                yield before


def random_position(key, chance):
    """Return a position of which the men to move are the first of their orbit."""
    orbits = key.index.orbits
    own = int(chance.choice(orbits.representatives[orbits.stabilizers == 1].tolist()))
    enemy = mask_of(chance.sample(list(points_of(FULL & ~own)), key.enemy))
    return key.position(own, enemy)


@pytest.mark.parametrize("level", [3, 8])
@pytest.mark.parametrize("variant", VARIANTS, ids=["flying", "no flying"])
@pytest.mark.parametrize("men", [(4, 3), (3, 4)], ids=str)
def test_positions_before_a_decided_one_are_decided(men, variant, level):
    """Each has one quiet move left in its state, so that a lost one decides it as well."""
    key, chance = TableKey(*men, variant=variant), random.Random(level)
    traced = Traced(key)
    for _ in range(10):
        position = random_position(key, chance)
        ((row, rank),) = places_of(position.own, position.enemy)
        traced.begin(1)
        traced.decide(row, [rank], level)
        edges = traced.trace(row, [rank >> traced.decided.segment_bits], level)
        expected = list(positions_before(position))
        assert edges == len(expected)
        assert traced.stored == {place for p in expected for place in places_of(p.own, p.enemy)}
        values = traced.before.values
        assert set(values[values != 0].tolist()) <= {level + 1}


def test_only_the_score_and_the_segments_in_question_are_traced():
    traced, row, level = Traced(TableKey(4, 3)), 50, 128
    size = 1 << traced.decided.segment_bits
    for place in (size - 1, size, 2 * size - 1, 2 * size):
        for score in (level - 1, level ^ 128, level, level + 1):
            traced.begin(1)
            traced.decide(row, [place], score)
            is_traced = score == level and size <= place < 2 * size
            assert (traced.trace(row, [1], level) > 0) is is_traced
            assert bool(traced.stored) is is_traced


@pytest.mark.parametrize("level", [3, 8])
@pytest.mark.parametrize("men", [(4, 3), (3, 4)], ids=["flying", "stepping"])
def test_a_whole_row_is_traced_back_as_position_by_position(men, level):
    """It has more moves than can wait to be settled."""
    traced, row = Traced(TableKey(*men)), 7
    ranks = range(len(traced.decided.key.index.arrangements))

    def trace(parts):
        traced.begin(4)
        edges = 0
        for part in parts:
            traced.decide(row, ranks, 0)
            traced.decide(row, part, level)
            segments = sorted({rank >> traced.decided.segment_bits for rank in part})
            edges += traced.trace(row, segments, level)
        return edges, traced.before.values.copy(), traced.before.counts.copy()

    edges, values, counts = trace([ranks])
    alone = trace([[rank] for rank in ranks])
    assert edges == alone[0] > MOST_PENDING
    assert values.any()
    assert np.array_equal(values, alone[1])
    assert np.array_equal(counts, alone[2])
