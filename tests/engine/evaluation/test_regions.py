"""Regions of the board, and which of their states share a weight."""

import itertools

import pytest

from merels.board.board import SYMMETRIES
from merels.engine.evaluation.regions import (
    CORNERS_OF,
    LANE,
    REGIONS,
    RING_OF,
    SIDES_OF,
    classes_of,
)


@pytest.mark.parametrize(("region", "images"), list(zip(REGIONS, (2, 1, 4, 4), strict=True)))
def test_symmetries_exchange_regions_of_a_kind(region, images):
    assert len(region.images) == images
    assert region.images[0] == region.points
    covered = set(itertools.chain.from_iterable(region.images))
    assert len(covered) == (8 if region.name == "middle" else 16 if region.name == "ring" else 24)


@pytest.mark.parametrize("region", REGIONS)
def test_states_share_a_weight_if_a_symmetry_exchanges_them(region):
    classes = classes_of(region)
    assert len(classes) == region.states

    def state(digits):
        return int("".join(map(str, digits)), 3)

    digits = ([1, 2, 0, 0, 1, 0, 2, 2, 1])[: len(region.points)]
    on_board = dict(zip(region.points, digits, strict=True))
    for symmetry in SYMMETRIES:
        image = {symmetry[point]: digit for point, digit in on_board.items()}
        if image.keys() == on_board.keys():
            moved = [image[point] for point in region.points]
            assert classes[state(moved)] == classes[state(digits)]
    assert classes[state([0] * len(digits))] != classes[state([1] * len(digits))]


def test_bytes_give_the_digits_of_their_square():
    byte = 0b10000111  # places 0, 1, 2 and 7 around a square
    assert RING_OF[byte] == int("11100001", 3)
    lanes = [
        [int(word) >> LANE * i & 0xFFFF for i in range(4)]
        for word in (SIDES_OF[byte], CORNERS_OF[byte])
    ]
    assert lanes[0] == [int("111", 3), int("100", 3), 0, int("011", 3)]
    assert lanes[1] == [int("111", 3), int("110", 3), 0, int("001", 3)]
