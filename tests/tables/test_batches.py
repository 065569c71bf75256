"""Arrays of positions: checked, split by table, each block read once."""

import numpy as np
import pytest

from merels import PositionError
from merels.tables.batches import check_hands, check_masks, gather_scores, split_by_men


@pytest.mark.parametrize(
    ("own", "enemy", "error", "words"),
    [
        ([1, 2], [4], ValueError, "shape"),
        ([1.0], [2.0], TypeError, "whole numbers"),
        ([1, 3], [2, 2], PositionError, "position 1 "),
        ([1 << 24], [1], PositionError, "0x1000000"),
        ([1], [-1], PositionError, "-0x1"),
    ],
)
def test_bad_masks_are_rejected(own, enemy, error, words):
    with pytest.raises(error, match=words):
        check_masks(own, enemy)


def test_masks_of_any_integer_type_are_accepted():
    own, enemy = check_masks(np.array([1, 2], dtype=np.uint8), [4, 8])
    assert (own.dtype, enemy.dtype) == (np.int64, np.int64)
    assert [array.tolist() for array in check_masks([], [])] == [[], []]


def test_positions_are_split_by_their_men():
    own, enemy = check_masks([0b111, 0b1111, 0b111], [0b111 << 6, 0b11 << 6, 0b111 << 12])
    hands = check_hands([1, 0, 1], 2, own.shape)
    found = {men: np.arange(3)[chosen].tolist() for men, chosen in split_by_men(own, enemy, *hands)}
    assert found == {(3, 3, 1, 2): [0, 2], (4, 2, 0, 2): [1]}


@pytest.mark.parametrize(
    ("own", "enemy", "error", "words"),
    [
        (-1, 0, PositionError, "own_in_hand: -1 men in hand; a side has 0 to 12"),
        (0, [0, 13], PositionError, "enemy_in_hand: 13 men in hand"),
        (0.5, 0, TypeError, "own_in_hand: men in hand are whole numbers, not float64"),
        (0, [1, 2, 3], ValueError, "broadcast"),
    ],
)
def test_impossible_hands_are_refused(own, enemy, error, words):
    with pytest.raises(error, match=words):
        check_hands(own, enemy, (2,))


@pytest.mark.parametrize("block_slots", [1, 7, 1000])
def test_each_block_is_read_once(block_slots):
    chance = np.random.default_rng(1)
    stored = chance.integers(0, 256, 1000).astype(np.uint8)
    slots = chance.integers(0, 1000, 300)
    read = []

    def read_block(number):
        read.append(number)
        return stored[number * block_slots : (number + 1) * block_slots]

    assert np.array_equal(gather_scores(slots, block_slots, read_block), stored[slots])
    assert sorted(read) == sorted(set((slots // block_slots).tolist()))
