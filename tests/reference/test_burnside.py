"""Burnside counts against classes found one by one."""

from itertools import combinations

import pytest
from burnside import count_classes

from merels import variant
from merels.board.board import mask_of, transform


@pytest.mark.parametrize(
    ("name", "own", "enemy"), [("three", 3, 3), ("three", 4, 2), ("six", 2, 2)]
)
def test_counts_are_those_of_the_classes(name, own, enemy):
    board = variant(name).board
    classes = {
        min((transform(men, s), transform(others, s)) for s in board.symmetries)
        for men in map(mask_of, combinations(board.points, own))
        for others in map(mask_of, combinations(board.points, enemy))
        if not men & others
    }
    assert count_classes(board, own, enemy) == len(classes)
