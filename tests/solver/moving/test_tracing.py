"""The second phase: what one decided position decides, against the plain rules."""

import random

import numpy as np
import pytest
from arrangements import places_of
from random_games import VARIANTS

from merels.board.geometry import FULL, mask_of, points_of
from merels.solver.moving.solver import Table
from merels.solver.moving.states import SAFE, SEGMENTS, WON, WON_AT_LEAST
from merels.solver.moving.tracing import (
    LINE_WORDS,
    apply_successor,
    bytes_equal,
    has_level,
    propagate_segments,
)
from merels.solver.row_kernels import build_board, new_row
from merels.solver.workspace import Workspace
from merels.tables.key import TableKey
from merels.tables.plan import Pair

LEVELS = [1, 2, 127, 128, 254]


# Finding a score.


@pytest.mark.parametrize("level", LEVELS)
def test_equal_bytes_are_found_in_a_word(level):
    chance = np.random.default_rng(level)
    near = np.array([level, level ^ 1, level ^ 128, 0, 255], np.uint8)
    for _ in range(200):
        octets = chance.choice(near, 8)
        found = int(bytes_equal(octets.view(np.int64)[0], level))
        tops = [8 * place + 7 for place in np.flatnonzero(octets == level).tolist()]
        assert found % (1 << 64) == mask_of(tops)


@pytest.mark.parametrize("level", LEVELS)
def test_a_line_is_searched_to_its_end_and_no_further(level):
    octets = np.zeros(3 * 8 * LINE_WORDS, np.uint8)
    for place in range(8 * LINE_WORDS - 1, 16 * LINE_WORDS + 1):
        octets[:] = level ^ 1
        octets[place] = level
        expected = 8 * LINE_WORDS <= place < 16 * LINE_WORDS
        assert has_level(octets.view(np.int64), LINE_WORDS, level) is expected


# Applying it.


def apply(state, *levels):
    """Return the values that successors decide, one after the other, and the last state."""
    states = np.array([0, state, 0], np.uint16)
    values = [apply_successor(level, 1, states) for level in levels]
    assert states[0] == states[2] == 0
    return values, int(states[1])


def test_a_position_is_lost_when_its_last_quiet_move_is():
    assert apply(3, 2, 2, 6) == ([0, 0, 7], 0)


@pytest.mark.parametrize("capture", [3, 9])
def test_the_slower_loss_is_chosen(capture):
    values, _ = apply(1 | capture << 8, 6)
    assert values == [max(7, capture)]


def test_a_safe_position_is_never_lost():
    values, state = apply(54 + SAFE, *[2] * 54)
    assert not any(values)
    assert state == SAFE


def test_the_first_win_counts_and_no_loss_after_it():
    values, state = apply(54, 1, 3, *[2] * 53)
    assert values == [2, *[0] * 54]
    assert WON_AT_LEAST <= state & 255 < WON


@pytest.mark.parametrize(("level", "value"), [(1, 2), (3, 4), (5, 0), (7, 0)])
def test_a_quiet_win_counts_only_if_it_is_quicker_than_the_capture(level, value):
    assert apply(2 + SAFE | 6 << 8, level)[0] == [value]


# Tracing a position back.


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
    pair = Pair.of(key)
    workspace = Workspace([pair])
    tables = {k: Table.begin(k, number, workspace) for number, k in enumerate(pair.tables)}
    decided, before = tables[key], tables[key.transposed]
    for _ in range(10):
        position = random_position(key, chance)
        ((row, rank),) = places_of(position.own, position.enemy)
        decided.values.fill(0)
        decided.values[row * decided.target.stride + rank] = level
        before.states.fill(1)
        before.values.fill(0)
        edges = propagate_segments(
            np.array([row * SEGMENTS + (rank >> decided.segment_bits)]),
            decided.segment_bits,
            level,
            decided.values.view(np.int64),
            before.walk,
            before.target,
            build_board(),
            new_row(),
        )
        expected = list(positions_before(position))
        assert edges == len(expected)
        stride = before.target.stride
        stored = {divmod(int(at), stride) for at in np.flatnonzero(before.values)}
        assert stored == {place for p in expected for place in places_of(p.own, p.enemy)}
        assert set(before.values[before.values != 0].tolist()) <= {level + 1}
